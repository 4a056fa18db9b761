/** The data of a pointwise collapse, of a point estimate or a sampled fit and the rows of a table. */
import { percent } from '../../host/estimate/estimate-rows.ts';
import type { EstimateMethod } from '../../host/estimate/settings.ts';
import { chainsOf } from '../../host/posterior.ts';
import { estimateOf } from '../../reporting/figures/data/named-fit.ts';
import { type CollapseData, collapseData } from '../../reporting/figures/kinds/collapse.ts';
import { openFigureEstimate, openFigureFit } from '../stored-fits/figure-fits.ts';
import { type RowsRequest, rowsOfOutcome } from './figure-rows.ts';

const CALLED: Readonly<Record<EstimateMethod, string>> = {
  mle: 'maximum likelihood',
  map: 'highest posterior density',
  laplace: 'highest density on the unconstrained scale',
};

/** @throws Failure, FileError, HostError, FigureError */
export async function openCollapse(
  request: RowsRequest & { readonly only?: readonly string[] },
): Promise<CollapseData> {
  const only = request.only ?? null;
  const [path] = request.paths;
  const estimated = await openFigureEstimate(path!, request);
  if (estimated !== null) {
    const { stored, fit } = estimated;
    const { outcome, kept } = await rowsOfOutcome(stored, request);
    return collapseData(fit, { outcome, columns: kept }, only, (name) => {
      const { estimate, interval } = fit.estimates[name]!;
      if (estimate === null) return null;
      const wide = `${percent(fit.confidence)} interval`;
      return { value: estimate, interval, called: CALLED[fit.method], wide };
    });
  }
  const { stored, fit } = await openFigureFit(path!, request);
  const { outcome, kept } = await rowsOfOutcome(stored, request);
  return collapseData(fit, { outcome, columns: kept }, only, (name) => {
    const found = estimateOf(chainsOf(fit, fit.parameters.find((each) => each.name === name)!));
    if (found === null) return null;
    return { value: found.mean, interval: found.hdi95, called: 'posterior mean', wide: '95 % HDI' };
  });
}
