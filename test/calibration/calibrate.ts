/**
 * Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018, Validating Bayesian inference algorithms
 * with simulation-based calibration, arXiv:1804.06788): where a profile is drawn from the prior and outcomes from the
 * profile, the rank of each latent among independent draws from the posterior is uniform, if simulation, compiled density
 * and sampler are all right.
 */

import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import type { Compiled } from '../../compiler/compile.ts';
import { runChain } from '../../host/chain.ts';
import { type Columns, orderColumns } from '../../host/columns.ts';
import { bulkEffectiveSize, tailEffectiveSize } from '../../host/diagnose/effective-size.ts';
import { bindInstance, type Instance } from '../../host/instance.ts';
import { type LoadedModule, load } from '../../host/load.ts';
import type { Design } from '../../simulate/design.ts';
import { simulateLayout } from '../../simulate/simulate.ts';

export interface CalibrationPlan {
  /** What outcomes are drawn from. */
  readonly layout: TypedLayout;
  /** What is fitted to them: the same layout, unless a mistake is to be found. */
  readonly compiled: Compiled;
  /** The same in each simulation. */
  readonly demands: Columns | Design;
  readonly simulations: number;
  /** How many draws of each posterior the truth is ranked among, as good as independent. */
  readonly draws: number;
  readonly warmup?: number;
  readonly targetAccept?: number;
}

/** For each latent, and for the log density, the rank of the truth in each simulation: a whole number from 0 to `draws`. */
export interface Calibration {
  readonly draws: number;
  readonly ranks: ReadonlyMap<string, readonly number[]>;
}

/** The log density on the layout's own scale: it depends on the data, and so finds a posterior that is its prior (Modrák et al. 2023, Simulation-based calibration checking for Bayesian computation, Bayesian Analysis, doi:10.1214/23-BA1404). */
export const LOG_DENSITY = 'log density';

/** Of so many draws one is kept at first, and of more if the chain moves too slowly for that. */
const FIRST_THINNING = 4;
const MOST_THINNING = 256;

/** Simulates and fits as often as the plan says; the module is compiled once. */
export async function calibrate(plan: CalibrationPlan): Promise<Calibration> {
  const loaded = await load(plan.compiled.bytes);
  const { latents } = loaded.manifest;
  const ranks = new Map<string, number[]>(
    [...latents.map(({ name }) => name), LOG_DENSITY].map((name) => [name, []]),
  );
  // A layout with the demands of one design in each simulation, and another profile and outcomes.
  let demands = plan.demands;
  for (let index = 0; index < plan.simulations; index++) {
    const seed = BigInt(index + 1);
    const { columns, profile } = simulateLayout(plan.layout, { demands, profile: 'prior', seed });
    demands = columns;
    const posterior = await drawPosterior(loaded, columns, seed, plan);
    const truth = latents.map(({ name }) => profile[name]!);
    latents.forEach(({ name }, latent) => {
      ranks.get(name)!.push(rankOf(truth[latent]!, posterior.latents[latent]!));
    });
    ranks.get(LOG_DENSITY)!.push(rankOf(posterior.logDensity(truth), posterior.logDensities));
  }
  return { draws: plan.draws, ranks };
}

interface Posterior {
  /** `draws` numbers for each latent. */
  readonly latents: readonly Float64Array[];
  readonly logDensities: Float64Array;
  logDensity(point: readonly number[]): number;
}

/**
 * One chain, of which every k-th draw is kept, with k such that the effective sample size of all draws is at least the
 * number kept (section 5.1 of Talts et al.).
 */
async function drawPosterior(
  loaded: LoadedModule,
  columns: Columns,
  seed: bigint,
  { draws, warmup = 300, targetAccept = 0.8 }: CalibrationPlan,
): Promise<Posterior> {
  const ordered = orderColumns(loaded.manifest, columns);
  let thinning = FIRST_THINNING;
  while (thinning <= MOST_THINNING) {
    const instance = await bindInstance(loaded, ordered);
    const all = wholeChain(instance, { seed, warmup, targetAccept, draws: draws * thinning });
    const size = Math.min(
      ...all.flatMap((chain) => [bulkEffectiveSize([chain]) ?? 0, tailEffectiveSize([chain]) ?? 0]),
    );
    if (size < draws) {
      // As many as the chain would seem to take, and some, but not more than four times as many at once.
      thinning = Math.ceil(thinning * Math.min(4, (1.2 * draws) / size));
      continue;
    }
    const kept = thinning;
    const latents = all.map((chain) =>
      Float64Array.from({ length: draws }, (_, draw) => chain[draw * kept + kept - 1]!),
    );
    const logDensity = (point: readonly number[]) => instance.logDensity(point).logDensity;
    return {
      latents,
      logDensity,
      logDensities: Float64Array.from({ length: draws }, (_, draw) =>
        logDensity(latents.map((each) => each[draw]!)),
      ),
    };
  }
  throw new Error(`the chain of seed ${seed} moves too slowly to be ranked in`);
}

function wholeChain(
  instance: Instance,
  plan: {
    readonly seed: bigint;
    readonly warmup: number;
    readonly targetAccept: number;
    readonly draws: number;
  },
): readonly Float64Array[] {
  const chain = runChain(instance, { method: 'nuts', chain: 1, maxTreeDepth: 10, ...plan });
  for (;;) {
    const piece = chain.next();
    if (piece.done === true) return piece.value.latents;
  }
}

/** How many of the draws are below the truth. */
export function rankOf(truth: number, draws: ArrayLike<number>): number {
  return Array.from(draws).filter((draw) => draw < truth).length;
}
