/** Whether the layout describes the data: the predictive checks of each fit, with the worst misfit and what to try. */
import { type CheckedFit, misfitsIn } from '../../../files/fits/layout-checks.ts';
import { type Content, html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import type { ReportFit } from '../subjects.ts';
import { capital, counted, listed } from '../words/phrases.ts';
import { marked } from './diagnostics.ts';
import { fitVerdict } from './profiles.ts';
import { note, type Section, scrolling, typeset } from './section.ts';

/** Null if no fit says anything of it: all failed, or were made by an earlier version. */
export function checksSection({ fits }: ReportData): Section | null {
  const told = fits.filter(({ summary }) => summary.checks !== undefined);
  if (told.length === 0) return null;
  const misfits = told.flatMap((fit) =>
    misfitsIn(fit.summary.checks).map(([outcome, found]) => ({ fit, outcome, found })),
  );
  return {
    id: 'checks',
    title: 'Does the layout describe the data?',
    content: [
      html`<p>Each fit made data sets for its own rows. Statistics of what was observed, such as ${statisticsText(told)} at each level of each demand, are compared with those of the data sets. A check fails if, with all of them considered, a right layout would be as far out in fewer than one of twenty tables. A profile says what a layout makes of the data: where checks fail, its numbers are precise and may still be wrong.</p>`,
      told.length > 1 || misfits.length === 0 ? overview(told) : null,
      misfits.map(({ fit, outcome, found }) =>
        (misfits.length > FEW_MISFITS ? foldedMisfit : misfitPart)(fit, outcome, found),
      ),
    ],
  };
}

/** What is compared of these fits' outcomes: rates, shares and means, as they have them. */
function statisticsText(fits: readonly ReportFit[]): string {
  const outcomes = fits.flatMap(({ manifest }) => manifest.columns.filter(({ role }) => role === 'outcome'));
  const kinds = outcomes.map(({ kind, isNominal }) =>
    isNominal === true
      ? 'the share of each value'
      : kind === 'binary'
        ? 'the rate of success'
        : 'the mean outcome',
  );
  return [...new Set(kinds)].join(' or ');
}

function overview(fits: readonly ReportFit[]): Content {
  return scrolling(
    'Predictive checks of all fits',
    html`<table class="sortable">
<thead><tr>${['fit', 'verdict', 'outcome', 'checks', 'that fail', 'the worst'].map(
      (head) => html`<th scope="col"><button type="button">${head}</button></th>`,
    )}</tr></thead>
<tbody>
${fits.map((fit) => {
  const { checks } = fit.summary;
  const head = html`<th scope="row">${fit.name}</th><td>${fitVerdict(fit.summary)}</td>`;
  if (checks === undefined || 'unchecked' in checks)
    return html`<tr>${head}<td></td><td data-value="">-</td><td data-value="">-</td><td>${checks?.unchecked ?? ''}</td></tr>
`;
  return Object.entries(checks.outcomes).map(
    ([outcome, found]) =>
      html`<tr>${head}<td>${outcome}</td><td data-value="${found.checks}">${found.checks}</td><td data-value="${found.failed}">${found.failed}</td><td>${found.worst === null ? '' : inText(found.worst.message)}</td></tr>
`,
  );
})}</tbody>
</table>`,
  );
}

/** One of many: its findings are folded away, and the table above has the worst. */
function foldedMisfit(fit: ReportFit, outcome: string, found: CheckedFit): Content {
  return html`<details><summary>${misfitTitle(fit, outcome, found)}</summary>
${misfitList(found)}</details>`;
}

function misfitTitle({ name }: ReportFit, outcome: string, { checks, failed }: CheckedFit): string {
  return `${name}${outcome === name ? '' : `, ${outcome}`}: ${failed} of ${counted(checks, 'check')} ${failed === 1 ? 'fails' : 'fail'}`;
}

/** Findings with the same remedy are together, and it is given once. */
function misfitList({ findings }: CheckedFit): Content {
  return [...new Set(findings.map(({ remedy }) => remedy))].map(
    (remedy) =>
      html`<ul>${findings
        .filter((finding) => finding.remedy === remedy)
        .map(({ message }) => html`<li>${inText(message)}</li>`)}</ul>
<p><strong>What to try:</strong> ${inText(remedy)}</p>`,
  );
}

function misfitPart(fit: ReportFit, outcome: string, found: CheckedFit): Content {
  return html`<h3>${misfitTitle(fit, outcome, found)}</h3>
<p>The worst: ${inText(found.worst!.message)}.</p>
${misfitList(found)}`;
}

/** Names as code, and no line break before a per cent sign. */
function inText(text: string): Content {
  return marked(typeset(text));
}

/** Up to this many misfits are told one by one above all sections; of more the worst. */
const FEW_MISFITS = 3;
/** The number of fits that are named there. */
const MAX_NAMED = 30;
/** If no more than this share of the fits is described, those are named, and not the others. */
const FEW_DESCRIBED = 0.4;
/** From this many fits on, the exceptions may be named instead. */
const MANY_FITS = 8;

/** `2 of 3 fits: Ada and Bo`, or, of most of many, `21 of 25 fits: all but Ada and Bo`. */
function whichOf(names: readonly string[], checked: readonly string[], fits: number): string {
  const of = `${names.length} of ${counted(checked.length, 'fit')}${checked.length === fits ? '' : ` that ${checked.length === 1 ? 'was' : 'were'} checked`}`;
  if (names.length === checked.length && names.length >= MANY_FITS) return `all ${names.length} fits`;
  const others = checked.filter((name) => !names.includes(name));
  return checked.length >= MANY_FITS && others.length <= FEW_DESCRIBED * checked.length
    ? `${of}: all but ${listed(others, MAX_NAMED)}`
    : `${of}: ${listed(names, MAX_NAMED)}`;
}

/** The warning above all sections; nothing where all layouts that were checked describe their data. */
export function misfitAlert({ fits }: ReportData): Content {
  const misfits = fits.flatMap(({ name, summary }) =>
    misfitsIn(summary.checks).map(([outcome, { worst }]) => ({ name, outcome, worst: worst! })),
  );
  if (misfits.length === 0) return null;
  const names = [...new Set(misfits.map(({ name }) => name))];
  const checked = fits.filter(({ summary: { checks } }) => checks !== undefined && !('unchecked' in checks));
  const shown = [...misfits]
    .sort(
      (a, b) => Math.abs(b.worst.observed - b.worst.expected) - Math.abs(a.worst.observed - a.worst.expected),
    )
    .slice(0, names.length > FEW_MISFITS ? 1 : FEW_MISFITS);
  const lead =
    fits.length === 1
      ? 'The layout does not describe these data'
      : `The layout does not describe the data of ${whichOf(
          names,
          checked.map(({ name }) => name),
          fits.length,
        )}`;
  return note(
    'bad',
    html`<p><strong>${lead}.</strong> ${
      names.length === 1 ? 'Its numbers say' : 'Their numbers say'
    } what a wrong layout makes of the data, however precise they look. ${shown.map(
      ({ name, worst }) =>
        html`${fits.length > 1 && `${name}: `}${inText(`${fits.length > 1 ? worst.message : capital(worst.message)}. `)}`,
    )}<a href="#checks">All misfits, and what to try</a></p>`,
  );
}
