/** The sections of a report on point estimates: the answer, profiles, differences, demands and how they were found. */
import { BEYOND, isBeyond } from '../../../analysis/evaluate/scores/success-by-level.ts';
import type { ManifestColumn } from '../../../module/manifest.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import type { EstimateComparison, EstimateData, EstimatedGroup, EstimatedSubject } from '../estimates.ts';
import { type Content, html } from '../html.ts';
import type { ReportSubject } from '../subjects.ts';
import type { AnswerWords } from '../words/answer.ts';
import { levelText } from '../words/demand-sentences.ts';
import { estimateParts, intervalName } from '../words/estimate-answer.ts';
import { capital, observedText, plainNumber, sentenceOf, spoken } from '../words/phrases.ts';
import { sayingAnswer } from './answer.ts';
import { climbsPart, ESTIMATE_VERDICTS, findingsPart } from './diagnostics.ts';
import { badge } from './profiles.ts';
import { type Section, scrolling, sortKey } from './section.ts';

/** Null if no estimate may be used. */
export function estimateAnswerSection(
  words: AnswerWords | null,
  method: string,
  figure: Content,
): Section | null {
  if (words === null) return null;
  return sayingAnswer(
    words,
    figure,
    html`<p class="doc">Point estimates (${method}). They do not say how probable it is that one subject is above another; a fit with <code>--method nuts</code> does. <a href="#words">What the words mean</a></p>`,
  );
}

/** @param figures below the tables */
export function estimateProfilesSection({ groups, subjects }: EstimateData, figures: Content): Section {
  const [first] = subjects as [EstimatedSubject];
  return {
    id: 'profiles',
    title: subjects.length > 1 ? 'All estimates' : 'The estimates',
    content: [
      html`<p>Estimates, each with its ${intervalName(first.fit)}, which follows from the curvature at the estimate. Where the curvature says nothing, as on a bound of the prior, there is no interval. Where the data say nothing, there is no estimate.${subjects.length > 1 && ' Columns are of different units: numbers are compared down a column, never along a row.'}</p>`,
      subjects.length > 1 ? groups.map((group) => wideTable(group, groups.length > 1)) : longTable(first),
      figures,
    ],
  };
}

function wideTable({ title, subjects }: EstimatedGroup, isOneOfSeveral: boolean): Content {
  const heads = [
    { name: 'subject', unit: '' },
    { name: 'fit', unit: '' },
    ...subjects[0]!.elements.map(({ latent }) => ({ name: spoken(latent), unit: latent.unit })),
  ];
  return scrolling(
    `Estimates${isOneOfSeveral ? ` of ${title}` : ''}`,
    html`<table class="sortable">
${isOneOfSeveral && html`<caption>${title}</caption>`}
<thead><tr>${heads.map(
      ({ name, unit }) =>
        html`<th scope="col"><button type="button">${name}</button>${unit !== '' && html`<small>${unit}</small>`}</th>`,
    )}</tr></thead>
<tbody>
${subjects.map(
  ({ name, fit, elements }) =>
    html`<tr><th scope="row">${name}</th><td>${badge(ESTIMATE_VERDICTS[fit.summary.status])}</td>${elements.map(
      ({ summary, latent }) => {
        // The unit is in the head.
        const { value, besides } = estimateParts(summary, { ...latent, unit: '' });
        const isStruck = fit.summary.status === 'failed';
        return html`<td data-value="${sortKey(summary.estimate)}">${isStruck ? html`<span class="struck">${value}</span>` : value}<small>${besides}</small></td>`;
      },
    )}</tr>
`,
)}</tbody>
</table>`,
  );
}

function longTable({ elements, fit }: EstimatedSubject): Content {
  const isFailed = fit.summary.status === 'failed';
  return scrolling(
    'The estimates',
    html`<table class="sortable">
<thead><tr>${['element', 'what it is', 'unit', 'estimate', 'standard error', intervalName(fit), 'scale'].map(
      (head) => html`<th scope="col"><button type="button">${head}</button></th>`,
    )}</tr></thead>
<tbody>
${elements.map(({ latent, summary }) => {
  const { value, besides } = estimateParts(summary, { unit: '' });
  return html`<tr><th scope="row">${spoken(latent)}</th><td>${latent.doc ?? latent.role}</td><td>${latent.unit}</td><td data-value="${sortKey(summary.estimate)}">${
    isFailed ? html`<span class="struck">${value}</span>` : value
  }</td><td data-value="${sortKey(summary.se)}">${summary.se === null ? 'none' : plainNumber(summary.se)}</td><td>${besides === '' ? 'none' : besides}</td><td>${latent.scale}</td></tr>
`;
})}</tbody>
</table>`,
  );
}

/** Up to this many subjects, a table shows all pairs. */
const MAX_IN_MATRIX = 10;

/** Null for fewer than two usable subjects, or too many for tables of pairs. */
export function differencesSection({ groups }: EstimateData): Section | null {
  const shown = groups.filter(
    ({ comparisons, usable }) => comparisons.length > 0 && usable.length <= MAX_IN_MATRIX,
  );
  if (shown.length === 0) return null;
  const interval = intervalName(shown[0]!.subjects[0]!.fit);
  return {
    id: 'pairs',
    title: 'Two by two',
    content: [
      html`<p>How far the subject of the row is above that of the column, with the ${interval} of the difference (Zou 2007). A difference whose interval is above 0 is marked. The intervals hold one by one, not all together.</p>`,
      shown.map(({ title, comparisons }) => [
        groups.length > 1 && html`<h3>${title}</h3>`,
        comparisons.map(differencesTable),
      ]),
    ],
  };
}

