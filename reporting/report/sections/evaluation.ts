/** How well the layout predicts held-out rows, compared with the baselines. */

import type {
  ComparedScore,
  Comparison,
  Score,
} from '../../../analysis/evaluate/scores/scored-predictors.ts';
import { BETTER, SCORES } from '../../../analysis/evaluate/scores/scored-predictors.ts';
import type { EvaluatedSubject, Evaluation } from '../evaluation.ts';
import type { Content } from '../html.ts';
import { html } from '../html.ts';
import type { ReportSubject } from '../subjects.ts';
import { subjectNamed } from '../subjects.ts';
import { counted } from '../words/phrases.ts';
import type { Section } from './section.ts';
import { note, scrolling, sortKey } from './section.ts';

/** Up to this many subjects, each has its own table. */
const MAX_TABLES = 6;

const TITLES: Readonly<Record<Score, string>> = {
  brier: 'Brier score',
  calibration: 'calibration',
  refinement: 'refinement',
  logScore: 'log score',
  auroc: 'AUROC',
  calibrationError: 'calibration error',
};

/** What the section needs from the rest of the report. */
export interface EvaluationContext {
  /** The names of the layouts of its fits. */
  readonly layouts: readonly string[];
  readonly subjects: readonly ReportSubject[];
  /** Calibration curves, of a subject by name or of all subjects. */
  readonly figures: (subject: string | null) => Content;
  /** How to get an evaluation, if there is none; null to say nothing. */
  readonly remedy: Content;
}

export function evaluationSection(evaluation: Evaluation | null, context: EvaluationContext): Section {
  return {
    id: 'evaluation',
    title: 'Held-out rows',
    content: evaluation === null ? nothing(context.remedy) : evaluated(evaluation, context),
  };
}

function nothing(remedy: Content): Content {
  return html`<p>No rows were held out for this report: how well the layout predicts rows that it was not fitted to is not known from it.${remedy !== null && html` ${remedy}`}</p>`;
}

function evaluated(
  { layout, subjects }: Evaluation,
  { layouts, subjects: shown, figures }: EvaluationContext,
): Content {
  const names = Object.keys(subjects);
  const failed = Object.values(subjects).flatMap(({ parts }) =>
    parts.filter(({ status }) => status === 'failed'),
  ).length;
  return [
    !layouts.includes(layout) &&
      note(
        'care',
        html`<p>The evaluation is of the layout ${layout}, and the fits are of ${layouts.join(', ')}.</p>`,
      ),
    failed > 0 &&
      note(
        'bad',
        html`<p>${counted(failed, 'fit')} of the evaluation did not converge: the scores of the layout should not be used.</p>`,
      ),
    html`<p>The <em>Brier score</em> is the mean squared distance of the predicted probability from what came, 0 or 1: lower is better. <em>Calibration</em> and <em>refinement</em> are its parts: how far predicted probabilities are from the rates they stand for, and how far those rates are from certainty. The <em>log score</em> is the mean log probability of what came, and the <em>AUROC</em> in how many pairs of a success and a failure the success was held more probable: of both higher is better. <em>Aggregate</em> predicts the rate of success of the rows that were fitted to.</p>`,
    names.length <= MAX_TABLES
      ? names.map(
          (name) =>
            html`<div${ofSubject(name, shown)}>${subjectPart(name, subjects[name]!)}${figures(name)}</div>`,
        )
      : [brierTable(subjects, shown), figures(null)],
  ];
}

/** The attribute by which content is hidden with its subject; empty if the name is not exactly one subject's. */
function ofSubject(name: string, subjects: readonly ReportSubject[]): Content {
  const subject = subjectNamed(subjects, name);
  return subject !== null && html` data-subject="${subject.id}"`;
}

function subjectPart(name: string, { scores, parts }: EvaluatedSubject): Content {
  return Object.entries(scores).map(
    ([outcome, comparison], _, all) => html`<h3>${name}${all.length > 1 && `, ${outcome}`}</h3>
<p>${evaluationSentence(name, comparison)} ${rowsOf(parts)}</p>
${scrolling(`Scores of ${name}`, scoreTable(comparison))}`,
  );
}

