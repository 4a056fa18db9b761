/** The sections of a page that says what changed: all changes in a table, and expected outcomes by demand. */
import type { ManifestColumn } from '../../../module/manifest.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import { type Changes, differenceOfDraws, type SubjectPair, sureness } from '../change.ts';
import { type Content, html } from '../html.ts';
import type { ExpectedLevel } from '../subjects.ts';
import { claimOf, claimText } from '../words/change-sentences.ts';
import { levelText } from '../words/demand-sentences.ts';
import { capital, estimateText, expected, spoken, VERY_LIKELY } from '../words/phrases.ts';
import { fitVerdict } from './profiles.ts';
import { type Section, scrolling, sortKey, typeset } from './section.ts';

export function changesSection({ changes, pairs, before, after }: Changes): Section {
  const isNamed = pairs.length > 1;
  const hasDifferences = changes.some(({ difference }) => difference !== null);
  const heads = [
    ...(isNamed ? ['subject'] : []),
    ...['ability', 'unit', before, after, 'what became of it'],
    ...(hasDifferences ? ['difference'] : []),
  ];
  return {
    id: 'changes',
    title: 'All changes',
    content: [
      html`<p>Posterior medians with 95 % intervals, the surest change first. The fits of both sides are independent: a probability is the share of all pairs of their draws. ${hasDifferences ? 'On an ordinal scale there is no difference, only which is greater.' : 'The scales are ordinal: it can be told which of two values is greater, and not by how much.'}</p>`,
      scrolling(
        'All changes',
        html`<table class="sortable">
<thead><tr>${heads.map((head) => html`<th scope="col"><button type="button">${head}</button></th>`)}</tr></thead>
<tbody>
${changes.map((change) => {
  const { latent } = change.before;
  const [old, recent] = [change.before, change.after].map(({ summary }) => estimateText(summary, latent));
  const { probability } = claimOf(change);
  const cell = ({ center, lower, upper }: NonNullable<typeof old>, value: number | null) =>
    html`<td data-value="${sortKey(value)}">${center}<small>${lower} to ${upper}</small></td>`;
  const name = html`${spoken(latent)}`;
  return html`<tr>${isNamed && html`<th scope="row">${change.pair.name}</th>`}${isNamed ? html`<td>${name}</td>` : html`<th scope="row">${name}</th>`}<td>${latent.unit}</td>${cell(old!, change.before.summary.q50)}${cell(recent!, change.after.summary.q50)}<td data-value="${sureness(change.rose)}"><span${probability.value >= VERY_LIKELY && html` class="best"`}>${typeset(claimText(change))}</span></td>${hasDifferences && html`<td data-value="${sortKey(change.difference?.mean)}">${differenceText(change.difference)}</td>`}</tr>
`;
})}</tbody>
</table>`,
      ),
    ],
  };
}

function differenceText(difference: Changes['changes'][number]['difference']): Content {
  if (difference === null) return '-';
  const { mean, hdi95 } = difference;
  const [text, lower, upper] = numbersAlike([mean, ...hdi95], hdi95[1] - hdi95[0]);
  return html`${text}<small>${lower} to ${upper}</small>`;
}

/** Up to this many subjects, their tables by demand are open. */
const FEW_PAIRS = 3;

/** Null if the rows of a side are not available. */
export function changedDemandsSection({ pairs, before, after }: Changes): Section | null {
  const shown = pairs.filter((pair) => pair.before.expected !== null && pair.after.expected !== null);
  if (shown.length === 0) return null;
  return {
    id: 'demands',
    title: 'By demand',
    content: [
      html`<p>What the fits expect of the rows that each was fitted to, divided by one demand at a time, with 95 % intervals. A difference whose interval does not hold 0 is marked with a star.</p>`,
      shown.map((pair) => {
        const tables = tablesOf(pair, [before, after]);
        if (shown.length === 1) return tables;
        return shown.length > FEW_PAIRS
          ? html`<details><summary>${pair.name}</summary>${tables}</details>`
          : html`<h3>${pair.name}</h3>${tables}`;
      }),
    ],
  };
}

function tablesOf(pair: SubjectPair, sides: readonly [string, string]): Content {
  const { columns } = pair.before.fit.manifest;
  return columns
    .filter(({ role }) => role === 'outcome')
    .map((outcome) =>
      columns
        .filter(({ role }) => role === 'demand')
        .map((demand) => demandTable(pair, sides, demand, outcome)),
    );
}

function demandTable(
  { name, before, after }: SubjectPair,
  sides: readonly [string, string],
  demand: ManifestColumn,
  outcome: ManifestColumn,
): Content {
  const old = before.expected!.demands[demand.name] ?? [];
  const recent = after.expected!.demands[demand.name] ?? [];
  const isAlike = ({ lower, upper }: ExpectedLevel, other: ExpectedLevel | undefined) =>
    other !== undefined && other.lower === lower && other.upper === upper;
  if (old.length < 2 || !old.every((level, place) => isAlike(level, recent[place]))) return null;
  return scrolling(
    `${name}: ${spoken(demand)}, by level`,
    html`<table>
<caption>${capital(spoken(outcome))} by ${spoken(demand)}</caption>
<thead><tr><th scope="col">${spoken(demand)}</th>${[...sides, 'difference'].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${old.map((level, place) => {
  const [a, b] = [level.rates[outcome.name]!.draws, recent[place]!.rates[outcome.name]!.draws];
  const { mean, hdi95 } = differenceOfDraws(b, a);
  const isSure = hdi95[0] > 0 || hdi95[1] < 0;
  const percent = outcome.kind === 'binary' ? 100 : 1;
  const [text, lower, upper] = numbersAlike(
    [mean, ...hdi95].map((value) => percent * value),
    percent * (hdi95[1] - hdi95[0]),
  );
  const unit = outcome.kind === 'binary' ? ' points' : unitSuffix(outcome.unit);
  return html`<tr><th scope="row">${levelText(level, demand)}</th><td>${typeset(expected(a, outcome))}</td><td>${typeset(expected(b, outcome))}</td><td><span${isSure && html` class="best"`}>${text}${unit}</span><small>${lower} to ${upper}</small></td></tr>
`;
})}</tbody>
</table>`,
  );
}

/** The fits of both sides and the verdict on each. */
export function sidesSection({ all: { fits } }: Changes): Section {
  return {
    id: 'fits',
    title: 'The fits',
    content: scrolling(
      'The fits of both sides',
      html`<table class="sortable">
<thead><tr>${['fit', 'folder', 'rows', 'verdict'].map((head) => html`<th scope="col"><button type="button">${head}</button></th>`)}</tr></thead>
<tbody>
${fits.map(
  ({ name, path, summary }) =>
    html`<tr><th scope="row">${name}</th><td><code>${path}</code></td><td data-value="${summary.rows}">${summary.rows}</td><td>${fitVerdict(summary)}</td></tr>
`,
)}</tbody>
</table>`,
    ),
  };
}
