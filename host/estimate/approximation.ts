/** Draws of the normal approximation at a mode, and whether the posterior agrees with it. */
import { paretoSmooth } from '../../statistics/pareto-smooth.ts';
import { openStream } from '../../statistics/random/stream.ts';
import type { ChainDraws } from '../draws.ts';
import type { FittedStatistics } from '../rows.ts';
import type { Settled } from './settle.ts';
import type { Surface } from './surface.ts';

export interface Approximated {
  /** The number of coordinates, and those that are not on a bound. */
  readonly size: number;
  readonly free: readonly number[];
  /** At the mode. */
  readonly objective: number;
  /** Maps standard normal deviates, one per free coordinate, to a position around the mode. */
  readonly place: (deviates: readonly number[]) => Float64Array;
}

/** The normal at a settled optimum. @param settled with curvature in every direction */
export function normalAt({ position, objective, spread }: Settled): Approximated {
  const { free } = spread;
  const factor = lowerFactor(spread.covariance);
  const place = (deviates: readonly number[]) => {
    const at = position.slice();
    for (const [i, k] of free.entries()) for (let j = 0; j <= i; j++) at[k]! += factor[i]![j]! * deviates[j]!;
    return at;
  };
  return { size: position.length, free, objective, place };
}

export interface Approximation {
  /** One entry per chain, as a sampler's; all draws are independent. */
  readonly draws: readonly ChainDraws[];
  /** Pareto's k̂ of the ratios of posterior to approximation; Infinity if it cannot be estimated. */
  readonly paretoK: number;
}

/**
 * Draws of the normal with the mode and the curvature of the log density on the unconstrained scale, transformed to the
 * layout's own scale, as Stan's `laplace` does. A Pareto k̂ of the importance ratios says how far the approximation is
 * from the posterior (Yao, Vehtari, Simpson & Gelman 2018, Yes, but did it work?, section 3.1; the mode is that of
 * Vehtari et al. 2024).
 */
export function approximate(
  surface: Surface,
  { size, free, objective, place }: Approximated,
  statistics: FittedStatistics,
  { chains, draws, seed }: { readonly chains: number; readonly draws: number; readonly seed: bigint },
): Approximation {
  const ratios = new Float64Array(chains * draws);
  const made = Array.from({ length: chains }, (_, chain): ChainDraws => {
    const random = openStream(seed, 'approximation', 0, chain);
    const columns = Array.from({ length: size }, () => new Float64Array(draws));
    const lp = new Float64Array(draws);
    for (let draw = 0; draw < draws; draw++) {
      const deviates = free.map(() => random.normal());
      const at = place(deviates);
      const { value } = surface.at(at);
      lp[draw] = value;
      // Up to a constant; if the posterior's density is 0, the ratio is 0.
      const below = -0.5 * deviates.reduce((sum, deviate) => sum + deviate * deviate, 0);
      ratios[chain * draws + draw] = Number.isFinite(value) ? value - objective - below : -1e300;
      const values = surface.toOwnScale(at);
      for (let k = 0; k < size; k++) columns[k]![draw] = values[k]!;
    }
    const none = () => new Float64Array(draws);
    return {
      latents: columns,
      lp,
      acceptStat: none(),
      stepSize: none(),
      treeDepth: none(),
      leapfrogs: none(),
      divergent: none(),
      energy: none(),
      gradients: draws,
      statistics,
    };
  });
  return { draws: made, paretoK: paretoSmooth(ratios, 1).paretoK };
}

/**
 * The Cholesky factor of a positive definite matrix. Unlike other roots of a covariance it is continuous in the matrix,
 * whereas axes of nearly the same length may change places.
 */
function lowerFactor(matrix: readonly ArrayLike<number>[]): number[][] {
  const factor: number[][] = [];
  for (const [i, row] of matrix.entries()) {
    const own: number[] = [];
    for (let j = 0; j <= i; j++) {
      const other = j === i ? own : factor[j]!;
      let rest = row[j]!;
      for (let k = 0; k < j; k++) rest -= own[k]! * other[k]!;
      own.push(j === i ? Math.sqrt(rest) : rest / other[j]!);
    }
    factor.push(own);
  }
  return factor;
}
