/** One of the fits that are compared: its leave-one-out, from the stored draws and the rows that it was fitted to. */
import { spreadOverRows } from '../evaluate/compare/likelihood-matrix.ts';
import { type Loo, loo } from '../evaluate/compare/loo.ts';
import { likelihoodOfFit } from '../evaluate/compare/of-fit.ts';
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import type { Levels } from '../host/levels.ts';
import { pointwiseLogLikelihood } from '../host/predict/log-likelihood.ts';
import { digestOf, digestsOf } from '../stored/column-digests.ts';
import { openFit } from '../stored/open-fit.ts';
import type { StoredFit } from '../stored/stored-fit.ts';
import type { DataOptions } from './commands/data-options.ts';
import { tableOptions } from './commands/data-options.ts';
import { badInput, badUsage } from './failure.ts';
import { counted } from './list-names.ts';
import { checkOutcomeNames, type OutcomeChoice } from './outcome-choice.ts';
import { columnsOf, readTable, type Table } from './read-table.ts';
import { beforeStacking, stack } from './stack.ts';

export interface ComparedFit extends Pick<StoredFit, 'folder' | 'summary'> {
  /** The name of the layout. */
  readonly layout: string;
  readonly loo: Loo;
  /** The rows of the data that have an outcome, from 0; the arrays below have a number for each. */
  readonly rows: readonly number[];
  readonly elpd: Float64Array;
  readonly paretoK: Float64Array;
  /** The same for fits that observe the same outcomes in the same rows. */
  readonly outcomes: string;
}

export interface ComparedData extends DataOptions {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Of each chain every so many draws are used. */
  readonly every: number;
}

/**
 * Reads a stored fit and the rows that it was fitted to, and leaves them out one by one.
 *
 * @throws Failure, FileError, HostError or EvaluationError, also when the rows are not those of the fit
 */
export async function leaveOneOut(folder: string, data: ComparedData): Promise<ComparedFit> {
  const fit = await openFit(folder);
  const { manifest, fitted, summary } = fit;
  const table = await readFitted(fit, data);
  const columns = recoded(columnsOf(table, table.subjects[0]!), table.levels, fitted.levels);
  checkRows(fit, data.path, table.rows, columns);
  const likelihoods = await pointwiseLogLikelihood(await fit.module(columns), fitted, columns, {
    every: data.every,
  });
  try {
    const { matrix, rows, matrixRow } = likelihoodOfFit(Object.values(likelihoods), fitted.draws.length);
    const result = loo(matrix);
    const observed = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
    return {
      folder,
      summary,
      layout: manifest.layout,
      loo: result,
      rows,
      elpd: spreadOverRows(result.pointwise.elpd, matrixRow),
      paretoK: spreadOverRows(result.pointwise.paretoK, matrixRow),
      outcomes: observed
        .map((name) => digestOf(columns.get(name)!))
        .sort()
        .join(' '),
    };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new EvaluationError(`${folder}: ${error.message}`, error.remedy);
  }
}

/** The outcomes are read from the columns that they were fitted to, unless others are given. */
async function readFitted({ manifest, folder, summary }: StoredFit, data: ComparedData): Promise<Table> {
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
  checkOutcomeNames(data.outcome, outcomes);
  const choices = outcomes.flatMap((outcome): OutcomeChoice[] => {
    const given = data.outcome.find((choice) => choice.outcome === outcome);
    const column = summary.outcomes[outcome]?.column;
    if (given !== undefined || column === undefined) return given === undefined ? [] : [given];
    return [{ outcome, columns: [column], text: column }];
  });
  const read = await readTable({
    path: data.path,
    manifest: beforeStacking(manifest, data.stack),
    choices,
    filters: data.rows,
    options: tableOptions(data),
    signal: data.signal,
  });
  const table = stack(read, data.stack);
  if (table.subjects.length === 1) return table;
  throw badUsage(
    `compare takes one column for an outcome, and --outcome names ${table.subjects.length}.`,
    `Name the one that ${folder} was fitted to.`,
  );
}

/** Categories by the numbers that their levels have in the fit, -1 for one that it did not have. */
function recoded(
  columns: ReadonlyMap<string, Float64Array>,
  given: Levels,
  fitted: Levels,
): Map<string, Float64Array> {
  return new Map(
    [...columns].map(([name, values]) => {
      const names = given.get(name);
      if (names === undefined) return [name, values];
      const numbers = names.map((level) => fitted.get(name)!.indexOf(level));
      return [name, values.map((code) => numbers[code]!)];
    }),
  );
}

/** @throws Failure (input) when the rows are not those of the fit, as far as its summary tells */
function checkRows(
  { folder, summary }: StoredFit,
  data: string,
  rows: number,
  columns: ReadonlyMap<string, Float64Array>,
): void {
  const remedy = 'Give the table that was fitted, with the same --rows, --outcome and --stack.';
  if (rows !== summary.rows) {
    throw badInput(
      `${data} gives ${counted(rows, 'row')}, and the fit in ${folder} is of ${summary.rows}.`,
      remedy,
    );
  }
  const found = digestsOf(columns);
  const other = Object.entries(summary.digests ?? {}).find(([name, digest]) => found[name] !== digest);
  if (other === undefined) return;
  throw badInput(`The \`${other[0]}\` of ${data} is not what was fitted in ${folder}.`, remedy);
}
