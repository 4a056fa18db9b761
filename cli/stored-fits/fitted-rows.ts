/** The rows of a stored fit, read again from their table and verified by the digests in its summary. */

import { digestsOf } from '../../files/fits/column-digests.ts';
import type { DataSummary } from '../../files/fits/fit-summary.ts';
import type { Provenance } from '../../files/fits/provenance.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { columnsOfSubject, type Table } from '../../files/tables/layout-table.ts';
import type { OutcomeChoice } from '../../files/tables/plan-reading.ts';
import type { RecordCache } from '../../files/tables/record-cache.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { categoryInWords, listNames } from '../../module/names.ts';
import { badInput, badUsage } from '../failure.ts';
import { ROW_WEIGHT } from '../inputs/weighted-layout.ts';
import { checkOutcomeNames, type DataOptions, tableReading } from '../options/data-options.ts';
import type { TableKeeper } from '../tables/kept-table.ts';
import { beforeStacking, stackTable } from '../tables/read-stacked-table.ts';
import { readTable } from '../tables/read-table.ts';
import { countOf } from '../words.ts';

/** Which table, and which of its rows. */
export interface FittedData extends DataOptions {
  readonly path: string;
  /** The paths of its files; by default the one at `path`. */
  readonly files?: readonly string[];
  /** Whether fits of other layouts read the same tables; a joined table may then be for those only. */
  readonly ofSeveral?: boolean;
  readonly signal: AbortSignal;
  /** What was read of the table for other fits. */
  readonly cache?: RecordCache;
  /** Is given the header and the fields of each row that is read. */
  readonly keep?: TableKeeper['keep'];
}

/** A fit or an estimate that says which table it is of. */
export interface TableOfFit {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly levels: Levels;
  readonly summary: DataSummary & { readonly made?: Omit<Provenance, 'settings'> };
}

/**
 * The columns of the layout, with categories as the fit's level numbers.
 *
 * @throws Failure or FileError, also when the rows are not those of the fit.
 */
export async function readFittedRows(
  fit: TableOfFit,
  data: FittedData,
): Promise<ReadonlyMap<string, Float64Array>> {
  const table = await readFitted(fit, data);
  const columns = recoded(columnsOfSubject(table, table.subjects[0]!), table.levels, fit.levels);
  checkRows(fit, data.path, table.rows, columns);
  return columns;
}

/** Rows with outcomes against which a stored fit is checked; they may be other rows than the fitted ones. */
interface RowsWithOutcomes {
  /** Demands and outcomes as numbers, categories as level names. */
  readonly columns: ReadonlyMap<string, Float64Array | readonly string[]>;
  /** All columns of the layout as numbers. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
  /** Whether they are the rows that were fitted. */
  readonly wereFitted: boolean;
}

/** @throws Failure or FileError, also for a level that the fit did not have */
export async function readRowsWithOutcomes(fit: StoredFit, data: FittedData): Promise<RowsWithOutcomes> {
  const { levels } = fit.posterior;
  const table = await readFitted(fit, data, levels);
  const numbers = recoded(columnsOfSubject(table, table.subjects[0]!), table.levels, levels);
  const columns = [...numbers].map(([name, values]): [string, Float64Array | readonly string[]] => {
    const names = levels.get(name);
    if (names === undefined) return [name, values];
    const unknown = values.findIndex((code) => code < 0);
    if (unknown >= 0) {
      throw badInput(
        `Row ${unknown + 1} has a level of \`${categoryInWords(name)}\` that the fit in ${fit.folder} did not have.`,
        `It had ${listNames(names)}: leave out the others.`,
      );
    }
    return [name, Array.from(values, (code) => names[code]!)];
  });
  const digests = digestsOf(numbers);
  const stored = Object.entries(fit.summary.digests ?? {});
  return {
    columns: new Map(columns),
    numbers,
    wereFitted: stored.length > 0 && stored.every(([name, digest]) => digests[name] === digest),
  };
}

/** Outcomes are read from the fitted columns unless others are given. */
async function readFitted(
  { manifest, folder, summary }: Pick<TableOfFit, 'manifest' | 'folder' | 'summary'>,
  data: FittedData,
  levels?: Levels,
): Promise<Table> {
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
  checkOutcomeNames(data.outcome, outcomes);
  const outcomeChoices = outcomes.flatMap((outcome): OutcomeChoice[] => {
    const given = data.outcome.find((choice) => choice.outcome === outcome);
    const column = summary.outcomes[outcome]?.column;
    if (given !== undefined || column === undefined) return given === undefined ? [] : [given];
    return [{ outcome, columns: [column], text: column }];
  });
  const { options, ...reading } = tableReading({
    ...data,
    bind: [...(data.bind ?? []), ...weightOf(summary)],
  });
  const read = await readTable({
    path: data.path,
    ...(data.files === undefined ? {} : { files: data.files }),
    ...beforeStacking(manifest, data.stack),
    outcomeChoices,
    filters: data.rows,
    ...reading,
    options: data.cache === undefined ? options : { ...options, cache: data.cache },
    leavesIdleJoins: data.ofSeveral ?? false,
    signal: data.signal,
    ...(levels === undefined ? {} : { levels }),
    ...(data.keep === undefined ? {} : { keep: data.keep }),
  });
  const table = stackTable(read, data.stack, manifest);
  if (table.subjects.length === 1) return table;
  throw badUsage(
    `A fit has one column per outcome, and --outcome names ${table.subjects.length}.`,
    `Name the one that ${folder} was fitted to.`,
  );
}

/** The column by which rows count in the fit, where an option said so: it is read as it was for the fit. */
function weightOf({ made }: TableOfFit['summary']): Required<DataOptions>['bind'] {
  const weight = made?.data.weight;
  return weight === undefined ? [] : [{ name: ROW_WEIGHT, column: weight.column }];
}

/** Categories as the fit's level numbers, -1 for a level that it did not have. */
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

/** @throws Failure (input) when the rows differ from those of the fit, as far as its summary shows */
function checkRows(
  { folder, summary }: Pick<TableOfFit, 'folder' | 'summary'>,
  data: string,
  rows: number,
  columns: ReadonlyMap<string, Float64Array>,
): void {
  const remedy = 'Give the table that was fitted, with the same --rows, --outcome and --stack.';
  if (rows !== summary.rows) {
    throw badInput(
      `${data} gives ${countOf(rows, 'row')}, and the fit in ${folder} is of ${summary.rows}.`,
      remedy,
    );
  }
  const found = digestsOf(columns);
  const other = Object.entries(summary.digests ?? {}).find(([name, digest]) => found[name] !== digest);
  if (other === undefined) return;
  throw badInput(`The \`${other[0]}\` of ${data} is not what was fitted in ${folder}.`, remedy);
}
