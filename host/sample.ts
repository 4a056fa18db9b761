/** Draws from the posterior of a compiled layout given data: several chains, in parallel if there are threads. */

import type { Columns } from '../module/columns.ts';
import { HostError, interrupted } from '../module/host-error.ts';
import { transitionsOf } from './chain.ts';
import type { ChainPool } from './chain-pool.ts';
import { condense } from './condense.ts';
import type { ChainDraws, ChainPlan, SamplerSettings } from './draws.ts';
import { METHODS } from './draws.ts';
import type { LoadedModule } from './load.ts';
import { openWorkers } from './open-workers.ts';
import type { Rows } from './rows.ts';

export const DEFAULT_SETTINGS: SamplerSettings = {
  method: 'nuts',
  chains: 4,
  warmup: 1000,
  draws: 1000,
  targetAccept: 0.8,
  seed: 1n,
  maxTreeDepth: 10,
};

/** Settings, and where and how to run. */
export interface SampleOptions extends Partial<Omit<SamplerSettings, 'seed'>> {
  /** A whole number in [0, 2^64); one that is not a bigint at most 2^53 − 1. */
  readonly seed?: bigint | number;
  /**
   * Where the chains run; by default workers (threads in Node, web workers in a page) that are started for this call
   * and released after it.
   */
  readonly pool?: ChainPool;
  /** The maximum number of worker threads if no pool is given. The draws do not depend on it. */
  readonly workers?: number;
  /**
   * Called about twenty times per second with the number of finished transitions of all chains and their total. For a
   * run of particles, its progress counts as its draws. The total grows if a chain whose adaptation failed is warmed up
   * again. `chains` has the transitions of each chain.
   */
  readonly onProgress?: (done: number, total: number, chains: readonly number[]) => void;
  readonly signal?: AbortSignal;
}

/**
 * Samples the posterior. The same module, columns, seed and settings give the same draws, on any pool.
 *
 * @returns one entry per chain, each with one number per draw for every latent and every column of the sampler.
 * @throws HostError when the columns do not fit the module, a setting is out of range, a chain finds no start or
 *   breaks off, memory runs out, or the signal is aborted.
 */
export async function sample(
  loaded: LoadedModule,
  columns: Columns,
  options: SampleOptions = {},
): Promise<readonly ChainDraws[]> {
  resolveSettings(options);
  return sampleRows(loaded, await condense(loaded, columns, options.signal), options);
}

/** As `sample`, for rows in memory shared by threads. */
export async function sampleRows(
  loaded: LoadedModule,
  rows: Rows,
  options: SampleOptions,
): Promise<readonly ChainDraws[]> {
  const settings = resolveSettings(options);
  const pool = options.pool ?? (await openWorkers(Math.min(settings.chains, options.workers ?? Infinity)));
  const perChain = transitionsOf(settings);
  let asked = 0;
  /** The number of finished transitions of each chain that has started. */
  const done: number[] = [];
  // The first chain that fails stops the others.
  const failure = new AbortController();
  const signal =
    options.signal === undefined ? failure.signal : AbortSignal.any([options.signal, failure.signal]);
  const runOne = async (plan: ChainPlan, index: number): Promise<ChainDraws> => {
    const report = (transitions: number) => {
      done[index] = transitions;
      options.onProgress?.(sum(done), asked, done);
    };
    try {
      return await pool.run({ loaded, ...rows, plan }, report, signal);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  };
  const runAll = async (plans: readonly ChainPlan[]): Promise<readonly ChainDraws[]> => {
    const first = done.length;
    done.push(...plans.map(() => 0));
    asked += plans.length * perChain;
    const results = await Promise.allSettled(plans.map((plan, index) => runOne(plan, first + index)));
    if (options.signal?.aborted) throw interrupted();
    if (failure.signal.aborted) throw await explained(loaded, rows, failure.signal.reason);
    return results.map((result) => (result as PromiseFulfilledResult<ChainDraws>).value);
  };
  try {
    const plans = Array.from({ length: settings.chains }, (_, index) => ({ ...settings, chain: index + 1 }));
    const chains = await runAll(plans);
    if (settings.method !== 'nuts' || settings.warmup === 0) return chains;
    return await (await import('./adapt-again.ts')).adaptedAgain(chains, settings, runAll);
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}

/** The error that stopped a chain; if it found no start, with the cause. */
async function explained(loaded: LoadedModule, rows: Rows, error: unknown): Promise<unknown> {
  if (!(error instanceof HostError) || error.kind !== 'start') return error;
  return (await import('./explain-no-start.ts')).explainNoStart(loaded, rows, error);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Fills in the settings not given. @throws HostError of kind `data` that names the setting that is out of range. */
export function resolveSettings(given: SampleOptions): SamplerSettings {
  const settings: SamplerSettings = {
    method: given.method ?? DEFAULT_SETTINGS.method,
    chains: given.chains ?? DEFAULT_SETTINGS.chains,
    warmup: given.warmup ?? DEFAULT_SETTINGS.warmup,
    draws: given.draws ?? DEFAULT_SETTINGS.draws,
    targetAccept: given.targetAccept ?? DEFAULT_SETTINGS.targetAccept,
    seed: wholeSeed(given.seed ?? DEFAULT_SETTINGS.seed),
    maxTreeDepth: given.maxTreeDepth ?? DEFAULT_SETTINGS.maxTreeDepth,
  };
  const whole = (name: 'chains' | 'warmup' | 'draws' | 'maxTreeDepth', lo: number, hi: number) =>
    requireWhole(name, settings[name], lo, hi);
  if (!METHODS.includes(settings.method)) {
    throw outOfRange('method', settings.method, 'one of `nuts`, `smc`');
  }
  whole('chains', 1, 1024);
  whole('warmup', 0, 1_000_000);
  whole('draws', settings.method === 'smc' ? 2 : 1, 1_000_000);
  whole('maxTreeDepth', 1, 20);
  if (!(settings.targetAccept > 0 && settings.targetAccept < 1)) {
    throw outOfRange('targetAccept', settings.targetAccept, 'a number between 0 and 1');
  }
  return settings;
}

/** @throws HostError of kind `data` when a setting is not a whole number in the range. */
export function requireWhole(name: string, value: number, lo: number, hi: number): void {
  if (!Number.isInteger(value) || value < lo || value > hi)
    throw outOfRange(name, value, `a whole number from ${lo} to ${hi}`);
}

function wholeSeed(seed: bigint | number): bigint {
  if (typeof seed === 'bigint' || Number.isSafeInteger(seed)) {
    const whole = BigInt(seed);
    if (whole >= 0n && whole < 1n << 64n) return whole;
  }
  throw outOfRange('seed', seed, 'a whole number from 0 to 2^64 - 1, from 2^53 on as a bigint');
}

/** The error for a setting. @param wanted the text after `Give` */
export function outOfRange(name: string, value: number | bigint | string, wanted: string): HostError {
  return new HostError('data', `The setting \`${name}\` is ${value}.`, `Give ${wanted}.`);
}
