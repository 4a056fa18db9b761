/**
 * The numerical results of a fit: for each parameter its posterior and the precision of that, and diagnostics of the
 * sampler.
 */

import type { Manifest } from '../../module/manifest.ts';
import { allFinite, type Chains, drawsPerChain, pooled } from '../../statistics/chains.ts';
import { convergence } from '../../statistics/convergence.ts';
import { standardErrorOfMean } from '../../statistics/effective-size.ts';
import { energyInformation } from '../../statistics/energy-information.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { AdaptedAgain, ChainDraws } from '../draws.ts';
import type { ParticleSummary } from './evidence.ts';

/** The draws of one parameter after the warm-up. */
export interface ParameterDraws {
  readonly name: string;
  readonly chains: Chains;
}

/** Every number is finite; null if the draws do not define it. All but the last three are in the parameter's unit. */
export interface ParameterSummary {
  readonly mean: number | null;
  /** With divisor n - 1. */
  readonly sd: number | null;
  readonly q5: number | null;
  readonly q50: number | null;
  readonly q95: number | null;
  /** The narrowest interval that holds 95 % of the draws. */
  readonly hdi95: readonly [lower: number, upper: number] | null;
  /** Monte Carlo standard error of the mean. */
  readonly mcse: number | null;
  readonly essBulk: number | null;
  readonly essTail: number | null;
  readonly rhat: number | null;
}

/** Diagnostics of the sampler, over all chains unless stated otherwise. */
export interface SamplerSummary {
  readonly chains: number;
  /** The maximum number of transitions per chain that adapted and were not kept. */
  readonly warmup: number;
  /** Their actual number, one per chain: smaller if a warm-up ended early. Absent for sequential Monte Carlo. */
  readonly warmups?: readonly number[];
  /** The number of draws per chain. */
  readonly draws: number;
  /** The number of draws whose trajectory diverged. */
  readonly divergences: number;
  /** The number of draws whose trajectory was cut off at the maximum tree depth. */
  readonly maxTreeDepthHits: number;
  /** Gradients evaluated, warm-up included. */
  readonly gradients: number;
  /** Bayesian fraction of missing information, one per chain; null if the energies do not define it. */
  readonly bfmi: readonly (number | null)[];
  /** The chains that were warmed up twice; absent if there are none. */
  readonly adaptedAgain?: readonly AdaptedAgain[];
  /**
   * For sequential Monte Carlo, whose runs take the place of chains and whose particles that of draws; otherwise
   * absent.
   */
  readonly particles?: ParticleSummary;
}

const UNDEFINED: ParameterSummary = {
  mean: null,
  sd: null,
  q5: null,
  q50: null,
  q95: null,
  hdi95: null,
  mcse: null,
  essBulk: null,
  essTail: null,
  rhat: null,
};

/**
 * A summary of each parameter, by name, in the given order. If a draw of a parameter is not finite, nothing is defined
 * for it; if all draws are equal, it has no `mcse`, ESS or R-hat.
 *
 * @throws RangeError when a parameter has no chain, or its chains have different lengths.
 */
export function summarise(parameters: readonly ParameterDraws[]): Record<string, ParameterSummary> {
  return Object.fromEntries(parameters.map(({ name, chains }) => [name, summariseDraws(chains)]));
}

function summariseDraws(chains: Chains): ParameterSummary {
  if (drawsPerChain(chains) === 0 || !allFinite(chains)) {
    return UNDEFINED;
  }
  const sorted = pooled(chains).sort();
  return {
    mean: finite(mean(sorted)),
    sd: finite(Math.sqrt(variance(sorted))),
    q5: quantile(sorted, 0.05),
    q50: quantile(sorted, 0.5),
    q95: quantile(sorted, 0.95),
    hdi95: highestDensityInterval(sorted, 0.95),
    mcse: finite(standardErrorOfMean(chains)),
    ...convergence(chains),
  };
}

/**
 * A single draw has no sd, and squares of very large numbers overflow: the result is then null, not NaN or Infinity.
 */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/**
 * The diagnostics of a run, from the sampler's columns and the gradients of each chain.
 *
 * @param particles for sequential Monte Carlo the result of `particleSummary`, otherwise null
 */
export function samplerSummary(
  chains: readonly Pick<
    ChainDraws,
    'divergent' | 'treeDepth' | 'energy' | 'gradients' | 'warmup' | 'adaptedAgain'
  >[],
  settings: { readonly warmup: number; readonly maxTreeDepth: number },
  particles: ParticleSummary | null,
): SamplerSummary {
  const count = (values: Float64Array, counted: (value: number) => boolean) => values.filter(counted).length;
  const total = (of: (chain: (typeof chains)[number]) => number) =>
    chains.reduce((sum, chain) => sum + of(chain), 0);
  const adaptedAgain = chains.flatMap((chain) => chain.adaptedAgain ?? []);
  return {
    chains: chains.length,
    warmup: particles === null ? settings.warmup : 0,
    ...(particles === null ? { warmups: chains.map(({ warmup }) => warmup!) } : {}),
    draws: chains[0]?.energy.length ?? 0,
    divergences: total(({ divergent }) => count(divergent, (flag) => flag !== 0)),
    maxTreeDepthHits: total(({ treeDepth }) => count(treeDepth, (depth) => depth >= settings.maxTreeDepth)),
    gradients: total(({ gradients }) => gradients),
    // Energies of different particles are not a series.
    bfmi: chains.map(({ energy }) => (particles === null ? energyInformation(energy) : null)),
    ...(adaptedAgain.length === 0 ? {} : { adaptedAgain }),
    ...(particles === null ? {} : { particles }),
  };
}

/** How far one latent was centred. */
export interface CentringSummary {
  readonly latent: string;
  /** Over chains and levels: from 0, noncentred, to 1, centred. */
  readonly least: number;
  readonly mean: number;
  readonly greatest: number;
}

/**
 * For each latent whose centring chains learn, how far it was centred, over chains and levels.
 *
 * @param levels the number of levels of a category
 */
export function learntCentrings(
  { latents }: Pick<Manifest, 'latents'>,
  levels: (category: string) => number,
  chains: readonly Pick<ChainDraws, 'centrings'>[],
): readonly CentringSummary[] {
  let first = 0;
  return latents.flatMap(({ name, index, centring }) => {
    if (centring !== 'learnt') return [];
    const end = first + (index === undefined ? 1 : levels(index));
    const values = chains.flatMap(({ centrings }) => [...(centrings?.subarray(first, end) ?? [])]);
    first = end;
    if (values.length === 0) return [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const least = values.reduce((a, b) => Math.min(a, b));
    const greatest = values.reduce((a, b) => Math.max(a, b));
    return [{ latent: name, least, mean, greatest }];
  });
}
