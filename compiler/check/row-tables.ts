/** Which columns the rows of each table have, and what an outcome, a factor and a statistic may read of them. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import { outcomeParts } from '../families/outcomes.ts';
import { priorParts } from '../families/priors.ts';
import { columnsOfCategories, levelFactsOf } from './level-facts.ts';
import type { Observation, StatisticExpression, TypedExpression, TypedLayout } from './typed-layout.ts';

/** The numbers of tables fit into as many bits. */
const MAX_TABLES = 31;

/** The rows of one table. */
export interface TableRows {
  /** Null for the main table. */
  readonly name: string | null;
  /** The columns that the table itself has. */
  readonly columns: ReadonlySet<string>;
  /** The same with what their levels tell: demands of levels, and the categories around. */
  readonly known: ReadonlySet<string>;
}

type Columns = Pick<TypedLayout, 'categories' | 'demands' | 'observations' | 'tables'>;

/** The main table, and then the others in their order. */
export function rowsOfTables(layout: Columns): readonly TableRows[] {
  const { categories, demands, observations, tables } = layout;
  const facts = levelFactsOf(layout);
  const own = new Set(tables.flatMap(({ columns }) => columns));
  const pairs = categories.filter(({ pairOf }) => pairOf !== null);
  const ofMain = [
    ...demands.map(({ name }) => name),
    ...columnsOfCategories({ categories: categories.filter(({ pairOf }) => pairOf === null) }).map(
      ({ name }) => name,
    ),
    ...observations.map(({ outcome }) => outcome),
  ].filter((name) => !own.has(name));
  const given = [
    { name: null, columns: ofMain },
    ...tables.map(({ name, shared, columns }) => ({ name, columns: [...shared, ...columns] })),
  ];
  return given.map(({ name, columns }) => {
    const known = new Set(columns.flatMap((column) => [column, ...(facts.get(column) ?? [])]));
    const madeOf = pairs.filter(({ pairOf }) => pairOf!.every((part) => columns.includes(part)));
    for (const pair of madeOf) for (const each of [pair.name, ...facts.get(pair.name)!]) known.add(each);
    return { name, columns: new Set([...columns, ...madeOf.map((pair) => pair.name)]), known };
  });
}

/** The number of the table that a column belongs to, from 1, and 0 for the main one. */
export function tableOfColumn({ tables }: Pick<TypedLayout, 'tables'>, column: string): number {
  return 1 + tables.findIndex(({ columns }) => columns.includes(column));
}

/** The number of the table, as `tableOfColumn` gives it, over whose rows a statistic is taken; -1 if no table has all that it reads. */
export function tableOfStatistic(
  layout: Columns & Pick<TypedLayout, 'lets'>,
  statistic: StatisticExpression,
): number {
  if (layout.tables.length === 0) return 0;
  const read = columnsRead(layout, statistic.argument).map(({ column }) => column);
  const all = statistic.by === null ? read : [...read, statistic.by];
  return rowsOfTables(layout).findIndex(({ known }) => all.every((column) => known.has(column)));
}

/** A table whose rows stand for several, as many as a column says. */
export interface CountedTable {
  /** As by `tableOfColumn`. */
  readonly table: number;
  readonly column: string;
}

/**
 * The tables in which every outcome has one and the same `count`: their rows stand for equal ones in all that reads them,
 * also in statistics. Where outcomes count differently, a row is one row, and each outcome has its own count.
 */
export function countedTables({
  observations,
  tables,
}: Pick<TypedLayout, 'observations' | 'tables'>): readonly CountedTable[] {
  return Array.from({ length: 1 + tables.length }, (_, table) => {
    const counts = new Set(
      observations
        .filter(({ outcome }) => tableOfColumn({ tables }, outcome) === table)
        .map(({ weight }) => (weight?.kind === 'count' ? weight.column : null)),
    );
    const [column] = counts;
    return counts.size === 1 && typeof column === 'string' ? [{ table, column }] : [];
  }).flat();
}

/** A column that an expression reads in its row, directly or through lets, and where. */
interface ColumnRead {
  readonly column: string;
  readonly span: Span;
}

