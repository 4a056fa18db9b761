/** A report on fits: one self-contained page of HTML that loads nothing. */
import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { mainGroup, overviewOf } from './answer.ts';
import { type Evaluation, withNumbers } from './evaluation.ts';
import { drawFigures, type ReportFigures } from './figures.ts';
import type { Content } from './html.ts';
import { type LiveData, liveData, type NotLive } from './live/live-data.ts';
import { liveWorkerText } from './live/live-worker-text.ts';
import { headerOf, renderPage, titleOf } from './page-frame.ts';
import { gatherReport, type ReportData } from './report-data.ts';
import { answerSection } from './sections/answer.ts';
import { checksSection, misfitAlert } from './sections/checks.ts';
import { comparisonsSection } from './sections/comparisons.ts';
import { demandsSection } from './sections/demands.ts';
import { diagnosticsSection, fitAlerts } from './sections/diagnostics.ts';
import { evaluationSection } from './sections/evaluation.ts';
import { glossarySection } from './sections/glossary.ts';
import { liveSection } from './sections/live.ts';
import { makingSection } from './sections/making.ts';
import { populationSection } from './sections/population.ts';
import { FEW_SUBJECTS, profilesSection, subjectsSection } from './sections/profiles.ts';
import type { Section } from './sections/section.ts';
import { summarySection } from './sections/summary.ts';
import { isUsable, type ReportFit } from './subjects.ts';
import { answerWords } from './words/answer.ts';
import { capital, counted } from './words/phrases.ts';

export interface ReportOptions {
  /** How well the layout predicts held-out rows; absent if there are none. */
  readonly evaluation?: Evaluation;
  /** The predictions of these rows, for calibration curves, as `evaluate --predictions` stores them. */
  readonly predictions?: readonly HeldOutPredictions[];
  /** Without an evaluation: how to get one, shown in its section. Defaults to nothing. */
  readonly evaluationRemedy?: Content;
  /** The heading. Defaults to the layout's name. */
  readonly title?: string;
  /** Whether a reader can set a row and move priors, if the fits come with their module. Defaults to true. */
  readonly live?: boolean;
}

/** A live page with more would take long to send and to open. */
const MAX_BYTES = 2e6;

/**
 * A complete page of HTML with its style, script and figures, and a content security policy that forbids loading
 * anything; a live page contains the module too. The same fits give the same bytes.
 *
 * @param fits at least one
 * @throws RangeError without fits
 */
export async function report(fits: readonly ReportFit[], options: ReportOptions = {}): Promise<string> {
  if (fits.length === 0) throw new RangeError('a report is of at least one fit');
  const data = gatherReport(fits);
  const main = mainGroup(data);
  const shown = main && overviewOf(main);
  const words = main && shown && answerWords(main, shown);
  const figures = await drawFigures(data, shown, options.predictions ?? []);
  const title = options.title ?? (words === null ? titleWithoutAnswer(data) : capital(words.title));
  const answer = answerSection(words, shown, figures.overview);
  // Written once: of many subjects they take seconds, and the page is rendered again with the module.
  const { before, after } = sectionsOf(data, figures, options);
  const pageWith = (live: LiveData | NotLive | null, worker: string) =>
    renderPage({
      ...{ title, header: headerOf(data, title) },
      sections: [answer, ...before, live && liveSection(live), ...after].filter(
        (section) => section !== null,
      ),
      alerts: [fitAlerts(data), '\n', misfitAlert(data)],
      live: live === null || 'why' in live ? null : { data: live, worker },
      footer: `Made by theodolite from ${counted(fits.length, 'stored fit')}.`,
    });
  const still = await pageWith(null, '');
  if (main === null || options.live === false) return still;
  const worker = await liveWorkerText();
  const live = await liveData(main, MAX_BYTES - still.length - worker.length);
  return live === null ? still : pageWith(live, worker);
}

/** The heading where nothing can be said of any subject. */
function titleWithoutAnswer({ fits }: ReportData): string {
  if (fits.some((fit) => isUsable({ fit }))) return titleOf(fits);
  return fits.length === 1 ? 'The fit cannot be used' : `None of the ${fits.length} fits can be used`;
}

/** The sections before and after the one in which a reader tries a row. */
function sectionsOf(
  data: ReportData,
  figures: ReportFigures,
  { evaluation, evaluationRemedy = null }: ReportOptions,
): { readonly before: readonly (Section | null)[]; readonly after: readonly (Section | null)[] } {
  const layouts = [...new Set(data.fits.map(({ manifest }) => manifest.layout))];
  const subjects = subjectsSection(data);
  const isFew = data.subjects.length <= FEW_SUBJECTS;
  const before = [
    summarySection(data),
    checksSection(data),
    isFew ? subjects : null,
    profilesSection(data, figures.profiles),
    demandsSection(data, figures.demands),
  ];
  const after = [
    comparisonsSection(data),
    populationSection(data, (place) => figures.correlations(place)),
    isFew ? null : subjects,
    evaluationSection(evaluation === undefined ? null : withNumbers(evaluation), {
      ...{ layouts, subjects: data.subjects, figures: figures.calibration },
      remedy: evaluationRemedy,
    }),
    diagnosticsSection(data, (place) => figures.ofFit(place)),
    makingSection(data, (fit) => figures.graph(fit)),
    glossarySection(),
  ];
  return { before, after };
}
