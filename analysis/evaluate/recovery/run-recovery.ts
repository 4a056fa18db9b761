/** Simulates profiles and outcomes and fits each, several fits at a time. */
import type { TypedLayout } from '../../../compiler/check/typed-layout.ts';
import { fitsAbreast, runAbreast } from '../../../host/abreast.ts';
import { transitionsOf } from '../../../host/chain.ts';
import type { ChainPool } from '../../../host/chain-pool.ts';
import type { SamplerSettings } from '../../../host/draws.ts';
import { fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import type { LoadedModule } from '../../../host/load.ts';
import { parametersOf } from '../../../host/parameters.ts';
import { bindPredictor } from '../../../host/predict/bind-predictor.ts';
import { orderNewColumns } from '../../../host/predict/rows.ts';
import { mainPart, mainRows } from '../../../host/row-tables.ts';
import { HostError } from '../../../module/host-error.ts';
import { flattenProfile } from '../../simulate/profile-values.ts';
import { type Simulation, type SimulationPlan, simulateLayout } from '../../simulate/simulate.ts';
import type { HalvingCase } from '../design/more-instances.ts';
import { posteriorCase } from '../design/row-information.ts';
import { recoveredParameters } from './recovered-parameter.ts';
import { keepRun, type MadeRun, madeRun, type RecoveryRun, type RunStore, runKey } from './recovery-run.ts';

export interface RecoveryPlan {
  readonly layout: TypedLayout;
  readonly loaded: LoadedModule;
  /** The same in each run, except for the seed. */
  readonly simulation: Omit<SimulationPlan, 'seed'>;
  /** One per run. */
  readonly seeds: readonly bigint[];
  readonly settings: Omit<SamplerSettings, 'seed'> & { readonly scouts: number };
  readonly pool: ChainPool;
  readonly signal: AbortSignal;
  /** Called with the number of finished runs, and the finished and total transitions of the remaining ones. */
  readonly onProgress?: (ended: number, done: number, total: number) => void;
  /** Whether each run also records its contribution to halving an sd. The module must then be able to predict. */
  readonly halves: boolean;
  /** Runs in the store are not repeated; new runs are added to it. */
  readonly store: RunStore;
}

export interface RecoveryRuns {
  /** In the order of the seeds. */
  readonly runs: readonly RecoveryRun[];
  /** From the runs that converged, in the same order; empty unless requested. */
  readonly cases: readonly HalvingCase[];
  /** Over all runs. */
  readonly statistics: readonly SimulatedStatistic[];
}

/** A statistic of outcomes that the layout reads: its assumed value and the range of simulated values. */
export interface SimulatedStatistic {
  readonly text: string;
  readonly assumed: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Makes the missing runs and gathers all.
 *
 * @throws as `makeRuns` does
 */
export async function runRecovery(plan: RecoveryPlan): Promise<RecoveryRuns> {
  const numbers = plan.seeds.map((_, index) => index + 1);
  await makeRuns(plan, numbers);
  return gatherRuns(plan.store, numbers.length);
}

/**
 * Makes those of these runs that are missing. A run depends only on its seed, not on the number of runs or threads or
 * on other runs.
 *
 * @param numbers of the runs, from 1
 * @throws the signal's reason once it is aborted, SimulationError as `simulateLayout` does, HostError when the columns
 *   do not match the layout, and errors of the store. Finished runs stay in the store
 */
export async function makeRuns(plan: RecoveryPlan, numbers: readonly number[]): Promise<void> {
  const { seeds, settings, pool, layout, store } = plan;
  const each = settings.chains * transitionsOf(settings);
  const left = numbers
    .filter((run) => !store.runs.has(runKey(run)))
    .map((run) => ({ seed: seeds[run - 1]!, run }));
  const done = new Map<number, number>();
  const show = (run: number, transitions: number) => {
    done.set(run, transitions);
    const all = [...done.values()].reduce((sum, count) => sum + count, 0);
    plan.onProgress?.(store.runs.size, all, left.length * each);
  };
  await runAbreast(
    left,
    { abreast: fitsAbreast(pool, settings), signal: plan.signal },
    async ({ seed, run }, signal) => {
      await letSignalsArrive(plan.signal);
      const simulation = simulateLayout(layout, { ...plan.simulation, seed });
      const made = await fitRun(plan, simulation, { run, seed }, signal, (count) => show(run, count));
      store.add(keepRun(made));
      show(run, each);
    },
  );
}

/** A simulation blocks the thread. Signals of the system are delivered between two turns of the event loop. */
async function letSignalsArrive(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

/**
 * What the runs of a recovery say together.
 *
 * @param store has the first so many runs
 */
export function gatherRuns({ runs }: Pick<RunStore, 'runs'>, count: number): RecoveryRuns {
  const made = Array.from({ length: count }, (_, index) => madeRun(runs.get(runKey(index + 1))!));
  return {
    runs: made.map(({ run }) => run),
    cases: made.flatMap(({ halving }) => halving ?? []),
    statistics: made[0]!.statistics.map(({ text, assumed }, place) => {
      const simulated = made.map(({ statistics }) => statistics[place]!.simulated);
      return { text, assumed, least: Math.min(...simulated), greatest: Math.max(...simulated) };
    }),
  };
}

async function fitRun(
  plan: RecoveryPlan,
  simulation: Simulation,
  { run, seed }: { readonly run: number; readonly seed: bigint },
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<MadeRun> {
  const { loaded, settings, pool } = plan;
  const { columns, levels, statistics } = simulation;
  const truths = flattenProfile(parametersOf(loaded.manifest, levels), simulation.profile);
  const begun = { run, seed, truths };
  try {
    const fit = await fitOnce(loaded, columns, { ...settings, seed, levels, pool, signal, onProgress });
    const { status, findings } = fit.verdict;
    const parameters = status === 'failed' ? [] : recoveredParameters(fit, truths, seed);
    return {
      run: { ...begun, status, findings: findings.map(({ kind }) => kind), error: null, parameters },
      statistics,
      halving: plan.halves && status !== 'failed' ? await halvingCase(loaded, fit, simulation) : null,
    };
  } catch (error) {
    // A layout that cannot be fitted to the outcomes is a result too.
    if (!(error instanceof HostError) || (error.kind !== 'start' && error.kind !== 'chain')) throw error;
    const failed = {
      ...begun,
      status: 'failed' as const,
      findings: [],
      error: error.message,
      parameters: [],
    };
    return { run: failed, statistics, halving: null };
  }
}

async function halvingCase(
  loaded: LoadedModule,
  fit: SampledPosterior,
  { columns, levels }: Simulation,
): Promise<HalvingCase | null> {
  const { manifest } = loaded;
  const outcomes = mainPart(manifest)
    .columns.filter(({ role }) => role === 'outcome')
    .map(({ name }) => name);
  // Missing outcomes give the number of rows even without demands, and do not make identical rows distinct.
  const unknown = new Map(
    [...mainRows(manifest, columns)].map(([name, values]) => [
      name,
      outcomes.includes(name) ? new Float64Array(values.length).fill(Number.NaN) : values,
    ]),
  );
  const ordered = orderNewColumns(manifest, unknown, levels);
  const fittedRows = { columns: manifest.columns.map(({ name }) => columns.get(name)!) };
  const predictor = await bindPredictor(loaded, { levels, statistics: fit.statistics, fittedRows }, ordered);
  const posterior = posteriorCase(fit, predictor, outcomes.length);
  return posterior === null ? null : { posterior, distinctOf: predictor.distinctOf };
}
