/** `theodolite fit`: fits a layout to a table, once for each outcome column, and prints the profiles. */
import { type Command, Option } from 'commander';
import type { Method } from '../../host/chain.ts';
import { ESTIMATE_METHODS, type EstimateMethod } from '../../host/estimate/settings.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import type { SamplerSettings } from '../../host/sample.ts';
import type { EstimateSummary } from '../../stored/estimate-summary.ts';
import type { FitSummary } from '../../stored/fit-summary.ts';
import type { Provenance } from '../../stored/provenance.ts';
import { type DrawsFormat, parseDrawsFormats } from '../draws-format.ts';
import { estimateFiles } from '../estimate-files.ts';
import { reportEstimate } from '../estimate-report.ts';
import { estimateSubjects } from '../estimate-subjects.ts';
import { renderEstimate } from '../estimate-table.ts';
import { badUsage, EXIT } from '../failure.ts';
import { fitSubjects, type SubjectsToFit } from '../fit-subjects.ts';
import { folderName } from '../folder-name.ts';
import { forestGroups, type SubjectEstimates, subjectEstimates } from '../forest-groups.ts';
import { asInterruption, Interrupted, type Interruption, listenForInterruption } from '../interruption.ts';
import { listNames } from '../list-names.ts';
import { openLayout } from '../open-layout.ts';
import { checkOutcomeNames } from '../outcome-choice.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { renderProfile } from '../profile-table.ts';
import { openProgressLine, type ProgressLine } from '../progress.ts';
import { originOf, provenanceOf } from '../provenance.ts';
import { columnsOf, readTable } from '../read-table.ts';
import { tellReplaced } from '../replaced-values.ts';
import { renderProblem } from '../report-failure.ts';
import { checkWritableNames, resultFiles, staleFiles } from '../result-files.ts';
import { type ResultFile, ResultFolder } from '../result-folder.ts';
import { beforeStacking, stack } from '../stack.ts';
import { findSubjectHints, hintLines } from '../subject-hints.ts';
import { reportAll, reportSubject } from '../subject-report.ts';
import {
  noticeColor,
  printNotice,
  printResult,
  resultColor,
  resultIsTerminal,
  resultWidth,
  showsUnicode,
} from '../terminal.ts';
import { textForest } from '../text-forest.ts';
import { version } from '../version.ts';
import { type ChooseOptions, chooseOption } from './choose-option.ts';
import { addDataOptions, type DataOptions, tableOptions } from './data-options.ts';
import {
  addEstimateOptions,
  checkMethodOptions,
  type EstimateCommandOptions,
  type FitMethod,
  isEstimateMethod,
} from './estimate-options.ts';
import {
  addSamplerOptions,
  checkSamplerOptions,
  type SamplerOptions,
  seedOption,
} from './sampler-options.ts';

type Sampled = Omit<SamplerOptions, 'method'> & Omit<SamplerSettings, 'method'>;

interface FitOptions extends DataOptions, ChooseOptions, Sampled, EstimateCommandOptions {
  readonly method: FitMethod;
  readonly out?: string;
  readonly drawsAs: readonly DrawsFormat[];
  readonly json?: boolean;
}

export function addFit(program: Command): void {
  const sampled = addSamplerOptions(
    addDataOptions(
      program
        .command('fit')
        .description('fit a layout to a table and print the profile of each subject')
        .argument('<layout>', 'a layout (.ml), or a module that build made (.wasm)')
        .argument('<data>', 'a table with named columns: CSV, JSON lines, Parquet or Arrow'),
    ).addOption(chooseOption()),
    {},
    {
      names: ESTIMATE_METHODS,
      meaning:
        '; mle, map: the highest likelihood, or posterior density, with standard errors; laplace: draws of the normal approximation at the mode',
    },
  );
  addEstimateOptions(sampled)
    .addOption(seedOption())
    .option('--out <dir>', 'write DIR/COLUMN/summary.json, the draws, and the module that predict reads')
    .addOption(
      new Option(
        '--draws-as <format,...>',
        'csv: draws.csv and chains/chain-N.csv in the form of CmdStan; parquet: draws.parquet; arviz: inference-data.json for ArviZ',
      )
        .argParser(parseDrawsFormats)
        .default(['csv'], 'csv'),
    )
    .option('--json', 'print one JSON object and nothing else')
    .action(fitLayout);
}

