/** Draws a stratified random split: every part has nearly the same share of each outcome. */
import { openStream } from '../../../statistics/random/stream.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { EvaluatedRows } from './rows.ts';
import { SPLIT_FORMAT, type Split, type SplitMethod, type SplitPart } from './split.ts';

export interface SplitPlan {
  /**
   * The instance name of each row. Rows of one instance stay together, so that no instance is predicted from itself.
   * Null if rows have no names: then each row is its own instance.
   */
  readonly instances: readonly string[] | null;
  /** One label per row, as `outcomeStrata` returns them. */
  readonly strata: readonly string[];
  readonly method: SplitMethod;
  /** A whole number from 1. */
  readonly repeats: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** The digest of the rows, from `digestRows`. */
  readonly digest: string;
}

/**
 * The same plan gives the same split on every machine. With names, the split depends only on the seed and the set of
 * names with their strata, not on the order of rows. Without names it depends on their order too. Adding or removing a
 * row may change the whole split.
 *
 * Instances are stratified by the labels of their rows. Folds have the same number of instances in total and from each
 * stratum, to within one. For a holdout, the number of training instances in each stratum is within one of the
 * requested share, and the total is the nearest whole number.
 *
 * @throws RangeError when names and strata differ in length
 * @throws EvaluationError when a share, a number of folds or of repeats is impossible for these rows
 */
export function splitRows(plan: SplitPlan): Split {
  const { instances, strata, method, repeats, seed, digest } = plan;
  if (instances !== null && instances.length !== strata.length) {
    throw new RangeError(`${instances.length} names do not belong to ${strata.length} rows`);
  }
  const groups = stratify(instances ?? strata.map((_, row) => String(row).padStart(15, '0')), strata);
  const units = groups.reduce((sum, group) => sum + group.length, 0);
  checkMethod(method, repeats, units);
  const parts: SplitPart[] = [];
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const shuffled = groups.map((group, stratum) => shuffle(group, seed, stratum, repeat));
    const folds =
      method.kind === 'folds' ? deal(shuffled, method.folds) : [holdOut(shuffled, method.share, units)];
    folds.forEach((fold, index) => {
      parts.push({ repeat, fold: index + 1, test: fold.flat().sort((a, b) => a - b) });
    });
  }
  return {
    format: SPLIT_FORMAT,
    method,
    repeats,
    seed: String(seed),
    rows: { count: strata.length, digest },
    parts,
  };
}

/** The rows of one instance. */
type Unit = readonly number[];

/** The instances of each stratum, ordered by name; strata are ordered by label. */
function stratify(names: readonly string[], labels: readonly string[]): Unit[][] {
  const byName = new Map<string, number[]>();
  for (const [row, name] of names.entries()) listOf(byName, name).push(row);
  const byLabel = new Map<string, Unit[]>();
  for (const [, rows] of inOrder(byName)) {
    listOf(byLabel, JSON.stringify(rows.map((row) => labels[row]!).sort())).push(rows);
  }
  return inOrder(byLabel).map(([, units]) => units);
}

