/** The steps of `fit` for one table, or for the rows of one level of `--each`: read, compile, fit, write and print. */
import { join } from 'node:path';
import { type DrawsFormat, usualDrawsFormat } from '../../files/fits/draws-format.ts';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import { columnsOfSubject, type Table } from '../../files/tables/layout-table.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { parametersOf } from '../../host/parameters.ts';
import { type OpenLayout, openLayout, printDiagnostics } from '../inputs/open-layout.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import type { AskedWeight } from '../inputs/weighted-layout.ts';
import type { Interruption } from '../process/interruption.ts';
import type { ProgressLine } from '../process/progress.ts';
import type { ResultFolder } from '../process/results.ts';
import { checkOutcomesOfMain } from '../tables/read-further-tables.ts';
import { readStackedTable } from '../tables/read-stacked-table.ts';
import { noticeColor, printNotice, printResult, resultIsTerminal } from '../terminal.ts';
import { estimateSubjects } from './estimate-subjects.ts';
import { bindWeight, isEstimateMethod, type SharedFitOptions, settleWeight } from './fit-options.ts';
import { printForest, tellFailedFits } from './fit-results.ts';
import type { SubjectEstimates } from './forest-groups.ts';
import { checkWritableNames, folderNames } from './result-files.ts';
import { type FitWork, type SubjectVerdict, sampleSubjects } from './sample-subjects.ts';
import { findSubjectHints, hintLines } from './subject-hints.ts';
import { originOf, provenanceOf, reportAll } from './summary.ts';

export interface FitCommandOptions extends SharedFitOptions {
  readonly out?: string;
  /** Absent if the size of the fit decides. */
  readonly drawsAs?: readonly DrawsFormat[];
  readonly json?: boolean;
}

/** A layout that is to be fitted, and the options with the column by which rows count bound. */
export interface LayoutToFit {
  readonly path: string;
  readonly read: OpenLayout;
  readonly options: FitCommandOptions;
  readonly weight: AskedWeight | null;
}

/** Also prints what is odd about the layout. @throws LayoutMistakes, Failure */
export async function openToFit(
  path: string,
  given: FitCommandOptions,
  progress: ProgressLine,
): Promise<LayoutToFit> {
  progress.stage(`reading ${path}`);
  const { weight, options } = bindWeight(given);
  const read = await openLayout(path, options.choose, { weight });
  progress.clear();
  if (read.source !== null) await printDiagnostics(read.source, read.warnings);
  checkOutcomesOfMain(read.whole, options.outcome);
  if (options.out !== undefined) checkWritableNames(read.manifest, options.drawsAs ?? ['csv']);
  return { path, read, options, weight };
}

/** The table, or its rows of one level of `--each`. @throws Failure or FileError; HostError of kind `interrupted` */
export async function readTableToFit(
  { read, options }: LayoutToFit,
  data: TableFiles,
  level: string | null,
  { interruption, progress }: Pick<Surroundings, 'interruption' | 'progress'>,
): Promise<Table> {
  progress.stage(`reading ${data.path}`);
  const clear = () => progress.clear();
  return readStackedTable(data, read.whole, rowsOfLevel(options, level), interruption.signal, clear);
}

/** The options with the level among the filters of rows. */
function rowsOfLevel(options: FitCommandOptions, level: string | null): FitCommandOptions {
  if (level === null) return options;
  return { ...options, rows: [...options.rows, { column: options.each!, value: level }] };
}

/** Resources that outlive the steps of a fit, and are released whatever happens. */
export interface Surroundings {
  readonly interruption: Interruption;
  readonly progress: ProgressLine;
  /** Where the subjects have their folders. */
  readonly folder: ResultFolder | null;
  /** The level of `--each` that is fitted; null without. */
  readonly level: string | null;
  /** The subjects that are fitted: not all if the fits are made in parts. Null for all. */
  readonly only: ReadonlySet<string> | null;
  /** Called when the files of a subject have been written. */
  readonly onWritten: (subject: string) => void;
}

/**
 * Prints what was found unless as JSON, or of a part.
 *
 * @param table with all subjects
 * @returns the report of all subjects that were fitted
 */
export async function fitTable(
  { path, read, options: given, weight: asked }: LayoutToFit,
  data: TableFiles,
  table: Table,
  { interruption, progress, folder, level, only, onWritten }: Surroundings,
): Promise<object> {
  const { signal } = interruption;
  const options = rowsOfLevel(given, level);
  const { opened, weight } = await settleWeight(path, read, options, asked, table);
  const { manifest } = opened;
  const folders = folderNames(table.subjects.map(({ name }) => name));
  const fitted = { ...table, subjects: table.subjects.filter(({ name }) => only?.has(name) !== false) };
  for (const { name } of fitted.subjects) folder?.prepare(folders.get(name)!);

  progress.stage(`compiling ${path}`);
  // A stored fit must be able to predict, and predictions are what the layout is checked by. Of all parts of the fits
  // the module is the same, since it is compiled for the first subject of all.
  const { loaded, bytes, seconds } = await opened.module(rowsOfSubject(table, table.subjects[0]!), {
    predicts: folder !== null || !isEstimateMethod(options.method),
  });
  const { source } = read;
  // A built module that cannot predict is not kept. That of a layout with classes is, for its report.
  const predictor = source === null && loaded.manifest.predicts === false ? null : bytes;
  await interruption.check();

  progress.stage(`checking what ${data.path} can tell`);
  const hints = await findSubjectHints(loaded, fitted, interruption);
  progress.clear();
  printNotice(hintLines(hints, noticeColor()).join(''));

  const layout = { path, bytes: read.bytes, text: source?.text ?? null };
  const from = { ...data, notes: table.notes, weight };
  const columns = columnsOfSubject(table, table.subjects[0]!);
  const reports = new Map<string, SubjectVerdict>();
  const forest: SubjectEstimates[] = [];
  const pool = openWorkers(options.workers);
  const work: FitWork = {
    ...{ loaded, source, table: fitted, hints, seconds, predictor, pool, progress, signal },
  };
  const { method } = options;
  const drawsAs = options.drawsAs ?? [
    usualDrawsFormat({
      parameters: parametersOf(manifest, table.levels).length,
      ...{ chains: options.chains, draws: options.draws },
      latents: manifest.latents.map(({ name }) => name),
    }),
  ];
  const subjects = isEstimateMethod(method)
    ? estimateSubjects(work, { ...options, method }, originOf(layout, from, options, manifest, columns))
    : sampleSubjects(
        work,
        { ...options, method, drawsAs },
        provenanceOf(layout, from, { ...options, method, drawsAs }, manifest, columns),
      );
  const prints = options.json !== true && only === null;
  try {
    for await (const { name, report, estimates, files, render } of subjects) {
      reports.set(name, report);
      if (folder !== null) {
        const own = folders.get(name)!;
        progress.stage(`writing ${join(folder.path, own)}`);
        const { fit, stale } = await files(join(folder.path, own));
        folder.writeFit(own, fit, stale);
        onWritten(name);
      }
      if (!prints) continue;
      if (estimates !== null && resultIsTerminal()) forest.push(await estimates());
      progress.clear();
      printResult(render());
    }
  } finally {
    await pool.close();
  }
  progress.clear();
  if (only === null) {
    printForest(forest);
    tellFailedFits(reports, isEstimateMethod(method));
  }
  return reportAll(manifest, reports);
}
