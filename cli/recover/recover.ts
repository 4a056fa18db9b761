/** `theodolite recover`: simulates known profiles, fits each, and reports how well they are recovered. */
import { type Command, Option } from 'commander';
import { fixDemands } from '../../analysis/evaluate/recovery/plan-recovery.ts';
import { runKey, runsInMemory } from '../../analysis/evaluate/recovery/recovery-run.ts';
import type { Design } from '../../analysis/simulate/design.ts';
import type { ProfileValues } from '../../analysis/simulate/profile-values.ts';
import type { Prepared } from '../../compiler/compile.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import { loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { mainPart } from '../../host/row-tables.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { badUsage } from '../failure.ts';
import { prepareSource, printDiagnostics, readSource } from '../inputs/open-layout.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import {
  type FormatOptions,
  formatOptions,
  type NamedTable,
  rowsOption,
  tableOption,
  tableReading,
} from '../options/data-options.ts';
import { wholeNumber } from '../options/option-number.ts';
import {
  addSamplerOptions,
  checkSamplerOptions,
  type SamplerOptions,
  seedOption,
} from '../options/sampler-options.ts';
import {
  checkNoTable,
  designOption,
  parseDesign,
  type StatisticOptions,
  statisticOption,
} from '../options/simulation-options.ts';
import { asInterruption, Interrupted, listenForInterruption } from '../process/interruption.ts';
import { describeColumns, type WorkHeader } from '../process/journal.ts';
import { openProgressLine } from '../process/progress.ts';
import { tellKept, undivided } from '../process/supervised.ts';
import { shareOf } from '../shards/shard.ts';
import {
  addShardOptions,
  checkMergeAlone,
  checkPart,
  commandWithoutShard,
  type ShardOptions,
  tellPart,
} from '../shards/shard-options.ts';
import { type GivenDemands, readDemands, readProfile } from '../simulate/read-demands.ts';
import { ofMainTable } from '../tables/read-further-tables.ts';
import { printNotice } from '../terminal.ts';
import { countOf } from '../words.ts';
import { parametersToHalve } from './halving.ts';
import { MAX_RUNS, mergeRuns, RECOVERY, RecoveryFolder, type RecoveryPart } from './recovery-folder.ts';
import { demandsFiles, recoveryFiles, recoveryHeader } from './recovery-report.ts';
import {
  printResults,
  type RecoveryBasis,
  readRecoveryBasis,
  recoveryBasisFile,
  recoveryResults,
} from './recovery-results.ts';

