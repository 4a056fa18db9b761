/** What a hurried reader should take away: which subject succeeds where a demand is hard, and which has most of an ability. */

import type { ManifestColumn } from '../../../module/manifest.ts';
import { mean } from '../../../statistics/moments.ts';
import type { ElementComparison } from '../comparison.ts';
import { opposite } from '../comparison.ts';
import {
  type DemandComparison,
  type LevelEntry,
  type LevelOfDemand,
  levelText,
  ranked,
} from './demand-sentences.ts';
import { capital, listed, sentenceOf, spoken } from './names.ts';
import { estimate, expected } from './numbers.ts';
import { percentOf, surely } from './probability.ts';

/** A lead, and what is to be said of it. */
export interface ShortSentence {
  readonly lead: string;
  /** The doc comment of the subject of the sentence; null where there is none. */
  readonly doc: string | null;
  /** The name that the text begins with; null where it begins otherwise. */
  readonly first: string | null;
  readonly text: string;
}

/** Below this it is not said who is first. */
const LIKELY = 0.66;

/** Others that are named beside the first. */
const MAX_NAMED = 4;

/** Where the demand is hard; null where it makes no difference, or there is nobody to compare with. */
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
  const side = hardEnd === 'highest' ? ['highest', 'high', 'more'] : ['lowest', 'low', 'less'];
  const where =
    demand.kind === 'flag'
      ? levelText(level, demand)
      : `${isEnd ? side[0] : side[1]}, ${levelText(level, demand)}`;
  const beyond = isEnd ? '' : ` With ${side[2]} of it none succeeds in a tenth of the rows.`;
  const does = outcome.kind === 'binary' ? 'succeeds most often' : `has the highest ${spoken(outcome)}`;
  const told = (entry: LevelEntry) => `${entry.subject.name} ${expected(entry.draws, outcome)}`;
  const named = others.slice(0, MAX_NAMED).map(told);
  const left = others.length - named.length;
  const rest = listed([...named, ...(left > 0 ? [`${left} others no better`] : [])], MAX_NAMED + 1);
  const lead = `${capital(spoken(demand))}: ${where}`;
  const doc = sentenceOf(demand.doc);
  if (best.highest.value >= LIKELY) {
    return {
      lead,
      doc,
      first: best.subject.name,
      text: `${best.subject.name} ${does}, ${expected(best.draws, outcome)}: ${surely(best.highest)}. ${others.length === 1 ? 'The other' : 'The others'}: ${rest}.${beyond}`,
    };
  }
  return {
    lead,
    doc,
    first: null,
    text: `Who ${does} cannot be told: ${told(best)}, ${rest}. That ${best.subject.name} is first has a probability of ${percentOf(best.highest)}.${beyond}`,
  };
}

/** Rates of success below this tell little of who succeeds. */
const LEAST_RATE = 0.1;

/** The hardest level, or, of outcomes of 0 and 1, the hardest in which somebody still succeeds in a tenth of the rows. */
function hardestToSucceed(fromHard: readonly LevelOfDemand[], outcome: ManifestColumn): LevelOfDemand {
  const hardest = fromHard[0]!;
  if (outcome.kind !== 'binary') return hardest;
  return fromHard.find((level) => mean(ranked(level)[0]!.draws) >= LEAST_RATE) ?? hardest;
}

/** Who has most of an element, one after another while there are few. */
export function elementSentence(comparison: ElementComparison): ShortSentence {
  const { latent, entries } = comparison;
  const ordered = entries
    .map((entry, place) => ({ ...entry, place }))
    .sort((a, b) => (b.element.summary.mean ?? 0) - (a.element.summary.mean ?? 0));
  const lead = capital(spoken(latent));
  const doc = sentenceOf(latent.doc);
  const told = ({ subject, element }: (typeof ordered)[number]) =>
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
      text: `The highest means: ${told(first)}; ${told(second)}; ${told(third)}. That ${first.subject.name} is the highest of all ${ordered.length} has a probability of ${percentOf(first.highest)}. The lowest mean: ${told(last)}.`,
    };
  }
  const order = ordered.slice(1).map((lower, index) => {
    const upper = ordered[index]!;
    const found = comparison.higher(upper.place, lower.place);
    const [claim, high, low] = found.value >= 0.5 ? [found, upper, lower] : [opposite(found), lower, upper];
    const names = [high.subject.name, low.subject.name] as const;
    return claim.value < LIKELY
      ? `whether ${names[0]} or ${names[1]} is higher cannot be told (${percentOf(claim)} for ${names[0]})`
      : `that ${names[0]} is higher than ${names[1]} is ${surely(claim)}`;
  });
  return {
    lead,
    doc,
    first: ordered[0]!.subject.name,
    text: `${ordered.map(told).join('; ')}. ${capital(order.join('; '))}.`,
  };
}
