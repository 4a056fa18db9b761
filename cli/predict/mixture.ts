/** Several stored fits that predict together, with their weights: those of a comparison, or found by one. */

import { resolve } from 'node:path';
import { rankFits } from '../../analysis/evaluate/compare/compare-fits.ts';
import { checkSameOutcomes } from '../../analysis/evaluate/compare/same-outcomes.ts';
import {
  mixPredictions,
  type StackedPrediction,
  type StackOptions,
} from '../../analysis/evaluate/compare/stack-predictions.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import { list, mismatchOf, numberIn, object, text } from '../../files/fits/shape.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';
import { doubtfulRows } from '../compare/compare-table.ts';
import { type ComparedFit, openComparedFit } from '../compare/compared-fit.ts';
import { badInput } from '../failure.ts';
import { readText } from '../inputs/decode-text.ts';
import type { FormatOptions } from '../options/data-options.ts';
import { renderProblem } from '../report-failure.ts';
import type { TableRequest } from '../tables/read-table.ts';
import { noticeColor, printNotice } from '../terminal.ts';
import { listNames } from '../words.ts';
import type { MixtureOptions } from './mixture-options.ts';
import { type RowsToPredict, readRows } from './rows-to-predict.ts';

/** What a comparison says of a fit, as far as it is read back. */
interface StoredWeight {
  readonly fit: string;
  readonly weight: number;
}

const comparison = object<{ readonly fits: readonly StoredWeight[] }>({
  fits: list(
    object<StoredWeight>({
      fit: text,
      weight: numberIn('a number from 0 to 1', (weight) => weight >= 0 && weight <= 1),
    }),
    { least: 1 },
  ),
});

/** What the sum of weights may differ from 1 by. */
const ROUNDING = 1e-6;

export interface WeighedFit {
  readonly fit: StoredFit;
  readonly weight: number;
}

/** @throws Failure, FileError, HostError or EvaluationError, also when the file weighs other fits, or the table is not what was fitted */
export async function openMixture(
  first: string,
  options: MixtureOptions & FormatOptions,
  signal: AbortSignal,
): Promise<readonly WeighedFit[]> {
  const folders = [first, ...options.stack];
  const weights =
    options.weights === undefined
      ? await weigh(folders, options, signal)
      : await storedWeights(options.weights, folders);
  const fits: WeighedFit[] = [];
  for (const [index, folder] of folders.entries())
    fits.push({ fit: await openFit(folder), weight: weights[index]! });
  return fits;
}

async function weigh(
  folders: readonly string[],
  { fitted, fittedRows, format, delimiter }: MixtureOptions & FormatOptions,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const compared: ComparedFit[] = [];
  for (const folder of folders) {
    const fit = await openComparedFit(folder, {
      ...{ path: fitted!, rows: fittedRows, outcome: [], criterion: 'loo', every: 1, signal },
      ...(format === undefined ? {} : { format }),
      ...(delimiter === undefined ? {} : { delimiter }),
    });
    compared.push(fit);
    const named = (each: ComparedFit) => ({ name: each.folder, outcomes: each.outcomes });
    checkSameOutcomes(named(compared[0]!), named(fit));
    const problem = doubtfulRows(fit);
    if (problem !== null) printNotice(renderProblem('warning', problem, noticeColor()));
  }
  const ranked = rankFits(compared.map((fit) => ({ ...fit, name: fit.folder })));
  return folders.map((_, index) => ranked.find((each) => each.index === index)!.weight);
}

/** Folders are the same where they lead to the same place. */
async function storedWeights(file: string, folders: readonly string[]): Promise<readonly number[]> {
  const stored = await readComparison(file);
  const known = new Map(stored.map(({ fit, weight }) => [resolve(fit), weight]));
  const absent = folders.find((folder) => !known.has(resolve(folder)));
  if (absent !== undefined) {
    throw badInput(
      `${file} has no weight of ${absent}.`,
      `It weighs ${listNames(stored.map(({ fit }) => fit))}: compare the fits that are to be mixed.`,
    );
  }
  const given = folders.map((folder) => resolve(folder));
  const left = stored.find(({ fit }) => !given.includes(resolve(fit)));
  if (left === undefined) return folders.map((folder) => known.get(resolve(folder))!);
  throw badInput(
    `${file} weighs ${left.fit} too, without which its weights mean nothing.`,
    `Add --stack ${left.fit}, or compare the others alone.`,
  );
}

async function readComparison(file: string): Promise<readonly StoredWeight[]> {
  const remedy = 'Give what `theodolite compare --out comparison.json` wrote.';
  const text = await readText(file, 'comparison', remedy);
  let found: unknown;
  try {
    found = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw badInput(`${file} is no comparison of fits: ${error.message}.`, remedy);
  }
  const wrong = mismatchOf(comparison, found);
  if (wrong !== null) throw badInput(`${file} is no comparison of fits: ${wrong}.`, remedy);
  const { fits } = found as { readonly fits: readonly StoredWeight[] };
  const sum = fits.reduce((total, { weight }) => total + weight, 0);
  if (Math.abs(sum - 1) < ROUNDING) return fits;
  throw badInput(`The weights in ${file} add up to ${sum}, not to 1.`, remedy);
}

/** The rows, as the first fit reads them, and what all predict of them together. */
export async function predictMixture(
  fits: readonly WeighedFit[],
  request: Pick<TableRequest, 'path' | 'filters' | 'options' | 'signal'>,
  options: StackOptions,
): Promise<{ readonly rows: RowsToPredict; readonly prediction: StackedPrediction }> {
  const columnOf = ({ summary: { outcomes } }: StoredFit, outcome: string) => outcomes[outcome]?.column;
  const first = fits[0]!.fit;
  const read: RowsToPredict[] = [];
  for (const { fit } of fits) read.push(await readRows(fit, request));
  const parts = fits.map(({ fit, weight }, index) => ({
    ...{ fit, weight, rows: read[index]!.columns },
    // What was fitted to the same column is the same outcome.
    outcomes: Object.fromEntries(
      Object.keys(first.summary.outcomes).flatMap((name) => {
        const same = Object.keys(fit.summary.outcomes).find(
          (other) => columnOf(fit, other) === columnOf(first, name),
        );
        return same === undefined ? [] : [[name, same]];
      }),
    ),
  }));
  return { rows: read[0]!, prediction: await mixPredictions(parts, options) };
}
