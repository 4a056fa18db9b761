/** Data in several tables: what each table must hold, and all their rows as the module takes them, in one table. */
import { absent, checkColumns } from '../module/columns.ts';
import { HostError } from '../module/host-error.ts';
import type { Levels } from '../module/levels.ts';
import { type Manifest, type ManifestColumn, type ManifestTable, TABLE_COLUMN } from '../module/manifest.ts';
import { didYouMean, listNames } from '../module/names.ts';
import type { ColumnsInput, NamedColumns } from '../module/to-columns.ts';
import { toColumns } from '../module/to-columns.ts';
import { checkForm, wrong } from './check-manifest.ts';
import {
  checkFacts,
  checkLevelFacts,
  encodeCategories,
  factsIn,
  levelsInOrder,
  orderByDemands,
  toCheckedColumns,
} from './level-facts.ts';
import { pairLevels } from './pairs.ts';

/** The part of a manifest that is about the main table. */
export function mainPart(manifest: Manifest): Manifest {
  const { tables, ...main } = manifest;
  if (tables === undefined) return manifest;
  const others = new Set([TABLE_COLUMN, ...tables.flatMap(({ columns }) => columns)]);
  return { ...main, columns: main.columns.filter(({ name }) => !others.has(name)) };
}

/** A manifest of which the columns are those of one table beside the main one, in its own order. */
export function tablePart(manifest: Manifest, { columns, shared }: ManifestTable): Manifest {
  const { tables, ...rest } = manifest;
  const own = [...columns, ...shared];
  return {
    ...rest,
    columns: manifest.columns
      .filter(({ name }) => own.includes(name))
      .map(({ within, orderedBy, ...column }) => ({
        ...column,
        ...(within !== undefined && own.includes(within) ? { within } : {}),
        ...(orderedBy !== undefined && own.includes(orderedBy) ? { orderedBy } : {}),
      })),
  };
}

/** The part of a manifest that is about the table of a number, 0 for the main one. */
export function partOf(manifest: Manifest, table: number): Manifest {
  return table === 0 ? mainPart(manifest) : tablePart(manifest, manifest.tables![table - 1]!);
}

/** The columns of the main table's rows. @param columns as the module takes them */
export function mainRows(
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
): ReadonlyMap<string, Float64Array> {
  const table = columns.get(TABLE_COLUMN);
  if (manifest.tables === undefined || table === undefined) return columns;
  const rows = table.findIndex((number) => number > 0);
  const end = rows < 0 ? table.length : rows;
  return new Map(mainPart(manifest).columns.map(({ name }) => [name, columns.get(name)!.subarray(0, end)]));
}

/** The names of the columns that a table's rows have: their own, and what their levels tell. */
function knownIn(manifest: Manifest, table: number): ReadonlySet<string> {
  const facts = factsIn(manifest);
  const known = new Set(partOf(manifest, table).columns.map(({ name }) => name));
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const fact of facts) if (known.has(fact.category)) known.add(fact.column);
  }
  return known;
}

/** The numbers of the tables whose rows have a level of a category: in a column of their own, or because the levels of another one tell it. */
export function tablesWith(manifest: Manifest, category: string): ReadonlySet<number> {
  const { tables = [] } = manifest;
  return new Set(
    [0, ...tables.map((_, place) => place + 1)].filter((table) => knownIn(manifest, table).has(category)),
  );
}

/**
 * The rows of each table beside the main one, with what their levels tell, and with the levels that occur in them: `stackTables` takes them
 * beside any rows of the main table.
 *
 * @param whole the rows of all tables, as the module takes them
 */
export function tablesBeside(manifest: Manifest, { columns, levels }: NamedColumns): readonly NamedColumns[] {
  const { tables = [] } = manifest;
  const tableOf = columns.get(TABLE_COLUMN)!;
  return tables.map((_, place) => {
    const known = knownIn(manifest, place + 1);
    const own = manifest.columns.filter(({ name, pairOf }) => known.has(name) && pairOf === undefined);
    const cells = new Map(
      own.map(({ name }) => [name, columns.get(name)!.filter((_, row) => tableOf[row] === place + 1)]),
    );
    const named = own.flatMap(({ name, role }): [string, string[]][] =>
      role === 'category' ? [[name, Array.from(cells.get(name)!, (code) => levels.get(name)![code]!)]] : [],
    );
    const { codes, levels: occurring } = encodeCategories({ columns: own }, new Map(named));
    return { columns: new Map([...cells, ...codes]), levels: occurring };
  });
}

