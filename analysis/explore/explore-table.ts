/** What a table of results says before any layout: rates of success, how columns go together, and success by group. */
import { averageLinkage } from '../../statistics/average-linkage.ts';
import { correlation, mean } from '../../statistics/moments.ts';
import { wilsonInterval } from '../../statistics/proportion-interval.ts';
import { kendall, matthews, midRanks, spearman } from '../../statistics/rank-correlation.ts';
import { type Distribution, distribution } from '../sweep/sum-up.ts';

/** The coefficients by which columns are compared. */
export const COEFFICIENTS = { spearman, kendall, matthews } as const;
export type Coefficient = keyof typeof COEFFICIENTS;

/** A column of numbers, one per row of the table; NaN where it is missing. */
export interface ExploredColumn {
  readonly name: string;
  readonly values: Float64Array;
}

/** One of the systems that were tested: its rows (from 0) and the outcome in each, which is never missing. */
export interface ExploredSubject {
  readonly name: string;
  readonly rows: Int32Array;
  readonly outcomes: Float64Array;
}

export interface TableToExplore {
  readonly demands: readonly ExploredColumn[];
  readonly subjects: readonly ExploredSubject[];
  /** The group of each row, such as its task; null without groups. */
  readonly groups: readonly string[] | null;
  /** The cell of each row, whose rows are averaged for each subject; null to take each row for itself. */
  readonly cells: readonly string[] | null;
  readonly coefficient: Coefficient;
}

export interface ExploredSuccess {
  readonly name: string;
  readonly rows: number;
  /** The number of its cells; null without cells. */
  readonly cells: number | null;
  readonly mean: number;
  /** Wilson's, with 95 % confidence; null if outcomes are not 0 and 1. */
  readonly interval: readonly [number, number] | null;
}

/** Null where it is undefined, because one of two columns is constant, or, for Matthews's, not of 0 and 1. */
type MaybeCoefficient = number | null;

/** How success goes with one column. */
export interface Association {
  readonly column: string;
  /** In the order of the subjects. */
  readonly bySubject: readonly MaybeCoefficient[];
  /** Over all subjects together. */
  readonly all: MaybeCoefficient;
}

/** Each column against each other, symmetric, with the order in which average linkage puts like beside like. */
export interface AssociationMatrix {
  readonly names: readonly string[];
  readonly coefficients: readonly (readonly MaybeCoefficient[])[];
  readonly order: readonly number[];
}

export interface ExploredGroup {
  readonly name: string;
  readonly rows: number;
  /** The mean of each demand among its rows: of 0 and 1, how often it is there. Null where it is missing in all. */
  readonly presence: readonly (number | null)[];
  /** The mean outcome of each subject; null where it has no row of the group. */
  readonly means: readonly (number | null)[];
  /** The spread of the outcomes of each subject, over cells if there are any. */
  readonly spreads: readonly (Distribution | null)[];
}

export interface Exploration {
  readonly coefficient: Coefficient;
  /** Of all subjects. */
  readonly observations: number;
  readonly success: readonly ExploredSuccess[];
  readonly demands: readonly string[];
  readonly associations: readonly Association[];
  /** The mean over the columns for which it is defined; in the order of the subjects. */
  readonly meanAssociations: readonly MaybeCoefficient[];
  /** Of the demands, the outcome, and which subject it is of. */
  readonly columns: AssociationMatrix;
  readonly groups: readonly ExploredGroup[] | null;
  /** Of the groups, by the means of the subjects; null with fewer than {@link LEAST_FOR_RANKS} subjects or two groups. */
  readonly betweenGroups: AssociationMatrix | null;
  /** Of the subjects, by their means in the groups; null with fewer than as many groups or two subjects. */
  readonly betweenSubjects: AssociationMatrix | null;
}

/** Fewer values than this have hardly any ranks. */
export const LEAST_FOR_RANKS = 4;