function rowsOf(parts: EvaluatedSubject['parts']): string {
  const average = (of: (part: EvaluatedSubject['parts'][number]) => number) =>
    Math.round(parts.reduce((sum, part) => sum + of(part), 0) / parts.length);
  const [training, test] = [average((part) => part.training), average((part) => part.test)];
  return parts.length === 1
    ? `Fitted to ${counted(training, 'row')}, tested on ${test}.`
    : `${parts.length} fits to about ${counted(training, 'row')} each, tested on ${test}.`;
}

function scoreTable(comparison: Comparison): Content {
  const predictors = Object.keys(comparison.brier);
  return html`<table>
<thead><tr><th scope="col">score</th><th scope="col">better is</th>${predictors.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${SCORES.map(
  (
    score,
  ) => html`<tr><th scope="row">${TITLES[score]}</th><td>${BETTER[score]}</td>${predictors.map((name) => scoreCell(comparison[score][name]))}</tr>
`,
)}</tbody>
</table>`;
}

function scoreCell(found: ComparedScore | undefined): Content {
  if (found === undefined || found.value === null) return html`<td data-value="">-</td>`;
  const { value, isBest, difference, differenceError } = found;
  const off =
    isBest || difference === null || difference === 0
      ? null
      : `${difference > 0 ? '+' : ''}${decimals(difference)}${differenceError === null ? '' : ` ± ${decimals(differenceError)}`}`;
  return html`<td data-value="${sortKey(value)}"><span${isBest && html` class="best"`}>${decimals(value)}</span>${off !== null && html`<small>${off}</small>`}</td>`;
}

/** Three decimals; infinite numbers as a sign and ∞. */
function decimals(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : value > 0 ? '∞' : '−∞';
}

/** One table of Brier scores, for many subjects. */
function brierTable(subjects: Evaluation['subjects'], shown: readonly ReportSubject[]): Content {
  const rows = Object.entries(subjects).flatMap(([name, { scores }]) =>
    Object.entries(scores).map(([outcome, { brier }], _, all) => ({
      subject: name,
      name: all.length > 1 ? `${name}, ${outcome}` : name,
      brier,
    })),
  );
  const predictors = [...new Set(rows.flatMap(({ brier }) => Object.keys(brier)))];
  return scrolling(
    'Brier scores',
    html`<table class="sortable">
<caption>Brier scores; below those that are not the best, by how much they are off it, with the standard error of that</caption>
<thead><tr>${['subject', ...predictors].map((head) => html`<th scope="col"><button type="button">${head}</button></th>`)}</tr></thead>
<tbody>
${rows.map(
  ({
    subject,
    name,
    brier,
  }) => html`<tr${ofSubject(subject, shown)}><th scope="row">${name}</th>${predictors.map((predictor) => scoreCell(brier[predictor]))}</tr>
`,
)}</tbody>
</table>`,
  );
}

/** A difference below this many standard errors may be chance. */
const CLEAR_DIFFERENCE = 2;

/** A sentence on the Brier score; empty if the layout has none. */
function evaluationSentence(name: string, { brier }: Comparison): string {
  const own = brier.layout;
  if (own === undefined || own.value === null) return '';
  const others = Object.entries(brier).filter(
    ([predictor, { value }]) => predictor !== 'layout' && value !== null,
  );
  const best = Object.entries(brier).find(([, { isBest, value }]) => isBest && value !== null)?.[0];
  const score = `Of rows that it was not fitted to, the layout predicts ${name} with a Brier score of ${own.value.toFixed(3)}`;
  if (others.length === 0 || best === undefined) return `${score}.`;
  if (best === 'layout') {
    const [nearest, second] = others.sort(([, a], [, b]) => a.value! - b.value!)[0]!;
    return `${score}, better than every baseline; the next is ${nearest}, ${second.value!.toFixed(3)}${clearness(second)}.`;
  }
  return `${score}; ${best} is better, ${brier[best]!.value!.toFixed(3)}${clearness(own)}.`;
}

function clearness({ difference, differenceError }: ComparedScore): string {
  if (difference === null) return '';
  if (differenceError === null || differenceError === 0)
    return `, a difference of ${Math.abs(difference).toFixed(3)}`;
  const errors = Math.abs(difference) / differenceError;
  const text = `, a difference of ${Math.abs(difference).toFixed(3)} with a standard error of ${differenceError.toFixed(3)}`;
  return errors < CLEAR_DIFFERENCE ? `${text}, which may be chance` : text;
}