/** The number of each row's table, 0 for the main one. @param columns as the module takes them, in the order of the manifest */
export function tableOfRows(manifest: Manifest, columns: readonly Float64Array[]): ArrayLike<number> {
  const place = manifest.columns.findIndex(({ name }) => name === TABLE_COLUMN);
  return manifest.tables === undefined ? new Uint8Array(columns[0]?.length ?? 0) : columns[place]!;
}

/**
 * Rows of the main table in all columns that the module takes. What is predicted reads no column of another table.
 *
 * @param ordered the columns of the main table, in the order of the manifest, or all of them
 */
export function inAllColumns(manifest: Manifest, ordered: readonly Float64Array[]): readonly Float64Array[] {
  if (ordered.length === manifest.columns.length) return ordered;
  const known = new Map(mainPart(manifest).columns.map(({ name }, index) => [name, ordered[index]!]));
  const rows = ordered[0]!.length;
  return manifest.columns.map(
    ({ name, role }) => known.get(name) ?? new Float64Array(rows).fill(role === 'outcome' ? Number.NaN : 0),
  );
}

/** A manifest of what tables hold besides their outcomes. */
export function withoutOutcomes(manifest: Manifest): Manifest {
  const columns = manifest.columns.filter(({ role }) => role !== 'outcome');
  if (manifest.tables === undefined) return { ...manifest, columns };
  const isThere = (name: string) => columns.some((column) => column.name === name);
  const tables = manifest.tables.map((table) => ({ ...table, columns: table.columns.filter(isThere) }));
  return { ...manifest, columns, tables };
}

/** Columns by name, for each table beside the main one. */
export type TablesInput = Readonly<Record<string, ColumnsInput>>;

/**
 * The columns that a module needs, as `toCheckedColumns` reads them; with several tables the rows of all in one.
 *
 * @throws HostError as `toCheckedColumns` and `toStackedColumns` do
 */
export function toRows(
  manifest: Manifest,
  main: ColumnsInput,
  tables: TablesInput = {},
  levels?: Levels,
): NamedColumns {
  if (manifest.tables !== undefined) return toStackedColumns(manifest, main, tables, levels);
  refuseOthers([], Object.keys(tables));
  return toCheckedColumns(manifest, main, levels);
}

/**
 * The rows of all tables in one, as the module takes them: `toCheckedColumns` for a layout of several tables.
 *
 * @throws HostError of kind `data` that names the table, the column and the row
 */
function toStackedColumns(
  manifest: Manifest,
  main: ColumnsInput,
  given: TablesInput,
  levels: Levels = new Map(),
): NamedColumns {
  checkTables(manifest);
  return stackTables(
    manifest,
    [readPart(mainPart(manifest), main, levels), ...readTables(manifest, given, levels)],
    levels,
  );
}

/**
 * The columns of the tables beside the main one, in the order of the manifest.
 *
 * @throws HostError of kind `data` for a table that is not given, or that the layout does not have; or that names the table, the column and
 *   the row
 */
export function readTables(
  manifest: Manifest,
  given: TablesInput,
  levels: Levels = new Map(),
): readonly NamedColumns[] {
  const { tables = [] } = manifest;
  refuseOthers(tables, Object.keys(given));
  return tables.map((table) =>
    inTable(table.name, () => {
      if (!Object.hasOwn(given, table.name))
        throw new HostError(
          'data',
          'There are no rows of it.',
          `Give its columns: \`{ tables: { ${table.name}: { … } } }\`.`,
        );
      return readPart(tablePart(manifest, table), given[table.name]!, levels);
    }),
  );
}

function readPart(part: Manifest, input: ColumnsInput, levels: Levels): NamedColumns {
  const columns = toColumns(part, input, levels, encodeCategories);
  checkFacts(part, (name) => columns.columns.get(name), columns.levels);
  return columns;
}

/** @throws HostError of kind `data` for a table that the layout does not have */
function refuseOthers(tables: readonly ManifestTable[], given: readonly string[]): void {
  const names = tables.map(({ name }) => name);
  const other = given.find((name) => !names.includes(name));
  if (other === undefined) return;
  throw new HostError(
    'data',
    `The layout has no table \`${other}\`.${didYouMean(other, names)}`,
    names.length === 0
      ? 'It has the main table alone.'
      : `It has ${names.length === 1 ? 'the table' : 'the tables'} ${listNames(names)}.`,
  );
}

/** What `make` returns. @throws HostError whose message names the table */
function inTable<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof HostError) || error.kind !== 'data') throw error;
    throw new HostError('data', `In the table \`${name}\`: ${error.message}`, error.remedy);
  }
}

/**
 * Rows of the main table, and then of the others. A category that several tables have has the levels of all. What a level tells is known in
 * all rows that have it.
 *
 * @param parts the columns of the main table, then of the others in the manifest's order, with missing values; those of what their levels
 *   tell may be there too
 * @param known levels whose names and order are given
 * @throws HostError of kind `data`
 */
