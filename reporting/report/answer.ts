/** The answer that a report begins with: how each subject stands in each ability, and the finding that follows. */
import { misfitsIn } from '../../files/fits/layout-checks.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import type { Manifest, ManifestQuantity } from '../../module/manifest.ts';
import { mean } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import { endsOf, type NamedFit } from '../figures/data/named-fit.ts';
import type { OverviewCell, OverviewColumn, OverviewRow, Standing } from '../figures/kinds/overview.ts';
import type { ComparedGroup, ReportData } from './report-data.ts';
import type { ProfileElement, ReportSubject, ReportSummary } from './subjects.ts';
import { capital, listed, spoken } from './words/phrases.ts';

/** The subjects of a group, and how they stand. */
export interface Overview<Subject = ReportSubject> {
  readonly columns: readonly OverviewColumn[];
  /** In the order in which they are shown. */
  readonly rows: readonly OverviewRow[];
  /** Whether the subjects are the levels of a walk, which are shown in their order. */
  readonly isWalk: boolean;
  /** Each subject by itself, from the highest to the lowest altogether, or along the walk. */
  readonly standings: readonly SubjectStandings<Subject>[];
}

export interface SubjectStandings<Subject = ReportSubject> {
  readonly subject: Subject;
  /** One per ability. */
  readonly cells: readonly OverviewCell[];
}

/** The group that a report is mainly about: the one with most subjects whose fits may be used. */
export function mainGroup({ groups }: ReportData): ComparedGroup | null {
  const sized = [...groups].sort((a, b) => b.usable.length - a.usable.length);
  return sized[0] !== undefined && sized[0].usable.length > 0 ? sized[0] : null;
}

/** What a mark of the overview shows: a median or a point estimate, and its interval; null where there is none. */
type Located = Pick<ParameterSummary, 'q50' | 'hdi95'>;

/** A subject of a posterior or of a point estimate. */
export type ShownSubject = ReportSubject<
  NamedFit & { readonly summary: Pick<ReportSummary, 'hints' | 'checks'> },
  Located
>;

/** The elements of a profile that the answer is about: abilities, or all elements if the layout has none. */
export function abilitiesOf({ elements }: ReportSubject): readonly ProfileElement[] {
  const told = elements.filter(({ summary }) => summary.hdi95 !== null);
  return capabilitiesIn(told);
}

/** The capabilities among elements, or all if there are none. */
export function capabilitiesIn<Summary>(
  elements: readonly ProfileElement<Summary>[],
): readonly ProfileElement<Summary>[] {
  const own = elements.filter(({ latent }) => latent.role === 'capability');
  return own.length > 0 ? own : elements;
}

/** Up to this many subjects have a row each. */
const MAX_ROWS = 12;
/** Of more subjects without alike profiles, so many from either end are shown. */
const EXTREMES = 5;

/** Null if the subjects have no common abilities, or their estimates are not finite. */
export function overviewOf({ usable }: Pick<ComparedGroup, 'usable'>): Overview | null {
  return overviewBy(usable, abilitiesOf);
}

/** The same by the elements that each subject is said to have. */
export function overviewBy<Subject extends ShownSubject>(
  usable: readonly Subject[],
  elementsOf: (subject: Subject) => readonly ProfileElement<Located>[],
): Overview<Subject> | null {
  const own = usable.map((subject) => ({ subject, elements: elementsOf(subject) }));
  const names = own[0]?.elements.map(({ latent }) => latent.name) ?? [];
  if (names.length === 0 || own.some(({ elements }) => elements.length !== names.length)) return null;
  const columns = names.map((_, place) =>
    columnOf(own.map(({ subject, elements }) => [subject, elements[place]!])),
  );
  const standings = own.map(({ subject, elements }) => ({
    subject,
    cells: elements.map((each, place) => cellOf(subject, each, columns[place]!)),
  }));
  const score = ({ cells }: SubjectStandings<Subject>) => {
    const shares = cells.flatMap(({ center }, place) => {
      const { from, to } = columns[place]!;
      return center === null ? [] : [(center - from) / (to - from)];
    });
    return shares.length === 0 ? 0 : mean(shares);
  };
  const isWalk = own.every(({ subject, elements }) =>
    elements.every(({ latent }) => isWalkOf(subject.fit.manifest, latent)),
  );
  if (isWalk && standings.length > 1)
    return { columns, isWalk, standings, rows: spaced(standings).map((each) => rowOf([each])) };
  const sorted = [...standings].sort((a, b) => score(b) - score(a));
  return { columns, isWalk: false, standings: sorted, rows: rowsOf(sorted) };
}

function isOfPairs({ columns }: Manifest, { index }: ManifestQuantity): boolean {
  return columns.some(({ name, pairOf }) => name === index && pairOf !== undefined);
}

