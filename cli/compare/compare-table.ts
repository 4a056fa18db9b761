/** Fits that were compared as text: the best first, what the others are off it, and which rows make that doubtful. */
import colors from 'picocolors';
import type { RankedModel } from '../../analysis/evaluate/compare/compare.ts';
import type { Loo } from '../../analysis/evaluate/compare/loo.ts';
import { MOST_PARAMETERS_OF_A_ROW, type Waic } from '../../analysis/evaluate/compare/waic.ts';
import type { Problem } from '../failure.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { counted, listNames } from '../words.ts';
import type { ComparedFit } from './compared-fit.ts';

/** A fit with its place among the others. */
export interface RankedFit extends ComparedFit {
  readonly ranked: RankedModel;
  /** Of stacking. */
  readonly weight: number;
}

export function renderComparison(fits: readonly RankedFit[], color: boolean): string {
  const { bold } = colors.createColors(color);
  const first = fits[0]!.estimate;
  const heads = ['elpd', 'se', isLoo(first) ? 'p_loo' : 'p_waic', 'difference', 'se', 'weight'];
  const doubts = isLoo(first) ? ['high k', 'worst k'] : [`p > ${MOST_PARAMETERS_OF_A_ROW}`];
  const rows = fits.map(({ folder, estimate, ranked, weight }) => [
    printable(folder),
    estimate.elpd.toFixed(1),
    shown(estimate.standardError),
    estimate.effectiveParameters.toFixed(1),
    ranked.difference.toFixed(1),
    shown(ranked.differenceError),
    weight.toFixed(2),
    ...(isLoo(estimate)
      ? [estimate.paretoK.bad + estimate.paretoK.veryBad, shownK(estimate.paretoK.worst)]
      : [estimate.unreliable]),
  ]);
  const table = blankTable(
    [['', ...heads, ...doubts].map((head) => bold(head)), ...rows],
    ['left', ...[...heads, ...doubts].map(() => 'right' as const)],
  );
  const how = isLoo(first) ? 'left out one by one' : 'by WAIC';
  return `${counted(first.rows, 'row')}, ${how}\n\n${table}\n\n`;
}

function isLoo(estimate: Loo | Waic): estimate is Loo {
  return 'paretoK' in estimate;
}

function shown(error: number | null): string {
  return error === null ? '-' : error.toFixed(1);
}

function shownK(k: number): string {
  return Number.isFinite(k) ? k.toFixed(2) : k > 0 ? 'inf' : '-inf';
}

/** What is doubtful, and in which rows. */
export interface DoubtfulRows extends Problem {
  readonly kind: 'high-pareto-k' | 'high-p-waic';
}

/** Said of a fit that has rows in which the criterion is not to be relied on; null of one that has none. */
export function doubtfulRows({ folder, estimate, rows }: ComparedFit): DoubtfulRows | null {
  const limit = isLoo(estimate) ? estimate.paretoK.threshold : MOST_PARAMETERS_OF_A_ROW;
  const values = isLoo(estimate) ? estimate.pointwise.paretoK : estimate.pointwise.effectiveParameters;
  const high = rows
    .map((row, place) => ({ row: row + 1, value: values[place]! }))
    .filter(({ value }) => value > limit)
    .sort((a, b) => b.value - a.value || a.row - b.row);
  if (high.length === 0) return null;
  const where = `${high.length === 1 ? 'row' : 'rows'} ${listNames(high.map(({ row }) => String(row)))} of those used, counted from 1`;
  const share = `${folder}: in ${high.length} of ${counted(estimate.rows, 'row')}`;
  if (isLoo(estimate)) {
    return {
      kind: 'high-pareto-k',
      message: `${share} the Pareto k is above ${limit.toFixed(2)}, so that its elpd is not to be relied on: ${where}.`,
      remedy:
        'A posterior without such a row is far from that with it: look there for mistakes in the data and for outcomes that the layout hardly allows, or compare by rows held out, as `theodolite evaluate --folds 10` does.',
    };
  }
  return {
    kind: 'high-p-waic',
    message: `${share} the variance of the log likelihood is above ${limit}, so that its WAIC is not to be relied on: ${where}.`,
    remedy: 'Compare by --criterion loo, which says by its Pareto k whether it is to be relied on there.',
  };
}
