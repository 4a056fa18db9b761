/**
 * A split says which rows are for training and which are held out. It is plain data, which can be stored and read back.
 */

import { JsonError, parseJson } from '../../../module/parse-json.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { PartRows } from './rows.ts';

export const SPLIT_FORMAT = 'theodolite split 1';

/** A share of the rows for training, drawn anew in each repeat; or folds, each held out once in each repeat. */
export type SplitMethod =
  | { readonly kind: 'holdout'; readonly share: number }
  | { readonly kind: 'folds'; readonly folds: number };

/** Rows are numbered from 0. */
export interface SplitPart {
  /** From 1. */
  readonly repeat: number;
  /** From 1; always 1 for a holdout. */
  readonly fold: number;
  /** The rows held out, ascending. All others are trained on. */
  readonly test: readonly number[];
}

export interface Split {
  readonly format: typeof SPLIT_FORMAT;
  readonly method: SplitMethod;
  readonly repeats: number;
  /** The column whose equal values are held out together; absent if each row stands for itself. */
  readonly group?: string;
  /** A whole number in [0, 2^64), in decimal digits. */
  readonly seed: string;
  /** The number of rows that it divides, and their digest from `digestRows`. */
  readonly rows: { readonly count: number; readonly digest: string };
  /** Ordered by repeat, then by fold. */
  readonly parts: readonly SplitPart[];
}

/** The number of parts per repeat. */
export function partsPerRepeat(method: SplitMethod): number {
  return method.kind === 'folds' ? method.folds : 1;
}

/** The rows of a split that a part trains on, ascending. */
export function trainingRows({ rows }: Split, { test }: SplitPart): number[] {
  const held = new Set(test);
  return Array.from({ length: rows.count }, (_, row) => row).filter((row) => !held.has(row));
}

/** The name of the only part: test rows that were given, or a holdout drawn once. */
export const HELD_OUT = 'held out';

/** `fold 3`, `repeat 2`, `repeat 2, fold 3`: as much as is needed to distinguish the parts of a split. */
function partName({ method, repeats }: Split, { repeat, fold }: SplitPart): string {
  const names = [
    ...(repeats > 1 ? [`repeat ${repeat}`] : []),
    ...(method.kind === 'folds' ? [`fold ${fold}`] : []),
  ];
  return names.length === 0 ? HELD_OUT : names.join(', ');
}

/** The parts of a split by name, in order. */
export function namedParts(split: Split): ReadonlyMap<string, PartRows> {
  return new Map(
    split.parts.map((part) => [
      partName(split, part),
      { training: trainingRows(split, part), test: part.test },
    ]),
  );
}

/**
 * Reads a split from JSON text as written by `JSON.stringify`.
 *
 * @throws EvaluationError when it is not a split of this format, or its parts do not divide the rows as it claims
 */
export function readSplit(text: string): Split {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw error instanceof JsonError ? broken(error.message) : error;
  }
  const file = asObject(value, 'the file');
  if (file.format !== SPLIT_FORMAT) {
    throw broken(
      file.format === undefined
        ? `it has no \`format\`, which would be "${SPLIT_FORMAT}"`
        : `\`format\` is ${JSON.stringify(file.format)}, not "${SPLIT_FORMAT}"`,
    );
  }
  const rows = asObject(file.rows, '`rows`');
  const count = asWhole(rows.count, '`rows.count`', 2, Number.MAX_SAFE_INTEGER);
  if (typeof rows.digest !== 'string' || !/^[0-9a-f]{64}$/.test(rows.digest)) {
    throw broken('`rows.digest` is not 64 hexadecimal digits');
  }
  if (typeof file.seed !== 'string' || !/^\d{1,20}$/.test(file.seed) || BigInt(file.seed) >= 2n ** 64n) {
    throw broken('`seed` is not a whole number below 2^64 in quotation marks');
  }
  if (file.group !== undefined && typeof file.group !== 'string') throw broken('`group` is no text');
  const method = readMethod(file.method);
  const repeats = asWhole(file.repeats, '`repeats`', 1, 2 ** 32 - 1);
  const split: Split = {
    format: SPLIT_FORMAT,
    method,
    repeats,
    ...(file.group === undefined ? {} : { group: file.group }),
    seed: file.seed,
    rows: { count, digest: rows.digest },
    parts: readParts(file.parts, method, repeats, count),
  };
  if (method.kind === 'folds') checkFolds(split, method.folds);
  return split;
}

/** @throws EvaluationError when the split was made for other rows. */
export function checkSplitRows(split: Split, rows: Split['rows']): void {
  if (split.rows.count !== rows.count) {
    throw new EvaluationError(
      `The split divides ${split.rows.count} rows, and these are ${rows.count}.`,
      'Give the table that it was made for, or make a new split.',
    );
  }
  if (split.rows.digest !== rows.digest) {
    throw new EvaluationError(
      `The split was made for ${rows.count} rows with other values, or in another order.`,
      'Give the table that it was made for, or make a new split.',
    );
  }
}

function readMethod(value: unknown): SplitMethod {
  const method = asObject(value, '`method`');
  if (method.kind === 'folds') {
    return { kind: 'folds', folds: asWhole(method.folds, '`method.folds`', 2, Number.MAX_SAFE_INTEGER) };
  }
  const { share } = method;
  if (method.kind === 'holdout' && typeof share === 'number' && share > 0 && share < 1) {
    return { kind: 'holdout', share };
  }
  throw broken('`method` is neither a holdout with a share between 0 and 1 nor folds');
}

function readParts(value: unknown, method: SplitMethod, repeats: number, rows: number): SplitPart[] {
  const each = partsPerRepeat(method);
  if (!Array.isArray(value) || value.length !== repeats * each) {
    throw broken(`\`parts\` is not a list of ${repeats * each}, one for each repeat and fold`);
  }
  return value.map((entry: unknown, index) => {
    const where = `part ${index + 1}`;
    const part = asObject(entry, where);
    const repeat = asWhole(part.repeat, `\`repeat\` of ${where}`, 1, repeats);
    const fold = asWhole(part.fold, `\`fold\` of ${where}`, 1, each);
    if ((repeat - 1) * each + fold !== index + 1) throw broken(`${where} is not in its place`);
    if (!Array.isArray(part.test) || part.test.length === 0 || part.test.length >= rows) {
      throw broken(`\`test\` of ${where} does not list some of the rows and leave some`);
    }
    const test = part.test.map((row: unknown) => asWhole(row, `a row of ${where}`, 0, rows - 1));
    if (test.some((row, place) => place > 0 && row <= test[place - 1]!)) {
      throw broken(`the rows of ${where} do not ascend`);
    }
    return { repeat, fold, test };
  });
}

function checkFolds({ parts, repeats, rows }: Split, folds: number): void {
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const held = parts.slice((repeat - 1) * folds, repeat * folds).flatMap(({ test }) => test);
    if (held.length !== rows.count || new Set(held).size !== rows.count) {
      throw broken(`the folds of repeat ${repeat} do not hold each row once`);
    }
  }
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw broken(`${what} is not an object`);
  }
  return value as Record<string, unknown>;
}

function asWhole(value: unknown, what: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw broken(`${what} is not a whole number from ${least} to ${most}`);
}

function broken(what: string): EvaluationError {
  return new EvaluationError(
    `The split cannot be used: ${what}.`,
    'Store a split anew, and leave the file as it was written.',
  );
}