/** The list stored under a key, created if absent. */
function listOf<Entry>(map: Map<string, Entry[]>, key: string): Entry[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

/** Sorted by UTF-16 code units, independently of the locale. */
function inOrder<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A uniformly random permutation (Durstenfeld 1964, Algorithm 235: random permutation). */
function shuffle(units: readonly Unit[], seed: bigint, stratum: number, repeat: number): Unit[] {
  const random = openStream(seed, 'split', stratum, repeat);
  const order = [...units];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random.uniform() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/**
 * Deals instances to folds in turn. Each stratum continues where the previous one ended, so that fold sizes differ by
 * at most one.
 */
function deal(strata: readonly (readonly Unit[])[], folds: number): Unit[][] {
  const dealt: Unit[][] = Array.from({ length: folds }, () => []);
  strata.flat().forEach((unit, index) => {
    dealt[index % folds]!.push(unit);
  });
  return dealt;
}

/**
 * The number held out of each stratum is its share rounded down, plus one for the strata with the largest remainders
 * until the total is right.
 */
function holdOut(strata: readonly (readonly Unit[])[], share: number, units: number): Unit[] {
  const exact = strata.map((stratum) => stratum.length * (1 - share));
  const counts = exact.map(Math.floor);
  const left = testSize(share, units) - counts.reduce((sum, count) => sum + count, 0);
  const byLoss = exact.map((wanted, stratum) => ({ stratum, loss: wanted - counts[stratum]! }));
  byLoss.sort((a, b) => b.loss - a.loss || a.stratum - b.stratum);
  for (const { stratum } of byLoss.slice(0, left)) counts[stratum]! += 1;
  return strata.flatMap((stratum, index) => stratum.slice(0, counts[index]!));
}

function testSize(share: number, units: number): number {
  return Math.round(units * (1 - share));
}

function checkMethod(method: SplitMethod, repeats: number, units: number): void {
  if (!(Number.isInteger(repeats) && repeats >= 1 && repeats < 2 ** 32)) {
    throw new EvaluationError(`${repeats} repeats are not possible.`, 'Give a whole number from 1.');
  }
  if (method.kind === 'folds') {
    if (Number.isInteger(method.folds) && method.folds >= 2 && method.folds <= units) return;
    throw new EvaluationError(
      `${units === 1 ? 'One instance' : `${units} instances`} cannot be divided into ${method.folds} folds.`,
      'Give a whole number from 2 to the number of instances.',
    );
  }
  if (!(method.share > 0 && method.share < 1)) {
    throw new EvaluationError(
      `A share of ${method.share} cannot be trained on.`,
      'Give a number between 0 and 1, such as 0.8.',
    );
  }
  const held = testSize(method.share, units);
  if (held < 1 || held >= units) {
    throw new EvaluationError(
      `Training on a share of ${method.share} of ${units} instances leaves ${held < 1 ? 'none to test on' : 'none to train on'}.`,
      'Give another share, or more instances.',
    );
  }
}

export interface SplitToDraw {
  readonly method: SplitMethod;
  readonly repeats: number;
  readonly seed: bigint;
}

/** Rows that are held out together: those with equal names. */
export interface RowGroups {
  /** The column that names them. */
  readonly column: string;
  /** One name per row. */
  readonly names: readonly string[];
}

/**
 * Draws a split in which each row is its own instance, or each group of rows.
 *
 * @param outcome the split is stratified by this outcome, and groups by its mean
 *
 * @throws EvaluationError as `splitRows` does
 */
export async function drawSplit(
  rows: EvaluatedRows,
  outcome: string,
  plan: SplitToDraw,
  groups: RowGroups | null = null,
): Promise<Split> {
  const outcomes = rows.numbers.get(outcome)!;
  const digest = await digestOfSplit(rows);
  if (groups === null)
    return splitRows({ ...plan, instances: null, strata: outcomeStrata(outcomes), digest });
  const members = new Map<string, number[]>();
  for (const [row, name] of groups.names.entries()) listOf(members, name).push(row);
  const means = [...members.values()].map((own) => {
    const known = own.map((row) => outcomes[row]!).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
  const instances = [...members.keys()];
  const { parts, ...split } = splitRows({ ...plan, instances, strata: outcomeStrata(means), digest });
  return {
    ...split,
    group: groups.column,
    rows: { count: rows.count, digest },
    parts: parts.map(({ test, ...part }) => ({
      ...part,
      test: test.flatMap((group) => members.get(instances[group]!)!).sort((a, b) => a - b),
    })),
  };
}

/** The digest by which a stored split recognises its rows. */
export function digestOfSplit({ numbers, names }: EvaluatedRows): Promise<string> {
  return digestRows(new Map<string, Float64Array | readonly string[]>([...numbers, ...names]));
}

/**
 * SHA-256, in hexadecimal digits, of the names and values of columns. The order of columns does not matter, that of
 * rows does. Missing numbers (NaN) differ from all finite numbers. In a browser this needs a secure context.
 *
 * @param columns names of instances, demands and outcomes
 */
export async function digestRows(
  columns: ReadonlyMap<string, ArrayLike<number> | readonly string[]>,
): Promise<string> {
  const inOrder = [...columns].sort(([a], [b]) => (a < b ? -1 : 1));
  // JSON writes NaN as null, unlike any number or string.
  const text = JSON.stringify(inOrder.map(([name, values]) => [name, Array.from<number | string>(values)]));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Up to this many distinct values, each is a stratum; more are grouped by rank into `GROUPS` groups. */
const MAX_VALUES = 10;
const GROUPS = 5;

/**
 * A label per row: the outcome itself, or its quintile group if the outcome has more than ten distinct values (equal
 * outcomes stay together); `missing` for NaN. Independent of the order of rows.
 */
export function outcomeStrata(outcomes: ArrayLike<number>): string[] {
  const sorted = Float64Array.from(outcomes)
    .filter((outcome) => !Number.isNaN(outcome))
    .sort();
  const below = new Map<number, number>();
  sorted.forEach((outcome, rank) => {
    if (!below.has(outcome)) below.set(outcome, rank);
  });
  return Array.from(outcomes, (outcome) => {
    if (Number.isNaN(outcome)) return 'missing';
    if (below.size <= MAX_VALUES) return String(outcome);
    return `fifth ${1 + Math.floor((GROUPS * below.get(outcome)!) / sorted.length)}`;
  });
}
