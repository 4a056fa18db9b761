/**
 * The paragraph on a subject: its rate of success, its strengths and weaknesses compared with the others, and how sure
 * they are.
 */
import { rowsSeen } from '../../../files/fits/fit-summary.ts';
import { mean } from '../../../statistics/moments.ts';
import { probabilitiesHighest } from '../../../statistics/probability-highest.ts';
import { endsOf } from '../../figures/data/named-fit.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import { type ElementComparison, opposite, type Probability } from '../comparison.ts';
import type { ExpectedFactor, ProfileElement, ReportSubject } from '../subjects.ts';
import { failureOf, OWN_FAILURE } from './failure.ts';
import {
  capital,
  counted,
  estimate,
  expected,
  itIs,
  listed,
  numberWord,
  plainNumber,
  share,
  spoken,
  surely,
  VERY_LIKELY,
} from './phrases.ts';

/**
 * Sentences of plain text. On an ordinal scale they only say which is higher; on other scales also by how much.
 *
 * @param comparisons one per element, over the subjects that can be compared
 * @param place the index of the subject among them; null if it is alone, or its fit failed
 */
export function profileParagraph(
  subject: ReportSubject,
  comparisons: readonly ElementComparison[],
  place: number | null,
): string[] {
  const { fit } = subject;
  if (fit.summary.status === 'failed') {
    return [
      ...outcomeSentences(subject),
      `${OWN_FAILURE[failureOf(fit.summary)]}, so its numbers must not be used. Diagnostics says what to do.`,
    ];
  }
  return [
    ...outcomeSentences(subject),
    ...(fit.summary.status === 'usable' && subject.category === null
      ? ['Its fit may be used with care: see Diagnostics before you report its numbers.']
      : []),
    ...(place === null ? [] : comparedSentences(comparisons, place)),
    ...factorSentences(subject),
    ...endSentences(subject),
    ...hintSentences(subject),
  ];
}

/** The most abilities that are named in a line. */
const MAX_IN_LINE = 3;

/** What a subject has more of than most others, and less, by name: what its paragraph says, in a line. */
export function profileLine(
  { fit }: ReportSubject,
  comparisons: readonly ElementComparison[],
  place: number | null,
): string {
  if (fit.summary.status === 'failed') return 'its numbers must not be used';
  if (place === null) return '';
  const { strong, weak } = apart(comparisons, place);
  const names = (which: typeof strong) =>
    listed(
      which.map(({ comparison }) => spoken(comparison.latent)),
      MAX_IN_LINE,
    );
  const parts = [
    ...(strong.length > 0 ? [`above most in ${names(strong)}`] : []),
    ...(weak.length > 0 ? [`below most in ${names(weak)}`] : []),
  ];
  return parts.length === 0 ? 'neither above nor below most in any ability' : parts.join('; ');
}

/** `It succeeded in 1950 of 3000 rows (65.0 %).` */
export function outcomeSentences({ name, fit, expected: rows, category }: ReportSubject): string[] {
  const { summary, manifest } = fit;
  const outcomes = Object.entries(summary.outcomes);
  if (category !== null) {
    return outcomes.flatMap(([outcome]) => {
      const column = manifest.columns.find((each) => each.name === outcome)!;
      const overall = rows?.overall[outcome];
      if (overall === undefined || overall.observed === null || column.kind !== 'binary') return [];
      const among = overall.seen < rows!.rows ? ' that have the outcome' : '';
      return [
        `${name} succeeded in ${(100 * overall.observed).toFixed(1)} % of ${counted(overall.seen, 'row')}${among}${outcomes.length > 1 ? ` (${outcome})` : ''}.`,
      ];
    });
  }
  return outcomes.map(([outcome, described]) => {
    const seen = rowsSeen(summary.rows, described);
    const among = described.missing === undefined ? '' : ' that have the outcome';
    const which = outcomes.length > 1 ? ` (${outcome})` : '';
    if ('successes' in described) {
      return `${name} succeeded in ${described.successes} of ${counted(seen, 'row')}${among} (${share(described.successes, seen)})${which}.`;
    }
    const column = manifest.columns.find((each) => each.name === outcome)!;
    if ('values' in described) {
      const shares = described.values.map(({ value, rows }) => `${value} in ${share(rows, seen)}`);
      return `The ${spoken(column)} of ${name} over ${counted(seen, 'row')}${among} is ${listed(shares)}.`;
    }
    return `The mean ${spoken(column)} of ${name} over ${counted(seen, 'row')}${among} is ${plainNumber(described.mean)}${column.unit === '' ? '' : ` ${column.unit}`}.`;
  });
}

