/** The rows that an evaluation or a sweep divides: those of a table, and which of them are held out. */
import type { EvaluatedRows, PartRows } from '../../analysis/evaluate/parts/rows.ts';
import { HELD_OUT, namedParts } from '../../analysis/evaluate/splits/name-parts.ts';
import type { Split } from '../../analysis/evaluate/splits/split.ts';
import type { Manifest } from '../../module/manifest.ts';
import { type DataOptions, tableOptions } from '../options/data-options.ts';
import type { SplitOptions } from '../options/split-options.ts';
import { readTable, type Table } from '../tables/read-table.ts';
import { tellReplaced } from '../tables/replaced-values.ts';
import { beforeStacking, stack } from '../tables/stack.ts';
import { rowsOf } from './evaluate-rows.ts';
import { splitsOf } from './subject-splits.ts';

/** One subject's rows, and those that each part fits to and tests on. */
export interface DividedSubject {
  readonly name: string;
  readonly rows: EvaluatedRows;
  /** By the name of the part. */
  readonly parts: ReadonlyMap<string, PartRows>;
  /** Null where the table itself says which rows are held out. */
  readonly split: Split | null;
}

/**
 * The table that is fitted to, and after it the one that is tested on, where the rows of a table are given to test on.
 *
 * @throws Failure, FileError, Interrupted
 */
export async function readDividedTables(
  path: string,
  manifest: Manifest,
  {
    outcome: choices,
    rows,
    testRows,
    stack: category,
    ...format
  }: DataOptions & Pick<SplitOptions, 'testRows'>,
  signal: AbortSignal,
): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const filters of testRows.length === 0 ? [rows] : [rows, testRows]) {
    const table = await readTable({
      ...{ path, manifest: beforeStacking(manifest, category), choices },
      ...{ filters, options: tableOptions(format), signal },
    });
    tellReplaced(path, manifest, table);
    tables.push(stack(table, category));
  }
  return tables;
}

/**
 * Divides the rows of each subject: as the two tables say, or as is drawn of the one.
 *
 * @param outcome the parts have as many rows of each of its values
 * @throws Failure (input), EvaluationError as `splitsOf` does
 */
export async function divideSubjects(
  manifest: Manifest,
  tables: readonly Table[],
  outcome: string,
  options: SplitOptions & { readonly seed: bigint },
): Promise<readonly DividedSubject[]> {
  const names = tables[0]!.subjects.map(({ name }) => name);
  const rows = new Map(names.map((name) => [name, rowsOf(manifest, tables, name)]));
  const splits = tables.length === 1 ? await splitsOf(rows, outcome, options) : null;
  return names.map((name) => {
    const split = splits?.get(name) ?? null;
    const parts = split === null ? new Map([[HELD_OUT, givenPart(tables)]]) : namedParts(split);
    return { name, rows: rows.get(name)!, parts, split };
  });
}

function givenPart([training, test]: readonly Table[]): PartRows {
  const numbers = (count: number, first: number) => Array.from({ length: count }, (_, row) => first + row);
  return { training: numbers(training!.rows, 0), test: numbers(test!.rows, training!.rows) };
}
