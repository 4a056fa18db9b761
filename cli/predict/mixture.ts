/** A mixture of several stored fits: its options, and its weights, read from a comparison or computed by one. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { checkSameOutcomes, rankFits } from '../../analysis/evaluate/compare/compare-fits.ts';
import {
  mixPredictions,
  type StackedPrediction,
  type StackOptions,
} from '../../analysis/evaluate/compare/stack-predictions.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import { list, mismatchOf, numberIn, object, text } from '../../files/fits/shape.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { listNames } from '../../module/names.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';
import { type CriterionOfFit, openCriterionOfFit } from '../compare/comparison.ts';
import { doubtsOf } from '../compare/doubts.ts';
import { badInput, badUsage } from '../failure.ts';
import { readText } from '../inputs/read-file.ts';
import { type FormatOptions, parseRowFilter } from '../options/data-options.ts';
import { fittedRowsOf, needsFittedRows } from '../stored-fits/fitted-again.ts';
import type { CommandTableRequest } from '../tables/read-table.ts';
import { noticeColor, printNotice, renderProblem } from '../terminal.ts';
import { type RowsToPredict, readRows } from './rows-to-predict.ts';

export interface MixtureOptions {
  /** The folders of the fits that are mixed with the first; empty for a single fit. */
  readonly stack: readonly string[];
  readonly weights?: string;
  readonly fitted?: string;
  readonly fittedRows: readonly RowFilter[];
}

export function addMixtureOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--stack <fit>', 'mix with the predictions of this fit; may be given several times')
        .argParser((path: string, earlier: readonly string[]) => [...earlier, path])
        .default([], 'none'),
    )
    .option('--weights <file>', 'with --stack, the file of weights that `compare --out` or --json wrote')
    .option(
      '--fitted <table>',
      'with --stack, the table to which all were fitted, from which the weights are computed',
    )
    .addOption(
      new Option('--fitted-rows <column=value>', 'the rows of --fitted; may be given several times')
        .argParser((text: string, earlier: readonly RowFilter[]) => [...earlier, parseRowFilter(text)])
        .default([], 'all rows'),
    );
}

/**
 * @param alone the given options that only a single fit allows, as they are written
 * @throws Failure (usage) unless a mixture has exactly one source of weights, and options of mixtures are given only
 * with a mixture
 */
export function checkMixtureOptions(
  first: string,
  { stack, weights, fitted, fittedRows }: MixtureOptions,
  alone: readonly string[],
): void {
  const given = [
    ...(weights === undefined ? [] : ['--weights']),
    ...(fitted === undefined ? [] : ['--fitted']),
  ];
  if (stack.length === 0) {
    // A fit of a layout with classes may need the fitted table too: `fittedRowsOf` says so.
    const option = weights !== undefined ? '--weights' : undefined;
    if (option === undefined) return;
    throw badUsage(
      `\`${option}\` is for mixtures of fits, and only one fit is given.`,
      'Name the others: --stack FIT.',
    );
  }
  const twice = [first, ...stack].find((path, place, all) => all.indexOf(path) !== place);
  if (twice !== undefined) throw badUsage(`${twice} is given twice.`, 'Give each fit once.');
  if (given.length !== 1) {
    throw badUsage(
      given.length === 0
        ? 'There are no weights for the fits.'
        : '`--weights` and `--fitted` both give weights for the fits.',
      'Give one of --weights comparison.json, which `compare --out` writes, and --fitted TABLE.',
    );
  }
  if (fitted === undefined && fittedRows.length > 0) {
    throw badUsage(
      '`--fitted-rows` selects rows of the table of --fitted, which is not given.',
      'Leave it out, or give --fitted TABLE.',
    );
  }
  if (alone.length > 0) {
    throw badUsage(
      `\`${alone[0]}\` is for a single layout, and --stack mixes several.`,
      'Leave it out, or predict with one fit.',
    );
  }
}

/** The part of a comparison about one fit that is read back. */
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

/** The tolerance for the sum of the weights. */
const ROUNDING = 1e-6;

interface WeighedFit {
  readonly fit: StoredFit;
  readonly weight: number;
}

