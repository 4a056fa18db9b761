/** Fits the subjects of a table by sampling, and yields them in order, each as soon as it is ready. */
import { SimulationError } from '../../analysis/simulate/simulation-error.ts';
import type { DrawsFormat } from '../../files/fits/draws-format.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { LayoutChecks } from '../../files/fits/layout-checks.ts';
import type { Provenance } from '../../files/fits/provenance.ts';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import { columnsOfSubject, type Table } from '../../files/tables/layout-table.ts';
import type { Subject } from '../../files/tables/plan-reading.ts';
import type { Source } from '../../grammar/source.ts';
import { transitionsOf } from '../../host/chain.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import { fit as fitOnce, type SampledPosterior } from '../../host/fit.ts';
import type { FitPhase } from '../../host/fit-phase.ts';
import type { LoadedModule } from '../../host/load.ts';
import { parametersOf } from '../../host/parameters.ts';
import type { FitBasis } from '../../host/posterior.ts';
import { pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { predict } from '../../host/predict/predict.ts';
import { mainPart } from '../../host/row-tables.ts';
import { HostError } from '../../module/host-error.ts';
import type { ProgressLine } from '../process/progress.ts';
import type { FitFiles } from '../process/results.ts';
import { resultColor, resultWidth } from '../terminal.ts';
import { version } from '../version.ts';
import { type FittedSubject, type SubjectEstimates, subjectEstimates } from './forest-groups.ts';
import { renderProfile } from './profile-table.ts';
import { resultFiles, staleFiles } from './result-files.ts';
import type { findSubjectHints } from './subject-hints.ts';
import { reportSubject } from './summary.ts';

/** What the fits of all subjects share. */
export interface FitWork {
  readonly loaded: LoadedModule;
  readonly table: Table;
  readonly hints: Awaited<ReturnType<typeof findSubjectHints>>;
  /** The text of the layout; null for a module that was built before. */
  readonly source: Source | null;
  /** The compile time. */
  readonly seconds: number;
  /** The module that is stored for predictions; null if it cannot predict. */
  readonly predictor: Uint8Array | null;
  readonly pool: ChainPool;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

/** What describing a fit needs of the work. */
export type DescribedWork = Omit<FitWork, 'pool' | 'signal' | 'progress'> & {
  readonly progress: Pick<ProgressLine, 'stage'>;
};

/** The part of its report that decides the exit status. */
export type SubjectVerdict = Pick<FitSummary, 'status' | 'findings'>;

/** One fitted subject, by any method: what is printed and what is written. */
export interface SubjectResult {
  readonly name: string;
  readonly report: SubjectVerdict;
  /** Its part of the forest plot; null without draws. */
  readonly estimates: (() => Promise<SubjectEstimates>) | null;
  /** The files to write to its folder, and files of earlier runs to remove. */
  files(folder: string): Promise<{ readonly fit: FitFiles; readonly stale: readonly string[] }>;
  /** The table that is printed. */
  render(): string;
}

/** How chains are sampled, and how their draws are written. */
interface SampledFitOptions extends SamplerSettings {
  readonly scouts: number;
  readonly drawsAs: readonly DrawsFormat[];
}

/** @throws HostError that names the subject */
export async function* sampleSubjects(
  work: FitWork,
  options: SampledFitOptions,
  made: Provenance,
): AsyncGenerator<SubjectResult, void, void> {
  for await (const { subject, fit } of fitsOf(work, options))
    yield await describeFit(work, options, made, subject, fit);
}

/** What is reported about a fit that has been sampled, and how it is written. */
export async function describeFit(
  work: DescribedWork,
  { drawsAs, chains }: Pick<SampledFitOptions, 'drawsAs' | 'chains'>,
  made: Provenance,
  subject: Subject,
  fit: SampledPosterior,
): Promise<SubjectResult & { readonly report: FitSummary }> {
  const { source, table, hints, seconds, predictor } = work;
  const { name } = subject;
  const columns = columnsOfSubject(table, subject);
  if (fit.verdict.status !== 'failed') work.progress.stage(`checking the layout against the rows of ${name}`);
  const checks = fit.verdict.status === 'failed' ? undefined : await judge(work, fit, subject);
  const manifest = mainPart(work.loaded.manifest);
  const report = reportSubject(manifest, table, subject, fit, hints.get(name)!, seconds, made, checks);
  const ofFile = { columns, version: version() };
  return {
    name,
    report,
    estimates: async () =>
      subjectEstimates({ name, fit, ends: await endsOfFit({ ...fit, layoutText: source?.text }) }),
    files: async (folder) => ({
      fit: { files: await resultFiles(drawsAs, fit, ofFile, predictor), summary: report },
      stale: staleFiles(folder, drawsAs, chains, predictor !== null),
    }),
    render: () => renderProfile(name, fit.parameters, report, resultColor(), resultWidth()),
  };
}

/** Whether the layout describes the fitted rows. */
async function judge(
  { loaded, table }: Pick<FitWork, 'loaded' | 'table'>,
  posterior: SampledPosterior,
  subject: Subject,
): Promise<LayoutChecks> {
  if (loaded.manifest.predicts === false)
    return { unchecked: 'The module of this layout cannot predict rows.' };
  const rows = new Map(
    [...columnsOfSubject(table, subject)].map(
      ([name, values]): [string, Float64Array | readonly string[]] => {
        const names = table.levels.get(name);
        return [name, names === undefined ? values : Array.from(values, (code) => names[code]!)];
      },
    ),
  );
  const fitted = rowsOfSubject(table, subject);
  const fittedRows = { columns: loaded.manifest.columns.map(({ name }) => fitted.get(name)!) };
  const fit = { ...posterior, fittedRows };
  const { judgeLayout } = await import('../../analysis/evaluate/checks/judge-layout.ts');
  return judgeLayout(
    {
      posterior,
      predict: (_, options) => predict(loaded, fit, rows, options),
      pointwiseLogLikelihood: (_, options) => pointwiseLogLikelihood(loaded, fit, rows, options),
    },
    rows,
    table.rows,
  );
}

/**
 * Yields each subject with its fit, in order. They are fitted one after another, or in parallel if there are spare
 * threads.
 *
 * @throws HostError that names the subject
 */
async function* fitsOf(
  { loaded, table, pool, progress, signal }: FitWork,
  settings: SamplerSettings & { readonly scouts: number },
): AsyncGenerator<{ subject: Subject; fit: SampledPosterior }, void, void> {
  const { subjects } = table;
  const each = settings.chains * transitionsOf(settings);
  const done = new Array<number>(subjects.length).fill(0);
  const warmsUp = settings.method === 'nuts' && settings.warmup > 0;
  const phases = new Array<'binding' | 'warm-up' | FitPhase>(subjects.length).fill('binding');
  const parameters = parametersOf(loaded.manifest, table.levels).length;
  let current = 0;
  const show = () =>
    progress.sampling({
      subject: subjects[current]!.name,
      index: current + 1,
      subjects: subjects.length,
      done: done.reduce((sum, count) => sum + count, 0),
      total: each * subjects.length,
      counts: settings.method === 'nuts' ? 'draws' : 'way',
      phase: phases[current]!,
      parameters,
    });
  const start = async (index: number): Promise<SampledPosterior> => {
    const subject = subjects[index]!;
    try {
      const fit = await fitOnce(loaded, rowsOfSubject(table, subject), {
        ...settings,
        levels: table.levels,
        pool,
        signal,
        onProgress: (transitions, _, chains) => {
          done[index] = transitions;
          phases[index] = warmsUp && Math.max(...chains) <= settings.warmup ? 'warm-up' : 'sampling';
          show();
        },
        onPhase: (phase) => {
          phases[index] = warmsUp && phase === 'sampling' ? 'warm-up' : phase;
          if (index === current) show();
        },
      });
      return { ...fit, manifest: mainPart(fit.manifest) };
    } catch (error) {
      if (!(error instanceof HostError) || error.kind === 'interrupted') throw error;
      throw new HostError(error.kind, `${subject.name}: ${error.message}`, error.remedy);
    }
  };
  const abreast = Math.max(1, Math.floor(pool.size / settings.chains));
  const running: Promise<SampledPosterior>[] = [];
  for (; current < subjects.length; current++) {
    while (running.length < Math.min(current + abreast, subjects.length)) {
      const started = start(running.length);
      // It may fail while an earlier one is awaited; the error is handled when its turn comes.
      started.catch(() => undefined);
      running.push(started);
    }
    show();
    yield { subject: subjects[current]!, fit: await running[current]! };
  }
}

/** The bounds of the parameters, from the data where they depend on it. */
export async function endsOfFit(fit: FitBasis): Promise<FittedSubject['ends']> {
  const { endsIn } = await import('../stored-fits/figure-fits.ts');
  try {
    return await endsIn(null, fit);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    // If drawing from the priors fails, the bounds are unknown; the fit is not affected.
    return new Map();
  }
}
