/**
 * Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari & Gelman 2018, Validating Bayesian inference algorithms
 * with simulation-based calibration, arXiv:1804.06788): where a profile is drawn from the prior and outcomes from the
 * profile, the rank of each latent among independent draws from the posterior is uniform, if simulation, compiled density
 * and sampler are all right.
 */

import type { Design } from '../../analysis/simulate/design.ts';
import { flattenProfile } from '../../analysis/simulate/profile-values.ts';
import { simulateLayout } from '../../analysis/simulate/simulate.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import type { Compiled } from '../../compiler/compile.ts';
import { runChain } from '../../host/chain.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { parametersOf } from '../../host/parameters.ts';
import { bindSampler, type SamplerInstance } from '../../host/sampler-instance.ts';
import { type Columns, orderColumns } from '../../module/columns.ts';
import { bulkEffectiveSize, tailEffectiveSize } from '../../statistics/effective-size.ts';

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

/** For each latent or level of one, and for the log density, the rank of the truth in each simulation: a whole number from 0 to `draws`. */
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
  const loaded = await loadModule(plan.compiled.bytes);
  const ranks = new Map<string, number[]>();
  const rank = (name: string, truth: number, draws: Float64Array) =>
    ranks.set(name, [...(ranks.get(name) ?? []), rankOf(truth, draws)]);
  // The demands made for the first simulation are those of all.
  let { demands } = plan;
  for (let index = 0; index < plan.simulations; index++) {
    const seed = BigInt(index + 1);
    const simulation = simulateLayout(plan.layout, { demands, profile: 'prior', seed });
    demands = simulation.columns;
    const parameters = parametersOf(loaded.manifest, simulation.levels);
    const truth = flattenProfile(parameters, simulation.profile);
    const posterior = await drawPosterior(loaded, simulation.columns, seed, plan);
    for (const [parameter, { name }] of parameters.entries()) {
      rank(name, truth[parameter]!, posterior.parameters[parameter]!);
    }
    rank(LOG_DENSITY, posterior.logDensity(truth), posterior.logDensities);
  }
  return { draws: plan.draws, ranks };
}

interface Posterior {
  /** `draws` numbers for each latent, or for each level of an indexed one. */
  readonly parameters: readonly Float64Array[];
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
    const instance = await bindSampler(loaded, { columns: ordered });
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
    const parameters = all.map((chain) =>
      Float64Array.from({ length: draws }, (_, draw) => chain[draw * kept + kept - 1]!),
    );
    const logDensity = (point: readonly number[]) => instance.logDensity(point).logDensity;
    return {
      parameters,
      logDensity,
      logDensities: Float64Array.from({ length: draws }, (_, draw) =>
        logDensity(parameters.map((each) => each[draw]!)),
      ),
    };
  }
  throw new Error(`the chain of seed ${seed} moves too slowly to be ranked in`);
}

function wholeChain(
  instance: SamplerInstance,
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
    // Behind the latents stand the probabilities of classes.
    if (piece.done === true) return piece.value.latents.slice(0, instance.size);
  }
}

/** How many of the draws are below the truth. */
export function rankOf(truth: number, draws: ArrayLike<number>): number {
  return Array.from(draws).filter((draw) => draw < truth).length;
}
