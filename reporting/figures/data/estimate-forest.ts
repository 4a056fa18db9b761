/** The data of a forest plot of point estimates, with intervals from the curvature. */

import { percent } from '../../../host/estimate/estimate-rows.ts';
import type { EstimatedParameter } from '../../../host/estimate/estimated-parameters.ts';
import type { EstimateMethod } from '../../../host/estimate/settings.ts';
import type { ForestData } from '../kinds/forest.ts';
import {
  type Estimated,
  endsNote,
  type ForestPlan,
  forestGroups,
  orderedRows,
  scalesNote,
} from './forest.ts';
import { chosenParameters, FigureError, hasFailed, type NamedFit, shortList } from './named-fit.ts';

/** A fit by `mle`, `map` or `laplace`. */
export interface FigureEstimate extends NamedFit {
  readonly method: EstimateMethod;
  /** By parameter name. */
  readonly estimates: Readonly<Record<string, EstimatedParameter>>;
  /** The confidence level of the intervals. */
  readonly confidence: number;
}

const CALLED: Readonly<Record<EstimateMethod, string>> = {
  mle: 'Estimates of maximum likelihood',
  map: 'Where the posterior density is highest',
  laplace: 'Where the posterior density is highest on the unconstrained scale',
};

/**
 * Parameters without an estimate are left out, and named in the caption.
 *
 * @param fits of one layout
 * @throws FigureError for an unknown name, when methods or confidence levels differ, or there is no estimate at all
 */
export function estimateForestData(
  fits: readonly FigureEstimate[],
  { by, only, ...order }: Omit<ForestPlan, 'subjectOf'> = {},
): ForestData {
  const { method, confidence } = fits[0]!;
  if (fits.some((fit) => fit.method !== method || fit.confidence !== confidence)) {
    throw new FigureError(
      `The estimates of ${shortList(fits.map(({ name }) => name))} are by different methods, or their intervals of different confidence.`,
      'Draw those of one method and confidence together.',
    );
  }
  const chosen = fits.flatMap((fit) =>
    chosenParameters(fit, only ?? null).map((parameter) => ({ fit, parameter })),
  );
  const all = chosen.flatMap(({ fit, parameter }): Estimated[] => {
    const { estimate, interval } = fit.estimates[parameter.name]!;
    if (estimate === null) return [];
    return [{ fit, parameter, estimate: { center: estimate, hdi50: null, hdi95: interval }, subject: null }];
  });
  if (all.length === 0) {
    throw new FigureError(
      `There is no estimate of any parameter of ${shortList(fits.map(({ name }) => name))}.`,
      'See `findings` in its summary.json.',
    );
  }
  const groups = orderedRows(forestGroups(fits, all, by), order);
  const wide = `${percent(confidence)} interval`;
  const failed = fits.filter(hasFailed).map(({ name }) => name);
  const none = chosen
    .filter(({ fit, parameter }) => fit.estimates[parameter.name]!.estimate === null)
    .map(({ fit, parameter }) => (fits.length > 1 ? `${fit.name}'s ${parameter.name}` : parameter.name));
  return {
    title: `Estimates of ${shortList(fits.map(({ name }) => name))}`,
    caption: [
      `${CALLED[method]} (circles), with ${wide}s: of a normal distribution on the unconstrained scale with the curvature there, taken back.`,
      ...(all.some(({ estimate }) => estimate.hdi95 === null)
        ? ['Where the curvature says nothing, as of an estimate on a bound, there is no interval.']
        : []),
      ...(none.length === 0 ? [] : [`Of ${shortList(none)} there is no estimate.`]),
      `${scalesNote(all, groups)}${endsNote(order)}`,
      ...(failed.length === 0
        ? []
        : [
            `What is marked ! of ${shortList(failed)} is no estimate and must not be used: see \`findings\` in its summary.json.`,
          ]),
    ].join(' '),
    groups,
    marks: { center: 'estimate', narrow: null, wide },
  };
}