/** @throws Failure, HostError, Interrupted */
async function fitLayout(
  layoutPath: string,
  dataPath: string,
  options: FitOptions,
  command: Command,
): Promise<void> {
  checkMethodOptions(options.method, command);
  if (!isEstimateMethod(options.method)) checkSamplerOptions({ ...options, method: options.method }, command);
  if (options.out === undefined && command.getOptionValueSource('drawsAs') === 'cli') {
    throw badUsage(
      '`--draws-as` says how draws are written, and nothing is written without `--out`.',
      'Give the folder too: --out results.',
    );
  }
  const interruption = listenForInterruption();
  const progress = openProgressLine(process.stderr);
  const folder = options.out === undefined ? null : new ResultFolder(options.out);
  const written: string[] = [];
  try {
    await fitAndTell(layoutPath, dataPath, options, { interruption, progress, folder, written });
  } catch (error) {
    if (asInterruption(error) === null || written.length === 0) throw error;
    throw new Interrupted(
      `the results of ${listNames(written)} were written to ${options.out}, and no others`,
    );
  } finally {
    progress.clear();
    folder?.discardEmpty();
    interruption.end();
  }
}

/** What outlives the steps of a fit, and is put in order whatever happens. */
interface Surroundings {
  readonly interruption: Interruption;
  readonly progress: ProgressLine;
  readonly folder: ResultFolder | null;
  /** Subjects whose files are written. */
  readonly written: string[];
}

async function fitAndTell(
  layoutPath: string,
  dataPath: string,
  options: FitOptions,
  { interruption, progress, folder, written }: Surroundings,
): Promise<void> {
  const { signal } = interruption;
  progress.stage(`reading ${layoutPath}`);
  const { manifest, bytes: given, source, warnings, module } = await openLayout(layoutPath, options.choose);
  progress.clear();
  if (source !== null) await printDiagnostics(source, warnings);
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
  checkOutcomeNames(options.outcome, outcomes);
  if (folder !== null) checkWritableNames(manifest, options.drawsAs);

  progress.stage(`reading ${dataPath}`);
  const read = await readTable({
    path: dataPath,
    manifest: beforeStacking(manifest, options.stack),
    choices: options.outcome,
    filters: options.rows,
    options: tableOptions(options),
    signal,
  });
  progress.clear();
  tellReplaced(dataPath, manifest, read);
  const table = stack(read, options.stack);
  for (const { name } of table.subjects) folder?.prepare(folderName(name));

  progress.stage(`compiling ${layoutPath}`);
  // What is stored is to be predicted with.
  const { loaded, bytes, seconds } = await module(columnsOf(table, table.subjects[0]!), {
    predicts: folder !== null,
  });
  const predictor = loaded.manifest.predicts === false ? null : bytes;
  await interruption.check();

  progress.stage(`looking at what ${dataPath} can tell`);
  const hints = await findSubjectHints(loaded, table, interruption);
  progress.clear();
  printNotice(hintLines(hints, noticeColor()).join(''));

  const layout = { path: layoutPath, bytes: given, text: source?.text ?? null };
  const fitted = [layout, dataPath, options, manifest, columnsOf(table, table.subjects[0]!)] as const;
  const reports = new Map<string, ToldReport>();
  const forest: SubjectEstimates[] = [];
  const pool = openWorkers(options.workers);
  const work: FitWork = { loaded, table, hints, seconds, predictor, pool, progress, signal };
  const { method } = options;
  const told = isEstimateMethod(method)
    ? toldEstimates(work, { ...options, method }, originOf(...fitted))
    : toldFits(
        work,
        { ...options, method },
        provenanceOf(layout, dataPath, { ...options, method }, manifest, fitted[4]),
      );
  try {
    for await (const { name, report, estimates, files, render } of told) {
      reports.set(name, report);
      if (folder !== null) {
        const { written: contents, stale } = await files(folder.path);
        folder.write(contents);
        folder.remove(stale);
        written.push(name);
      }
      if (options.json === true) continue;
      if (estimates !== null && resultIsTerminal()) forest.push(estimates());
      progress.clear();
      printResult(render());
    }
  } finally {
    await pool.close();
  }
  progress.clear();
  if (options.json === true) printResult(`${JSON.stringify(reportAll(manifest, reports))}\n`);
  const style = { width: resultWidth(), color: resultColor(), unicode: showsUnicode() };
  printResult(textForest(forestGroups(forest), style));
  tellFailures(reports, isEstimateMethod(method) ? 'are no estimates' : 'fits did not converge');
}

