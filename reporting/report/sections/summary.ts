/** The summary: who succeeds where a demand is hard, who has most of each ability, and how sure that is. */

import type { ManifestColumn } from '../../../module/manifest.ts';
import { mean } from '../../../statistics/moments.ts';
import { type ElementComparison, opposite } from '../comparison.ts';
import { type Content, html } from '../html.ts';
import type { ComparedGroup, ReportData } from '../report-data.ts';
import {
  type DemandComparison,
  type LevelEntry,
  type LevelOfDemand,
  levelText,
  ranked,
} from '../words/demand-sentences.ts';
import {
  capital,
  estimate,
  expected,
  itIs,
  listed,
  percentOf,
  sentenceOf,
  spoken,
  TERMS,
} from '../words/phrases.ts';
import { note, type Section, typeset } from './section.ts';

/** Null if there are fewer than two subjects to compare. */
export function summarySection({ groups }: ReportData): Section | null {
  const compared = groups.filter(({ usable }) => usable.length > 1);
  if (compared.length === 0) return null;
  return {
    id: 'in-short',
    title: 'Compared',
    content: [
      groups.length > 1 && note('care', html`<p>${whyApart(groups)}</p>`),
      html`<p>${howSure()}</p>`,
      compared.map((group) => groupSummary(group, groups.length > 1)),
    ],
  };
}

function whyApart(groups: readonly ComparedGroup[]): string {
  const meanings = new Set(groups.map(({ subjects }) => subjects[0]!.fit.manifest.meaning));
  return meanings.size > 1
    ? 'The fits are of different layouts or choices. Abilities of different layouts do not mean the same, so that each group is compared by itself.'
    : 'The layout has values for each level of several categories, or some that are of no level. Those of one category do not mean the same as those of another, so that each group is compared by itself.';
}

function groupSummary(group: ComparedGroup, isOneOfSeveral: boolean): Content {
  const { comparisons, demands, title } = group;
  const byDemand = demands.flatMap(({ outcome, demands: all }) =>
    all.flatMap((demand) => hardDemandSentence(demand, outcome) ?? []),
  );
  return [
    isOneOfSeveral && html`<h3>${title}</h3>`,
    byDemand.length > 0 && [
      html`<h3>Where it is hard</h3>
<p>Of the rows in which a demand is hard, and somebody still succeeds: what the fits expect each subject to do, with the interval that holds it with a probability of 95 %. The other demands are as they come in those rows; every level is under <a href="#demands">By demand</a>.</p>`,
      list(byDemand),
    ],
    html`<h3>Who has more of what</h3>
<p>Posterior medians, each with the interval of highest density that holds it with a probability of 95 %.</p>`,
    list(comparisons.map(elementSentence)),
  ];
}

function list(sentences: readonly ShortSentence[]): Content {
  return html`<ul class="short">
${sentences.map(
  ({ lead, doc, first, text }) =>
    html`<li><div><strong>${lead}</strong>${doc !== null && html`<p class="doc">${doc}</p>`}</div><p>${first === null ? typeset(text) : html`<strong>${first}</strong>${typeset(text.slice(first.length))}`}</p></li>
`,
)}</ul>`;
}

/** The terms for probabilities, with their meaning. */
function howSure(): string {
  const terms = TERMS.map(({ from, term }) => `${term} from ${Math.round(100 * from)} %`);
  return `Each statement comes with its posterior probability, in words that always mean the same: ${terms.join(', ')}. It is how sure the data make it if the layout is right.`;
}

/** A lead, and what is said of it. */
export interface ShortSentence {
  readonly lead: string;
  /** The doc comment of the demand or latent; null if there is none. */
  readonly doc: string | null;
  /** The name that the text begins with; null if it begins otherwise. */
  readonly first: string | null;
  readonly text: string;
}

/** Below this probability the text does not say who is first. */
const MIN_PROBABILITY = 0.66;

/** Maximum number of others that are named besides the first. */
const MAX_NAMED = 4;

/**
 * A sentence on the hard end of a demand; null if the demand makes no difference, or there is nobody to compare with.
 */
