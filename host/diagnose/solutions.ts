/** Draws of reports that solve an equation, of which some may have no solution. */
import type { Chains } from '../../statistics/chains.ts';

/** The draws of a report that solves an equation within a range. */
export interface SolutionDraws {
  readonly name: string;
  readonly chains: Chains;
  readonly range: { readonly lo: number; readonly hi: number };
  readonly unit: string;
}

/** Ends of a range are converted in the module and in the manifest, and may differ by rounding. */
const ROUNDING = 1e-12;

/** The end of its range at which a solution is, which says that there is none; null for a solution inside. */
export function endOf(value: number, { lo, hi }: SolutionDraws['range']): 'lo' | 'hi' | null {
  const isAt = (end: number) => Math.abs(value - end) <= ROUNDING * Math.min(Math.abs(end), hi - lo);
  return isAt(lo) ? 'lo' : isAt(hi) ? 'hi' : null;
}