interface RecoverOptions
  extends BatteryOptions,
    ChooseOptions,
    StatisticOptions,
    SamplerOptions,
    ShardOptions {
  readonly runs: number;
  readonly halve: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** The standard error of a coverage of 95 % is then 3 %, and ranks have ten cells of five. */
const DEFAULT_RUNS = 50;

/**
 * Many short fits are more informative than a few long ones, because every error falls with the number of runs. Of 1000
 * draws, of which some 400 are effective, the Monte Carlo error of a posterior mean is a twentieth of the sd, and adds
 * an eighth of a percent to the RMSE. 300 steps of warm-up are those with which the calibration of fits is tested.
 */
const DEFAULT_SAMPLER = { chains: 2, warmup: 300, draws: 500, scouts: 8 } as const;

export function addRecover(program: Command): void {
  const command = addSamplerOptions(
    program
      .command('recover')
      .description('simulate known profiles, fit each, and report how well they are recovered')
      .usage('<layout> [data] [options]\n       theodolite recover --merge <dir>')
      .argument('[layout]', 'a layout (.ml)')
      .argument('[data]', 'a table with the demands; outcomes in it are not read')
      .addOption(designOption())
      .addOption(rowsOption())
      .option(
        '--profile <file>',
        'the truth in each run, a JSON object with a number for each latent, or `prior` to draw one per run',
        'prior',
      )
      .option(
        '--runs <n>',
        'the number of simulations and fits',
        wholeNumber('--runs', 2, MAX_RUNS),
        DEFAULT_RUNS,
      )
      .addOption(
        new Option(
          '--halve <latent,...>',
          'report how many more instances would halve the posterior sd of these latents, and with which demands',
        )
          .argParser((text: string) => text.split(',').map((name) => name.trim()))
          .default([], 'none'),
      )
      .addOption(tableOption())
      .addOption(statisticOption())
      .addOption(chooseOption()),
    DEFAULT_SAMPLER,
  )
    .addOption(seedOption())
    .option('--out <dir>', 'the folder for runs and results, in which an interrupted recovery continues')
    .option('--json', 'print one JSON object and nothing else');
  addShardOptions(command, 'runs').action(recover);
  for (const option of formatOptions()) command.addOption(option);
}

/** @throws LayoutMistakes, Failure, SimulationError, HostError, Interrupted */
async function recover(
  layoutPath: string | undefined,
  dataPath: string | undefined,
  options: RecoverOptions,
  command: Command,
): Promise<void> {
  const { merge: parts, json } = options;
  if (parts !== undefined) {
    checkMergeAlone(RECOVERY, parts, command, ['json']);
    return merge(parts, json === true);
  }
  if (layoutPath === undefined) {
    throw badUsage(
      '`recover` needs a layout.',
      'Write `theodolite recover LAYOUT DATA`, or put parts together by `theodolite recover --merge DIR`.',
    );
  }
  checkPart(options, RECOVERY, { whole: 'a recovery', noResults: 'has no results' });
  return makeRecovery(layoutPath, dataPath, options, command);
}

/** Puts the parts of a recovery together, and prints the results. @throws Failure */
async function merge(path: string, json: boolean): Promise<void> {
  const { gatherRuns } = await import('../../analysis/evaluate/recovery/run-recovery.ts');
  const merged = mergeRuns(path);
  const basis = readRecoveryBasis(path);
  const runs = gatherRuns(merged, merged.asked);
  const results = recoveryResults(basis, runs);
  merged.finish(recoveryFiles(results, runs.runs));
  printResults(results, basis, { json, path });
}

/** @throws LayoutMistakes, Failure, SimulationError, HostError, Interrupted */
async function makeRecovery(
  layoutPath: string,
  dataPath: string | undefined,
  options: RecoverOptions,
  command: Command,
): Promise<void> {
  checkSamplerOptions(options, command);
  const { shard } = options;
  const all = Array.from({ length: options.runs }, (_, index) => index + 1);
  const numbers = shard === undefined ? all : shareOf(all, shard);
  const given = batterySource(dataPath, options);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  let folder: RecoveryFolder | null = null;
  let pool: ChainPool | null = null;
  try {
    const source = await readSource(layoutPath);
    const prepared = await prepareSource(source, options.choose);
    const { layout, manifest } = prepared;
    await printDiagnostics(source, prepared.warnings);
    folder = options.out === undefined ? null : new RecoveryFolder(options.out);
    const { levels, ...battery } = await openBattery(prepared, given, options, interruption.signal);
    const simulation = { ...battery, levels, statistics: options.statistic };
    const [{ planRecovery }, { gatherRuns, makeRuns }] = await Promise.all([
      import('../../analysis/evaluate/recovery/plan-recovery.ts'),
      import('../../analysis/evaluate/recovery/run-recovery.ts'),
    ]);
    const planned = planRecovery(prepared, simulation, options);
    const { seeds, rows, parameters, columns, demands, ranges, instances } = planned;
    const halve = parametersToHalve(options.halve, mainPart(manifest), parameters, {
      rows: Math.ceil(sketchOf(instances).distinct([...instances.keys()])),
      runs: options.runs,
    }).map(({ name }) => name);
    const halves = halve.length > 0;
    const { profile } = battery;
    const basis: RecoveryBasis = {
      ...{ manifest, levels, rows, profile, settings: options, ranges, halve, instances },
    };
    const made = typeof given === 'string' ? [] : demandsFiles(battery.demands);
    const header = {
      ...recoveryHeader(manifest, source, profile, options),
      ...{ halve: halves, demands: { ...describeColumns(demands, levels), rows } },
    };
    beginFolder(
      folder,
      numbers.length,
      header,
      shard === undefined
        ? null
        : {
            ...{ shard, numbers, files: [recoveryBasisFile(basis), ...made] },
            plan: { tasks: all.map(runKey), count: shard.count, command: commandWithoutShard() },
          },
    );
    if (shard !== undefined)
      printNotice(
        `Part ${shard.index} of ${shard.count}, ${numbers.length} of ${countOf(all.length, 'run')}.\n`,
      );
    if (folder !== null && folder.runs.size > 0) printNotice(`${keptRuns(folder, numbers.length)} done.\n`);
    progress.stage(`compiling ${layoutPath}`);
    const { bytes } = await prepared.compile(sketchOf(columns), { predicts: halves });
    const loaded = await loadModule(bytes);
    progress.clear();
    pool = openWorkers(options.workers);
    const store = folder ?? runsInMemory();
    await makeRuns(
      {
        ...{ layout, loaded, simulation, seeds, settings: options, pool, halves, store },
        signal: interruption.signal,
        onProgress: (ended, done, total) =>
          progress.sampling({
            ...{ subject: layout.name, index: Math.min(ended + 1, numbers.length), subjects: numbers.length },
            ...{ done, total, counts: options.method === 'nuts' ? 'draws' : 'way' },
          }),
      },
      numbers,
    );
    progress.clear();
    if (shard !== undefined) {
      tellPart(shard, RECOVERY, options.out!);
      return;
    }
    await interruption.check();
    const runs = gatherRuns(store, all.length);
    const results = recoveryResults(basis, runs);
    folder?.finish([...recoveryFiles(results, runs.runs), ...made]);
    printResults(results, basis, { json: options.json === true, path: folder?.path ?? null });
  } catch (error) {
    if (asInterruption(error) === null || folder?.hasBegun !== true) throw error;
    throw new Interrupted(keptIn(folder, numbers.length));
  } finally {
    progress.clear();
    folder?.close();
    await pool?.close();
    interruption.end();
  }
}

/**
 * The folder's contents and the message about them after an interruption must agree.
 *
 * @param asked the number of runs of this process
 */
function beginFolder(
  folder: RecoveryFolder | null,
  asked: number,
  header: WorkHeader,
  part: RecoveryPart | null,
): void {
  if (folder === null) return;
  undivided(() => {
    folder.begin(header, part);
    folder.onKept = () => tellKept(keptIn(folder, asked));
    folder.onKept();
  });
}

function keptIn(folder: RecoveryFolder, asked: number): string {
  return `${keptRuns(folder, asked)} kept in ${folder.path}, and the same command makes the others`;
}

/** `1 of 50 runs is`, `12 of 50 runs are` */
function keptRuns({ runs }: RecoveryFolder, asked: number): string {
  const kept = Math.min(runs.size, asked);
  return `${kept} of ${countOf(asked, 'run')} ${kept === 1 ? 'is' : 'are'}`;
}

interface BatteryOptions extends FormatOptions {
  readonly table?: readonly NamedTable[];
  readonly design?: readonly string[];
  readonly rows: readonly RowFilter[];
  /** The path of a profile, or `prior`. */
  readonly profile: string;
  readonly seed: bigint;
}

export interface RecoveryBattery extends GivenDemands {
  /** `prior` if each run draws its own. */
  readonly profile: ProfileValues | 'prior';
}

/** A table's path, or how the demands are made. @throws Failure (usage) unless exactly one of them is given */
function batterySource(
  data: string | undefined,
  { design, rows, join = [] }: BatteryOptions,
): string | Design {
  if ((data === undefined) === (design === undefined)) {
    throw badUsage(
      data === undefined
        ? 'Nothing says what the demands are.'
        : 'A table of demands and `--design` are both given.',
      'Give a table after the layout, or let demands be made, such as --design random 200.',
    );
  }
  if (design === undefined) return data!;
  checkNoTable({ rows, join }, '--design', 'a table');
  return parseDesign(design);
}

/** The demands are the same in every run; a design is made once. @throws Failure, FileError, SimulationError */
async function openBattery(
  prepared: Prepared,
  source: string | Design,
  options: BatteryOptions,
  signal: AbortSignal,
): Promise<RecoveryBattery> {
  const given =
    typeof source === 'string'
      ? await readDemands({
          ...{ path: source, manifest: prepared.manifest, filters: options.rows, tables: options },
          ...{ ...tableReading(ofMainTable(prepared.manifest, options)), signal },
        })
      : fixDemands(prepared.layout, source, options.seed);
  const { profile: path } = options;
  return {
    ...given,
    profile: path === 'prior' ? 'prior' : await readProfile(path, prepared, given.levels),
  };
}
