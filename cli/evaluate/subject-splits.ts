/** The split of each subject's rows: as it is stored in a file, or as it is drawn and then stored there. */

import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { EvaluationError } from '../../analysis/evaluate/evaluation-error.ts';
import type { EvaluatedRows } from '../../analysis/evaluate/parts/rows.ts';
import { digestOf, drawSplit } from '../../analysis/evaluate/splits/draw-split.ts';
import { checkSplitRows, readSplit } from '../../analysis/evaluate/splits/read-split.ts';
import type { Split } from '../../analysis/evaluate/splits/split.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';
import { badInput } from '../failure.ts';
import { readText } from '../inputs/decode-text.ts';
import { type DrawnSplitOptions, splitMethod } from '../options/split-options.ts';
import { ResultFolder } from '../process/result-folder.ts';

/**
 * By the name of the subject. Parts have as many rows of each value of the outcome.
 *
 * @throws Failure (input) when a subject has no split in the file; EvaluationError when it was made for other rows, or no split like
 *   this is possible
 */
export async function splitsOf(
  rows: ReadonlyMap<string, EvaluatedRows>,
  outcome: string,
  options: DrawnSplitOptions & { readonly seed: bigint },
): Promise<ReadonlyMap<string, Split>> {
  const { splits: file } = options;
  if (file !== undefined && existsSync(file)) return readSplits(file, rows);
  const drawn = new Map<string, Split>();
  for (const [name, own] of rows) {
    const { repeats, seed } = options;
    drawn.set(name, await drawSplit(own, outcome, { method: splitMethod(options), repeats, seed }));
  }
  if (file !== undefined) {
    new ResultFolder(dirname(file)).write([{ path: basename(file), content: splitsText(drawn) }]);
  }
  return drawn;
}

/** Splits as they are stored. */
export function splitsText(splits: ReadonlyMap<string, Split>): string {
  return `${JSON.stringify(Object.fromEntries(splits))}\n`;
}

/** @throws Failure (input) when a subject has no split there; EvaluationError when it was made for other rows */
async function readSplits(
  file: string,
  rows: ReadonlyMap<string, EvaluatedRows>,
): Promise<ReadonlyMap<string, Split>> {
  const text = await readText(file, 'file of splits', 'Give another file to store splits in.');
  let stored: unknown;
  try {
    stored = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw badInput(
      `${file} is no file of splits: ${error.message}.`,
      'Give another file to store splits in.',
    );
  }
  const found = new Map<string, Split>();
  for (const [name, own] of rows) {
    const isThere = stored !== null && typeof stored === 'object' && Object.hasOwn(stored, name);
    if (!isThere) {
      throw badInput(
        `${file} has no split for ${name}.`,
        'Give the file that was stored for these columns, or another one to store splits in.',
      );
    }
    const digest = await digestOf(own);
    const checked = inFile(`${file}, ${name}`, () => {
      const split = readSplit(JSON.stringify(Reflect.get(stored as object, name)));
      checkSplitRows(split, { count: own.count, digest });
      return split;
    });
    found.set(name, checked);
  }
  return found;
}

/** What is wrong with a split, with its file and its subject. @throws EvaluationError */
function inFile<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new EvaluationError(`${place}: ${error.message}`, error.remedy);
  }
}