/** Whether the levels of a latent are the steps of one walk. Pairs are many walks, and no order goes through all of them. */
export function isWalkOf(manifest: Manifest, latent: ManifestQuantity): boolean {
  return /\bprevious\(/.test(latent.prior) && !isOfPairs(manifest, latent);
}

/** A gap between the values and a bound is left out if it is wider than this share of the values' range. */
const FAR = 1;
const MARGIN = 0.06;

/** The scale of a column: as far as the intervals reach, and to a bound that is near. */
function columnOf(all: readonly (readonly [ShownSubject, ProfileElement<Located>])[]): OverviewColumn {
  const [, { latent }] = all[0]!;
  const ends = all.map(([{ fit }, { parameter }]) => endsOf(fit, parameter));
  const [lo, hi] = [Math.min(...ends.map((each) => each.lo)), Math.max(...ends.map((each) => each.hi))];
  const reached = all.flatMap(([, { summary }]) => summary.hdi95 ?? summary.q50 ?? []);
  // Where nothing is told, the bounds are all that there is.
  if (reached.length === 0) reached.push(...[lo, hi].filter(Number.isFinite), 0);
  const [least, most] = [Math.min(...reached), Math.max(...reached)];
  const range = most - least || Math.abs(most) || 1;
  // One interval by itself says nothing of a scale: it is shown between the bounds.
  const isNear = (gap: number) => (all.length === 1 ? Number.isFinite(gap) : gap <= FAR * range);
  return {
    title: capital(spoken(latent)),
    unit: latent.unit,
    from: isNear(least - lo) ? lo : least - MARGIN * range,
    to: isNear(hi - most) ? hi : most + MARGIN * range,
  };
}

/** An interval that covers this share of all possible values tells hardly anything. */
const OPEN = 0.75;
/** An interval is at an end if it comes this near to it, and lies in the last part of the scale, as shares of the scale. */
const AT_END = { gap: 0.02, part: 0.25 } as const;

function cellOf(
  { fit }: ShownSubject,
  { latent, parameter, summary }: ProfileElement<Located>,
  column: OverviewColumn,
): OverviewCell {
  const { q50: center, hdi95: interval } = summary;
  const { lo, hi } = endsOf(fit, parameter);
  const cell = (standing: Standing): OverviewCell => ({ center, interval, standing });
  if (center === null) return cell('open');
  const [lower, upper] = interval ?? [center, center];
  const isUninformed = (fit.summary.hints ?? []).some(
    ({ kind, names }) =>
      kind === 'uninformed' && [latent.name, parameter.name].some((name) => names.includes(name)),
  );
  if (isUninformed || upper - lower >= OPEN * (hi - lo)) return cell('open');
  const range = column.to - column.from;
  const isNear = (gap: number) => gap <= AT_END.gap * range;
  if (isNear(hi - upper) && lower >= column.to - AT_END.part * range) return cell('ceiling');
  if (isNear(lower - lo) && upper <= column.from + AT_END.part * range) return cell('floor');
  return cell('value');
}

/** Evenly spaced ones of many, with the first and the last. */
function spaced<T>(all: readonly T[]): T[] {
  if (all.length <= MAX_ROWS) return [...all];
  return Array.from(
    { length: MAX_ROWS },
    (_, i) => all[Math.round((i * (all.length - 1)) / (MAX_ROWS - 1))]!,
  );
}

/** One row per subject, per profile that several have, or for the subjects at either end. */
function rowsOf(sorted: readonly SubjectStandings<ShownSubject>[]): OverviewRow[] {
  // A page of one subject has nobody to choose among.
  if (sorted.length === 1) return [{ ...rowOf(sorted), subject: null }];
  if (sorted.length <= MAX_ROWS) return sorted.map((each) => rowOf([each]));
  const alike = alikeOnes(sorted);
  if (alike !== null) return alike.map(rowOf);
  const middle = sorted.slice(EXTREMES, -EXTREMES);
  return [
    ...sorted.slice(0, EXTREMES).map((each) => rowOf([each])),
    { ...rowOf(middle), label: `${middle.length} others` },
    ...sorted.slice(-EXTREMES).map((each) => rowOf([each])),
  ];
}

/** The subjects with the same floors, ceilings and open places; null if there is one such group, or too many. */
export function alikeOnes<Subject>(
  standings: readonly SubjectStandings<Subject>[],
): readonly SubjectStandings<Subject>[][] | null {
  const alike = new Map<string, SubjectStandings<Subject>[]>();
  for (const each of standings) {
    const key = each.cells.map(({ standing }) => standing).join();
    alike.set(key, [...(alike.get(key) ?? []), each]);
  }
  return alike.size > 1 && alike.size <= MAX_ROWS ? [...alike.values()] : null;
}

function misfitsOf(subjects: readonly SubjectStandings<ShownSubject>[]): number {
  return subjects.filter(({ subject }) => misfitsIn(subject.fit.summary.checks).length > 0).length;
}

/** The number of names in the label of a row. */
const MAX_NAMED = 2;

function rowOf(subjects: readonly SubjectStandings<ShownSubject>[]): OverviewRow {
  const [first] = subjects as [SubjectStandings<ShownSubject>];
  if (subjects.length === 1) {
    const { name, id } = first.subject;
    return { label: name, subjects: 1, misfits: misfitsOf(subjects), subject: id, cells: first.cells };
  }
  return {
    label: listed(
      subjects.map(({ subject }) => subject.name),
      MAX_NAMED,
    ),
    subjects: subjects.length,
    misfits: misfitsOf(subjects),
    subject: null,
    cells: first.cells.map((_, place) => {
      const cells = subjects.map(({ cells: own }) => own[place]!);
      const centers = cells.flatMap((cell) => cell.center ?? []);
      const [standing] = cells.map((cell) => cell.standing);
      if (centers.length === 0) return { center: null, interval: null, standing: 'open' };
      return {
        center: quantile(Float64Array.from(centers).sort(), 0.5),
        interval: [Math.min(...centers), Math.max(...centers)],
        standing: cells.every((cell) => cell.standing === standing) ? standing! : 'value',
      };
    }),
  };
}
