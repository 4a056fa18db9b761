/**
 * Compares subjects: for each element of their profiles, the probability that one subject's value is higher than
 * another's.
 */

import type { ManifestQuantity } from '../../module/manifest.ts';
import { sortedDraws } from '../../statistics/chains.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean } from '../../statistics/moments.ts';
import {
  probabilitiesHighest,
  probabilityHigher,
  probabilityHigherTogether,
} from '../../statistics/probability-highest.ts';
import { quantile } from '../../statistics/quantile.ts';
import { type RankInterval, rankIntervals } from '../../statistics/rank-intervals.ts';
import { elementChains, elementDraws, type ProfileElement, type ReportSubject } from './subjects.ts';

export interface ElementComparison {
  readonly latent: ManifestQuantity;
  /** In the order of the subjects. */
  readonly entries: readonly ComparedElement[];
  /** P(first is higher than second), by index in `entries`. */
  higher(first: number, second: number): Probability;
  /**
   * By how much the first is higher, in the unit of the latent; null on an ordinal scale, where differences have no
   * meaning.
   */
  difference(first: number, second: number): Difference | null;
  /** How many times the second value the first is; null unless the scale is a ratio scale and no draw is 0. */
  ratio(first: number, second: number): Ratio | null;
}

export interface ComparedElement {
  readonly subject: ReportSubject;
  readonly element: ProfileElement;
  /** The probability that it is the highest of all. */
  readonly highest: Probability;
  /** Its rank among all. */
  readonly rank: RankInterval;
  /** The probability that it is the lowest of all. */
  readonly lowest: Probability;
}

/** A share of draws, and its resolution: 1 / number of effective draws. */
export interface Probability {
  readonly value: number;
  readonly resolution: number;
}

export interface Difference {
  readonly mean: number;
  readonly sd: number;
  /** The narrowest interval that contains 95 % of the draws. */
  readonly hdi95: readonly [lower: number, upper: number];
}

/** Quantiles, so that the ratio the other way round is the inverse. */
export interface Ratio {
  readonly median: number;
  /** From the 2.5 to the 97.5 % quantile. */
  readonly interval: readonly [lower: number, upper: number];
}

/** So many draws of a subject are compared at most, and of many subjects so many in all, but no fewer of each than the last. */
const MAX_DRAWS = { each: 4000, all: 100_000, least: 1000 } as const;
/** The same for two subjects that are compared by the quantiles of each: of a hundred subjects there are thousands of pairs. */
const MAX_QUANTILES = { all: 50_000, least: 500 } as const;

/**
 * Compares subjects whose profiles have the same elements. Draws from one fit are compared jointly, draws from
 * different fits as independent.
 */
export function compareSubjects(subjects: readonly ReportSubject[]): ElementComparison[] {
  return (subjects[0]?.elements ?? []).map(({ latent }, place) =>
    compareElement(
      latent,
      subjects.map((subject) => ({ subject, element: subject.elements[place]! })),
    ),
  );
}

function compareElement(
  latent: ManifestQuantity,
  entries: readonly Pick<ComparedElement, 'subject' | 'element'>[],
): ElementComparison {
  const draws = entries.map(({ subject, element }) => elementDraws(subject, element));
  const most = Math.min(MAX_DRAWS.each, Math.max(MAX_DRAWS.least, Math.floor(MAX_DRAWS.all / draws.length)));
  const quantiles = Math.min(
    most,
    Math.max(MAX_QUANTILES.least, Math.floor(MAX_QUANTILES.all / draws.length)),
  );
  const sorted = entries.map(({ subject, element }) =>
    evenly(sortedDraws(elementChains(subject, element)), quantiles),
  );
  const together = drawnTogether(draws, most);
  const resolutions = entries.map(({ element }) => 1 / Math.max(2, element.summary.essBulk ?? 2));
  const resolution = Math.max(...resolutions);
  const highest = probabilitiesHighest(together);
  const lowest = probabilitiesHighest(together.map((values) => values.map((value) => -value)));
  const ranks = rankIntervals(together);
  const known = new Map<number, Probability>();
  return {
    latent,
    entries: entries.map((entry, index) => ({
      ...entry,
      highest: { value: highest[index]!, resolution },
      rank: ranks[index]!,
      lowest: { value: lowest[index]!, resolution },
    })),
    higher(first, second) {
      if (first > second) return opposite(this.higher(second, first));
      const key = first * entries.length + second;
      const found = known.get(key);
      if (found !== undefined) return found;
      const isOneFit = entries[first]!.subject.fit === entries[second]!.subject.fit;
      const probability = {
        value: isOneFit
          ? probabilityHigherTogether(draws[first]!, draws[second]!)
          : probabilityHigher(sorted[first]!, sorted[second]!),
        resolution: Math.max(resolutions[first]!, resolutions[second]!),
      };
      known.set(key, probability);
      return probability;
    },
    difference(first, second) {
      if (latent.scale === 'ordinal') return null;
      return differenceOf(together[first]!, together[second]!);
    },
    ratio(first, second) {
      if (latent.scale !== 'ratio') return null;
      return ratioOf(together[first]!, together[second]!);
    },
  };
}

/** The probability of the complement. */
export function opposite({ value, resolution }: Probability): Probability {
  return { value: 1 - value, resolution };
}

export function differenceOf(a: Float64Array, b: Float64Array): Difference {
  const differences = a.map((value, draw) => value - b[draw]!);
  const centre = mean(differences);
  const squares = differences.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return {
    mean: centre,
    sd: Math.sqrt(squares / Math.max(1, differences.length - 1)),
    hdi95: highestDensityInterval(differences.sort(), 0.95),
  };
}

function ratioOf(a: Float64Array, b: Float64Array): Ratio | null {
  if (a.some((value) => value <= 0) || b.some((value) => value <= 0)) return null;
  const sorted = a.map((value, draw) => value / b[draw]!).sort();
  return { median: quantile(sorted, 0.5), interval: [quantile(sorted, 0.025), quantile(sorted, 0.975)] };
}

/** The same number of evenly spaced draws of each posterior: draw i of one is compared with draw i of the others. */
export function drawnTogether(draws: readonly Float64Array[], most: number = MAX_DRAWS.each): Float64Array[] {
  const count = Math.min(most, ...draws.map(({ length }) => length));
  return draws.map((values) => evenly(values, count));
}

/** At most so many of the values, evenly spaced; of ascending ones, the quantiles in the middle of as many equal parts. */
function evenly(values: Float64Array, most: number): Float64Array {
  const { length } = values;
  if (length <= most) return values;
  return Float64Array.from(
    { length: most },
    (_, place) => values[Math.floor(((place + 0.5) * length) / most)]!,
  );
}