/** The columns that an expression reads in its row; a statistic reads those of other rows. */
export function columnsRead(
  { lets, categories }: Pick<TypedLayout, 'lets' | 'categories'>,
  expression: TypedExpression,
): readonly ColumnRead[] {
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const ofLets = new Map<string, readonly string[]>();
  const columnOf = (name: string) => categories.find((each) => each.name === name)?.columns[0] ?? name;
  const read = (part: TypedExpression): readonly ColumnRead[] => {
    const here = (column: string) => ({ column, span: part.span });
    switch (part.kind) {
      case 'column':
        return [here(part.name)];
      case 'latent':
      case 'class':
      case 'previous':
        return part.index === null ? [] : [here(columnOf(part.index))];
      case 'statistic':
        return part.by === null ? [] : [here(part.by)];
      case 'call':
        return part.arguments.flatMap(read);
      case 'let':
        return (ofLets.get(part.name) ?? []).map(here);
      case 'number':
      case 'posterior':
        return [];
    }
  };
  // Each let comes after those that it reads, so a chain of them is walked once.
  const needed = letsBehind(expression, values);
  for (const { name, value } of lets)
    if (needed.has(name)) ofLets.set(name, [...new Set(read(value).map(({ column }) => column))]);
  return read(expression);
}

function letsBehind(
  expression: TypedExpression,
  values: ReadonlyMap<string, TypedExpression>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'call') pending.push(...next.arguments);
    if (next.kind !== 'let' || found.has(next.name)) continue;
    found.add(next.name);
    pending.push(values.get(next.name)!);
  }
  return found;
}

/** Reports what reads columns that its rows do not have. */
export function checkRowTables(layout: TypedLayout, log: DiagnosticLog): void {
  const rows = rowsOfTables(layout);
  const last = layout.tables[MAX_TABLES];
  if (last !== undefined) {
    log.error(
      'too-many-tables',
      last.span,
      `This layout has ${layout.tables.length} tables beside the main one, and it may have at most ${MAX_TABLES}.`,
      'Put outcomes with the same columns into one table.',
    );
  }
  const nameOf = (table: number) => inWords(rows[table]!.name);
  const check = (table: number, read: readonly ColumnRead[]) => {
    const wrong = read.find(({ column }) => !rows[table]!.known.has(column));
    const home = rows.find(({ known }) => wrong !== undefined && known.has(wrong.column));
    // A pair that no table has is reported above.
    if (wrong === undefined || home === undefined) return;
    const isCategory = columnsOfCategories(layout).some(({ name }) => name === wrong.column);
    log.error(
      'column-of-other-table',
      wrong.span,
      `${quote(wrong.column)} is a column of ${inWords(home.name)}, and the rows of ${nameOf(table)} do not have it.`,
      isCategory
        ? `Declare ${quote(`category ${wrong.column}`)} in ${nameOf(table)} too, whose levels are then the same.`
        : `Give ${nameOf(table)} a column of its own, with another name; or, if each level of a category has one value of it, declare it with that level, such as ${quote(`demand ${wrong.column}[task]`)}.`,
    );
  };
  for (const { name, index, span } of layout.demands) {
    const home = tableOfColumn(layout, name);
    if (index === null || tableOfColumn(layout, index) === home) continue;
    log.error(
      'column-of-other-table',
      span,
      `${quote(name)} has a value for each level of ${quote(index)}, which ${nameOf(tableOfColumn(layout, index))} declares.`,
      home > 0
        ? 'Declare it outside of the braces; where the tables are read, it is a column of the main one, or of a table of facts.'
        : `Declare it in ${nameOf(tableOfColumn(layout, index))}.`,
    );
  }
  for (const { name, within, span, pairOf } of layout.categories) {
    const home = tableOfColumn(layout, name);
    if (within !== null && !rows[home]!.columns.has(within))
      log.error(
        'column-of-other-table',
        span,
        `Each level of ${quote(name)} belongs to one of ${quote(within)}, which ${nameOf(home)} does not have.`,
        `Declare ${quote(`category ${within}`)} there too.`,
      );
    if (pairOf !== null && !rows.some(({ columns }) => columns.has(name)))
      log.error(
        'column-of-other-table',
        span,
        `No table has both ${quote(pairOf[0])} and ${quote(pairOf[1])}, so no pair of them occurs.`,
        'Index by one of them, or declare both as categories of one table.',
      );
  }
  for (const observation of wholeObservations(layout)) {
    const { outcome, span } = observation;
    const read = expressionsOf(observation).flatMap((part) => columnsRead(layout, part));
    const named = columnsNamed(observation).map((column) => ({ column, span }));
    check(tableOfColumn(layout, outcome), [...read, ...named]);
  }
  for (const { over, table, value } of layout.factors) {
    if (over !== 'rows') continue;
    check(1 + layout.tables.findIndex(({ name }) => name === table), columnsRead(layout, value));
  }
  for (const statistic of everyExpression(layout).flatMap(statisticsIn)) {
    if (tableOfStatistic(layout, statistic) >= 0) continue;
    log.error(
      'statistic-of-tables',
      statistic.span,
      'This statistic reads columns of different tables, and no row has them all.',
      'Read columns of one table in it.',
    );
  }
}

