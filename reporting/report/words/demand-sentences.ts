/** Compares subjects by level of a demand: who succeeds most, and how sure that is. */

import type { ManifestColumn } from '../../../module/manifest.ts';
import { mean } from '../../../statistics/moments.ts';
import { probabilitiesHighest } from '../../../statistics/probability-highest.ts';
import { drawnTogether, type Probability } from '../comparison.ts';
import type { ExpectedLevel, ReportSubject } from '../subjects.ts';
import { plainNumber } from './phrases.ts';

/** One level of a demand, with the outcomes of each subject. */
export interface LevelOfDemand {
  readonly lower: number;
  readonly upper: number;
  readonly entries: readonly LevelEntry[];
}

export interface LevelEntry {
  readonly subject: ReportSubject;
  readonly rows: number;
  readonly observed: number | null;
  /** The number of rows that have the outcome. */
  readonly seen: number;
  readonly draws: Float64Array;
  /** The probability that its expected outcome is the highest of all. */
  readonly highest: Probability;
}

export interface DemandComparison {
  readonly demand: ManifestColumn;
  /** From the lowest to the highest. */
  readonly levels: readonly LevelOfDemand[];
  /**
   * The end at which outcomes are lower, over all subjects; null if both ends are alike, or there is only one level.
   */
  readonly hardEnd: 'lowest' | 'highest' | null;
}

/** Smaller differences between the ends of a demand are not mentioned; in units of the outcome's range. */
const MIN_DIFFERENCE = 0.05;

/** Compares subjects by each demand that has the same levels for all of them. */
export function compareByDemand(subjects: readonly ReportSubject[], outcome: string): DemandComparison[] {
  const [first] = subjects;
  if (first === undefined || subjects.some(({ expected }) => expected === null)) return [];
  return first.fit.manifest.columns.flatMap((demand) => {
    const own = subjects.map(({ expected }) => expected!.demands[demand.name] ?? []);
    if (own[0]!.length < 2 || own.some((levels) => !isAlike(levels, own[0]!))) return [];
    const levels = own[0]!.map((level, place) => levelOf(subjects, own, place, level, outcome));
    return [{ demand, levels, hardEnd: hardEndOf(levels, demand, outcome, first) }];
  });
}

function isAlike(levels: readonly ExpectedLevel[], others: readonly ExpectedLevel[]): boolean {
  return (
    levels.length === others.length &&
    levels.every(
      ({ lower, upper }, place) => lower === others[place]!.lower && upper === others[place]!.upper,
    )
  );
}

function levelOf(
  subjects: readonly ReportSubject[],
  own: readonly (readonly ExpectedLevel[])[],
  place: number,
  { lower, upper }: ExpectedLevel,
  outcome: string,
): LevelOfDemand {
  const rates = own.map((levels) => levels[place]!.rates[outcome]!);
  const highest = probabilitiesHighest(drawnTogether(rates.map(({ draws }) => draws)));
  return {
    lower,
    upper,
    entries: subjects.map((subject, index) => ({
      subject,
      rows: own[index]![place]!.rows,
      observed: rates[index]!.observed,
      seen: rates[index]!.seen,
      draws: rates[index]!.draws,
      highest: {
        value: highest[index]!,
        resolution: 1 / Math.max(2, Math.min(rates[index]!.draws.length, leastEffective(subject))),
      },
    })),
  };
}

function leastEffective({ fit }: ReportSubject): number {
  return Math.min(...Object.values(fit.summary.parameters).map(({ essBulk }) => essBulk ?? 2));
}

function hardEndOf(
  levels: readonly LevelOfDemand[],
  demand: ManifestColumn,
  outcome: string,
  { fit }: ReportSubject,
): DemandComparison['hardEnd'] {
  if (demand.domain.kind === 'set' && demand.kind !== 'flag') return null;
  const centre = ({ entries }: LevelOfDemand) => mean(entries.map(({ draws }) => mean(draws)));
  const all = levels.map(centre);
  const isRate = fit.manifest.columns.find(({ name }) => name === outcome)!.kind === 'binary';
  const range = isRate ? 1 : Math.max(...all) - Math.min(...all);
  const rise = all.at(-1)! - all[0]!;
  if (Math.abs(rise) < MIN_DIFFERENCE * range) return null;
  return rise < 0 ? 'highest' : 'lowest';
}

/** The entries of a level, highest first. */
export function ranked({ entries }: LevelOfDemand): LevelEntry[] {
  return entries
    .map((entry) => ({ entry, rate: mean(entry.draws) }))
    .sort((a, b) => b.rate - a.rate)
    .map(({ entry }) => entry);
}

/** `3.6 to 5 px`, `present`, `2`. */
export function levelText(
  { lower, upper }: Pick<LevelOfDemand, 'lower' | 'upper'>,
  demand: ManifestColumn,
): string {
  if (demand.kind === 'flag' && lower === upper) return lower === 1 ? 'yes' : 'no';
  const unit = demand.unit === '' || demand.unit === 'probability' ? '' : ` ${demand.unit}`;
  return lower === upper
    ? `${plainNumber(lower)}${unit}`
    : `${plainNumber(lower)} to ${plainNumber(upper)}${unit}`;
}
