/** `theodolite fit`: fits a layout to a table, once for each outcome column, and prints the profiles. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { type DrawsFormat, usualDrawsFormat } from '../../files/fits/draws-format.ts';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import { columnsOfSubject } from '../../files/tables/layout-table.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { parametersOf } from '../../host/parameters.ts';
import { listNames } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import { openLayout, printDiagnostics } from '../inputs/open-layout.ts';
import { type TableFiles, tableFiles } from '../inputs/table-files.ts';
import { TABLE_ARGUMENT } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import {
  asInterruption,
  Interrupted,
  type Interruption,
  listenForInterruption,
} from '../process/interruption.ts';
import { openProgressLine, type ProgressLine } from '../process/progress.ts';
import { ResultFolder } from '../process/results.ts';
import { tellKept } from '../process/supervised.ts';
import { setExitOfFits } from '../stored-fits/fit-status.ts';
import { checkOutcomesOfMain } from '../tables/read-further-tables.ts';
import { readStackedTable } from '../tables/read-stacked-table.ts';
import {
  noticeColor,
  printJson,
  printNotice,
  printResult,
  renderProblem,
  resultColor,
  resultIsTerminal,
  resultWidth,
  showsUnicode,
} from '../terminal.ts';
import { levelsToFit } from './each-level.ts';
import { estimateSubjects } from './estimate-subjects.ts';
import {
  addFitOptions,
  bindWeight,
  checkFitOptions,
  isEstimateMethod,
  type SharedFitOptions,
  settleWeight,
} from './fit-options.ts';
import { type SubjectEstimates, textForestGroups } from './forest-groups.ts';
import { checkWritableNames, folderNames, parseDrawsFormats } from './result-files.ts';
import { type FitWork, type SubjectVerdict, sampleSubjects } from './sample-subjects.ts';
import { findSubjectHints, hintLines } from './subject-hints.ts';
import { originOf, provenanceOf, reportAll } from './summary.ts';
import { textForest } from './text-forest.ts';

interface FitOptions extends SharedFitOptions {
  readonly out?: string;
  /** Absent if the size of the fit decides. */
  readonly drawsAs?: readonly DrawsFormat[];
  readonly json?: boolean;
}

export function addFit(program: Command): void {
  addFitOptions(
    program
      .command('fit')
      .description('fit a layout to a table and print the profile of each subject')
      .argument('<layout>', 'a layout (.ml), or a module that build made (.wasm)')
      .argument('<data...>', TABLE_ARGUMENT),
  )
    .option('--out <dir>', 'write DIR/COLUMN/summary.json, the draws, and the module for predict')
    .addOption(
      new Option(
        '--draws-as <format,...>',
        'csv: draws.csv and chains/chain-N.csv in the form of CmdStan; parquet: draws.parquet, a fifth as large; parquet32: the same in half the space, with 32 bits for each parameter for which they are enough; arviz: inference-data.json for ArviZ (default: csv, parquet for more than one million numbers, parquet32 for more than four)',
      ).argParser(parseDrawsFormats),
    )
    .option('--json', 'print one JSON object and nothing else')
    .action(fitLayout);
}

/** @throws Failure, HostError, Interrupted */
async function fitLayout(
  layoutPath: string,
  dataPaths: readonly string[],
  options: FitOptions,
  command: Command,
): Promise<void> {
  checkFitOptions(options, command);
  if (options.out === undefined && options.drawsAs !== undefined) {
    throw badUsage(
      '`--draws-as` says how draws are written, and nothing is written without `--out`.',
      'Give the folder too: --out results.',
    );
  }
  const data = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const folder = options.out === undefined ? null : new ResultFolder(options.out);
  const folders: ResultFolder[] = folder === null ? [] : [folder];
  const written: string[] = [];
  const surroundings = { interruption, progress, written };
  try {
    if (options.each === undefined) {
      const report = await fitAndTell(layoutPath, data, options, { ...surroundings, folder, level: null });
      if (options.json === true) printJson(`${JSON.stringify(report)}\n`);
      return;
    }
    const column = options.each;
    progress.stage(`reading ${data.path}`);
    const levels = await levelsToFit(data, column, options, interruption.signal);
    progress.clear();
    const names = folderNames(levels);
    const reports: object[] = [];
    for (const level of levels) {
      const own = folder === null ? null : new ResultFolder(join(folder.path, names.get(level)!));
      if (own !== null) folders.unshift(own);
      const rows = [...options.rows, { column, value: level }];
      if (options.json !== true) printResult(`${printable(`${column} ${level}`)}\n\n`);
      const report = await fitAndTell(
        layoutPath,
        data,
        { ...options, rows },
        { ...surroundings, folder: own, level },
      );
      reports.push({ level, ...report });
    }
    if (options.json === true) printJson(`${JSON.stringify({ each: column, levels: reports })}\n`);
  } catch (error) {
    if (asInterruption(error) === null || written.length === 0) throw error;
    throw new Interrupted(keptResults(written, options.out!));
  } finally {
    progress.clear();
    for (const each of folders) each.discardEmpty();
    interruption.end();
  }
}