export function hardDemandSentence(
  { demand, levels, hardEnd }: DemandComparison,
  outcome: ManifestColumn,
): ShortSentence | null {
  if (hardEnd === null) return null;
  const fromHard = hardEnd === 'highest' ? [...levels].reverse() : levels;
  const level = hardestToSucceed(fromHard, outcome);
  const [best, ...others] = ranked(level);
  if (best === undefined || others.length === 0) return null;
  const isEnd = level === fromHard[0];
  const side = hardEnd === 'highest' ? { end: 'highest', beyond: 'more' } : { end: 'lowest', beyond: 'less' };
  const beyond = isEnd ? '' : ` Where there is ${side.beyond} of it, none succeeds in a tenth of the rows.`;
  const does = outcome.kind === 'binary' ? 'succeeds most often' : `has the highest ${spoken(outcome)}`;
  const described = (entry: LevelEntry) => `${expected(entry.draws, outcome)} for ${entry.subject.name}`;
  const named = others.slice(0, MAX_NAMED).map(described);
  const left = others.length - named.length;
  const rest = left > 0 ? [...named, `no more for ${left} others`] : named;
  const lead =
    demand.kind === 'flag'
      ? `${capital(spoken(demand))}: ${levelText(level, demand)}`
      : isEnd
        ? `${capital(side.end)} ${spoken(demand)}, ${levelText(level, demand)}`
        : `${capital(spoken(demand))}, ${levelText(level, demand)}`;
  const doc = sentenceOf(demand.doc);
  if (best.highest.value >= MIN_PROBABILITY) {
    return {
      lead,
      doc,
      first: best.subject.name,
      text: `${best.subject.name} ${does}: ${expected(best.draws, outcome)}, against ${listed(rest, MAX_NAMED + 1)}. ${capital(itIs(best.highest, `${best.subject.name} is first`))}.${beyond}`,
    };
  }
  return {
    lead,
    doc,
    first: null,
    text: `The data do not tell who ${does}: ${listed([described(best), ...rest], MAX_NAMED + 2)}. The probability that ${best.subject.name} is first is ${percentOf(best.highest)}.${beyond}`,
  };
}

/** Below this rate of success, a level says little about who succeeds. */
const MIN_RATE = 0.1;

/** The hardest level; for a binary outcome, the hardest at which somebody still succeeds in a tenth of the rows. */
function hardestToSucceed(fromHard: readonly LevelOfDemand[], outcome: ManifestColumn): LevelOfDemand {
  const hardest = fromHard[0]!;
  if (outcome.kind !== 'binary') return hardest;
  return fromHard.find((level) => mean(ranked(level)[0]!.draws) >= MIN_RATE) ?? hardest;
}

/** A sentence on who has most of an element; with few subjects it names all, in order. */
export function elementSentence(comparison: ElementComparison): ShortSentence {
  const { latent, entries } = comparison;
  const ordered = entries
    .map((entry, place) => ({ ...entry, place }))
    .sort((a, b) => (b.element.summary.q50 ?? 0) - (a.element.summary.q50 ?? 0));
  const lead = capital(spoken(latent));
  const doc = sentenceOf(latent.doc);
  const described = ({ subject, element }: (typeof ordered)[number]) =>
    `${subject.name} ${estimate(element.summary, latent)}`;
  if (ordered.length > MAX_NAMED + 1) {
    const [first, second, third] = ordered as [
      (typeof ordered)[number],
      (typeof ordered)[number],
      (typeof ordered)[number],
    ];
    const last = ordered.at(-1)!;
    return {
      lead,
      doc,
      first: null,
      text: `Highest: ${described(first)}; ${described(second)}; ${described(third)}. Lowest: ${described(last)}. The probability that ${first.subject.name} is the highest of all ${ordered.length} is ${percentOf(first.highest)}.`,
    };
  }
  const claims = ordered.slice(1).map((lower, index) => {
    const upper = ordered[index]!;
    const found = comparison.higher(upper.place, lower.place);
    const [claim, high, low] = found.value >= 0.5 ? [found, upper, lower] : [opposite(found), lower, upper];
    const names = [high.subject.name, low.subject.name] as const;
    return claim.value < MIN_PROBABILITY
      ? `the data do not tell ${names[0]} and ${names[1]} apart (${percentOf(claim)} that ${names[0]} is higher)`
      : itIs(claim, `${names[0]} is higher than ${names[1]}`);
  });
  return {
    lead,
    doc,
    first: ordered[0]!.subject.name,
    text: `${ordered.map(described).join('; ')}. ${capital(claims.join('; '))}.`,
  };
}
