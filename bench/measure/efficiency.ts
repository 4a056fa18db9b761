/** Effective draws per gradient of sampling, compared with Stan's on the same posteriors. */
import { readFileSync } from 'node:fs';
import { fit as fitOnce, type SampledPosterior } from '../../host/fit.ts';
import type { LoadedModule } from '../../host/load.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { objectPermanence, ocr } from '../battery.ts';
import { compileAndLoad } from '../bound-module.ts';
import { REFERENCE } from '../package-files.ts';
import { isPosteriorName, posteriordb, type ReferencePosterior } from '../posteriordb.ts';
import { lessIsBetter, moreIsBetter, type Result } from '../results.ts';
import { median } from '../rounds.ts';

/** An entry of efficiency.json: Stan's cost for a posterior, and its result. */
interface StanRun {
  readonly program: string;
  readonly outcome: string;
  readonly targetAccept: number;
  readonly chains: number;
  readonly warmup: number;
  readonly draws: number;
  readonly warmupGradients: number;
  readonly samplingGradients: number;
  readonly minEssBulk: number;
}

interface Spent {
  readonly warmupGradients: number;
  /** The worst latent's bulk ESS divided by the gradients after the warm-up. */
  readonly drawsPerGradient: number;
}

const SEEDS = [1n, 2n, 3n];
const THREADS = 2;

/** One pair of results for each posterior that has a layout here, the median of three seeds; prints what it skips. */
export async function measureEfficiency(): Promise<Result[]> {
  if (REFERENCE === null) {
    console.log("skipped: effective draws per gradient, since Stan's are not beside this checkout");
    return [];
  }
  const runs: StanRun[] = JSON.parse(readFileSync(new URL('efficiency.json', REFERENCE), 'utf8'));
  const results: Result[] = [];
  const without = new Set<string>();
  for (const stan of runs) {
    const posterior = posteriorOf(stan);
    if (posterior === null) without.add(stan.program);
    else results.push(...(await compareWithStan(posterior, stan)));
  }
  if (without.size > 0) {
    console.log(`skipped: effective draws of ${[...without].join(', ')}, which have no layout here`);
  }
  return results;
}

/** The posterior of a Stan program; null if it has no layout here. */
function posteriorOf({ program, outcome }: StanRun): ReferencePosterior | null {
  if (program === 'ocr') return ocr(outcome);
  if (program === 'object-permanence') return objectPermanence(outcome);
  return isPosteriorName(program) ? posteriordb(program) : null;
}

async function compareWithStan(posterior: ReferencePosterior, stan: StanRun): Promise<Result[]> {
  const loaded = await compileAndLoad(posterior.source, sketchOf(posterior.columns));
  const spent: Spent[] = [];
  for (const seed of SEEDS) spent.push(await sampleOnce(posterior, loaded, stan, seed));
  const what = `${posterior.name}, target ${stan.targetAccept}, beside Stan`;
  return [
    moreIsBetter(
      `effective draws per gradient, ${what}`,
      'draws',
      median(spent.map(({ drawsPerGradient }) => drawsPerGradient)),
      stan.minEssBulk / stan.samplingGradients,
    ),
    lessIsBetter(
      `warm-up gradients, ${what}`,
      'gradients',
      median(spent.map(({ warmupGradients }) => warmupGradients)),
      stan.warmupGradients,
    ),
  ];
}

async function sampleOnce(
  { columns, levels }: ReferencePosterior,
  loaded: LoadedModule,
  stan: StanRun,
  seed: bigint,
): Promise<Spent> {
  const { chains, warmup, draws, targetAccept } = stan;
  const settings = { chains, warmup, draws, targetAccept, seed, workers: THREADS };
  const made = await fitOnce(loaded, columns, levels === undefined ? settings : { ...settings, levels });
  const sampling = samplingGradients(made);
  return {
    warmupGradients: made.sampler.gradients - sampling,
    drawsPerGradient: worstBulkSize(made) / sampling,
  };
}

/** Gradients of the draws that are kept. */
export function samplingGradients({ draws }: SampledPosterior): number {
  return draws.reduce((sum, { leapfrogs }) => leapfrogs.reduce((total, each) => total + each, sum), 0);
}

/** The bulk effective sample size of the worst latent. */
export function worstBulkSize({ summary }: SampledPosterior): number {
  return Math.min(...Object.values(summary).map(({ essBulk }) => essBulk ?? 0));
}
