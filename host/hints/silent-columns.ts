/** Finds columns that are not informative about a layout: constant ones, and demands that always vary together. */
import type { Columns } from '../../module/columns.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { listedNames, quoted } from '../diagnose/wording.ts';
import type { Hint } from './hint.ts';

/**
 * One hint for each thing that the columns cannot determine. Only demands on which an outcome depends count: a number
 * of trials, or a demand that only a statistic reads, may be the same in every row.
 */
export function columnHints({ columns: wanted, dataTerms }: Manifest, columns: Columns): Hint[] {
  const valuesOf = (name: string) => columns.get(name)!;
  // Missing outcomes are not informative.
  const firstOf = (name: string) => valuesOf(name).find((value) => !Number.isNaN(value))!;
  const isConstant = ({ name }: ManifestColumn) => {
    const first = firstOf(name);
    return valuesOf(name).every((value) => value === first || Number.isNaN(value));
  };
  const met = new Set(dataTerms.flat());
  const demands = wanted.filter(({ role, name }) => role === 'demand' && met.has(name));
  const constant = demands.filter(isConstant).map(({ name }) => name);
  const varying = demands.filter(({ name }) => !constant.includes(name));
  const together = groupsThatVaryTogether(new Map(varying.map(({ name }) => [name, valuesOf(name)])));
  return [
    ...wanted
      .filter((column) => column.role === 'outcome' && isConstant(column))
      .map((outcome) => constantOutcome(outcome, firstOf(outcome.name))),
    ...(constant.length === 0 ? [] : [constantDemands(constant, firstOf(constant[0]!))]),
    ...together.flatMap((group) => {
      const apart = metApart(group, dataTerms);
      return apart.length < 2 ? [] : [varyTogether(apart)];
    }),
  ];
}

/**
 * The names with which latents are combined separately from the others. If every part of the layout that reads one name
 * also reads the other, it does not matter on which of the two the outcome depends.
 */
function metApart(names: readonly string[], dataTerms: Manifest['dataTerms']): string[] {
  const termsOf = (name: string) =>
    dataTerms.flatMap((term, index) => (term.includes(name) ? [index] : [])).join();
  return names.filter(
    (name, index) => names.findIndex((other) => termsOf(other) === termsOf(name)) === index,
  );
}

function constantOutcome({ name, kind }: ManifestColumn, value: number): Hint {
  const hint = { kind: 'constant-outcome', names: [name] } as const;
  if (kind !== 'binary') {
    return {
      ...hint,
      message: `Every ${quoted(name)} is ${value}: the data do not show how it changes with the demands, nor how much it varies.`,
      remedy: 'Check that this is the right column.',
    };
  }
  return value === 1
    ? {
        ...hint,
        message: `Every ${quoted(name)} is 1: the data do not show how far the abilities reach beyond the hardest demands.`,
        remedy: 'Add harder tasks, some of which fail.',
      }
    : {
        ...hint,
        message: `Every ${quoted(name)} is 0: the data do not show how far the abilities fall short of the easiest demands, nor which of them does.`,
        remedy: 'Add easier tasks, some of which succeed.',
      };
}

function constantDemands(names: readonly string[], value: number): Hint {
  const kind = 'constant-demand';
  return names.length === 1
    ? {
        ...{ kind, names },
        message: `Every ${quoted(names[0]!)} is ${value}: the data do not show how the outcome changes with it.`,
        remedy: 'Add rows where it has other values, or take it out of the layout.',
      }
    : {
        ...{ kind, names },
        message: `${listedNames(names.map(quoted))} are the same in every row: the data do not show how the outcome changes with them.`,
        remedy: 'Add rows where they have other values, or take them out of the layout.',
      };
}

function varyTogether(names: readonly string[]): Hint {
  const which = names.length === 2 ? 'which of the two' : 'which of them';
  return {
    ...{ kind: 'together', names },
    message: `${listedNames(names.map(quoted))} always vary together: the data do not show ${which} the outcome depends on.`,
    remedy:
      names.length === 2
        ? 'Add rows where one varies without the other, or take one of them out of the layout.'
        : 'Add rows where one varies without the others, or keep only one of them in the layout.',
  };
}

/** A demand with more values than this is not treated as a factor: a curve through that many points distinguishes two demands. */
const MAX_LEVELS = 5;

/** The minimum number of distinct items per value of a factor. */
const LEAST_ITEMS = 2;

/**
 * Groups of columns that are affine functions of each other, or whose few values correspond one to one in the same or
 * the opposite order. Items count there, not rows: items are the distinct rows of all these columns. The same few items
 * given to many systems repeat all their values, and values that hardly repeat among items correspond by chance.
 */
export function groupsThatVaryTogether(columns: ReadonlyMap<string, Float64Array>): string[][] {
  const groups: string[][] = [];
  let items: number | undefined;
  const itemsOf = () => {
    items ??= countItems([...columns.values()]);
    return items;
  };
  for (const [name, values] of columns) {
    const group = groups.find(([first]) => {
      const others = columns.get(first!)!;
      return areAffine(others, values) || areOneFactor(others, values, itemsOf);
    });
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  return groups.filter(({ length }) => length > 1);
}

/** The maximum difference by rounding between two equivalent columns, relative to the range of the column. */
const ROUNDING = 1e-9;

/** Whether b = b₀ + s (a - a₀) in every row, for some s other than 0. */
function areAffine(a: Float64Array, b: Float64Array): boolean {
  const other = a.findIndex((value) => value !== a[0]);
  if (other < 0 || b[other] === b[0]) return false;
  const slope = (b[other]! - b[0]!) / (a[other]! - a[0]!);
  const range = Math.abs(b[other]! - b[0]!);
  return a.every((value, row) => Math.abs(b[row]! - (b[0]! + slope * (value - a[0]!))) <= ROUNDING * range);
}

/**
 * Whether the few values of one column correspond one to one, and in order, to those of the other, among enough items.
 */
function areOneFactor(a: Float64Array, b: Float64Array, items: () => number): boolean {
  const beside = new Map<number, number>();
  for (const [row, value] of a.entries()) {
    const other = beside.get(value);
    if (other === undefined) {
      if (beside.size === MAX_LEVELS) return false;
      beside.set(value, b[row]!);
    } else if (other !== b[row]) return false;
  }
  const ordered = [...beside].sort(([x], [y]) => x - y).map(([, other]) => other);
  const steps = ordered.slice(1).map((other, place) => Math.sign(other - ordered[place]!));
  const isMonotone = steps.length > 0 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
  return isMonotone && items() >= LEAST_ITEMS * beside.size;
}

/** The number of distinct rows of some columns. */
function countItems(columns: readonly Float64Array[]): number {
  // The number of each row's prefix among the distinct prefixes, extended by one column at a time.
  let numbers = new Float64Array(columns[0]?.length ?? 0);
  let count = 1;
  for (const column of columns) {
    const values = new Map<number, number>();
    const found = new Map<number, number>();
    const wide = column.length + 1;
    numbers = numbers.map((number, row) => {
      const value = column[row]!;
      if (!values.has(value)) values.set(value, values.size);
      const key = number * wide + values.get(value)!;
      if (!found.has(key)) found.set(key, found.size);
      return found.get(key)!;
    });
    count = found.size;
  }
  return count;
}