function keptResults(written: readonly string[], folder: string): string {
  return `the results of ${listNames(written)} were written to ${folder}, and no others`;
}

/** Resources that outlive the steps of a fit, and are released whatever happens. */
interface Surroundings {
  readonly interruption: Interruption;
  readonly progress: ProgressLine;
  readonly folder: ResultFolder | null;
  /** The subjects whose files have been written. */
  readonly written: string[];
  /** The level of `--each` that is fitted; null without. */
  readonly level: string | null;
}

/** Prints what was found unless as JSON. @returns the report of all subjects */
async function fitAndTell(
  layoutPath: string,
  data: TableFiles,
  given: FitOptions,
  { interruption, progress, folder, written, level }: Surroundings,
): Promise<object> {
  const { signal } = interruption;
  progress.stage(`reading ${layoutPath}`);
  const { weight: asked, options } = bindWeight(given);
  const read = await openLayout(layoutPath, options.choose, { weight: asked });
  const { bytes: layoutBytes, source, warnings } = read;
  progress.clear();
  if (source !== null) await printDiagnostics(source, warnings);
  checkOutcomesOfMain(read.whole, options.outcome);
  if (folder !== null) checkWritableNames(read.manifest, options.drawsAs ?? ['csv']);

  progress.stage(`reading ${data.path}`);
  const table = await readStackedTable(data, read.whole, options, signal, () => progress.clear());
  const { opened, weight } = await settleWeight(layoutPath, read, options, asked, table);
  const { manifest } = opened;
  const folders = folderNames(table.subjects.map(({ name }) => name));
  for (const name of folders.values()) folder?.prepare(name);

  progress.stage(`compiling ${layoutPath}`);
  // A stored fit must be able to predict, and predictions are what the layout is checked by.
  const { loaded, bytes, seconds } = await opened.module(rowsOfSubject(table, table.subjects[0]!), {
    predicts: folder !== null || !isEstimateMethod(options.method),
  });
  // A built module that cannot predict is not kept. That of a layout with classes is, for its report.
  const predictor = source === null && loaded.manifest.predicts === false ? null : bytes;
  await interruption.check();

  progress.stage(`checking what ${data.path} can tell`);
  const hints = await findSubjectHints(loaded, table, interruption);
  progress.clear();
  printNotice(hintLines(hints, noticeColor()).join(''));

  const layout = { path: layoutPath, bytes: layoutBytes, text: source?.text ?? null };
  const from = { ...data, notes: table.notes, weight };
  const fitted = [layout, from, options, manifest, columnsOfSubject(table, table.subjects[0]!)] as const;
  const reports = new Map<string, SubjectVerdict>();
  const forest: SubjectEstimates[] = [];
  const pool = openWorkers(options.workers);
  const work: FitWork = { loaded, source, table, hints, seconds, predictor, pool, progress, signal };
  const { method } = options;
  const drawsAs = options.drawsAs ?? [
    usualDrawsFormat({
      parameters: parametersOf(manifest, table.levels).length,
      ...{ chains: options.chains, draws: options.draws },
      latents: manifest.latents.map(({ name }) => name),
    }),
  ];
  const subjects = isEstimateMethod(method)
    ? estimateSubjects(work, { ...options, method }, originOf(...fitted))
    : sampleSubjects(
        work,
        { ...options, method, drawsAs },
        provenanceOf(layout, from, { ...options, method, drawsAs }, manifest, fitted[4]),
      );
  try {
    for await (const { name, report, estimates, files, render } of subjects) {
      reports.set(name, report);
      if (folder !== null) {
        const own = folders.get(name)!;
        progress.stage(`writing ${join(folder.path, own)}`);
        const { fit, stale } = await files(join(folder.path, own));
        folder.writeFit(own, fit, stale);
        written.push(level === null ? name : `${level}/${name}`);
        tellKept(keptResults(written, given.out!));
      }
      if (options.json === true) continue;
      if (estimates !== null && resultIsTerminal()) forest.push(await estimates());
      progress.clear();
      printResult(render());
    }
  } finally {
    await pool.close();
  }
  progress.clear();
  const style = { width: resultWidth(), color: resultColor(), unicode: showsUnicode() };
  printResult(textForest(textForestGroups(forest), style));
  tellFailures(reports, isEstimateMethod(method) ? 'estimates are none' : 'fits did not converge');
  return reportAll(manifest, reports);
}

/** Also reports on stderr which fits failed or have further modes, and sets the exit status for them. */
function tellFailures(reports: ReadonlyMap<string, SubjectVerdict>, failure: string): void {
  const failed = [...reports].filter(([, { status }]) => status === 'failed').map(([name]) => name);
  if (failed.length > 0) {
    const problem = {
      message: `${failed.length} of ${reports.size} ${failure}: ${listNames(failed)}.`,
      remedy: 'Do not use their numbers; the findings of each say what to do.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
  }
  setExitOfFits(
    [...reports.values()].map(({ status, findings }) => ({
      status,
      findings: findings.map(({ kind }) => kind),
    })),
  );
}
