/** One whole chain of an instance, made in pieces short enough to report progress and to be stopped between them. */
import type { AdaptedAgain } from './diagnose/summarise.ts';
import { brokeOff, HostError } from './host-error.ts';
import { type ParticleRun, runParticles } from './particles.ts';
import type { FittedStatistics } from './predict/fitted.ts';
import { type ChainStart, SAMPLER_COLUMNS, type SamplerInstance } from './sampler-instance.ts';

/**
 * How the posterior is explored: `nuts` by chains, `smc` by sequential Monte Carlo, in runs that are independent as chains
 * are and stand where chains do.
 */
export type Method = 'nuts' | 'smc';

export const METHODS: readonly Method[] = ['nuts', 'smc'];

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
  /** One array a parameter, in the order of `parametersOf`, on the layout's own scale. */
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
  /** Gradients evaluated, those of the warm-up among them. */
  readonly gradients: number;
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
 * Runs a chain, or a run of particles. Yields how many transitions are done after each piece, of those that
 * `transitionsOf` counts, and returns the draws. The pieces' lengths follow the clock, and the draws do not depend on them.
 *
 * @throws HostError of kind `start`, or of kind `chain` when the module traps.
 */
export function* runChain(instance: SamplerInstance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  try {
    return yield* plan.method === 'smc' ? runParticles(instance, plan) : runTransitions(instance, plan);
  } catch (error) {
    throw error instanceof HostError ? error : chainBroke(plan.chain, error);
  }
}

/** What a chain's progress counts up to. */
export function transitionsOf({
  method,
  warmup,
  draws,
}: Pick<ChainPlan, 'method' | 'warmup' | 'draws'>): number {
  return method === 'smc' ? draws : warmup + draws;
}

function* runTransitions(instance: SamplerInstance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  const width = SAMPLER_COLUMNS + instance.size;
  const series = emptySeries(width, plan.draws);
  const total = plan.warmup + plan.draws;
  instance.startChain(plan);
  if (plan.from !== undefined) instance.restartChain(plan.from, plan.warmup);
  let done = 0;
  let piece = 1;
  while (done < total) {
    const transitions = Math.min(piece, total - done);
    const began = performance.now();
    const rows = instance.runChain(transitions);
    const elapsed = Math.max(performance.now() - began, 0.01);
    for (let row = 0; row < transitions; row++) {
      const draw = done + row - plan.warmup;
      if (draw >= 0) keepRow(series, draw, rows.subarray(row * width));
    }
    done += transitions;
    piece = nextPiece(transitions, elapsed);
    yield done;
  }
  return { ...drawsOf(series, instance), end: instance.chainPosition };
}

/**
 * How many transitions the next piece has, after one of `transitions` that took so many milliseconds. At most twice as
 * many, since the first transitions of a warm-up tell little about those to come.
 */
export function nextPiece(transitions: number, elapsed: number): number {
  const inTime = Math.floor((transitions * PIECE_MILLISECONDS) / elapsed);
  return Math.max(1, Math.min(2 * transitions, LONGEST_PIECE, inTime));
}

/** Room for the columns of so many draws. */
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
  { gradients, statistics }: Pick<SamplerInstance, 'gradients' | 'statistics'>,
  particles?: ParticleRun,
): ChainDraws {
  const [lp, acceptStat, stepSize, treeDepth, leapfrogs, divergent, energy, ...latents] = series;
  return {
    latents,
    lp: lp!,
    acceptStat: acceptStat!,
    stepSize: stepSize!,
    treeDepth: treeDepth!,
    leapfrogs: leapfrogs!,
    divergent: divergent!,
    energy: energy!,
    gradients,
    statistics,
    ...(particles === undefined ? {} : { particles }),
  };
}

/** The error of a chain whose module, thread or process broke. */
export function chainBroke(chain: number, cause: unknown): HostError {
  return brokeOff(`Chain ${chain}`, cause);
}
