/** `theodolite fit`: fits a layout to a table, once for each outcome column, and prints the profiles. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Table } from '../../files/tables/layout-table.ts';
import { listNames } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import { type TableFiles, tableFiles } from '../inputs/table-files.ts';
import { TABLE_ARGUMENT } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import {
  asInterruption,
  Interrupted,
  type Interruption,
  listenForInterruption,
} from '../process/interruption.ts';
import { describeColumns } from '../process/journal.ts';
import { openProgressLine, type ProgressLine } from '../process/progress.ts';
import { ResultFolder } from '../process/results.ts';
import { tellKept } from '../process/supervised.ts';
import type { Shard } from '../shards/shard.ts';
import {
  addShardOptions,
  checkMergeAlone,
  checkPart,
  commandWithoutShard,
  type ShardOptions,
  tellPart,
} from '../shards/shard-options.ts';
import { printJson, printNotice, printResult } from '../terminal.ts';
import { countOf } from '../words.ts';
import { cellDigests, levelsToFit } from './each-level.ts';
import { addFitOptions, checkFitOptions, isEstimateMethod } from './fit-options.ts';
import { FITS, FitPart, type FitTask } from './fit-parts.ts';
import {
  type FitCommandOptions,
  fitTable,
  type LayoutToFit,
  openToFit,
  readTableToFit,
} from './fit-table.ts';
import { folderNames, parseDrawsFormats } from './result-files.ts';
import { originOf, provenanceOf } from './summary.ts';

export function addFit(program: Command): void {
  const command = addFitOptions(
    program
      .command('fit')
      .description('fit a layout to a table and print the profile of each subject')
      .usage('<layout> <data...> [options]\n       theodolite fit --merge <dir>')
      .argument('[layout]', 'a layout (.ml), or a module that build made (.wasm)')
      .argument('[data...]', TABLE_ARGUMENT),
  )
    .option('--out <dir>', 'write DIR/COLUMN/summary.json, the draws, and the module for predict')
    .addOption(
      new Option(
        '--draws-as <format,...>',
        'csv: draws.csv and chains/chain-N.csv in the form of CmdStan; parquet: draws.parquet, a fifth as large; parquet32: the same in half the space, with 32 bits for each parameter for which they are enough; arviz: inference-data.json for ArviZ (default: csv, parquet for more than one million numbers, parquet32 for more than four)',
      ).argParser(parseDrawsFormats),
    )
    .option('--json', 'print one JSON object and nothing else');
  addShardOptions(command, 'fits').action(fit);
}

/** @throws Failure, HostError, Interrupted */
async function fit(
  layoutPath: string | undefined,
  dataPaths: readonly string[],
  options: FitCommandOptions & ShardOptions,
  command: Command,
): Promise<void> {
  const { merge, shard, out, json } = options;
  if (merge !== undefined) {
    checkMergeAlone(FITS, merge, command, ['json']);
    const { mergeFits } = await import('./merge-fits.ts');
    return mergeFits(merge, json === true);
  }
  if (layoutPath === undefined || dataPaths.length === 0) {
    throw layoutPath === undefined
      ? badUsage(
          '`fit` needs a layout and a table.',
          'Write `theodolite fit LAYOUT DATA…`, or put parts together by `theodolite fit --merge DIR`.',
        )
      : badUsage(
          '`fit` needs a table after the layout.',
          `Write \`theodolite fit LAYOUT DATA…\`, where DATA is ${TABLE_ARGUMENT}.`,
        );
  }
  checkPart(options, FITS, { whole: 'the fits', noResults: 'prints no results' });
  checkFitOptions(options, command);
  if (out === undefined && options.drawsAs !== undefined) {
    throw badUsage(
      '`--draws-as` says how draws are written, and nothing is written without `--out`.',
      'Give the folder too: --out results.',
    );
  }
  const data = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const folder = out === undefined ? null : new ResultFolder(out);
  try {
    const work = { layoutPath, data, options, interruption, progress };
    if (shard === undefined) await makeFits(work, folder);
    else await makePart(work, folder!, shard);
  } finally {
    progress.clear();
    folder?.discardEmpty();
    interruption.end();
  }
}

/** What a command is given. */
interface AskedFits {
  readonly layoutPath: string;
  readonly data: TableFiles;
  readonly options: FitCommandOptions;
  readonly interruption: Interruption;
  readonly progress: ProgressLine;
}

/** The levels of `--each`; null alone without it. @throws Failure (input), FileError; the signal's reason */
async function levelsOf({
  data,
  options,
  interruption,
  progress,
}: AskedFits): Promise<readonly (string | null)[]> {
  if (options.each === undefined) return [null];
  progress.stage(`reading ${data.path}`);
  const levels = await levelsToFit(data, options.each, options, interruption.signal);
  progress.clear();
  return levels;
}

