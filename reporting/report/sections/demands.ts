/** Expected and observed outcomes of every subject, by level of each demand. */

import { BEYOND, isBeyond } from '../../../analysis/evaluate/scores/success-by-level.ts';
import type { ManifestColumn } from '../../../module/manifest.ts';
import { mean, variance } from '../../../statistics/moments.ts';
import { type Content, html } from '../html.ts';
import type { ComparedGroup, ReportData } from '../report-data.ts';
import {
  compareByDemand,
  type DemandComparison,
  type LevelEntry,
  type LevelOfDemand,
  levelText,
  ranked,
} from '../words/demand-sentences.ts';
import { capital, expected, observedText, percentOf, sentenceOf, spoken } from '../words/phrases.ts';
import { type Section, scrolling } from './section.ts';

/** Up to this many subjects, each has a column. */
const MAX_COLUMNS = 8;
/** The number of subjects named if there are more. */
const MAX_NAMED = 3;

/** @param figures of binary outcomes, whose tables are then folded away */
export function demandsSection({ groups }: ReportData, figures: Content): Section | null {
  const parts = groups.flatMap((group) => {
    const outcomes = demandsOf(group);
    return outcomes.length === 0 ? [] : [{ group, outcomes }];
  });
  if (parts.length === 0) return null;
  return {
    id: 'demands',
    title: 'By demand',
    content: [
      html`<p>The rows of the table, divided by one demand at a time, whatever the other demands of those rows. Expected is what the fits say of these rows, with its 95 % interval; observed is what was seen in them, with a mark where it lies beyond what the fit expects by ${BEYOND} standard deviations. In the tables a star marks the highest where that is very likely (90 % or more).</p>`,
      figures,
      parts.map(({ group, outcomes }) => [
        groups.length > 1 && html`<p><strong>${group.title}</strong></p>`,
        outcomes.map(({ outcome, demands }) => [
          outcomes.length > 1 && html`<p><strong>${capital(spoken(outcome))}</strong></p>`,
          outcome.censored !== undefined &&
            html`<p>${capital(spoken(outcome))} is censored: some rows say only a range that the value lies in. Expected is the value itself, as if nothing had cut it off; the mean of what was recorded is another quantity, and is not shown.</p>`,
          demands.map((demand) => demandPart(demand, outcome)),
        ]),
      ]),
    ],
  };
}

/** Also for a single subject. */
function demandsOf({ usable, demands }: ComparedGroup): ComparedGroup['demands'] {
  if (usable.length !== 1) return demands;
  return usable[0]!.fit.manifest.columns
    .filter(({ role }) => role === 'outcome')
    .map((outcome) => ({ outcome, demands: compareByDemand(usable, outcome.name) }))
    .filter(({ demands: found }) => found.length > 0);
}

function demandPart(comparison: DemandComparison, outcome: ManifestColumn): Content {
  const { demand, levels } = comparison;
  const subjects = levels[0]!.entries.length;
  const table = scrolling(
    `${spoken(demand)}, by level`,
    subjects <= MAX_COLUMNS ? columns(comparison, outcome) : leaders(comparison, outcome),
  );
  const doc = demand.doc !== null && html`<p class="doc">${sentenceOf(demand.doc)}</p>`;
  const title = capital(spoken(demand));
  if (outcome.kind !== 'binary') return html`<h3>${title}</h3>\n${doc}\n${table}`;
  const marked = levels.flatMap(({ entries }) => entries.filter((entry) => isMarked(entry, outcome))).length;
  const about =
    marked === 0
      ? ''
      : `: ${marked === 1 ? 'one observed rate lies' : `${marked} observed rates lie`} beyond what is expected`;
  return html`<details><summary>${title} in numbers${about}</summary>\n${doc}\n${table}</details>`;
}

function columns({ demand, levels }: DemandComparison, outcome: ManifestColumn): Content {
  const subjects = levels[0]!.entries.map(({ subject }) => subject);
  const several = subjects.length > 1;
  return html`<table>
<thead><tr><th scope="col">${spoken(demand)}</th><th scope="col" class="number">rows</th>${subjects.map(
    ({ id, name }) => html`<th scope="col" data-subject="${id}">${name}</th>`,
  )}${several && html`<th scope="col">highest</th>`}</tr></thead>
<tbody>
${levels.map((level) => {
  const [best] = ranked(level);
  const isSure = several && best!.highest.value >= 0.9;
  return html`<tr><th scope="row">${levelText(level, demand)}</th><td class="number">${rowsText(level)}</td>${level.entries.map(
    (entry) =>
      html`<td data-subject="${entry.subject.id}"><span${isSure && entry === best && html` class="best"`}>${expected(entry.draws, outcome)}</span><small${isMarked(entry, outcome) && html` class="beyond"`}>${
        entry.observed === null
          ? outcome.censored === undefined
            ? 'not observed'
            : 'censored'
          : `observed ${observedText(entry.observed, outcome)}`
      }</small></td>`,
  )}${several && html`<td>${best!.subject.name}<small>${percentOf(best!.highest)}</small></td>`}</tr>
`;
})}</tbody>
</table>`;
}

function leaders({ demand, levels }: DemandComparison, outcome: ManifestColumn): Content {
  return html`<table>
<thead><tr><th scope="col">${spoken(demand)}</th><th scope="col" class="number">rows</th><th scope="col">the highest expected</th><th scope="col">the lowest expected</th></tr></thead>
<tbody>
${levels.map((level) => {
  const order = ranked(level);
  const last = order.at(-1)!;
  return html`<tr><th scope="row">${levelText(level, demand)}</th><td class="number">${rowsText(level)}</td><td>${order
    .slice(0, MAX_NAMED)
    .map(
      ({ subject, draws, observed, seen, highest }) =>
        html`<div>${subject.name} ${expected(draws, outcome)} <span class="muted">${observed !== null && html`<span${isMarked({ draws, observed, seen }, outcome) && html` class="beyond"`}>observed ${observedText(observed, outcome)}</span>; `}highest: ${percentOf(highest)}</span></div>`,
    )}</td><td>${last.subject.name} ${expected(last.draws, outcome)}</td></tr>
`;
})}</tbody>
</table>`;
}

/** Whether an observed outcome is marked as one that the fit does not expect: only rates of success are. */
function isMarked(
  { draws, observed, seen }: Pick<LevelEntry, 'draws' | 'observed' | 'seen'>,
  outcome: ManifestColumn,
): boolean {
  if (observed === null || outcome.kind !== 'binary' || seen === 0) return false;
  return isBeyond(observed, seen, mean(draws), Math.sqrt(variance(draws)));
}

/** The number of rows per subject, or its range. */
function rowsText({ entries }: LevelOfDemand): string {
  const counts = entries.map(({ rows }) => rows);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least} to ${most}`;
}
