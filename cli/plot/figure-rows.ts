/** Stored fits with the rows that they predict, for figures of data and predictions. */

import { digestOf } from '../../files/fits/column-digests.ts';
import { rowsSeen } from '../../files/fits/fit-summary.ts';
import { columnsOfSubject, type Table } from '../../files/tables/layout-table.ts';
import type { OutcomeChoice } from '../../files/tables/plan-reading.ts';
import { listNames } from '../../module/names.ts';
import type { PredictedSubject } from '../../reporting/figures/data/predicted-subject.ts';
import type { LevelDemand } from '../../reporting/figures/kinds/scatter.ts';
import { badInput, badUsage } from '../failure.ts';
import { checkOutcomeNames, type DataOptions, tableReading } from '../options/data-options.ts';
import { type FigureSource, type OpenFigureFit, openFigureFits } from '../stored-fits/figure-fits.ts';
import { fittedRowsOf } from '../stored-fits/fitted-again.ts';
import { beforeStacking, stackTable } from '../tables/read-stacked-table.ts';
import { readTable } from '../tables/read-table.ts';

export interface RowsRequest extends DataOptions {
  readonly paths: readonly string[];
  /** The table. */
  readonly data?: string;
  readonly layout?: string;
  readonly signal: AbortSignal;
}

/** The maximum number of draws for predictions: more make no visible difference in a figure. */
const MAX_DRAWS = 500;
const FEWEST_DRAWS = 50;
/** The aim for rows times draws in memory at once; it is exceeded if the minimum number of draws requires it. */
const MAX_VALUES = 10_000_000;

/**
 * Opens the fits, reads the outcome of each from the column that was fitted, and predicts the rows that have it.
 *
 * @throws Failure, FileError, HostError; also when an outcome is not of 0 and 1, or it is not clear which one is meant
 */
export async function openPredictedSubjects(request: RowsRequest): Promise<PredictedSubject[]> {
  const fits = await openFigureFits(request.paths, request);
  if (fits.length > 1 && request.outcome.length > 0) {
    throw badUsage(
      `\`--outcome\` names the columns of one fit, and there are ${fits.length}.`,
      'Leave it out: each fit is shown with the column that it was fitted to.',
    );
  }
  const subjects: PredictedSubject[] = [];
  for (const each of fits) {
    request.signal.throwIfAborted();
    subjects.push(await predictSubject(each, request));
  }
  return subjects;
}

