/** Draws a stratified random split: every part has nearly the same share of each outcome. */
import { openStream } from '../../../statistics/random/stream.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { EvaluatedRows } from './rows.ts';
import { SPLIT_FORMAT, type Split, type SplitMethod, type SplitPart } from './split.ts';

export interface SplitPlan {
  /**
   * The name of each row's instance. Rows of one instance are kept together, so that none is predicted from itself. Null where
   * rows have no names: then each is an instance of its own, named by its number.
   */
  readonly instances: readonly string[] | null;
  /** A label for each row, as `outcomeStrata` gives them. */
  readonly strata: readonly string[];
  readonly method: SplitMethod;
  /** A whole number from 1. */
  readonly repeats: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** Of the rows, by `digestRows`. */
  readonly digest: string;
}

/**
 * The same plan gives the same split on every machine. With names, which instance is held out depends on the seed and on the set of
 * names with their strata alone: the same rows in another order are divided alike. Without names it depends on the
 * order of the rows too. One row more or less may change all of it.
 *
 * Instances are put into strata by the labels of their rows. Of every stratum each fold has the same number of instances, and
 * each fold as many as the others, both to within one; of a holdout, the training share of every stratum is within one of what was
 * asked, and of all instances the nearest whole number.
 *
 * @throws RangeError when names and strata are not of one length
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

/** The instances of each stratum in the order of their names, and the strata in the order of their labels. */
function stratify(names: readonly string[], labels: readonly string[]): Unit[][] {
  const byName = new Map<string, number[]>();
  for (const [row, name] of names.entries()) listOf(byName, name).push(row);
  const byLabel = new Map<string, Unit[]>();
  for (const [, rows] of inOrder(byName)) {
    listOf(byLabel, JSON.stringify(rows.map((row) => labels[row]!).sort())).push(rows);
  }
  return inOrder(byLabel).map(([, units]) => units);
}

/** The list that a map has for a key, made where there is none. */
function listOf<Entry>(map: Map<string, Entry[]>, key: string): Entry[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

/** By UTF-16 code units, which depends on no locale. */
function inOrder<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A permutation of which each is as probable (Durstenfeld 1964, Algorithm 235: random permutation). */
function shuffle(units: readonly Unit[], seed: bigint, stratum: number, repeat: number): Unit[] {
  const random = openStream(seed, 'split', stratum, repeat);
  const order = [...units];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random.uniform() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** Each stratum goes on where the one before it ended, so that whole folds are of one size too. */
function deal(strata: readonly (readonly Unit[])[], folds: number): Unit[][] {
  const dealt: Unit[][] = Array.from({ length: folds }, () => []);
  strata.flat().forEach((unit, index) => {
    dealt[index % folds]!.push(unit);
  });
  return dealt;
}

/** What is held out of each stratum: its share rounded down, and one more of those that lose most by it, until the sum is right. */
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

/**
 * Each row is an instance of its own.
 *
 * @param outcome parts have as many rows of each of its values
 * @throws EvaluationError as `splitRows` does
 */
export async function drawSplit(rows: EvaluatedRows, outcome: string, plan: SplitToDraw): Promise<Split> {
  return splitRows({
    ...plan,
    instances: null,
    strata: outcomeStrata(rows.numbers.get(outcome)!),
    digest: await digestOfSplit(rows),
  });
}

/** By which a stored split knows the rows again. */
export function digestOfSplit({ numbers, names }: EvaluatedRows): Promise<string> {
  return digestRows(new Map<string, Float64Array | readonly string[]>([...numbers, ...names]));
}

/**
 * SHA-256, in hexadecimal digits, of columns by name: of their names and of every value in the order of the rows. The order of the
 * columns does not matter; a missing number (NaN) is told from every finite number. In a browser it needs a secure context.
 *
 * @param columns what makes the rows these rows: names of instances, demands and outcomes
 */
export async function digestRows(
  columns: ReadonlyMap<string, ArrayLike<number> | readonly string[]>,
): Promise<string> {
  const inOrder = [...columns].sort(([a], [b]) => (a < b ? -1 : 1));
  // JSON writes NaN as null, which no number and no string is written as.
  const text = JSON.stringify(inOrder.map(([name, values]) => [name, Array.from<number | string>(values)]));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Up to this many values, each is a stratum of its own; more are put into `GROUPS` groups by rank. */
const MAX_VALUES = 10;
const GROUPS = 5;

/**
 * A label for each row by its outcome: the outcome itself, or of outcomes with more than ten values the fifth of the rows it is
 * in, equal outcomes together; `missing` for NaN. It depends on the values alone, not on the order of the rows.
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