export function stackTables(
  manifest: Manifest,
  parts: readonly NamedColumns[],
  known: Levels = new Map(),
): NamedColumns {
  const tables = manifest.tables ?? [];
  const views = [mainPart(manifest), ...tables.map((table) => tablePart(manifest, table))];
  const named = <T>(place: number, make: () => T) =>
    place === 0 ? make() : inTable(tables[place - 1]!.name, make);
  const united = uniteLevels(manifest, parts, known);
  const columns = united.parts.map((part, place) =>
    named(place, () => {
      const isOwn = new Set(views[place]!.columns.map(({ name }) => name));
      const own = manifest.columns.filter(
        ({ name, pairOf }) => pairOf === undefined && (isOwn.has(name) || part.has(name)),
      );
      const ordered = checkColumns(
        { ...manifest, columns: own },
        own.map(({ name, role }) => part.get(name) ?? absent(name, role)),
      );
      return new Map(own.map(({ name }, index) => [name, ordered[index]!]));
    }),
  );
  shareFacts(manifest, columns, united.levels, [
    'the main table',
    ...tables.map(({ name }) => `the table \`${name}\``),
  ]);
  const levels = orderLevelsOf(manifest, columns, united.levels, known);
  addPairs(manifest, views, columns, levels, known);
  const rows = columns.map((part) => part.values().next().value!.length);
  return {
    columns: new Map(manifest.columns.map((column) => [column.name, stacked(column, columns, rows)])),
    levels,
  };
}

/**
 * What a row holds of a column that its table does not have: nothing of an outcome, level 0 of a category, and of a demand a value that it may
 * have; of a demand of levels that of level 0.
 *
 * @param columns those of a table that has it
 */
export function valueElsewhere(
  { name, role, index }: ManifestColumn,
  columns: ReadonlyMap<string, Float64Array>,
): number {
  if (role === 'outcome') return Number.NaN;
  if (role === 'category' || name === TABLE_COLUMN) return 0;
  const row = index === undefined ? 0 : columns.get(index)!.indexOf(0);
  return columns.get(name)![Math.max(0, row)]!;
}

/** A column in the rows of all tables. */
function stacked(
  column: ManifestColumn,
  parts: readonly ReadonlyMap<string, Float64Array>[],
  rows: readonly number[],
): Float64Array {
  const { name } = column;
  const whole = new Float64Array(rows.reduce((sum, count) => sum + count, 0));
  const having = parts.find((part) => part.has(name));
  const absent = having === undefined ? 0 : valueElsewhere(column, having);
  let begin = 0;
  for (const [place, part] of parts.entries()) {
    const end = begin + rows[place]!;
    const own = part.get(name);
    if (name === TABLE_COLUMN) whole.fill(place, begin, end);
    else if (own === undefined) whole.fill(absent, begin, end);
    else whole.set(own, begin);
    begin = end;
  }
  return whole;
}

/** The parts with one numbering of the levels of each category. */
function uniteLevels(
  { columns }: Manifest,
  parts: readonly NamedColumns[],
  known: Levels,
): { readonly parts: readonly Map<string, Float64Array>[]; readonly levels: Levels } {
  const united = parts.map((part) => new Map(part.columns));
  const levels = new Map<string, readonly string[]>();
  for (const { name, role, category = name, levels: listed, pairOf } of columns) {
    if (role !== 'category' || pairOf !== undefined) continue;
    const given = known.get(category);
    const names = new Set(parts.flatMap((part) => part.levels.get(category) ?? []));
    const all = given ?? levelsInOrder(names, listed);
    for (const each of [category, name]) levels.set(each, all);
    if (given !== undefined) continue;
    const places = new Map(all.map((level, index) => [level, index]));
    for (const [place, part] of parts.entries()) {
      const own = part.levels.get(category);
      const codes = part.columns.get(name);
      if (own === undefined || codes === undefined) continue;
      const numbers = own.map((level) => places.get(level)!);
      united[place]!.set(
        name,
        Float64Array.from(codes, (code) => numbers[code]!),
      );
    }
  }
  return { parts: united, levels };
}

/**
 * Adds to each part the facts of its levels that other parts have: demands of levels, and the categories around.
 *
 * @throws HostError of kind `data` for a level of which two tables say different things, or none says anything
 */