/** The rows that have a binary outcome, as a table has them, and of each column the values in these rows. */
interface RowsOfOutcome {
  readonly outcome: string;
  readonly table: Table;
  /** Of all rows. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  readonly kept: ReadonlyMap<string, Float64Array>;
}

/** What a folder says about the columns that were fitted. */
type FittedColumns = Pick<FigureSource, 'manifest' | 'folder'> & {
  readonly summary: Pick<FigureSource['summary'], 'outcomes'>;
};

/**
 * Reads the rows with the outcome, from the fitted column unless another is given.
 *
 * @throws Failure, FileError; also when an outcome is not of 0 and 1, or it is not clear which one is meant
 */
export async function rowsOfOutcome(
  stored: FittedColumns,
  request: Omit<RowsRequest, 'paths'>,
): Promise<RowsOfOutcome> {
  const outcome = chosenOutcome(stored, request.outcome);
  const table = await readOutcomes(stored, outcome, request);
  const columns = columnsOfSubject(table, table.subjects[0]!);
  const there = [...columns.get(outcome)!.keys()].filter((row) => !Number.isNaN(columns.get(outcome)![row]!));
  if (there.length === 0) {
    throw badInput(`No row of ${request.data} has the outcome \`${outcome}\`.`, 'Give other rows.');
  }
  const kept = new Map([...columns].map(([column, values]) => [column, at(values, there)]));
  return { outcome, table, columns, kept };
}

/** The same for one open fit. */
export async function predictSubject(
  { stored, fit: { name } }: OpenFigureFit,
  request: Omit<RowsRequest, 'paths'>,
): Promise<PredictedSubject> {
  const { manifest, summary, posterior } = stored;
  const { outcome, table, columns, kept } = await rowsOfOutcome(stored, request);
  const rows = kept.get(outcome)!.length;
  const named = [...kept].map(([column, values]): [string, Float64Array | string[]] => {
    const levels = table.levels.get(column);
    return [column, levels === undefined ? values : Array.from(values, (code) => levels[code]!)];
  });
  const draws = Math.min(MAX_DRAWS, Math.max(FEWEST_DRAWS, Math.floor(MAX_VALUES / rows)));
  const all = posterior.draws.reduce((sum, { latents }) => sum + (latents[0]?.length ?? 0), 0);
  const fittedRows = await fittedRowsOf(stored, { join: [] }, request.signal);
  const seen = fittedRows === undefined ? stored : stored.withFittedRows(fittedRows);
  const predicted = await seen.predict(new Map(named), {
    ...{ outcomes: [outcome], values: true, every: Math.max(1, Math.ceil(all / draws)) },
  });
  const found = predicted.outcomes[outcome]!;
  return {
    ...{ name, failed: summary.status === 'failed' },
    outcome: manifest.columns.find((column) => column.name === outcome)!,
    demands: manifest.columns
      .filter(({ role }) => role === 'demand')
      .map((column) => ({ column, values: kept.get(column.name)! })),
    outcomes: kept.get(outcome)!,
    predictions: found.mean,
    values: found.values!,
    fittedRate: rateFitted(stored, outcome),
    areFitted: areFitted(stored, columns),
  };
}

/**
 * A demand of levels by its name in the layout, with the value of each level; null if the layout has no such demand. The table needs only
 * the demand and the category, as one of facts about the levels has them.
 */
export async function readLevelDemand(
  { manifest }: Pick<FigureSource, 'manifest'>,
  name: string,
  request: Omit<RowsRequest, 'paths'>,
): Promise<LevelDemand | null> {
  const column = manifest.columns.find((each) => each.name === name && each.index !== undefined);
  if (column === undefined) return null;
  if (request.data === undefined) {
    throw badUsage(
      `\`${name}\` is a demand, whose values are not in a fit.`,
      `Give a table that has it for each ${column.index!}: --data TABLE.`,
    );
  }
  const own = manifest.columns.filter((each) => each === column || each.name === column.index);
  const table = await readTable({
    ...{ path: request.data, outcomeChoices: [], filters: request.rows, ...tableReading(request) },
    ...{ manifest: { ...manifest, columns: own }, signal: request.signal },
  });
  const levels = table.levels.get(column.index!)!;
  const codes = table.categories.get(column.index!)!;
  const values = table.demands.get(name)!;
  return { column, byLevel: new Map([...codes].map((code, row) => [levels[code]!, values[row]!])) };
}

function at(values: Float64Array, rows: readonly number[]): Float64Array {
  return Float64Array.from(rows, (row) => values[row]!);
}

/** @throws Failure unless the outcome is named or the only one, and is of 0 and 1 */
function chosenOutcome(
  { manifest }: Pick<FigureSource, 'manifest'>,
  given: readonly OutcomeChoice[],
): string {
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome');
  checkOutcomeNames(
    given,
    outcomes.map(({ name }) => name),
  );
  const binary = outcomes.filter(({ kind }) => kind === 'binary').map(({ name }) => name);
  if (binary.length === 0) {
    throw badInput(
      `The layout \`${manifest.layout}\` has no outcome of 0 and 1: ${listNames(outcomes.map(({ name }) => name))} has other values.`,
      'Draw this figure for fits whose outcome is a success or a failure.',
    );
  }
  const [choice] = given;
  if (choice === undefined && binary.length === 1) return binary[0]!;
  if (given.length === 1 && binary.includes(choice!.outcome)) return choice!.outcome;
  throw badUsage(
    `The figure shows one outcome of 0 and 1, and the layout has ${listNames(binary)}.`,
    `Say which, and the column that it is in: --outcome ${binary[0]}=COLUMN.`,
  );
}

/** The rows with one outcome, read from the fitted column unless another is given. */
async function readOutcomes(
  { manifest, folder, summary }: FittedColumns,
  outcome: string,
  request: Omit<RowsRequest, 'paths'>,
): Promise<Table> {
  const column = summary.outcomes[outcome]?.column;
  const [given] = request.outcome;
  const outcomeChoices =
    given !== undefined
      ? [given]
      : column === undefined
        ? []
        : [{ outcome, columns: [column], text: column }];
  const alone = {
    ...manifest,
    columns: manifest.columns.filter(({ name, role }) => role !== 'outcome' || name === outcome),
  };
  const read = await readTable({
    ...{ path: request.data!, outcomeChoices, filters: request.rows, ...tableReading(request) },
    ...{ ...beforeStacking(alone, request.stack), signal: request.signal },
  });
  const table = stackTable(read, request.stack, manifest);
  if (table.subjects.length === 1) return table;
  throw badUsage(
    `The figure takes one column for the outcome, and --outcome names ${table.subjects.length}.`,
    `Name the one to compare ${folder} with.`,
  );
}

/** The success rate in the fitted rows, from the summary. */
function rateFitted({ summary }: FigureSource, outcome: string): number {
  const of = summary.outcomes[outcome];
  if (of === undefined || !('successes' in of)) {
    throw badInput(
      'The summary of the fit does not say how many successes there were.',
      'Fit again with this version of theodolite.',
    );
  }
  return of.successes / rowsSeen(summary.rows, of);
}

/** Whether the demands and outcomes of all rows match the digests in the summary. */
function areFitted({ manifest, summary }: FigureSource, columns: ReadonlyMap<string, Float64Array>): boolean {
  const { digests } = summary;
  if (digests === undefined) return false;
  return manifest.columns.every(({ name, role }) => {
    const values = columns.get(name);
    return role === 'category' || values === undefined || digests[name] === digestOf(values);
  });
}
