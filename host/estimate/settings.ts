/** The settings of a point estimate. */
import type { ChainPool } from '../chain-pool.ts';
import { DEFAULT_SETTINGS, outOfRange, requireWhole, resolveSettings } from '../sample.ts';
import type { Objective } from '../sampler-instance.ts';

/**
 * `mle` maximises the likelihood, with priors that only bound the latents; `map` maximises the posterior density on the
 * layout's own scale, without Jacobians; `laplace` maximises it on the unconstrained scale, with the log Jacobian, and
 * draws from the normal approximation there.
 */
export type EstimateMethod = Objective;

export const ESTIMATE_METHODS: readonly EstimateMethod[] = ['mle', 'map', 'laplace'];

export interface EstimateSettings {
  readonly method: EstimateMethod;
  /** Number of climbs from random starts; at least 1. */
  readonly starts: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** The confidence of the intervals, in (0, 1). */
  readonly level: number;
  /** For Laplace's approximation: the number of series of draws, and of draws in each. */
  readonly chains: number;
  readonly draws: number;
}

export interface EstimateOptions extends Partial<Omit<EstimateSettings, 'seed' | 'method'>> {
  readonly method: EstimateMethod;
  /** One that is not a bigint at most 2^53 − 1. */
  readonly seed?: bigint | number;
  /** Where the climbs run; by default on workers that are started for this call and released after it. */
  readonly pool?: ChainPool;
  /** Maximum number of worker threads if no pool is given. The estimate does not depend on it. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
}

/** The number of climbs for few parameters, and for many, where a climb costs more and there are few modes. */
export const DEFAULT_STARTS = 32;
export const DEFAULT_LARGE_STARTS = 2;
/** With more parameters, no matrix of all of them is made. */
export const MAX_WHOLE = 300;
export const DEFAULT_LEVEL = 0.95;
const MAX_STARTS = 100_000;

/**
 * Fills in defaults, for this number of parameters. @throws HostError of kind `data` that names the setting that is out
 * of range
 */
export function resolveEstimateSettings(options: EstimateOptions, parameters: number): EstimateSettings {
  const { method, level = DEFAULT_LEVEL } = options;
  const starts = options.starts ?? (parameters > MAX_WHOLE ? DEFAULT_LARGE_STARTS : DEFAULT_STARTS);
  if (!ESTIMATE_METHODS.includes(method)) {
    const known = ['nuts', 'smc', ...ESTIMATE_METHODS].map((name) => `\`${name}\``).join(', ');
    throw outOfRange('method', method, `one of ${known}`);
  }
  requireWhole('starts', starts, 1, MAX_STARTS);
  if (!(level > 0 && level < 1)) throw outOfRange('level', level, 'a number between 0 and 1');
  const { chains, draws, seed } = resolveSettings({
    chains: options.chains ?? DEFAULT_SETTINGS.chains,
    draws: options.draws ?? DEFAULT_SETTINGS.draws,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  return { method, starts, seed, level, chains, draws };
}
