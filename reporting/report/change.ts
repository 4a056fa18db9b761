/** What changed between two sets of fits of one layout, such as those of last month's system and of this month's. */
import { probabilityHigher } from '../../statistics/probability-highest.ts';
import { type Difference, differenceOf, drawnTogether, type Probability } from './comparison.ts';
import { gatherReport, type ReportData } from './report-data.ts';
import {
  elementDraws,
  isUsable,
  type ProfileElement,
  type ReportFit,
  type ReportSubject,
} from './subjects.ts';

/** One side of a comparison. */
export interface ComparedSide {
  /** What it is called, such as `march`. */
  readonly label: string;
  readonly fits: readonly ReportFit[];
}

export interface Changes {
  readonly before: string;
  readonly after: string;
  /** All fits, with the label of their side behind their names. */
  readonly all: ReportData;
  /** The subjects that both sides have, and whose fits may be used. */
  readonly pairs: readonly SubjectPair[];
  /** Those that only one side has, with its label. */
  readonly alone: readonly string[];
  /** Each element of each pair, the surest change first. */
  readonly changes: readonly ElementChange[];
  /** Whether both sides were fitted to rows with the same demands; null if that is not known. */
  readonly isOneBattery: boolean | null;
}

export interface SubjectPair {
  readonly name: string;
  readonly before: ReportSubject;
  readonly after: ReportSubject;
}

export interface ElementChange {
  readonly pair: SubjectPair;
  readonly before: ProfileElement;
  readonly after: ProfileElement;
  /** The probability that it rose. Draws of the two sides are independent. */
  readonly rose: Probability;
  /** After minus before; null on an ordinal scale. */
  readonly difference: Difference | null;
}

/**
 * Pairs subjects by their names. If each side has one subject, these are a pair whatever their names.
 *
 * @throws RangeError when fits are of different layouts
 */
export function changesBetween(before: ComparedSide, after: ComparedSide): Changes {
  const meanings = new Set([...before.fits, ...after.fits].map(({ manifest }) => manifest.meaning));
  if (meanings.size > 1) throw new RangeError('fits of different layouts cannot be compared');
  const [earlier, later] = [gatherReport(before.fits).subjects, gatherReport(after.fits).subjects];
  const isSingle = earlier.length === 1 && later.length === 1;
  const keyOf = ({ name, category }: ReportSubject) => (isSingle ? '' : JSON.stringify([category, name]));
  const byKey = new Map(later.map((subject) => [keyOf(subject), subject]));
  const matched = earlier.flatMap((subject): SubjectPair[] => {
    const other = byKey.get(keyOf(subject));
    if (other === undefined) return [];
    const name = subject.name === other.name ? subject.name : `${subject.name}, then ${other.name}`;
    return [{ name, before: subject, after: other }];
  });
  const pairs = matched.filter((pair) => isUsable(pair.before) && isUsable(pair.after));
  const paired = new Set(matched.flatMap((pair) => [pair.before, pair.after]));
  const changes = pairs.flatMap((pair) => elementChanges(pair));
  return {
    ...{ before: before.label, after: after.label, pairs },
    all: gatherReport(
      [before, after].flatMap(({ label, fits }) =>
        fits.map((fit) => ({ ...fit, name: `${fit.name} (${label})` })),
      ),
    ),
    alone: [
      ...earlier
        .filter((subject) => !paired.has(subject))
        .map(({ name }) => `${name} (only ${before.label})`),
      ...later.filter((subject) => !paired.has(subject)).map(({ name }) => `${name} (only ${after.label})`),
    ],
    changes: changes.sort((a, b) => sureness(b.rose) - sureness(a.rose)),
    isOneBattery: haveSameDemands(before.fits, after.fits),
  };
}

function elementChanges(pair: SubjectPair): ElementChange[] {
  return pair.before.elements.flatMap((before) => {
    // The name of a parameter has its level, which a single pair may have under two names.
    const after = pair.after.elements.find(({ latent }) => latent.name === before.latent.name);
    if (after === undefined) return [];
    const [old, recent] = [elementDraws(pair.before, before), elementDraws(pair.after, after)];
    const sizes = [before, after].map(({ summary }) => summary.essBulk ?? 2);
    return [
      {
        ...{ pair, before, after },
        rose: {
          value: probabilityHigher(recent.slice().sort(), old.slice().sort()),
          resolution: 1 / Math.max(2, Math.min(...sizes)),
        },
        difference: before.latent.scale === 'ordinal' ? null : differenceOfDraws(recent, old),
      },
    ];
  });
}

/** Of independent draws. */
export function differenceOfDraws(after: Float64Array, before: Float64Array): Difference {
  const [a, b] = drawnTogether([after, before]) as [Float64Array, Float64Array];
  return differenceOf(a, b);
}

/** How far a probability is from telling nothing. */
export function sureness({ value }: Probability): number {
  return Math.abs(value - 0.5);
}

function haveSameDemands(before: readonly ReportFit[], after: readonly ReportFit[]): boolean | null {
  const keyOf = ({ manifest, summary: { digests } }: ReportFit) =>
    digests === undefined
      ? null
      : JSON.stringify(
          manifest.columns.filter(({ role }) => role === 'demand').map(({ name }) => digests[name] ?? null),
        );
  const [old, recent] = [before.map(keyOf), after.map(keyOf)];
  if ([...old, ...recent].includes(null)) return null;
  return new Set([...old, ...recent]).size === 1;
}
