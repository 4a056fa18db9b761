/** Compares pairs of subjects: for each element, the probability that one is higher than the other. */

import { type ElementComparison, opposite, type Probability } from '../comparison.ts';
import { type Content, html, jsonScript } from '../html.ts';
import type { ComparedGroup, ReportData } from '../report-data.ts';
import { capital, estimate, percentOf, sentenceOf, spoken, surely, TERMS } from '../words/phrases.ts';
import { type Section, scrolling } from './section.ts';

/** Up to this many subjects, a table shows all pairs. */
const MAX_IN_MATRIX = 10;
/** Maximum number of probabilities stored in the page for interactive comparison. */
const MAX_PAIRS = 150_000;

export function comparisonsSection({ groups }: ReportData): Section | null {
  const compared = groups.filter(({ comparisons }) => comparisons.length > 0);
  if (compared.length === 0) return null;
  return {
    id: 'pairs',
    title: 'Two by two',
    content: [
      compared.map((group, index) => [
        groups.length > 1 && html`<h3>${group.title}</h3>`,
        twoOfMany(group, index + 1),
        group.usable.length <= MAX_IN_MATRIX ? matrices(group) : rankings(group),
      ]),
    ],
  };
}

/** A table that the script fills for two chosen subjects. */
function twoOfMany({ usable, comparisons }: ComparedGroup, number: number): Content {
  const pairs = (usable.length * (usable.length - 1)) / 2;
  if (pairs * comparisons.length > MAX_PAIRS) return null;
  const said: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (probability: Probability) => {
    const text = surely(probability);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, said.push(text));
    return said.length;
  };
  const elements = comparisons.map((comparison) => ({
    name: spoken(comparison.latent),
    estimates: comparison.entries.map(({ element }) => estimate(element.summary, comparison.latent)),
    // For the pairs (0, 1), (0, 2), (1, 2), (0, 3), …: the index of the phrase in `said`, from 1; negative if the second is higher.
    pairs: comparison.entries.flatMap((_, second) =>
      Array.from({ length: second }, (__, first) => {
        const probability = comparison.higher(first, second);
        return probability.value >= 0.5 ? placeOf(probability) : -placeOf(opposite(probability));
      }),
    ),
  }));
  const options = (chosen: number) =>
    usable.map(({ name }, place) =>
      place === chosen
        ? html`<option value="${place}" selected>${name}</option>`
        : html`<option value="${place}">${name}</option>`,
    );
  return html`<div class="compare-two needs-script" hidden>
<div class="controls">
<label>Compare <select id="first-${number}">${options(0)}</select></label>
<label>with <select id="second-${number}">${options(1)}</select></label>
</div>
${scrolling(
  'Two subjects beside each other',
  html`<table>
<thead><tr><th scope="col">element</th><th scope="col">${usable[0]!.name}</th><th scope="col">${usable[1]!.name}</th><th scope="col">which is higher</th></tr></thead>
<tbody></tbody>
</table>`,
)}
${jsonScript(`pairs-${number}`, { subjects: usable.map(({ name }) => name), elements, said })}
</div>`;
}

function matrices({ usable, comparisons }: ComparedGroup): Content {
  return comparisons.map(
    (comparison) => html`<h3>${capital(spoken(comparison.latent))}</h3>
${comparison.latent.doc !== null && html`<p class="doc">${sentenceOf(comparison.latent.doc)}</p>`}
${scrolling(
  `${spoken(comparison.latent)}, all pairs`,
  html`<table class="matrix">
<caption>Probability that the subject of the row has the higher ${spoken(comparison.latent)} than that of the column</caption>
<thead><tr><th scope="col">subject</th><th scope="col">median</th>${usable.map(({ id, name }) => html`<th scope="col" data-subject="${id}">${name}</th>`)}</tr></thead>
<tbody>
${comparison.entries.map(
  (
    { subject, element },
    row,
  ) => html`<tr data-subject="${subject.id}"><th scope="row">${subject.name}</th><td>${estimate(element.summary, comparison.latent)}</td>${usable.map(
    ({ id }, column) =>
      row === column
        ? html`<td data-subject="${id}"></td>`
        : probabilityCell(id, comparison.higher(row, column), differenceText(comparison, row, column)),
  )}</tr>
`,
)}</tbody>
</table>`,
)}
${scaleNote(comparison)}`,
  );
}

function probabilityCell(id: string, probability: Probability, difference: string | null): Content {
  const step = TERMS.length - 1 - TERMS.findIndex(({ from }) => probability.value >= from);
  const shade = probability.value >= TERMS.at(-1)!.from ? step : 0;
  return html`<td class="sure-${shade}" data-subject="${id}">${percentOf(probability)}${difference !== null && html`<small>${difference}</small>`}</td>`;
}

/** How many times the other, or by how much higher; null where the scale allows neither. */
function differenceText(comparison: ElementComparison, row: number, column: number): string | null {
  const digits = (value: number) => String(Number(value.toPrecision(2)));
  const times = comparison.ratio(row, column);
  if (times !== null) {
    return `${digits(times.median)} times (${digits(times.interval[0])} to ${digits(times.interval[1])})`;
  }
  const found = comparison.difference(row, column);
  if (found === null) return null;
  return `by ${digits(found.mean)} (${digits(found.hdi95[0])} to ${digits(found.hdi95[1])})`;
}

function scaleNote(comparison: ElementComparison): Content {
  const { latent } = comparison;
  if (comparison.ratio(0, 1) !== null) {
    return html`<p class="doc">On a ratio scale: below each probability, how many times the column the row is, as the median with its 95 % interval.</p>`;
  }
  if (latent.scale === 'ordinal') {
    return html`<p class="doc">On an ordinal scale: of two values it can be said which is the higher, and neither by how much nor how many times.</p>`;
  }
  return html`<p class="doc">Below each probability, by how much the row is higher${latent.unit !== '' && !latent.isProbability && `, in ${latent.unit}`}, with its 95 % interval.</p>`;
}

/** For many subjects: each element with its subjects from the highest to the lowest median. */
function rankings({ comparisons }: ComparedGroup): Content {
  return comparisons.map((comparison) => {
    const ordered = comparison.entries
      .map((entry, place) => ({ ...entry, place }))
      .sort((a, b) => (b.element.summary.q50 ?? 0) - (a.element.summary.q50 ?? 0));
    const { latent } = comparison;
    return html`<details><summary>${capital(spoken(latent))}: from the highest to the lowest</summary>
${latent.doc !== null && html`<p class="doc">${sentenceOf(latent.doc)}</p>`}
${scrolling(
  `${spoken(latent)}, from the highest to the lowest`,
  html`<table>
<thead><tr><th scope="col" class="number">rank</th><th scope="col">subject</th><th scope="col">median and 95 % interval</th><th scope="col" class="number">rank, 90 %</th><th scope="col">highest of all</th><th scope="col">higher than the next</th></tr></thead>
<tbody>
${ordered.map(({ subject, element, highest, rank: own, place }, rank) => {
  const next = ordered[rank + 1];
  return html`<tr data-subject="${subject.id}"><td class="number">${rank + 1}</td><th scope="row">${subject.name}</th><td>${estimate(element.summary, latent)}</td><td class="number">${own.lower} to ${own.upper}</td><td>${percentOf(highest)}</td><td>${
    next === undefined ? '' : percentOf(comparison.higher(place, next.place))
  }</td></tr>
`;
})}</tbody>
</table>`,
)}</details>`;
  });
}
