/** The draws of one chain or one run of particles: the request, and how draws are collected piece by piece. */
import type { ParticleRun } from './particle-report.ts';
import type { FittedStatistics } from './rows.ts';
import type { ChainStart, SamplerInstance } from './sampler-instance.ts';

/** A chain that was warmed up twice, because its first adaptation failed. */
export interface AdaptedAgain {
  /** From 1. */
  readonly chain: number;
  /** The step sizes after its warm-ups, and the median of the other chains' step sizes. */
  readonly firstStepSize: number;
  readonly stepSize: number;
  readonly others: number;
  /** Whether the second adaptation failed too. */
  readonly failed: boolean;
}

/** The request for one chain. */
export interface ChainPlan extends ChainStart {
  readonly method: Method;
  /** The number of transitions that are kept after the warm-up, or of particles in a run of sequential Monte Carlo. */
  readonly draws: number;
  /** The start of the chain, on the unconstrained scale; random if absent. */
  readonly from?: Float64Array;
}

/** The result of one chain: `draws` numbers in each array. */
export interface ChainDraws {
  /**
   * One array per parameter, in the order of `parametersOf`, followed by one per value of a report, on the layout's own
   * scale.
   */
  readonly latents: readonly Float64Array[];
  /** Log density on the unconstrained scale, with the log Jacobian. */
  readonly lp: Float64Array;
  /** Mean acceptance probability over the trajectory. */
  readonly acceptStat: Float64Array;
  readonly stepSize: Float64Array;
  readonly treeDepth: Float64Array;
  readonly leapfrogs: Float64Array;
  /** 0 or 1. */
  readonly divergent: Float64Array;
  /** The Hamiltonian at the trajectory's start. */
  readonly energy: Float64Array;
  /** Gradients evaluated, warm-up included. */
  readonly gradients: number;
  /**
   * The number of transitions of the warm-up, which ends early when it has learnt enough; absent for sequential Monte
   * Carlo.
   */
  readonly warmup?: number;
  /** How far the chain centred the values whose centring it learns, in order; absent for sequential Monte Carlo. */
  readonly centrings?: Float64Array;
  /** The statistics of the data, which predictions need. */
  readonly statistics: FittedStatistics;
  /** The chain's final position, on the unconstrained scale; absent for sequential Monte Carlo. */
  readonly end?: Float64Array;
  /** The result of a second warm-up, if there was one. */
  readonly adaptedAgain?: AdaptedAgain;
  /** Diagnostics of a run of sequential Monte Carlo; absent for a chain. */
  readonly particles?: ParticleRun;
}

/** The target duration of a piece, so that progress is reported about twenty times per second. */
const PIECE_MILLISECONDS = 50;
const LONGEST_PIECE = 512;

/**
 * The number of transitions in the next piece, after a piece of `transitions` took `elapsed` ms. It at most doubles,
 * because the first transitions of a warm-up say little about later ones.
 */
export function nextPiece(transitions: number, elapsed: number): number {
  const inTime = Math.floor((transitions * PIECE_MILLISECONDS) / elapsed);
  return Math.max(1, Math.min(2 * transitions, LONGEST_PIECE, inTime));
}

/** Memory for `width` columns of `draws` draws. */
export function emptySeries(width: number, draws: number): Float64Array[] {
  return Array.from({ length: width }, () => new Float64Array(draws));
}

/** Writes a row, ordered as in docs/reference/abi.md, into the columns. */
export function keepRow(series: readonly Float64Array[], draw: number, row: Float64Array): void {
  for (const [column, values] of series.entries()) values[draw] = row[column]!;
}

/** The columns of a chain by name. */
export function drawsOf(
  series: readonly Float64Array[],
  instance: Pick<SamplerInstance, 'statistics' | 'reported' | 'reportsAt'>,
  gradients: number,
  particles?: ParticleRun,
): ChainDraws {
  const [lp, acceptStat, stepSize, treeDepth, leapfrogs, divergent, energy, ...latents] = series;
  return {
    latents: [...latents, ...reportsOf(latents, instance)],
    lp: lp!,
    acceptStat: acceptStat!,
    stepSize: stepSize!,
    treeDepth: treeDepth!,
    leapfrogs: leapfrogs!,
    divergent: divergent!,
    energy: energy!,
    gradients,
    statistics: instance.statistics,
    ...(particles === undefined ? {} : { particles }),
  };
}

/** The reports of each draw, one column per value; empty for a layout without reports. */
function reportsOf(
  latents: readonly Float64Array[],
  instance: Pick<SamplerInstance, 'reported' | 'reportsAt'>,
): readonly Float64Array[] {
  const draws = latents[0]?.length ?? 0;
  const series = emptySeries(instance.reported, draws);
  if (series.length === 0) return series;
  for (let draw = 0; draw < draws; draw++) {
    keepRow(series, draw, instance.reportsAt(latents.map((values) => values[draw]!)));
  }
  return series;
}

/** The settings of the sampler. */
export interface SamplerSettings {
  readonly method: Method;
  /** The number of chains, or of runs of sequential Monte Carlo; at least 1. */
  readonly chains: number;
  /** The number of transitions per chain that adapt and are not kept; at least 0. Sequential Monte Carlo has none. */
  readonly warmup: number;
  /**
   * The number of transitions per chain that are kept, at least 1; or of particles per run of sequential Monte Carlo,
   * at least 2.
   */
  readonly draws: number;
  /** The acceptance to which the step size is adapted, in (0, 1). */
  readonly targetAccept: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** A trajectory has at most 2^maxTreeDepth − 1 steps; 1 to 20. */
  readonly maxTreeDepth: number;
}

/**
 * How the posterior is explored: `nuts` by chains, `smc` by sequential Monte Carlo, in independent runs that take the
 * place of chains.
 */
export type Method = 'nuts' | 'smc';

export const METHODS: readonly Method[] = ['nuts', 'smc'];