function differencesTable(comparison: EstimateComparison): Content {
  const { latent, entries } = comparison;
  const name = spoken(latent);
  return html`<h3>${capital(name)}</h3>
${latent.doc !== null && html`<p class="doc">${sentenceOf(latent.doc)}</p>`}
${scrolling(
  `${name}, all pairs`,
  html`<table class="matrix">
<thead><tr><th scope="col">subject</th>${entries.map(({ subject }) => html`<th scope="col">${subject.name}</th>`)}</tr></thead>
<tbody>
${entries.map(
  ({ subject }, row) => html`<tr><th scope="row">${subject.name}</th>${entries.map((_, column) =>
    row === column ? html`<td></td>` : differenceCell(comparison, row, column),
  )}</tr>
`,
)}</tbody>
</table>`,
)}
${latent.scale === 'ordinal' && html`<p class="doc">On an ordinal scale: the table says which of two values is higher, and not by how much.</p>`}`;
}

function differenceCell({ latent, difference }: EstimateComparison, row: number, column: number): Content {
  const found = difference(row, column);
  if (found === null) return html`<td>not determined</td>`;
  const { value, interval } = found;
  const side = value > 0 ? 'higher' : value < 0 ? 'lower' : 'equal';
  if (interval === null) return html`<td>${side}<small>no interval</small></td>`;
  const isSure = interval[0] > 0 || interval[1] < 0;
  if (latent.scale === 'ordinal')
    return html`<td${interval[0] > 0 && html` class="sure-4"`}>${isSure ? side : 'cannot be told'}</td>`;
  const [text, lower, upper] = numbersAlike([value, ...interval], interval[1] - interval[0]);
  return html`<td${interval[0] > 0 && html` class="sure-4"`}>${text}${unitSuffix(latent.unit)}<small>${lower} to ${upper}</small></td>`;
}

/** Up to this many subjects, tables of all are open. */
const MAX_COLUMNS = 8;

/** Null if the rows are not available. @param figures of binary outcomes, whose tables are then folded away */
export function estimateDemandsSection({ groups }: EstimateData, figures: Content): Section | null {
  const parts = groups.flatMap(({ usable }) => {
    const shown = usable.filter(({ expected }) => expected !== null);
    return shown.length === 0 ? [] : [shown];
  });
  if (parts.length === 0) return null;
  return {
    id: 'demands',
    title: 'By demand',
    content: [
      html`<p>The rows of the table, divided by one demand at a time, whatever the other demands of those rows. Expected is the mean outcome at the estimate itself, in the same rows; how far it might be off is not known from an estimate. Observed is what was seen, with a mark where it lies beyond what is expected of so many rows by ${BEYOND} standard deviations.</p>`,
      figures,
      parts.map((shown) =>
        shown[0]!.fit.manifest.columns
          .filter(({ role }) => role === 'outcome')
          .map((outcome) =>
            shown[0]!.fit.manifest.columns
              .filter(({ role }) => role === 'demand')
              .map((demand) => demandTable(shown, demand, outcome)),
          ),
      ),
    ],
  };
}

type Subject = Pick<ReportSubject, 'name' | 'expected'>;

function demandTable(subjects: readonly Subject[], demand: ManifestColumn, outcome: ManifestColumn): Content {
  const levels = subjects[0]!.expected!.demands[demand.name] ?? [];
  if (levels.length < 2) return null;
  const table = scrolling(
    `${spoken(demand)}, by level`,
    html`<table>
<thead><tr><th scope="col">${spoken(demand)}</th>${subjects.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${levels.map(
  (level, place) => html`<tr><th scope="row">${levelText(level, demand)}</th>${subjects.map(
    ({ expected }) => {
      const own = expected!.demands[demand.name]?.[place];
      const rate = own?.rates[outcome.name];
      if (own === undefined || rate === undefined || own.lower !== level.lower || own.upper !== level.upper)
        return html`<td>other levels</td>`;
      const { observed, seen, draws } = rate;
      const [at] = draws as unknown as readonly [number];
      const isMarked =
        outcome.kind === 'binary' && observed !== null && seen > 0 && isBeyond(observed, seen, at, 0);
      return html`<td>${observedText(at, outcome)}<small${isMarked && html` class="beyond"`}>${
        observed === null
          ? outcome.censored === undefined
            ? 'not observed'
            : 'censored'
          : `observed ${observedText(observed, outcome)}`
      }</small></td>`;
    },
  )}</tr>
`,
)}</tbody>
</table>`,
  );
  const doc = demand.doc !== null && html`<p class="doc">${sentenceOf(demand.doc)}</p>`;
  return subjects.length > MAX_COLUMNS || outcome.kind === 'binary'
    ? html`<details><summary>${capital(spoken(demand))} in numbers</summary>${doc}${table}</details>`
    : html`<h3>${capital(spoken(demand))}</h3>
${doc}
${table}`;
}

export function estimateDiagnosticsSection({ fits }: EstimateData): Section {
  return {
    id: 'diagnostics',
    title: 'Diagnostics',
    content: [
      climbsPart(fits),
      fits.map(({ name, summary }) => [fits.length > 1 && html`<h3>${name}</h3>`, findingsPart(summary)]),
    ],
  };
}
