/** How well fits recover known profiles from simulated outcomes: what `theodolite recover` does. */
import type { PrepareOptions } from '../../../compiler/compile.ts';
import { type LayoutInput, sourceOf } from '../../../compiler/layout-input.ts';
import type { ChainPool } from '../../../host/chain-pool.ts';
import { loadModule } from '../../../host/load.ts';
import { openWorkers } from '../../../host/open-workers.ts';
import type { Parameter } from '../../../host/parameters.ts';
import { mainPart, type TablesInput, toRows, withoutOutcomes } from '../../../host/row-tables.ts';
import { resolveSettings, type SampleOptions } from '../../../host/sample.ts';
import { DEFAULT_SCOUTS } from '../../../host/scout.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import type { Manifest } from '../../../module/manifest.ts';
import { firstNames } from '../../../module/names.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import type { Design } from '../../simulate/design.ts';
import type { ProfileValues } from '../../simulate/profile-values.ts';
import type { SimulationPlan } from '../../simulate/simulate.ts';
import { findHalvings, type Halving } from '../design/more-instances.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { type FixedDemands, fixDemands, planRecovery } from './plan-recovery.ts';
import { type RecoveryRun, runsInMemory } from './recovery-run.ts';
import { runRecovery, type SimulatedStatistic } from './run-recovery.ts';
import { type ParameterRecovery, sumUpRecovery } from './sum-up.ts';

/**
 * Sampler settings; the defaults are those of `fit` (the command `recover` uses shorter fits). The seed determines
 * everything.
 */
export interface RecoverOptions extends PrepareOptions, Omit<SampleOptions, 'onProgress'> {
  readonly scouts?: number;
  /** The true profile of all runs, or `prior` to draw one per run. Defaults to `prior`. */
  readonly profile?: ProfileValues | 'prior';
  /** The number of runs, at least 2. Defaults to 50. */
  readonly runs?: number;
  /** Assumed values of the statistics of outcomes that the layout reads, by their text, such as `mean(success)`. */
  readonly statistics?: SimulationPlan['statistics'];
  /** Names of parameters for which to estimate how many more rows would halve their sd. Defaults to none. */
  readonly halve?: readonly string[];
  /** The rows of the layout's tables beside the main one, by name; outcomes are ignored. */
  readonly tables?: TablesInput;
  /** Called with the number of finished transitions of all runs, and their total. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface LayoutRecovery {
  readonly runs: readonly RecoveryRun[];
  /** How well each parameter is recovered, over the runs that converged; null if none did. */
  readonly parameters: readonly ParameterRecovery[] | null;
  /** The assumed and the simulated values of statistics of outcomes. */
  readonly statistics: readonly SimulatedStatistic[];
  /** By the names in `halve`; null if no run converged. */
  readonly halvings: Readonly<Record<string, Halving>> | null;
}

/**
 * Simulates outcomes of known profiles for the same demands, fits the layout to each, and compares estimates with the
 * truth.
 *
 * @param demands columns by name (outcomes are ignored), or a design
 * @throws LayoutError and ChoiceError as `compile` does; SimulationError as `simulate` does; EvaluationError for fewer
 *   than two runs, an unknown name in `halve`, or `halve` with an outcome that is not binary; HostError when the
 *   columns do not fit the layout
 */
export async function recoverLayout(
  layout: LayoutInput,
  demands: ColumnsInput | Design,
  {
    choices = {},
    profile = 'prior',
    runs: count = 50,
    statistics: assumed = {},
    halve = [],
    tables = {},
    ...options
  }: RecoverOptions = {},
): Promise<LayoutRecovery> {
  if (!(Number.isInteger(count) && count >= 2)) {
    throw new EvaluationError(`There cannot be ${count} runs.`, 'Give a whole number from 2.');
  }
  const { seed, ...settings } = resolveSettings(options);
  const { prepare } = await import('../../../compiler/compile.ts');
  const prepared = prepare(sourceOf(layout), { choices });
  const { manifest } = prepared;
  const given = isDesign(demands)
    ? fixDemands(prepared.layout, demands, seed)
    : readDemands(manifest, demands, tables);
  const simulation = { ...given, profile, statistics: assumed };
  const planned = planRecovery(prepared, simulation, { runs: count, seed });
  const { parameters, seeds, columns } = planned;
  const wanted = halve.map((name) => parameterOf(name, parameters));
  const other = mainPart(manifest).columns.find(({ role, kind }) => role === 'outcome' && kind !== 'binary');
  if (wanted.length > 0 && other !== undefined) {
    throw new EvaluationError(
      `What would halve an sd can be estimated only if all outcomes are binary, and \`${other.name}\` is not.`,
      'Leave out `halve`, and compare batteries of several lengths.',
    );
  }
  const { bytes } = await prepared.compile(sketchOf(columns), { predicts: wanted.length > 0 });
  const loaded = await loadModule(bytes);
  const pool: ChainPool = options.pool ?? (await openWorkers(options.workers));
  try {
    const { runs, cases, statistics } = await runRecovery({
      ...{ layout: prepared.layout, loaded, simulation, seeds, pool, halves: wanted.length > 0 },
      settings: { ...settings, scouts: options.scouts ?? DEFAULT_SCOUTS },
      signal: options.signal ?? new AbortController().signal,
      store: runsInMemory(),
      onProgress: (_, done, total) => options.onProgress?.(done, total),
    });
    const names = parameters.map(({ name }) => name);
    return {
      runs,
      parameters: sumUpRecovery(runs, { names, ranges: planned.ranges, fromPrior: profile === 'prior' }),
      statistics,
      halvings:
        cases.length === 0 ? null : findHalvings(cases, wanted, parameters, planned.instances, given.levels),
    };
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}

function isDesign(demands: ColumnsInput | Design): demands is Design {
  const { kind, rows } = demands as Partial<Design>;
  return typeof kind === 'string' && typeof rows === 'number';
}

function readDemands(manifest: Manifest, input: ColumnsInput, tables: TablesInput): FixedDemands {
  const read = toRows(withoutOutcomes(manifest), input, tables);
  return { demands: read.columns, levels: read.levels };
}

function parameterOf(name: string, parameters: readonly Parameter[]): Parameter {
  const found = parameters.find((parameter) => parameter.name === name);
  if (found !== undefined) return found;
  throw new EvaluationError(
    `The layout has no latent called \`${name}\`, whose sd could be halved.`,
    `Its latents are ${firstNames(parameters.map((parameter) => parameter.name))}.`,
  );
}