/**
 * @throws Failure, FileError, HostError or EvaluationError, also when the file has weights of other fits, or the table
 * is not the fitted one
 */
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
  const { fitted, fittedRows, join = [] } = options;
  const given = {
    ...(fitted === undefined ? {} : { table: fitted }),
    ...(fittedRows.length === 0 ? {} : { rows: fittedRows }),
    join,
  };
  for (const [index, folder] of folders.entries()) {
    const fit = await openFit(folder);
    const rows = needsFittedRows(fit.manifest) ? await fittedRowsOf(fit, given, signal) : undefined;
    fits.push({ fit: rows === undefined ? fit : fit.withFittedRows(rows), weight: weights[index]! });
  }
  return fits;
}

async function weigh(
  folders: readonly string[],
  { fitted, fittedRows, format, delimiter, join = [] }: MixtureOptions & FormatOptions,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const compared: CriterionOfFit[] = [];
  for (const folder of folders) {
    const fit = await openCriterionOfFit(folder, {
      ...{ path: fitted!, rows: fittedRows, outcome: [], criterion: 'loo', every: 1, signal },
      ...{ join, ofSeveral: true },
      ...(format === undefined ? {} : { format }),
      ...(delimiter === undefined ? {} : { delimiter }),
    });
    compared.push(fit);
    const named = (each: CriterionOfFit) => ({ name: each.folder, outcomes: each.outcomes });
    checkSameOutcomes(named(compared[0]!), named(fit));
    for (const doubt of doubtsOf(fit)) printNotice(renderProblem('warning', doubt, noticeColor()));
  }
  const ranked = rankFits(compared.map((fit) => ({ ...fit, name: fit.folder })));
  return folders.map((_, index) => ranked.find((each) => each.index === index)!.weight);
}

/** Folders are compared by their real paths. */
async function storedWeights(file: string, folders: readonly string[]): Promise<readonly number[]> {
  const stored = await readComparison(file);
  const known = new Map(stored.map(({ fit, weight }) => [resolve(fit), weight]));
  const absent = folders.find((folder) => !known.has(resolve(folder)));
  if (absent !== undefined) {
    throw badInput(
      `${file} has no weight of ${absent}.`,
      `It weighs ${listNames(stored.map(({ fit }) => fit))}: compare the fits that you want to mix.`,
    );
  }
  const given = folders.map((folder) => resolve(folder));
  const left = stored.find(({ fit }) => !given.includes(resolve(fit)));
  if (left === undefined) return folders.map((folder) => known.get(resolve(folder))!);
  throw badInput(
    `${file} weighs ${left.fit} too, and its weights are valid only for all of its fits together.`,
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
    throw badInput(`${file} is not a comparison of fits: ${error.message}.`, remedy);
  }
  const wrong = mismatchOf(comparison, found);
  if (wrong !== null) throw badInput(`${file} is not a comparison of fits: ${wrong}.`, remedy);
  const { fits } = found as { readonly fits: readonly StoredWeight[] };
  const sum = fits.reduce((total, { weight }) => total + weight, 0);
  if (Math.abs(sum - 1) < ROUNDING) return fits;
  throw badInput(`The weights in ${file} add up to ${sum}, not to 1.`, remedy);
}

/** The rows as the first fit reads them, and the prediction of the mixture. */
export async function predictMixture(
  fits: readonly WeighedFit[],
  request: Pick<CommandTableRequest, 'path' | 'filters' | 'options' | 'joins' | 'signal'>,
  options: StackOptions,
): Promise<{ readonly rows: RowsToPredict; readonly prediction: StackedPrediction }> {
  const columnOf = ({ summary: { outcomes } }: StoredFit, outcome: string) => outcomes[outcome]?.column;
  const first = fits[0]!.fit;
  const read: RowsToPredict[] = [];
  for (const { fit } of fits)
    read.push(await readRows(fit.posterior, fit.summary, { ...request, leavesIdleJoins: true }));
  const parts = fits.map(({ fit, weight }, index) => ({
    ...{ fit, weight, rows: read[index]!.columns },
    // Outcomes that were fitted to the same column are the same outcome.
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
