/** Reads the tables beside the main one, and joins their rows to those of a table that was read. */
import { mainPart, stackTables, tablePart, valueElsewhere } from '../../host/row-tables.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { firstNames } from '../../module/names.ts';
import type { NamedColumns } from '../../module/to-columns.ts';
import { columnsOfSubject, type FurtherRows, type Table } from './layout-table.ts';
import type { Subject } from './plan-reading.ts';

/**
 * Reads the tables beside the main one, in the order of the manifest.
 *
 * @param read reads the table of a name, whose columns the manifest has
 * @throws as `read` does
 */
export async function readTablesBeside(
  manifest: Manifest,
  read: (name: string, manifest: Manifest) => Promise<Table>,
): Promise<readonly Table[]> {
  const parts: Table[] = [];
  for (const table of manifest.tables ?? []) parts.push(await read(table.name, tablePart(manifest, table)));
  return parts;
}

/** The columns of a table's first subject, with its levels. */
export function columnsWithLevels(table: Table): NamedColumns {
  // Outcomes that are to be simulated are in no file.
  const subject = table.subjects[0] ?? { name: '', columns: new Map() };
  return { columns: columnsOfSubject(table, subject), levels: table.levels };
}

/**
 * Joins the rows of the tables beside the main one to those of a table that was read.
 *
 * @param parts those of `readTablesBeside`
 * @returns the table with their rows, and with levels and level numbers that all tables share
 * @throws HostError of kind `data` as `stackTables` does
 */
export function addFurtherTables(main: Table, manifest: Manifest, parts: readonly Table[]): Table {
  if (manifest.tables === undefined) return main;
  const { columns, levels } = stackTables(manifest, [main, ...parts].map(columnsWithLevels));
  const begin = main.rows;
  return {
    ...main,
    categories: new Map(
      [...main.categories.keys()].map((name) => [name, columns.get(name)!.slice(0, begin)]),
    ),
    levels,
    further: {
      manifest,
      columns: new Map([...columns].map(([name, values]) => [name, values.slice(begin)])),
      notes: notesOfTables(manifest, main.levels, parts),
    },
  };
}

/** What a user should know of the tables beside the main one: how many rows they have, and which levels only some of the tables have. */
export function notesOfTables(
  { tables = [] }: Manifest,
  ofMain: Levels,
  parts: readonly Table[],
): readonly string[] {
  return tables.flatMap(({ name, shared }, place) => [
    `the table \`${name}\` has ${parts[place]!.rows} ${parts[place]!.rows === 1 ? 'row' : 'rows'}`,
    ...shared.flatMap((category) =>
      category.includes('.') ? [] : levelsApart(category, name, ofMain, parts[place]!.levels),
    ),
  ]);
}

/** A note for a category of which a table and the main one have other levels. */
function levelsApart(category: string, table: string, ofMain: Levels, ofTable: Levels): readonly string[] {
  const [main, own] = [ofMain.get(category) ?? [], ofTable.get(category) ?? []];
  const left = (levels: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return levels.filter((level) => !known.has(level));
  };
  // Those of the main table may also be in a third one.
  const [absent, added] = [left(main, own), left(own, main)];
  if (main.length === 0 || absent.length + added.length === 0) return [];
  const said = [
    ...(absent.length === 0
      ? []
      : [`lacks ${absent.length} of the levels of \`${category}\` (${firstNames(absent)})`]),
    ...(added.length === 0 ? [] : [`has ${added.length} that the main table lacks (${firstNames(added)})`]),
  ];
  return [`\`${table}\` ${said.join(', and ')}${absent.length === 0 ? `, of \`${category}\`` : ''}`];
}

/** The columns of one fit, as the module takes them: those of `columnsOfSubject`, with the rows of all tables. */
export function rowsOfSubject(table: Table, subject: Subject): ReadonlyMap<string, Float64Array> {
  return withFurtherRows(columnsOfSubject(table, subject), table.further);
}

/** Columns of the main table with the rows of the others behind their own. */
export function withFurtherRows(
  main: ReadonlyMap<string, Float64Array>,
  further: FurtherRows | undefined,
): ReadonlyMap<string, Float64Array> {
  if (further === undefined) return main;
  const { manifest, columns } = further;
  const rows = main.values().next().value!.length;
  const ofMain = new Set(mainPart(manifest).columns.map(({ name }) => name));
  return new Map(
    manifest.columns.map((column) => {
      const { name } = column;
      const behind = columns.get(name)!;
      const whole = new Float64Array(rows + behind.length);
      if (ofMain.has(name)) whole.set(main.get(name)!);
      else whole.fill(valueElsewhere(column, columns), 0, rows);
      whole.set(behind, rows);
      return [name, whole];
    }),
  );
}