/** Makes all fits, and prints them. */
async function makeFits(work: AskedFits, folder: ResultFolder | null): Promise<void> {
  const { layoutPath, data, options, interruption, progress } = work;
  const written: string[] = [];
  try {
    const layout = await openToFit(layoutPath, options, progress);
    const levels = await levelsOf(work);
    const folders = levelFolders(folder, levels);
    const reports: object[] = [];
    for (const level of levels) {
      if (level !== null && options.json !== true)
        printResult(`${printable(`${options.each} ${level}`)}\n\n`);
      const table = await readTableToFit(layout, data, level, work);
      const onWritten = (name: string) => {
        written.push(level === null ? name : `${level}/${name}`);
        tellKept(keptResults(written, options.out!));
      };
      const own = folders(level);
      const surroundings = { interruption, progress, level, only: null, onWritten };
      try {
        const report = await fitTable(layout, data, table, { ...surroundings, folder: own });
        reports.push(level === null ? report : { level, ...report });
      } finally {
        own?.discardEmpty();
      }
    }
    if (options.json !== true) return;
    printJson(
      `${JSON.stringify(options.each === undefined ? reports[0]! : { each: options.each, levels: reports })}\n`,
    );
  } catch (error) {
    if (asInterruption(error) === null || written.length === 0) throw error;
    throw new Interrupted(keptResults(written, options.out!));
  }
}

/** The folder of the fits of a level, which is made when it is asked for; null if nothing is written. */
function levelFolders(
  folder: ResultFolder | null,
  levels: readonly (string | null)[],
): (level: string | null) => ResultFolder | null {
  const names = folderNames(levels.flatMap((level) => level ?? []));
  return (level) =>
    folder === null || level === null ? folder : new ResultFolder(join(folder.path, names.get(level)!));
}

function keptResults(written: readonly string[], folder: string): string {
  return `the results of ${listNames(written)} were written to ${folder}, and no others`;
}

/** Makes a part of the fits, of which a merge prints what was found. */
async function makePart(work: AskedFits, folder: ResultFolder, shard: Shard): Promise<void> {
  const { layoutPath, data, options, interruption, progress } = work;
  const layout = await openToFit(layoutPath, options, progress);
  const levels = await levelsOf(work);
  // Its columns are those of the rows of any level.
  const first = await readTableToFit(layout, data, levels[0]!, work);
  const tasks = levels.flatMap((level) =>
    first.subjects.map(({ name }): FitTask => ({ level, subject: name })),
  );
  const header = await identityOf(work, layout, first);
  const { manifest } = layout.read;
  const part = new FitPart(
    folder.path,
    { header, tasks, manifest, each: options.each ?? null },
    shard,
    commandWithoutShard(),
  );
  const kept = () => `${keptFits(part)} kept in ${folder.path}, and the same command makes the others`;
  try {
    part.onKept = () => tellKept(kept());
    part.onKept();
    printNotice(
      `Part ${shard.index} of ${shard.count}, ${part.tasks.length} of ${countOf(tasks.length, 'fit')}.\n`,
    );
    if (part.made > 0) printNotice(`${keptFits(part)} done.\n`);
    const folders = levelFolders(folder, levels);
    for (const level of levels) {
      const only = part.left(level);
      if (only.size === 0) continue;
      const table = level === levels[0] ? first : await readTableToFit(layout, data, level, work);
      await fitTable(layout, data, table, {
        ...{ interruption, progress, level, only, folder: folders(level) },
        onWritten: (subject) => part.add({ level, subject }),
      });
    }
    progress.clear();
    tellPart(shard, FITS, folder.path);
  } catch (error) {
    if (asInterruption(error) === null) throw error;
    throw new Interrupted(kept());
  } finally {
    part.close();
  }
}

/** `1 of 5 fits is`, `3 of 5 fits are` */
function keptFits({ made, tasks }: FitPart): string {
  return `${made} of ${countOf(tasks.length, 'fit')} ${made === 1 ? 'is' : 'are'}`;
}

/** Everything that the fits of a command depend on. Of the table, digests of what was read, and not only its path. */
async function identityOf(
  { layoutPath, data, options, interruption, progress }: AskedFits,
  { read, weight, options: bound }: LayoutToFit,
  table: Table,
): Promise<Readonly<Record<string, unknown>>> {
  const { method, drawsAs = [], starts = null, confidence, chains, draws, seed } = options;
  const layout = { path: layoutPath, bytes: read.bytes, text: read.source?.text ?? null };
  const given = { ...data, notes: [], weight };
  const origin = [layout, given] as const;
  const made = isEstimateMethod(method)
    ? {
        ...originOf(...origin, bound, read.manifest, new Map()),
        settings: { method, starts, confidence, seed: String(seed), chains, draws },
      }
    : provenanceOf(...origin, { ...bound, method, drawsAs }, read.manifest, new Map());
  const { each } = options;
  progress.stage(`reading ${data.path}`);
  const rows =
    each === undefined
      ? describeColumns(columnsIn(table), table.levels)
      : { each, ...(await cellDigests(data, options, interruption.signal)) };
  progress.clear();
  return { choices: options.choose ?? {}, ...made, rows };
}

/** All columns that were read, outcomes by their names in the table, and those of the tables beside it. */
function columnsIn({ demands, categories, outcomes, further }: Table): ReadonlyMap<string, Float64Array> {
  const beside = [...(further?.columns ?? [])].map(([name, column]) => [`beside ${name}`, column] as const);
  return new Map([...demands, ...categories, ...outcomes, ...beside]);
}
