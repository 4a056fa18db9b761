/** A report on fits: one self-contained page of HTML that loads nothing. */
import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { hasFurtherMode } from '../../host/diagnose/verdict-status.ts';
import { pageProperties, THEMES, type Theme } from '../figures/index.ts';
import { mainGroup, overviewOf } from './answer.ts';
import { SCRIPT, STYLE } from './assets.ts';
import { type Evaluation, withNumbers } from './evaluation.ts';
import { drawFigures, type ReportFigures } from './figures.ts';
import { type Content, type Html, html, trusted } from './html.ts';
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
import { note, renderSection, type Section } from './sections/section.ts';
import { summarySection } from './sections/summary.ts';
import type { ReportFit } from './subjects.ts';
import { answerWords } from './words/answer.ts';
import { capital, counted, listed, sentenceOf, spoken } from './words/phrases.ts';

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
  const style = `${themeStyle()}\n${STYLE}`;
  const policy = await policyOf(style);
  const title = options.title ?? (words === null ? titleOf(data) : capital(words.title));
  const sections = [
    answerSection(words, shown, figures.overview),
    ...sectionsOf(data, figures, options),
  ].filter((section) => section !== null);
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">To the report</a>
${headerOf(data, title)}
${navigation(sections)}
<main id="main">
<div class="alerts">
${alertsOf(data)}
${misfitAlert(data)}
</div>
${sections.map(renderSection)}
</main>
<footer>Made by theodolite from ${counted(fits.length, 'stored fit')}. The page is complete in itself and asks for nothing from any network.</footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>`}
`;
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

function titleOf({ fits }: ReportData): string {
  const layouts = [...new Set(fits.map(({ manifest }) => manifest.layout))];
  return listed(layouts.map((name) => capital(spoken({ name, unit: '' }))));
}

function headerOf(data: ReportData, title: string): Html {
  const { fits, subjects } = data;
  const docs = [...new Set(fits.map(({ manifest }) => sentenceOf(manifest.doc)))].filter(
    (doc) => doc !== null,
  );
  const rows = [...new Set(fits.map(({ summary }) => summary.rows))];
  const names =
    subjects.length === 1
      ? subjects[0]!.name
      : `${counted(subjects.length, 'subject')} (${listed(
          subjects.map(({ name }) => name),
          8,
        )})`;
  const howMany =
    rows.length === 1
      ? `${counted(rows[0]!, 'row')}${fits.length > 1 ? ' each' : ''}`
      : `${Math.min(...rows)} to ${Math.max(...rows)} rows each`;
  return html`<header>
<p class="kicker">Report on the layout ${titleOf(data)}</p>
<h1>${title}</h1>
${docs.map((doc) => html`<p class="lead">${doc}</p>`)}
<p class="muted">${names}, fitted to ${howMany}.</p>
</header>`;
}

function navigation(sections: readonly Section[]): Html {
  return html`<nav aria-label="Sections"><div>
<ul tabindex="0" aria-label="Sections">${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
<label class="theme needs-script" hidden><select id="theme" aria-label="Colours"><option value="system">colours of the system</option><option value="light">light</option><option value="dark">dark</option></select></label>
</div></nav>`;
}

/** Warnings that must be read first. */
function alertsOf({ fits }: ReportData): Content {
  const of = (status: string) =>
    fits.filter(({ summary }) => summary.status === status).map(({ name }) => name);
  const [failed, usable] = [of('failed'), of('usable')];
  const divided = fits
    .filter(({ summary }) => hasFurtherMode(summary.findings.map(({ kind }) => kind)))
    .map(({ name }) => name);
  return [
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

/** CSS with the colours of figures in light and dark mode. */
function themeStyle(): string {
  const declarations = (theme: Theme) =>
    pageProperties(theme)
      .split('\n')
      .map((line) => /^(.*): (.*);$/.exec(line)!);
  const dark = new Map(declarations(THEMES.dark).map(([, property, color]) => [property!, color!]));
  const both = declarations(THEMES.light).map(
    ([, property, color]) => `  ${property}: light-dark(${color}, ${dark.get(property!)});`,
  );
  return `:root {\n${both.join('\n')}\n}`;
}

/** The content security policy: nothing may be loaded, and only the page's own style and script may run. */
async function policyOf(style: string): Promise<string> {
  return [
    "default-src 'none'",
    `style-src ${await hashOf(style)}`,
    `script-src ${await hashOf(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