/** The outcomes of a subject with the demands that they met, over cells or rows. */
interface Observed {
  readonly demands: readonly Float64Array[];
  readonly outcomes: Float64Array;
  readonly groups: readonly string[] | null;
}

/** Chapter 4 of the thesis on common sense: Tables 4.3 to 4.9, Figures 4.2 to 4.10 and appendix A. */
export function exploreTable(table: TableToExplore): Exploration {
  const { demands, subjects, cells, groups, coefficient } = table;
  const observed = subjects.map((subject) => observedOf(subject, table));
  const pooled = (column: (each: Observed) => Float64Array) => joined(observed.map(column));
  const outcomes = pooled((each) => each.outcomes);
  const columns = demands.map((_, place) => pooled(({ demands: own }) => own[place]!));
  const associations = demands.map(({ name }, place) => ({
    column: name,
    bySubject: observed.map((each) => compare(coefficient, each.demands[place]!, each.outcomes)),
    all: compare(coefficient, columns[place]!, outcomes),
  }));
  const indicators = subjects.length < 2 ? [] : subjects.map((_, place) => indicatorOf(observed, place));
  const explored = groups === null ? null : groupsOf(table, observed);
  return {
    coefficient,
    observations: outcomes.length,
    success: subjects.map((subject, place) => ({
      ...successOf(subject),
      cells: cells === null ? null : observed[place]!.outcomes.length,
    })),
    demands: demands.map(({ name }) => name),
    associations,
    meanAssociations: subjects.map((_, place) =>
      meanOf(associations.flatMap(({ bySubject }) => bySubject[place] ?? [])),
    ),
    columns: matrixOf(
      coefficient,
      [
        ...demands.map(({ name }) => name),
        'success',
        ...(indicators.length === 0 ? [] : subjects.map(({ name }) => name)),
      ],
      [...columns, outcomes, ...indicators],
    ),
    groups: explored,
    ...ranksOf(table, explored),
  };
}

function successOf({ name, outcomes }: ExploredSubject): Omit<ExploredSuccess, 'cells'> {
  const isBinary = outcomes.every((value) => value === 0 || value === 1);
  const rate = mean(outcomes);
  const successes = outcomes.reduce((sum, value) => sum + value, 0);
  return {
    name,
    rows: outcomes.length,
    mean: rate,
    interval: isBinary ? wilsonInterval(successes, outcomes.length) : null,
  };
}

function observedOf(
  { rows, outcomes }: ExploredSubject,
  { demands, cells, groups }: TableToExplore,
): Observed {
  const at = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]!);
  if (cells === null)
    return {
      demands: demands.map(({ values }) => at(values)),
      outcomes,
      groups: groups === null ? null : Array.from(rows, (row) => groups[row]!),
    };
  const places = new Map<string, number[]>();
  for (const [place, row] of rows.entries()) {
    // A cell of one name in two groups is two cells.
    const key = JSON.stringify([groups?.[row] ?? null, cells[row]]);
    const own = places.get(key);
    if (own === undefined) places.set(key, [place]);
    else own.push(place);
  }
  const averaged = (values: (place: number) => number) =>
    Float64Array.from(
      places.values(),
      (own) => meanOf(own.map(values).filter(Number.isFinite)) ?? Number.NaN,
    );
  return {
    demands: demands.map(({ values }) => averaged((place) => values[rows[place]!]!)),
    outcomes: averaged((place) => outcomes[place]!),
    groups: groups === null ? null : Array.from(places.values(), ([first]) => groups[rows[first!]!]!),
  };
}

/** Over the rows in which both are there. */
function compare(coefficient: Coefficient, one: Float64Array, other: Float64Array): MaybeCoefficient {
  const isWhole = one.every((value, row) => !Number.isNaN(value) && !Number.isNaN(other[row]!));
  const kept = isWhole
    ? null
    : Array.from(one.keys()).filter((row) => !Number.isNaN(one[row]!) && !Number.isNaN(other[row]!));
  const [first, second] = [one, other].map((values) =>
    kept === null ? values : Float64Array.from(kept, (row) => values[row]!),
  ) as [Float64Array, Float64Array];
  if (coefficient === 'matthews' && !(isOfFlags(first) && isOfFlags(second))) return null;
  return first.length < 2 ? null : COEFFICIENTS[coefficient](first, second);
}

