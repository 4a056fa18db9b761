/** One whole chain of an instance, made in pieces short enough to report progress and to be stopped between them. */
import { HostError } from './host-error.ts';
import { type ChainStart, type Instance, SAMPLER_COLUMNS } from './instance.ts';

/** What one chain is asked for. */
export interface ChainPlan extends ChainStart {
  /** Transitions that are kept, after the warm-up. */
  readonly draws: number;
}

/** What one chain found: `draws` numbers in each array. */
export interface ChainDraws {
  /** One array a latent in the manifest's order, on the layout's own scale. */
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
}

/** How long a piece should take, so that progress arrives about twenty times a second. */
const PIECE_MILLISECONDS = 50;
const LONGEST_PIECE = 512;

/**
 * Runs a chain. Yields how many transitions are done after each piece and returns the draws. The pieces' lengths follow
 * the clock, and the draws do not depend on them.
 *
 * @throws HostError of kind `start`, or of kind `chain` when the module traps.
 */
export function* runChain(instance: Instance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  const width = SAMPLER_COLUMNS + instance.manifest.latents.length;
  const series = Array.from({ length: width }, () => new Float64Array(plan.draws));
  const total = plan.warmup + plan.draws;
  trapped(plan.chain, () => instance.startChain(plan));
  let done = 0;
  let piece = 1;
  while (done < total) {
    const transitions = Math.min(piece, total - done);
    const began = performance.now();
    const rows = trapped(plan.chain, () => instance.runChain(transitions));
    const elapsed = Math.max(performance.now() - began, 0.01);
    for (let row = 0; row < transitions; row++) {
      const draw = done + row - plan.warmup;
      if (draw < 0) continue;
      for (let column = 0; column < width; column++) series[column]![draw] = rows[row * width + column]!;
    }
    done += transitions;
    // At most doubled, since the first transitions of a warm-up tell little about those to come.
    piece = Math.max(
      1,
      Math.min(2 * piece, LONGEST_PIECE, Math.floor((transitions * PIECE_MILLISECONDS) / elapsed)),
    );
    yield done;
  }
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
    gradients: instance.gradients,
  };
}

/** Names the chain in whose code the module trapped. */
function trapped<T>(chain: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw chainBroke(chain, error);
  }
}

/** The error of a chain whose module, thread or process broke. */
export function chainBroke(chain: number, cause: unknown): HostError {
  return brokeOff(`Chain ${chain}`, cause);
}

/** The error of a piece of work, named as a sentence begins, whose module, thread or process broke. */
export function brokeOff(work: string, cause: unknown): HostError {
  const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new HostError(
    'chain',
    `${work} broke off (${what}).`,
    'Report this as a defect of theodolite, with the layout, the data and the seed.',
  );
}
