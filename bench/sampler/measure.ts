/** The cost of a sampler on a posterior and its effective draws, over several seeds. */
import type { ChainPool } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import type { LoadedModule } from '../../host/load.ts';
import { samplingGradients, worstBulkSize } from '../measure/efficiency.ts';
import type { ReferencePosterior } from '../posteriordb.ts';
import { median } from '../rounds.ts';

export interface MeasuredSetting {
  readonly targetAccept: number;
  readonly warmup: number;
  readonly seeds: number;
}

/** Medians over the seeds, except for totals over all seeds. */
export interface Measured {
  /** The worst parameter's bulk effective sample size divided by the gradients of the draws. */
  readonly sampling: number;
  /** The same, divided by all gradients including the warm-up. */
  readonly all: number;
  readonly warmupGradients: number;
  /** The mean acceptance statistic of the draws. */
  readonly accepted: number;
  /** The total over all seeds. */
  readonly divergences: number;
  /** The number of fits per verdict: `8 converged, 1 usable`. */
  readonly verdicts: string;
}

const CHAINS = 4;
const DRAWS = 1000;

/** Fits a posterior once for each seed, with 4 × 1000 draws. */
export async function measureSampler(
  posterior: ReferencePosterior,
  loaded: LoadedModule,
  { targetAccept, warmup, seeds }: MeasuredSetting,
  pool: ChainPool,
): Promise<Measured> {
  const runs: (Omit<Measured, 'verdicts'> & { readonly status: string })[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const made = await fitOnce(loaded, posterior.columns, {
      ...{ chains: CHAINS, draws: DRAWS, warmup, targetAccept, seed: BigInt(seed), pool, scouts: 0 },
      ...(posterior.levels === undefined ? {} : { levels: posterior.levels }),
    });
    const gradients = samplingGradients(made);
    const effective = worstBulkSize(made);
    const accepted = made.draws.map(({ acceptStat }) => sum(acceptStat) / acceptStat.length);
    runs.push({
      sampling: effective / gradients,
      all: effective / made.sampler.gradients,
      warmupGradients: made.sampler.gradients - gradients,
      accepted: sum(accepted) / accepted.length,
      divergences: made.sampler.divergences,
      status: made.verdict.status,
    });
  }
  const middle = (key: 'sampling' | 'all' | 'warmupGradients' | 'accepted') =>
    median(runs.map((run) => run[key]));
  return {
    sampling: middle('sampling'),
    all: middle('all'),
    warmupGradients: middle('warmupGradients'),
    accepted: middle('accepted'),
    divergences: sum(runs.map(({ divergences }) => divergences)),
    verdicts: counted(runs.map(({ status }) => status)),
  };
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

function counted(statuses: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}
