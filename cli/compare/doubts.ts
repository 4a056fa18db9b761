/** For which rows or groups the criterion of a comparison is not to be relied on. */
import { MAX_PARAMETERS_OF_A_ROW } from '../../analysis/evaluate/compare/criteria.ts';
import { listNames } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import { countOf } from '../words.ts';
import { type ComparedGroups, type CriterionOfFit, isLoo, placesAbove } from './comparison.ts';

/** What is unreliable, and in which rows or groups. */
export interface Doubt extends Problem {
  readonly kind: 'high-pareto-k' | 'high-p-waic' | 'rough-integral' | 'failed-refit';
}

/** The error of the integral of a group above which its elpd is not to be relied on, in nats. */
const MAX_INTEGRATION_ERROR = 0.1;

/** Warnings for a fit with rows or groups for which the criterion is unreliable. */
export function doubtsOf(fit: CriterionOfFit): readonly Doubt[] {
  const { folder, estimate, rows, groups } = fit;
  const limit = isLoo(estimate) ? estimate.paretoK.threshold : MAX_PARAMETERS_OF_A_ROW;
  const values = isLoo(estimate) ? estimate.pointwise.paretoK : estimate.pointwise.effectiveParameters;
  const high = placesAbove(limit, values);
  if (groups !== null) return doubtsOfGroups(folder, groups, { high, limit });
  if (high.length === 0) return [];
  const numbers = high.map((place) => String(rows[place]! + 1));
  const where = `${high.length === 1 ? 'row' : 'rows'} ${listNames(numbers)} of those used, counted from 1`;
  const share = `${folder}: in ${high.length} of ${countOf(estimate.rows, 'row')}`;
  if (isLoo(estimate)) {
    return [
      {
        kind: 'high-pareto-k',
        message: `${share} the Pareto k is above ${limit.toFixed(2)}, so its elpd is unreliable: ${where}.`,
        remedy:
          'The posterior changes much without such a row. Look there for mistakes in the data and for outcomes that the layout hardly allows, or compare by held-out rows, with `theodolite evaluate --folds 10`.',
      },
    ];
  }
  return [
    {
      kind: 'high-p-waic',
      message: `${share} the variance of the log likelihood is above ${limit}, so its WAIC is unreliable: ${where}.`,
      remedy: 'Compare with --criterion loo, whose Pareto k shows whether it is reliable there.',
    },
  ];
}

/** @param high the places of those with a high Pareto k */
function doubtsOfGroups(
  folder: string,
  { column, names, integrationError, refits }: ComparedGroups,
  { high, limit }: { readonly high: readonly number[]; readonly limit: number },
): Doubt[] {
  const rough = placesAbove(MAX_INTEGRATION_ERROR, integrationError);
  const shareOf = (places: readonly number[]) =>
    `${folder}: in ${places.length} of ${countOf(names.length, 'group')}`;
  const listed = (places: readonly number[]) =>
    listNames(places.map((place) => JSON.stringify(names[place])));
  const doubts: Doubt[] = [];
  if (high.length > 0) {
    doubts.push({
      kind: 'high-pareto-k',
      message: `${shareOf(high)} the Pareto k is above ${limit.toFixed(2)}, so its elpd is unreliable: \`${column}\` ${listed(high)}.`,
      remedy: `The posterior changes much without such a group: fit again without it, by --refit, or hold groups out: theodolite evaluate LAYOUT DATA --group ${column} --folds 10.`,
    });
  }
  const failed = (refits ?? []).filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    const without = listNames(failed.map(({ group }) => JSON.stringify(group)));
    doubts.push({
      kind: 'failed-refit',
      message: `${folder}: the fit without \`${column}\` ${without} did not converge, so its elpd is not to be relied on.`,
      remedy:
        'Fit with more steps, as by `fit --warmup 2000 --draws 2000`, and compare that fit: it is made again with its own settings.',
    });
  }
  if (rough.length > 0) {
    doubts.push({
      kind: 'rough-integral',
      message: `${shareOf(rough)} the integral over its own latents is not precise, so its elpd is too low: \`${column}\` ${listed(rough)}.`,
      remedy: `Too many latents belong to such a group, or the data leave them wide open. Hold groups out instead: theodolite evaluate LAYOUT DATA --group ${column} --folds 10.`,
    });
  }
  return doubts;
}