function isOfFlags(values: Float64Array): boolean {
  return values.every((value) => value === 0 || value === 1);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** 1 in the observations of one subject, and 0 in those of all others. */
function indicatorOf(observed: readonly Observed[], place: number): Float64Array {
  return joined(
    observed.map(({ outcomes }, each) => new Float64Array(outcomes.length).fill(each === place ? 1 : 0)),
  );
}

function matrixOf(
  coefficient: Coefficient,
  names: readonly string[],
  columns: readonly Float64Array[],
): AssociationMatrix {
  const coefficients: MaybeCoefficient[][] = names.map(() => []);
  // Ranks of whole columns are found once, not once for each pair.
  const ranks = columns.map((values) =>
    coefficient === 'spearman' && values.length > 1 && !values.some(Number.isNaN) ? midRanks(values) : null,
  );
  for (const [place, one] of columns.entries()) {
    coefficients[place]![place] = compare(coefficient, one, one);
    for (const [other, two] of columns.slice(0, place).entries()) {
      const [first, second] = [ranks[place], ranks[other]];
      const found = first && second ? correlation(first, second) : compare(coefficient, one, two);
      coefficients[place]![other] = found;
      coefficients[other]![place] = found;
    }
  }
  // What goes together is near, whichever way round; what is undefined is as far as what has nothing in common.
  const distances = coefficients.map((row, place) =>
    row.map((each, other) => (place === other ? 0 : 1 - Math.abs(each ?? 0))),
  );
  return { names, coefficients, order: averageLinkage(distances).order };
}

function groupsOf({ demands, groups }: TableToExplore, observed: readonly Observed[]): ExploredGroup[] {
  const rows = new Map<string, number[]>();
  for (const [row, name] of groups!.entries()) {
    const own = rows.get(name);
    if (own === undefined) rows.set(name, [row]);
    else own.push(row);
  }
  return Array.from(rows, ([name, own]) => {
    const outcomes = observed.map((each) => each.outcomes.filter((_, place) => each.groups![place] === name));
    return {
      name,
      rows: own.length,
      presence: demands.map(({ values }) => meanOf(own.map((row) => values[row]!).filter(Number.isFinite))),
      means: outcomes.map((values) => meanOf(values)),
      spreads: outcomes.map((values) => distribution([...values])),
    };
  });
}

/** How groups rank subjects, and subjects groups. Matthews's coefficient has no ranks, so Spearman's stands in for it. */
function ranksOf(
  { subjects, coefficient }: TableToExplore,
  groups: readonly ExploredGroup[] | null,
): Pick<Exploration, 'betweenGroups' | 'betweenSubjects'> {
  if (groups === null) return { betweenGroups: null, betweenSubjects: null };
  const by = coefficient === 'matthews' ? 'spearman' : coefficient;
  const means = groups.map((group) => Float64Array.from(group.means, (each) => each ?? Number.NaN));
  const enough = (members: number, values: number) => members >= 2 && values >= LEAST_FOR_RANKS;
  return {
    betweenGroups: enough(groups.length, subjects.length)
      ? matrixOf(
          by,
          groups.map(({ name }) => name),
          means,
        )
      : null,
    betweenSubjects: enough(subjects.length, groups.length)
      ? matrixOf(
          by,
          subjects.map(({ name }) => name),
          subjects.map((_, place) => Float64Array.from(means, (group) => group[place]!)),
        )
      : null,
  };
}

function meanOf(values: ArrayLike<number>): number | null {
  return values.length === 0 ? null : mean(values);
}
