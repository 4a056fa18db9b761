/** Summarises a recovery: how well the fits recover the true value of each parameter, over all runs. */
import { mean, variance } from '../../../statistics/moments.ts';
import {
  countRecoveredRanks,
  RANKED,
  type RecoveredParameter,
  type RecoveredRanks,
} from './recovered-parameter.ts';
import type { RecoveryRun } from './recovery-run.ts';

/** Upper bound on the probability of a false report of non-uniform ranks for any parameter. */
const CHANCE = 0.01;

/** Numbers of cells that divide 60 ranks evenly; fewer cells would not show a shape. */
const CELLS = [20, 15, 12, 10, 6, 5, 4];

/** Minimum expected count per cell for the chi-squared approximation (Cochran 1954). */
const MIN_EXPECTED = 5;

/** Maximum share of runs with too few effective draws for a rank. */
const DEPENDENT_SHARE = 0.1;

/**
 * Whether ranks are uniform, as they are for calibrated fits; or why this was not tested: `too-few-runs` if fewer than
 * 20 runs converged, `too-few-draws` if more than a tenth of the runs have fewer than `RANKED` effective draws.
 */
export type RankVerdict = 'uniform' | 'not-uniform' | 'too-few-runs' | 'too-few-draws';

export interface RankReport {
  readonly verdict: RankVerdict;
  /** Null if not tested. */
  readonly histogram: RecoveredRanks | null;
}

/** How well a parameter is recovered, over the runs that converged; in its unit, except for shares and counts. */
export interface ParameterRecovery extends Omit<RecoveryStatistics, 'coverage' | 'coverageError'> {
  readonly name: string;
  /** The true value if it is the same in all runs; otherwise null. */
  readonly truth: number | null;
  /** The share of equal-tailed 50 % and 95 % intervals that contain the truth. */
  readonly coverage50: number;
  readonly coverage50Error: number;
  readonly coverage95: number;
  readonly coverage95Error: number;
  /** The mean over runs of the posterior's standard deviation. */
  readonly meanSd: number;
  /** Null if profiles are not drawn from the prior: then ranks need not be uniform. */
  readonly ranks: RankReport | null;
}

export interface RecoverySetting {
  /** The parameters' names, in the order of a draw. */
  readonly names: readonly string[];
  /** The range by which errors are normalised, by name; null if there is none. */
  readonly ranges: ReadonlyMap<string, { readonly lower: number; readonly upper: number } | null>;
  /** Whether each run's profile was drawn from the prior. */
  readonly fromPrior: boolean;
}

/** One entry per parameter, in the order of a draw; null if no run converged. */
export function sumUpRecovery(
  runs: readonly RecoveryRun[],
  { names, ranges, fromPrior }: RecoverySetting,
): ParameterRecovery[] | null {
  const converged = runs.filter(({ status }) => status !== 'failed');
  if (converged.length === 0) return null;
  return names.map((name, index) => {
    const found = converged.map(({ parameters }) => parameters[index]!);
    const statistics = (lower: keyof Quantiles, upper: keyof Quantiles) =>
      recoveryStatistics(
        found.map((each) => ({
          ...{ truth: each.truth, estimate: each.mean },
          ...{ lower: each[lower], upper: each[upper] },
        })),
        ranges.get(name) ?? null,
      );
    const half = statistics('q25', 'q75');
    const { coverage, coverageError, ...wide } = statistics('q2_5', 'q97_5');
    return {
      name,
      truth: fromPrior ? null : found[0]!.truth,
      coverage50: half.coverage,
      coverage50Error: half.coverageError,
      coverage95: coverage,
      coverage95Error: coverageError,
      ...wide,
      meanSd: mean(found.map(({ sd }) => sd)),
      ranks: fromPrior ? reportRanks(found, names.length) : null,
    };
  });
}

type Quantiles = Pick<RecoveredParameter, 'q2_5' | 'q25' | 'q75' | 'q97_5'>;

