/**
 * A finished sweep as text: for each quantity and alternative, the numbers of a box plot over everything else that
 * varies.
 */
import colors from 'picocolors';
import { BASELINES } from '../../analysis/evaluate/scores/scored-predictors.ts';
import { partsOfPlan, type SweepTask } from '../../analysis/sweep/plan.ts';
import type { FinishedSweep } from '../../analysis/sweep/result.ts';
import { type SweepGroup, type SweptQuantity, sumUpSweep } from '../../analysis/sweep/sum-up.ts';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** The number of parameters that are printed; the files have all. */
const MAX_PARAMETERS = 8;

const SCORE_DECIMALS = 3;

/**
 * One table for the Brier scores of each outcome, if rows were held out, and one for the posterior means of each
 * parameter. Each has one row per alternative, one per subject and one per seed, if there are several, and one for all
 * fits. A row gives the number of converged fits, the minimum, the quartiles and the maximum.
 */
export function renderSweep(tasks: readonly SweepTask[], finished: FinishedSweep, color: boolean): string {
  const { groups, quantities } = sumUpSweep(tasks, finished);
  const parts = new Set(partsOfPlan(tasks).map(({ split }) => split)).size;
  const scores = quantities.filter(({ kind }) => kind === 'brier');
  const means = quantities.filter(({ kind }) => kind === 'posterior mean');
  const shown = [...scores, ...means.slice(0, MAX_PARAMETERS)];
  const tables = shown.map((quantity) => {
    const decimals = quantity.kind === 'brier' ? SCORE_DECIMALS : meanDecimals(finished, quantity.name);
    return quantityTable(quantity, groups, { parts, decimals, color });
  });
  const omitted = means.length - Math.min(means.length, MAX_PARAMETERS);
  const more = omitted === 0 ? '' : `${countOf(omitted, 'more parameter')} are in distributions.csv.\n\n`;
  return `${tables.join('\n')}${more}`;
}

interface Shown {
  /** The number of parts over which each number is averaged; 0 if no rows were held out. */
  readonly parts: number;
  readonly decimals: number;
  readonly color: boolean;
}

function quantityTable(
  quantity: SweptQuantity,
  groups: readonly SweepGroup[],
  { parts, decimals, color }: Shown,
): string {
  const { bold } = colors.createColors(color);
  const isScore = quantity.kind === 'brier';
  const average = parts > 1 ? `, averaged over ${parts} parts` : '';
  const title = isScore
    ? `Brier score of ${printable(quantity.name)} in the rows held out${average}`
    : `Posterior mean of ${printable(quantity.name)}${average}`;
  const heads = ['', 'count', 'least', 'quartile', 'median', 'quartile', 'greatest'];
  const rows = groups.map((group, place) => {
    const found = quantity.distributions[place] ?? null;
    const numbers =
      found === null
        ? new Array<string>(5).fill('-')
        : [found.least, found.lowerQuartile, found.median, found.upperQuartile, found.greatest].map((value) =>
            formatEstimate(value, decimals),
          );
    const below = isScore ? [`${quantity.belowAggregate[place]!} of ${found?.count ?? 0}`] : [];
    return [groupName(group), shownCount(group), ...numbers, ...below];
  });
  const table = blankTable(
    [[...heads, ...(isScore ? ['below the aggregate'] : [])].map((head) => bold(head)), ...rows],
    ['left', ...heads.slice(1).map(() => 'right' as const), ...(isScore ? (['right'] as const) : [])],
  );
  const silent = quantity.silent.map((reason) => `\n${reason}\n`).join('');
  return `${bold(title)}${isScore ? besides(quantity) : ''}\n\n${table}\n${silent}`;
}

/** `without a layout: aggregate 0.225, logistic regression 0.025` */
function besides({ baselines }: SweptQuantity): string {
  const scores = BASELINES.flatMap((name) => {
    const range = baselines[name];
    if (range === undefined) return [];
    const [least, greatest] = range.map((score) => formatEstimate(score, SCORE_DECIMALS));
    return [`${name} ${least === greatest ? least : `${least} to ${greatest}`}`];
  });
  return scores.length === 0 ? '' : `\nwithout a layout: ${scores.join(', ')}`;
}

function groupName({ axis, value }: SweepGroup): string {
  return axis === null ? 'all' : printable(`${axis} ${value}`);
}

/** `15`, or `14 of 15` if one did not converge. */
function shownCount({ cells, failed }: SweepGroup): string {
  return failed === 0 ? String(cells) : `${cells - failed} of ${cells}`;
}

/** The number of decimals that the Monte Carlo error of a typical fit supports. */
function meanDecimals({ fits }: FinishedSweep, parameter: string): number {
  const decimals = [...fits.values()].flatMap(({ status, parameters }) => {
    const summary = parameters[parameter];
    if (status === 'failed' || summary === undefined || summary.sd === null) return [];
    return meaningfulDecimals(summary.sd, summary.mcse) ?? [];
  });
  return decimals.sort((a, b) => a - b)[decimals.length >> 1] ?? 0;
}