/** The elements by how a subject stands in them. */
function apart(comparisons: readonly ElementComparison[], place: number) {
  const all = comparisons.map((comparison) => ({ comparison, standing: standingOf(comparison, place) }));
  const abilities = all.filter(({ comparison }) => comparison.latent.role === 'capability');
  const strong = abilities.filter(({ standing }) => isAboveMost(standing));
  const weak = abilities.filter(({ standing }) => isBelowMost(standing));
  return { all, abilities, strong, weak };
}

function comparedSentences(comparisons: readonly ElementComparison[], place: number): string[] {
  const { all, abilities, strong, weak } = apart(comparisons, place);
  const others = abilities.filter((each) => !strong.includes(each) && !weak.includes(each));
  const isAtEnd = ({ comparison: { entries } }: (typeof all)[number]) =>
    reachesEnd(entries[place]!.subject.fit, entries[place]!.element);
  const [atEnd, middling] = [others.filter(isAtEnd), others.filter((each) => !isAtEnd(each))];
  const beside = all.filter(({ comparison, standing }) => {
    return comparison.latent.role !== 'capability' && (isAboveMost(standing) || isBelowMost(standing));
  });
  const described = (which: typeof all) =>
    which.map((each) => phrase(each.comparison, each.standing, place)).join('; ');
  const compared = (which: typeof all) =>
    which.map(({ comparison, standing }) => between(comparison, standing, place)).join('; ');
  return [
    ...(strong.length > 0 ? [`Strengths: ${described(strong)}.`] : []),
    ...(weak.length > 0 ? [`Weaknesses: ${described(weak)}.`] : []),
    ...(atEnd.length > 0 ? [`At the upper end: ${compared(atEnd)}.`] : []),
    ...(middling.length > 0 ? [`In between: ${compared(middling)}.`] : []),
    ...(beside.length > 0 ? [`Apart from its abilities: ${described(beside)}.`] : []),
  ];
}

/** Maximum number of other subjects that are named. */
const MAX_NAMED = 4;

/** `blur tolerance 1.71 px (1.57 to 1.86), below tesseract and not distinguishable from ocrad`. */
function between(comparison: ElementComparison, { above, below, others }: Standing, place: number): string {
  const { latent, entries } = comparison;
  const apart = above.length + below.length;
  const names = (which: readonly number[]) => listed(which.map((other) => entries[other]!.subject.name));
  const rest = entries
    .map((_, other) => other)
    .filter((other) => other !== place && !above.includes(other) && !below.includes(other));
  const described = (word: string, which: readonly number[]) =>
    which.length === 0 ? [] : [`${word} ${others <= MAX_NAMED ? names(which) : String(which.length)}`];
  const parts =
    apart === 0 && others > MAX_NAMED
      ? ['not distinguishable from most others']
      : [
          ...described('above', above),
          ...described('below', below),
          ...described('not distinguishable from', rest),
        ];
  const among = others > MAX_NAMED && apart > 0 ? ` of the ${others} others` : '';
  return `${spoken(latent)} ${estimateAt(comparison, place)}, ${listed(parts)}${among}`;
}

function estimateAt({ entries, latent }: ElementComparison, place: number): string {
  return estimate(entries[place]!.element.summary, latent);
}

/** `blur tolerance 3.257 px (3.122 to 3.400), above both others (virtually certain, over 99.9 %)`. */
function phrase(comparison: ElementComparison, standing: Standing, place: number): string {
  const { latent } = comparison;
  const isHigher = isAboveMost(standing);
  const beaten = isHigher ? standing.above : standing.below;
  const whole: Probability = isHigher ? standing.highest : standing.lowest;
  const word = isHigher ? 'above' : 'below';
  const whom =
    beaten.length === standing.others
      ? all(comparison, beaten)
      : `${beaten.length} of the ${standing.others} others`;
  const sure =
    beaten.length === standing.others && whole.value >= 0.33
      ? surely(whole)
      : 'each very likely, 90 % or more';
  return `${spoken(latent)} ${estimateAt(comparison, place)}, ${word} ${whom}${byHowMuch(comparison, beaten, place, isHigher)} (${sure})`;
}

function all({ entries }: ElementComparison, beaten: readonly number[]): string {
  if (beaten.length === 1) return entries[beaten[0]!]!.subject.name;
  return beaten.length === 2 ? 'both others' : `all ${numberWord(beaten.length)} others`;
}

/** The difference from the nearest of them, if the scale has differences: ` by at least 0.42 m (0.10 to 0.70)`. */
function byHowMuch(
  comparison: ElementComparison,
  beaten: readonly number[],
  place: number,
  isHigher: boolean,
): string {
  if (comparison.entries.length > MAX_NAMED + 1) return '';
  const distances = beaten.flatMap((other) => {
    const found = isHigher ? comparison.difference(place, other) : comparison.difference(other, place);
    return found === null ? [] : [found];
  });
  if (distances.length === 0) return '';
  const nearest = distances.reduce((least, each) => (each.mean < least.mean ? each : least));
  const [lower, upper] = nearest.hdi95;
  const [centre, from, to] = numbersAlike([nearest.mean, lower, upper], upper - lower);
  const least = beaten.length > 1 ? 'at least ' : '';
  return ` by ${least}${centre}${unitSuffix(comparison.latent.unit)} (${from} to ${to})`;
}