/** The level of each test is divided among the parameters (Bonferroni). */
function reportRanks(found: readonly RecoveredParameter[], parameters: number): RankReport {
  const ranks = found.flatMap(({ rank }) => rank ?? []);
  const dependent = found.filter(({ effectiveDraws }) => effectiveDraws < RANKED).length;
  if (ranks.length < found.length || dependent > DEPENDENT_SHARE * found.length)
    return { verdict: 'too-few-draws', histogram: null };
  const cells = CELLS.find((count) => ranks.length >= MIN_EXPECTED * count);
  if (cells === undefined) return { verdict: 'too-few-runs', histogram: null };
  const histogram = countRecoveredRanks(ranks, RANKED, cells);
  return { verdict: histogram.pValue < CHANCE / parameters ? 'not-uniform' : 'uniform', histogram };
}

/** The estimate of a quantity whose true value is known, in its unit. */
export interface Recovered {
  readonly truth: number;
  /** The estimate, such as the posterior mean. */
  readonly estimate: number;
  /** A closed interval that should contain the truth. */
  readonly lower: number;
  readonly upper: number;
}

/** Standard errors treat simulations as independent; null for fewer than two. */
interface RecoveryStatistics {
  readonly simulations: number;
  /** The share of intervals that contain the truth. */
  readonly coverage: number;
  /**
   * √(c (1 − c)/n) with the c of Agresti & Coull (1998), which adds two successes and two failures, so that the error
   * is positive for coverages of 0 and 1.
   */
  readonly coverageError: number;
  /** The mean of estimate − truth. */
  readonly bias: number;
  readonly biasError: number | null;
  /** The root of the mean of (estimate − truth)². */
  readonly rmse: number;
  /** By the delta method, from the variance of the squared errors. */
  readonly rmseError: number | null;
  /**
   * rmse over the width of the range, as in Table 8 of Bayesian triangulation (abilities "normalised" to [0, 1]); null
   * without a range.
   */
  readonly normalisedRmse: number | null;
  /** The correlation of estimates and truths; null if either is constant. */
  readonly correlation: number | null;
}

/**
 * @param range the possible values of the quantity, such as the support of its prior or the range of its demand
 * @throws RangeError without simulations, or for numbers that are not finite or intervals whose ends are in the wrong
 *   order
 */
export function recoveryStatistics(
  recovered: readonly Recovered[],
  range: { readonly lower: number; readonly upper: number } | null,
): RecoveryStatistics {
  const simulations = recovered.length;
  if (simulations === 0) throw new RangeError('there are no simulations');
  for (const { truth, estimate, lower, upper } of recovered) {
    if (!(Number.isFinite(truth) && Number.isFinite(estimate) && lower <= upper)) {
      throw new RangeError(`${estimate} in [${lower}, ${upper}] is no estimate of ${truth}`);
    }
  }
  if (range !== null && !(range.upper > range.lower && Number.isFinite(range.upper - range.lower))) {
    throw new RangeError(`[${range.lower}, ${range.upper}] is no range`);
  }
  const errors = recovered.map(({ truth, estimate }) => estimate - truth);
  const squares = errors.map((error) => error * error);
  const rmse = Math.sqrt(mean(squares));
  const held = recovered.filter(({ truth, lower, upper }) => lower <= truth && truth <= upper).length;
  const adjusted = (held + 2) / (simulations + 4);
  const errorOfMean = (values: readonly number[]) =>
    simulations > 1 ? Math.sqrt(variance(values) / simulations) : null;
  const errorOfSquare = errorOfMean(squares);
  return {
    simulations,
    coverage: held / simulations,
    coverageError: Math.sqrt((adjusted * (1 - adjusted)) / (simulations + 4)),
    bias: mean(errors),
    biasError: errorOfMean(errors),
    rmse,
    rmseError: errorOfSquare === null ? null : rmse === 0 ? 0 : errorOfSquare / (2 * rmse),
    normalisedRmse: range === null ? null : rmse / (range.upper - range.lower),
    correlation: correlation(
      recovered.map(({ truth }) => truth),
      recovered.map(({ estimate }) => estimate),
    ),
  };
}

function correlation(first: readonly number[], second: readonly number[]): number | null {
  const [sd, other] = [Math.sqrt(variance(first)), Math.sqrt(variance(second))];
  if (!(sd > 0 && other > 0)) return null;
  const [centre, otherCentre] = [mean(first), mean(second)];
  const products = first.reduce((sum, x, i) => sum + (x - centre) * (second[i]! - otherCentre), 0);
  return products / (first.length - 1) / sd / other;
}
