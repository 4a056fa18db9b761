/**
 * Reads the part of a table that `--outcome`, `--rows` and `--stack` select. `--stack CATEGORY` makes the outcome's
 * columns the levels of one category, for one fit to all of them.
 */

import { addPairs, type Table, type TableRequest } from '../../files/tables/layout-table.ts';
import { checkFacts, levelsInOrder, orderByDemands } from '../../host/level-facts.ts';
import { mainPart } from '../../host/row-tables.ts';
import { sharedMemory } from '../../module/columns.ts';
import type { Manifest } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { type DataOptions, tableReading } from '../options/data-options.ts';
import { checkTablesGiven, ofMainTable, readFurther } from './read-further-tables.ts';
import { readTable, tellNotes, tellReplaced } from './read-table.ts';

/**
 * @param whole the manifest with the columns of all tables
 * @param onRead called once the table is read, before any message about it, so that a progress line can be removed
 * @throws Failure or FileError; HostError of kind `interrupted`
 */
export async function readStackedTable(
  data: TableFiles,
  whole: Manifest,
  options: DataOptions,
  signal: AbortSignal,
  onRead: () => void = () => {},
): Promise<Table> {
  const manifest = mainPart(whole);
  checkTablesGiven(whole, options.table ?? []);
  const table = await readTable({
    ...data,
    ...beforeStacking(manifest, options.stack),
    outcomeChoices: options.outcome,
    filters: options.rows,
    ...tableReading(ofMainTable(whole, options)),
    signal,
  });
  onRead();
  tellNotes(table);
  tellReplaced(data.path, manifest, table);
  return readFurther(stackTable(table, options.stack, manifest), whole, options, signal);
}

/**
 * What is read from a table that is stacked: the columns of the manifest without the category, which the table does not
 * contain.
 *
 * @throws Failure (usage) when the layout has no such category.
 */
export function beforeStacking(
  manifest: Manifest,
  category: string | undefined,
): Pick<TableRequest, 'manifest' | 'stacked'> {
  if (category === undefined) return { manifest };
  const categories = manifest.columns
    .filter(({ role, category: shared, pairOf }) => role === 'category' && (shared ?? pairOf) === undefined)
    .map(({ name }) => name);
  if (!categories.includes(category)) {
    throw badUsage(
      `The layout has no category called \`${category}\`.${didYouMean(category, categories)}`,
      categories.length === 0
        ? 'Leave out --stack: each column of --outcome is then a fit of its own.'
        : `Its categories are ${listNames(categories)}.`,
    );
  }
  return {
    manifest: { ...manifest, columns: manifest.columns.filter(({ name }) => name !== category) },
    stacked: manifest.columns.find(({ name }) => name === category)!,
  };
}

/** The table with its rows repeated once per subject, and the subjects as the category's levels. */
export function stackTable(table: Table, category: string | undefined, manifest: Manifest): Table {
  if (category === undefined) return table;
  const names = table.subjects.map(({ name }) => name);
  const listed = manifest.columns.find(({ name }) => name === category)?.levels;
  const stacked = listed === undefined ? names : levelsInOrder(new Set(names), listed);
  const {
    rows,
    numbers,
    subjects,
    demands,
    categories,
    levels,
    outcomes,
    replaced,
    joined,
    ofColumns,
    notes,
  } = table;
  const repeated = (columns: ReadonlyMap<string, Float64Array>) =>
    new Map([...columns].map(([name, column]) => [name, inOne(subjects.map(() => column))]));
  const spread = (columns: ReadonlyMap<string, Float64Array>) =>
    new Map(
      [...columns].map(([name, column]) => [
        name,
        inOne(Array.from(column, (value) => new Float64Array(rows).fill(value))),
      ]),
    );
  const observed = [...subjects[0]!.columns.keys()];
  const whole: Table = {
    rows: rows * subjects.length,
    numbers: subjects.flatMap(() => numbers),
    subjects: [{ name: observed[0]!, columns: new Map(observed.map((outcome) => [outcome, outcome])) }],
    demands: new Map([...repeated(demands), ...spread(ofColumns?.demands ?? new Map())]),
    categories: new Map([
      ...repeated(categories),
      ...spread(ofColumns?.categories ?? new Map()),
      [category, inOne(names.map((name) => new Float64Array(rows).fill(stacked.indexOf(name))))],
    ]),
    levels: new Map([...levels, ...(ofColumns?.levels ?? []), [category, stacked]]),
    outcomes: new Map(
      observed.map((outcome) => [
        outcome,
        inOne(subjects.map(({ columns }) => outcomes.get(columns.get(outcome)!)!)),
      ]),
    ),
    replaced: new Map([...replaced, ...(ofColumns?.replaced ?? [])]),
    joined: new Map([...joined, ...(ofColumns?.joined ?? [])]),
    ofColumns: null,
    notes,
  };
  const columns = new Map([...whole.demands, ...whole.categories]);
  checkFacts(manifest, (name) => columns.get(name), whole.levels);
  const ordered = orderByDemands(manifest, { columns, levels: whole.levels });
  // In memory shared by threads.
  for (const [name, codes] of whole.categories) codes.set(ordered.columns.get(name)!);
  return addPairs({ ...whole, levels: ordered.levels }, manifest);
}

/** Column by column, in memory shared by threads. */
function inOne(columns: readonly Float64Array[]): Float64Array {
  const length = columns.reduce((sum, column) => sum + column.length, 0);
  const all = new Float64Array(sharedMemory(length * Float64Array.BYTES_PER_ELEMENT));
  let next = 0;
  for (const column of columns) {
    all.set(column, next);
    next += column.length;
  }
  return all;
}
