/** Fits that were compared as text: the best first, what the others are off it, and which rows make that doubtful. */
import colors from 'picocolors';
import type { RankedModel } from '../evaluate/compare/compare.ts';
import { blankTable } from './blank-table.ts';
import type { ComparedFit } from './compared-fit.ts';
import type { Problem } from './failure.ts';
import { counted, listNames } from './list-names.ts';
import { printable } from './printable.ts';

/** A fit with its place among the others. */
export interface RankedFit extends ComparedFit {
  readonly ranked: RankedModel;
  /** Of stacking. */
  readonly weight: number;
}

export function renderComparison(fits: readonly RankedFit[], color: boolean): string {
  const { bold } = colors.createColors(color);
  const rows = fits.map(({ folder, loo, ranked, weight }) => [
    printable(folder),
    loo.elpd.toFixed(1),
    shown(loo.standardError),
    loo.effectiveParameters.toFixed(1),
    ranked.difference.toFixed(1),
    shown(ranked.differenceError),
    weight.toFixed(2),
    loo.paretoK.bad + loo.paretoK.veryBad,
    loo.paretoK.worst.toFixed(2),
  ]);
  const table = blankTable(
    [['', ...HEAD].map((head) => bold(head)), ...rows],
    ['left', ...HEAD.map(() => 'right' as const)],
  );
  return `${counted(fits[0]!.loo.rows, 'row')}, left out one by one\n\n${table}\n\n`;
}

const HEAD = ['elpd', 'se', 'p_loo', 'difference', 'se', 'weight', 'high k', 'worst k'];

function shown(error: number | null): string {
  return error === null ? '-' : error.toFixed(1);
}

/** Said of a fit that has rows whose k̂ is above the threshold; null of one that has none. */
export function highParetoK({ folder, loo, rows, paretoK }: ComparedFit): Problem | null {
  const { threshold, bad, veryBad } = loo.paretoK;
  if (bad + veryBad === 0) return null;
  const high = rows
    .map((row, place) => ({ row: row + 1, k: paretoK[place]! }))
    .filter(({ k }) => k > threshold)
    .sort((a, b) => b.k - a.k || a.row - b.row);
  return {
    message: `${folder}: in ${bad + veryBad} of ${counted(loo.rows, 'row')} the Pareto k is above ${threshold.toFixed(2)}, so that its elpd is not to be relied on: ${high.length === 1 ? 'row' : 'rows'} ${listNames(high.map(({ row }) => String(row)))} of those used, counted from 1.`,
    remedy:
      'A posterior without such a row is far from that with it: look there for mistakes in the data and for outcomes that the layout hardly allows, or compare by rows held out, as `theodolite evaluate --folds 10` does.',
  };
}
