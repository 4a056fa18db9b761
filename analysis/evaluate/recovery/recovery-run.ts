/**
 * One run of a recovery (a true profile, outcomes drawn from it, a fit to them), and how it is stored as a line of
 * JSON.
 */
import type { SampledPosterior } from '../../../host/fit.ts';
import type { Simulation } from '../../simulate/simulate.ts';
import type { HalvingCase } from '../design/more-instances.ts';
import type { RecoveredParameter } from './recovered-parameter.ts';

export interface RecoveryRun {
  /** From 1. */
  readonly run: number;
  /** The seed of the simulation and of the fit. */
  readonly seed: bigint;
  /** Also `failed` if the sampler found no starting point. */
  readonly status: SampledPosterior['verdict']['status'];
  /** The kinds of findings, in the order of the verdict. */
  readonly findings: readonly string[];
  /** Why there is no fit; otherwise null. */
  readonly error: string | null;
  /** The true profile, in the order of a draw. */
  readonly truths: readonly number[];
  /** Empty if the fit failed: its numbers are not estimates. */
  readonly parameters: readonly RecoveredParameter[];
}

/** A tidy table: column names, then one row per parameter and run. For failed runs only the truth is filled in. */
export function recoveryTable(
  names: readonly string[],
  runs: readonly RecoveryRun[],
): (readonly (string | number | null)[])[] {
  const heads = ['mean', 'sd', 'q2.5', 'q25', 'q50', 'q75', 'q97.5', 'rank', 'effective draws'];
  return [
    ['run', 'seed', 'status', 'findings', 'error', 'parameter', 'truth', ...heads],
    ...runs.flatMap(({ run, seed, status, findings, error, truths, parameters }) =>
      names.map((name, index) => {
        const found = parameters[index];
        return [
          ...[run, String(seed), status, findings.join(' '), error, name, truths[index]!],
          ...(found === undefined
            ? heads.map(() => null)
            : [
                ...[found.mean, found.sd, found.q2_5, found.q25, found.q50, found.q75, found.q97_5],
                ...[found.rank, found.effectiveDraws],
              ]),
        ];
      }),
    ),
  ];
}

/** A finished run. */
export interface MadeRun {
  readonly run: RecoveryRun;
  /** The statistics of outcomes that the layout reads, from the simulated outcomes. */
  readonly statistics: Simulation['statistics'];
  /** Null if not requested, or not defined for this fit. */
  readonly halving: HalvingCase | null;
}

/** A finished run in JSON: number and seed as strings, arrays of numbers as base64 of their little-endian bytes. */
export interface KeptRun extends Omit<RecoveryRun, 'run' | 'seed'> {
  /** The number of the run. */
  readonly key: string;
  readonly seed: string;
  readonly statistics: Simulation['statistics'];
  readonly halving: KeptCase | null;
}

interface KeptCase {
  readonly size: number;
  readonly outcomes: number;
  readonly covariance: string;
  readonly roots: string;
  readonly distinctOf: string;
}

/** The key of a run within its recovery. */
export function runKey(run: number): string {
  return String(run);
}

export function keepRun({ run: { run, seed, ...found }, statistics, halving }: MadeRun): KeptRun {
  return {
    ...{ key: runKey(run), seed: String(seed), ...found, statistics },
    halving:
      halving === null
        ? null
        : {
            size: halving.posterior.size,
            outcomes: halving.posterior.outcomes,
            covariance: base64(halving.posterior.covariance),
            roots: base64(halving.posterior.roots),
            distinctOf: base64(halving.distinctOf),
          },
  };
}

export function madeRun({ key, seed, statistics, halving, ...found }: KeptRun): MadeRun {
  return {
    run: { ...found, run: Number(key), seed: BigInt(seed) },
    statistics,
    halving:
      halving === null
        ? null
        : {
            posterior: {
              size: halving.size,
              outcomes: halving.outcomes,
              covariance: new Float64Array(bytesOf(halving.covariance)),
              roots: new Float64Array(bytesOf(halving.roots)),
            },
            distinctOf: new Uint32Array(bytesOf(halving.distinctOf)),
          },
  };
}

/** The numbers' little-endian bytes. */
export function base64(numbers: Float64Array | Uint32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

/** The bytes of a text in base64. */
export function bytesOf(text: string): ArrayBuffer {
  // Copy, since a small Buffer is a slice of a larger one.
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer;
}

export interface RunStore {
  /** Stored runs by key. */
  readonly runs: ReadonlyMap<string, KeptRun>;
  add(run: KeptRun): void;
}

/** A store in memory. */
export function runsInMemory(): RunStore {
  const runs = new Map<string, KeptRun>();
  return { runs, add: (run) => void runs.set(run.key, run) };
}