function inWords(table: string | null): string {
  return table === null ? 'the main table' : `the table ${quote(table)}`;
}

/** The observations without the choices whose times have all their parameters and clauses, and others. */
function wholeObservations({ observations }: TypedLayout): readonly Observation[] {
  const chosen = new Set(observations.map(({ given }) => given));
  return observations.filter(({ outcome }) => !chosen.has(outcome));
}

/** The expressions of an outcome's distribution and of its clauses. */
function expressionsOf(observation: Observation): readonly TypedExpression[] {
  const { censoring, truncation } = observation;
  const limits =
    censoring?.kind === 'to'
      ? [censoring.to]
      : censoring?.kind === 'limits'
        ? [censoring.below, censoring.above].filter((limit) => limit !== null)
        : [];
  const ends = [truncation?.lo, truncation?.hi].flatMap((end) => end ?? []);
  return [...outcomeParts<TypedExpression>(observation), ...ends, ...limits];
}

/** The columns that the clauses of an outcome name. */
function columnsNamed({ weight, censoring }: Observation): readonly string[] {
  return [
    ...(weight === null ? [] : [weight.column]),
    ...(censoring?.kind === 'where' ? [censoring.flag] : []),
  ];
}

function everyExpression(layout: TypedLayout): readonly TypedExpression[] {
  return [
    ...layout.latents.flatMap(({ prior }) => priorParts<TypedExpression>(prior)),
    ...layout.lets.map(({ value }) => value),
    ...wholeObservations(layout).flatMap(expressionsOf),
    ...layout.factors.map(({ value }) => value),
    ...layout.reports.flatMap(({ value, equation }) =>
      equation === undefined ? [value] : [value, equation.residual],
    ),
    ...layout.classes.flatMap(({ states }) => states.map(({ share }) => share)),
  ];
}

function statisticsIn(expression: TypedExpression): readonly StatisticExpression[] {
  if (expression.kind === 'call') return expression.arguments.flatMap(statisticsIn);
  if (expression.kind === 'previous') return statisticsIn(expression.first);
  return expression.kind === 'statistic' ? [expression, ...statisticsIn(expression.argument)] : [];
}

/** The layout without what only the rows of its tables have: lets that read their columns, and their outcomes and demands. */
export function layoutOfMain(layout: TypedLayout): TypedLayout {
  if (layout.tables.length === 0) return layout;
  const { known } = rowsOfTables(layout)[0]!;
  return {
    ...layout,
    tables: [],
    demands: layout.demands.filter(({ name }) => known.has(name)),
    categories: layout.categories.filter(({ columns }) => columns.every((name) => known.has(name))),
    lets: layout.lets.filter(({ value }) =>
      columnsRead(layout, value).every(({ column }) => known.has(column)),
    ),
    observations: layout.observations.filter(({ outcome }) => known.has(outcome)),
  };
}
