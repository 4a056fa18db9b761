/** A report on fits: one self-contained page of HTML that loads nothing. */
import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { hasFurtherMode } from '../../host/diagnose/verdict-status.ts';
import { mainGroup, overviewOf } from './answer.ts';
import { type Evaluation, withNumbers } from './evaluation.ts';
import { drawFigures, type ReportFigures } from './figures.ts';
import { type Content, html } from './html.ts';
import { headerOf, renderPage, titleOf } from './page-frame.ts';
import { gatherReport, type ReportData } from './report-data.ts';
import { answerSection } from './sections/answer.ts';
import { checksSection, misfitAlert } from './sections/checks.ts';
import { comparisonsSection } from './sections/comparisons.ts';
import { demandsSection } from './sections/demands.ts';
import { diagnosticsSection } from './sections/diagnostics.ts';
import { evaluationSection } from './sections/evaluation.ts';
import { glossarySection } from './sections/glossary.ts';
import { makingSection } from './sections/making.ts';
import { FEW_SUBJECTS, profilesSection, subjectsSection } from './sections/profiles.ts';
import { note, type Section } from './sections/section.ts';
import { summarySection } from './sections/summary.ts';
import type { ReportFit } from './subjects.ts';
import { answerWords } from './words/answer.ts';
import { capital, counted, listed } from './words/phrases.ts';

export interface ReportOptions {
  /** How well the layout predicts held-out rows; absent if there are none. */
  readonly evaluation?: Evaluation;
  /** The predictions of these rows, for calibration curves, as `evaluate --predictions` stores them. */
  readonly predictions?: readonly HeldOutPredictions[];
  /** Without an evaluation: how to get one, shown in its section. Defaults to nothing. */
  readonly evaluationRemedy?: Content;
  /** The heading. Defaults to the layout's name. */
  readonly title?: string;
}

/**
 * A complete page of HTML with its style, script and figures, and a content security policy that forbids loading
 * anything. The same fits give the same bytes.
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
  const title = options.title ?? (words === null ? titleOf(data.fits) : capital(words.title));
  const sections = [
    answerSection(words, shown, figures.overview),
    ...sectionsOf(data, figures, options),
  ].filter((section) => section !== null);
  return renderPage({
    ...{ title, sections, header: headerOf(data, title) },
    alerts: [alertsOf(data), '\n', misfitAlert(data)],
    footer: `Made by theodolite from ${counted(fits.length, 'stored fit')}.`,
  });
}

function sectionsOf(
  data: ReportData,
  figures: ReportFigures,
  { evaluation, evaluationRemedy = null }: ReportOptions,
): Section[] {
  const layouts = [...new Set(data.fits.map(({ manifest }) => manifest.layout))];
  const subjects = subjectsSection(data);
  const isFew = data.subjects.length <= FEW_SUBJECTS;
  return [
    summarySection(data),
    checksSection(data),
    isFew ? subjects : null,
    profilesSection(data, figures.profiles),
    demandsSection(data, figures.demands),
    comparisonsSection(data),
    isFew ? null : subjects,
    evaluationSection(evaluation === undefined ? null : withNumbers(evaluation), {
      ...{ layouts, subjects: data.subjects, figures: figures.calibration },
      remedy: evaluationRemedy,
    }),
    diagnosticsSection(data, (place) => figures.ofFit(place)),
    makingSection(data, (fit) => figures.graph(fit)),
    glossarySection(),
  ].filter((section) => section !== null);
}

/** Warnings that must be read first. */
function alertsOf({ fits }: ReportData): Content {
  const of = (status: string) =>
    fits.filter(({ summary }) => summary.status === status).map(({ name }) => name);
  const [failed, usable] = [of('failed'), of('usable')];
  const divided = fits
    .filter(({ summary }) => hasFurtherMode(summary.findings.map(({ kind }) => kind)))
    .map(({ name }) => name);
  const approximated = fits.filter(({ summary }) => summary.estimate !== undefined).map(({ name }) => name);
  return [
    approximated.length > 0 &&
      note(
        'care',
        html`<p>The numbers of ${listed(approximated)} are of a normal approximation at the mode of the posterior (Laplace's method), not of the posterior itself; the Pareto k under <a href="#diagnostics">Diagnostics</a> says how far apart they are.</p>`,
      ),
    failed.length > 0 &&
      note(
        'bad',
        html`<p><strong>${fits.length === 1 ? 'This fit did not converge' : `${failed.length} of ${fits.length} fits did not converge: ${listed(failed)}`}.</strong> ${
          fits.length === 1 ? 'Its numbers are' : 'Their numbers are'
        } no estimates and must not be used${fits.length > 1 && '; they are left out of all comparisons'}. What to do stands under <a href="#diagnostics">Diagnostics</a>.</p>`,
      ),
    usable.length > 0 &&
      note(
        'care',
        html`<p>${fits.length === 1 ? 'This fit is usable' : `${usable.length} of ${fits.length} fits are usable (${listed(usable)})`}, but not to the usual standard: see <a href="#diagnostics">Diagnostics</a> before you report the numbers.</p>`,
      ),
    divided.length > 0 &&
      note(
        'care',
        html`<p>The posterior of ${listed(divided)} has a further mode that no chain was in: see <a href="#diagnostics">Diagnostics</a>.</p>`,
      ),
  ];
}