/** What all subjects are fitted with. */
interface FitWork extends Omit<SubjectsToFit, 'settings'> {
  readonly hints: Awaited<ReturnType<typeof findSubjectHints>>;
  /** How long compiling took. */
  readonly seconds: number;
  /** The module that is stored to predict with; null of one that cannot. */
  readonly predictor: Uint8Array | null;
}

type ToldReport = Pick<FitSummary, 'status' | 'findings'>;

/** A subject that is fitted: what is told of it, and what is written. */
interface Told {
  readonly name: string;
  readonly report: ToldReport;
  /** What the forest plot shows of it; null of what has no draws. */
  readonly estimates: (() => SubjectEstimates) | null;
  /** The files of its folder, and those of earlier runs that go; by the path of the folder of all. */
  files(
    root: string,
  ): Promise<{ readonly written: readonly ResultFile[]; readonly stale: readonly string[] }>;
  /** The table that is printed. */
  render(): string;
}

/** The subjects of a fit that samples. */
async function* toldFits(
  work: FitWork,
  options: FitOptions & { readonly method: Method },
  made: Provenance,
): AsyncGenerator<Told, void, void> {
  const { table, hints, seconds, predictor } = work;
  const { manifest } = work.loaded;
  for await (const { subject, fit } of fitSubjects({ ...work, settings: options })) {
    const { name } = subject;
    const report = reportSubject(manifest, table, subject, fit, hints.get(name)!, seconds, made);
    const { parameters, draws } = fit;
    const columns = columnsOf(table, subject);
    const fitted = { manifest, parameters, draws, settings: options, columns, version: version() };
    yield {
      name,
      report,
      estimates: () => subjectEstimates({ name, fit }),
      files: async (root) => ({
        written: await resultFiles(name, options.drawsAs, fitted, report, predictor),
        stale: staleFiles(root, name, options.drawsAs, options.chains, predictor !== null),
      }),
      render: () => renderProfile(name, parameters, report, resultColor(), resultWidth()),
    };
  }
}

/** The subjects of a fit that estimates points. */
async function* toldEstimates(
  work: FitWork,
  options: FitOptions & { readonly method: EstimateMethod },
  origin: EstimateSummary['made'],
): AsyncGenerator<Told, void, void> {
  const { table, hints, seconds, predictor } = work;
  const { manifest } = work.loaded;
  for await (const { subject, estimate } of estimateSubjects({ ...work, settings: options })) {
    const { name } = subject;
    const report = reportEstimate(manifest, table, subject, estimate, hints.get(name)!, seconds, origin);
    const formats = estimate.approximation === null ? [] : (['csv'] as const);
    yield {
      name,
      report,
      estimates: null,
      files: async (root) => ({
        written: estimateFiles(name, manifest, estimate, report, predictor),
        stale: staleFiles(root, name, formats, 0, predictor !== null),
      }),
      render: () => renderEstimate(name, estimate.parameters, report, resultColor(), resultWidth()),
    };
  }
}

/** Says on stderr too which fits failed or have further modes, and sets a status of its own for each. */
function tellFailures(reports: ReadonlyMap<string, ToldReport>, failure: string): void {
  const failed = [...reports].filter(([, { status }]) => status === 'failed').map(([name]) => name);
  if (failed.length > 0) {
    process.exitCode = EXIT.notConverged;
    const problem = {
      message: `${failed.length} of ${reports.size} ${failure}: ${listNames(failed)}.`,
      remedy: 'Do not use their numbers; what to do is said with each.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
    return;
  }
  const divided = [...reports.values()].some(({ findings }) =>
    findings.some(({ kind }) => kind === 'minor-mode'),
  );
  if (divided) process.exitCode = EXIT.severalModes;
}
