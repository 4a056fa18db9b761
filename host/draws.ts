/** The draws of one chain or one run of particles: what they are asked for, and how they are gathered piece by piece. */
import type { ParticleRun } from './particle-report.ts';
import type { FittedStatistics } from './rows.ts';
import type { ChainStart, SamplerInstance } from './sampler-instance.ts';

/** A chain that was warmed up twice, since its first adaptation failed. */
export interface AdaptedAgain {
  /** From 1. */
  readonly chain: number;
  /** The step sizes that its warm-ups came to, and the median of the other chains' ones. */
  readonly firstStepSize: number;
  readonly stepSize: number;
  readonly others: number;
  /** Whether the second adaptation failed too. */
  readonly failed: boolean;
}

/** What one chain is asked for. */
export interface ChainPlan extends ChainStart {
  readonly method: Method;
  /** Transitions that are kept, after the warm-up; particles of a run of sequential Monte Carlo. */
  readonly draws: number;
  /** Where the chain begins, on the unconstrained scale; a random place of its own where absent. */
  readonly from?: Float64Array;
}

/** What one chain found: `draws` numbers in each array. */
export interface ChainDraws {
  /** One array per parameter, in the order of `parametersOf`, and behind them one per value of a report, on the layout's own scale. */
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
  /** The Hamiltonian of the trajectory's start. */
  readonly energy: Float64Array;
  /** Gradients evaluated, warm-up included. */
  readonly gradients: number;
  /** Transitions of the warm-up, which ends early when it has learnt enough; absent of a run of sequential Monte Carlo. */
  readonly warmup?: number;
  /** How far the chain centred the values whose centring it learns, in their order; absent of a run of sequential Monte Carlo. */
  readonly centrings?: Float64Array;
  /** The statistics of the data, which predictions take. */
  readonly statistics: FittedStatistics;
  /** Where the chain ended, on the unconstrained scale; absent of a run of sequential Monte Carlo. */
  readonly end?: Float64Array;
  /** Of a chain that was warmed up a second time, what that came to. */
  readonly adaptedAgain?: AdaptedAgain;
  /** How the run went, of sequential Monte Carlo; absent for a chain. */
  readonly particles?: ParticleRun;
}

/** How long a piece should take, so that progress arrives about twenty times a second. */
const PIECE_MILLISECONDS = 50;
const LONGEST_PIECE = 512;

/**
 * How many transitions the next piece has, after a piece of `transitions` took `elapsed` ms. At most twice as many,
 * since the first transitions of a warm-up say little about the next.
 */
export function nextPiece(transitions: number, elapsed: number): number {
  const inTime = Math.floor((transitions * PIECE_MILLISECONDS) / elapsed);
  return Math.max(1, Math.min(2 * transitions, LONGEST_PIECE, inTime));
}

/** Memory for `width` columns of `draws` draws. */
export function emptySeries(width: number, draws: number): Float64Array[] {
  return Array.from({ length: width }, () => new Float64Array(draws));
}

/** Puts a row, as docs/abi.md orders it, into the columns. */
export function keepRow(series: readonly Float64Array[], draw: number, row: Float64Array): void {
  for (const [column, values] of series.entries()) values[draw] = row[column]!;
}

/** The columns of a chain under their names. */
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

/** What a layout reports of each draw, one column a value; none where it reports nothing. */
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

/** What the sampler is asked for. */
export interface SamplerSettings {
  readonly method: Method;
  /** Chains, or runs of sequential Monte Carlo; at least 1. */
  readonly chains: number;
  /** Transitions of each chain that adapt and are not kept; at least 0. Sequential Monte Carlo has none. */
  readonly warmup: number;
  /** Transitions of each chain that are kept; at least 1. Particles of each run of sequential Monte Carlo; at least 2. */
  readonly draws: number;
  /** The acceptance the step size is adapted to, in (0, 1). */
  readonly targetAccept: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** A trajectory has at most 2^maxTreeDepth − 1 steps; 1 to 20. */
  readonly maxTreeDepth: number;
}

/**
 * How the posterior is explored: `nuts` by chains, `smc` by sequential Monte Carlo, in runs that are independent as chains
 * are and stand where chains do.
 */
export type Method = 'nuts' | 'smc';

export const METHODS: readonly Method[] = ['nuts', 'smc'];