function shareFacts(
  manifest: Manifest,
  parts: readonly Map<string, Float64Array>[],
  levels: Levels,
  words: readonly string[],
): void {
  const facts = factsIn({ columns: manifest.columns.filter(({ pairOf }) => pairOf === undefined) });
  // A fact of a fact, such as a demand of a family, is known once the family is.
  for (let round = 0; round <= facts.length; round++) {
    for (const { category, column } of facts) {
      const values = new Map<number, { readonly value: number; readonly place: number }>();
      for (const [place, part] of parts.entries()) {
        const [codes, own] = [part.get(category), part.get(column)];
        if (codes === undefined || own === undefined) continue;
        for (const [row, code] of codes.entries()) {
          const before = values.get(code);
          if (before === undefined) values.set(code, { value: own[row]!, place });
          else if (before.value !== own[row])
            throw new HostError(
              'data',
              `The level \`${levels.get(category)![code]}\` of \`${category}\` has another \`${column}\` in ${words[place]} than in ${words[before.place]}.`,
              `Each level of \`${category}\` has one \`${column}\`: correct one of the tables.`,
            );
        }
      }
      if (values.size === 0) continue;
      for (const [place, part] of parts.entries()) {
        const codes = part.get(category);
        if (codes === undefined || part.has(column)) continue;
        const unknown = codes.find((code) => !values.has(code));
        if (unknown !== undefined)
          throw new HostError(
            'data',
            `The level \`${levels.get(category)![unknown]}\` of \`${category}\` is in ${words[place]} alone, and nothing says its \`${column}\`.`,
            `Give rows of the main table with this level, or leave out its rows in ${words[place]}.`,
          );
        part.set(
          column,
          Float64Array.from(codes, (code) => values.get(code)!.value),
        );
      }
    }
  }
}

/** Puts levels in the order of the demands that order them, in all parts. @throws HostError as `orderByDemands` does */
function orderLevelsOf(
  { columns }: Manifest,
  parts: readonly Map<string, Float64Array>[],
  levels: Levels,
  known: Levels,
): Map<string, readonly string[]> {
  let ordered = levels;
  for (const column of columns) {
    const { name, orderedBy } = column;
    const having = parts.filter((part) => part.has(name));
    if (orderedBy === undefined || !having.every((part) => part.has(orderedBy))) continue;
    const whole = new Map([name, orderedBy].map((each) => [each, joined(having, each)]));
    const demand = columns.find((each) => each.name === orderedBy)!;
    const found = orderByDemands({ columns: [column, demand] }, { columns: whole, levels: ordered }, known);
    divide(having, name, found.columns.get(name)!);
    ordered = found.levels;
  }
  return new Map(ordered);
}

/**
 * Adds the categories of pairs to the parts that have them, and their levels, which are those of all these parts.
 *
 * @param views what each part has
 */
function addPairs(
  { columns }: Manifest,
  views: readonly Manifest[],
  parts: readonly Map<string, Float64Array>[],
  levels: Map<string, readonly string[]>,
  known: Levels,
): void {
  for (const { name, pairOf } of columns) {
    if (pairOf === undefined) continue;
    const having = parts.filter((_, place) => views[place]!.columns.some((each) => each.name === name));
    const [first, second] = pairOf.map((category) => ({
      codes: joined(having, category),
      levels: levels.get(category)!,
    }));
    const pairs = pairLevels(first!, second!, known.get(name));
    levels.set(name, pairs.levels);
    divide(having, name, pairs.codes);
  }
}

/** A column of several parts in one. */
function joined(parts: readonly ReadonlyMap<string, Float64Array>[], name: string): Float64Array {
  return Float64Array.from(parts.flatMap((part) => [...part.get(name)!]));
}

/** Gives each part its share of such a column. */
function divide(parts: readonly Map<string, Float64Array>[], name: string, whole: Float64Array): void {
  let begin = 0;
  for (const part of parts) {
    const end = begin + part.values().next().value!.length;
    part.set(name, whole.slice(begin, end));
    begin = end;
  }
}

/** @throws HostError of kind `module` that names the manifest's mistake about tables or levels */
export function checkTables(manifest: Manifest): void {
  const { columns, tables = [] } = manifest;
  checkForm(
    tables,
    [{ name: 'a name', columns: ['a name'], shared: ['a name'], doc: 'a doc or null' }],
    'tables',
  );
  if (tables.length > 0 && !columns.some(({ name, kind }) => name === TABLE_COLUMN && kind === 'count'))
    throw wrong('columns', `there is no count \`${TABLE_COLUMN}\``);
  for (const [place, table] of tables.entries()) {
    const unknown = [...table.columns, ...table.shared].find(
      (name) => !columns.some((column) => column.name === name),
    );
    if (unknown !== undefined) throw wrong(`tables[${place}]`, `\`${unknown}\` is no column`);
  }
  for (const part of [mainPart(manifest), ...tables.map((table) => tablePart(manifest, table))])
    checkLevelFacts(part);
}