/** An interval reaches a bound if it comes this close, in units of its own width. */
const AT_END = 0.02;

/**
 * Sentences on abilities whose intervals reach a bound of the layout, so that it is not known how much further they go.
 */
function endSentences({ fit, elements }: ReportSubject): string[] {
  return elements.flatMap((element) => {
    const { latent, parameter } = element;
    if (latent.role !== 'capability' || latent.isProbability || !reachesEnd(fit, element)) return [];
    const { hi } = endsOf(fit, parameter);
    return [
      `Its ${spoken(latent)} reaches ${plainNumber(hi)}${unitSuffix(latent.unit)}, the end of the range that the layout allows: how much further it goes is not known.`,
    ];
  });
}

function reachesEnd(fit: ReportSubject['fit'], { parameter, summary }: ProfileElement): boolean {
  if (summary.hdi95 === null) return false;
  const [lower, upper] = summary.hdi95;
  return endsOf(fit, parameter).hi - upper <= AT_END * (upper - lower);
}

/** Hints, found before sampling, on the elements of this profile. */
function hintSentences({ fit, elements }: ReportSubject): string[] {
  const names = elements.map(({ latent }) => latent.name);
  return (fit.summary.hints ?? [])
    .filter((hint) => hint.names.some((name) => names.includes(name)))
    .map(({ message }) => message.replaceAll('`', ''));
}

const RATE = { kind: 'binary', unit: '' } as const;

/** Empty for fewer than two factors, or if their rows are not available. */
export function factorSentences({ expected: rows, fit }: ReportSubject): string[] {
  const factors = rows?.factors ?? [];
  if (factors.length < 2) return [];
  const ordered = factors
    .map((factor) => ({ factor, rate: mean(factor.draws) }))
    .sort((a, b) => a.rate - b.rate)
    .map(({ factor }) => factor);
  const [hardest] = ordered as [ExpectedFactor];
  const easiest = ordered.at(-1)!;
  const lowest = probabilitiesHighest(factors.map(({ draws }) => draws.map((value) => -value)));
  const essLeast = Math.min(...Object.values(fit.summary.parameters).map(({ essBulk }) => essBulk ?? 2));
  const probability = {
    value: lowest[factors.indexOf(hardest)]!,
    resolution: 1 / Math.max(2, Math.min(essLeast, hardest.draws.length)),
  };
  const sure =
    probability.value >= 0.33 ? ` ${capital(itIs(probability, 'no other demand costs it more'))}.` : '';
  const called = ({ name, isNamed, demands }: ExpectedFactor) => {
    const columns = fit.manifest.columns.filter((column) => demands.includes(column.name));
    const about = listed(columns.map(spoken));
    const own = isNamed ? spoken({ name, unit: '' }) : name;
    return about === '' ? `“${own}”` : `${about} (“${own}”)`;
  };
  return [
    `${capital(called(hardest))} costs it most: if these rows demanded nothing else, it would succeed in ${expected(hardest.draws, RATE)}.${sure}`,
    `${capital(called(easiest))} costs it least: with that demand alone it would succeed in ${expected(easiest.draws, RATE)}.`,
  ];
}

interface Standing {
  readonly others: number;
  /** The indices of the entries that it is very likely higher than, and lower than. */
  readonly above: readonly number[];
  readonly below: readonly number[];
  /** The probabilities that it is the highest, and the lowest, of all. */
  readonly highest: Probability;
  readonly lowest: Probability;
}

function standingOf(comparison: ElementComparison, place: number): Standing {
  const others = comparison.entries.map((_, other) => other).filter((other) => other !== place);
  const { highest, lowest } = comparison.entries[place]!;
  const higher = new Map(others.map((other) => [other, comparison.higher(place, other)]));
  return {
    others: others.length,
    above: others.filter((other) => higher.get(other)!.value >= VERY_LIKELY),
    below: others.filter((other) => opposite(higher.get(other)!).value >= VERY_LIKELY),
    highest,
    lowest,
  };
}

/** A strength is an ability above this share of the others; a weakness one below it. */
export const MAX_OTHERS = 0.75;

function isAboveMost({ above, others }: Standing): boolean {
  return others > 0 && above.length >= MAX_OTHERS * others;
}

function isBelowMost({ below, others }: Standing): boolean {
  return others > 0 && below.length >= MAX_OTHERS * others;
}
