/** Whether a layout describes the rows that it was fitted to: the predictive checks of a fit in short, as `summary.json` has them. */

/** Either the checks, or why there are none. */
export type LayoutChecks =
  | { readonly unchecked: string }
  | {
      /** The number of data sets that the fit made. */
      readonly replications: number;
      /** By name. */
      readonly outcomes: Readonly<Record<string, CheckedFit>>;
    };

export interface CheckedFit {
  /** How many statistics were checked, and how many of these checks fail with all of them considered. */
  readonly checks: number;
  readonly failed: number;
  /** The failed check in which observed and expected differ most; null if none fails. */
  readonly worst: WorstCheck | null;
  /** What the failed checks say together. */
  readonly findings: readonly CheckedFinding[];
}

/** A statistic of the observed outcomes, beside those of the data sets that the fit made. */
export interface WorstCheck {
  /** Such as `` mean where `blur_px` is 2 ``. */
  readonly check: string;
  /** In words: what was expected where, and what was observed. */
  readonly message: string;
  readonly rows: number;
  readonly observed: number;
  /** The mean of the data sets that were made, and the ends of their middle 95 %. */
  readonly expected: number;
  readonly lower: number;
  readonly upper: number;
}

export interface CheckedFinding {
  readonly message: string;
  readonly remedy: string;
}

/** The outcomes of which some check fails; none where nothing was checked. */
export function misfitsIn(checks: LayoutChecks | undefined): readonly (readonly [string, CheckedFit])[] {
  if (checks === undefined || 'unchecked' in checks) return [];
  return Object.entries(checks.outcomes).filter(([, { failed }]) => failed > 0);
}
