/** Filters of rows: what `--rows` and `filters` may say, and whether a cell passes. */
import { heldNumber } from './read-cell.ts';
import { type Cell, cellText, isMissing, type TableForm } from './table-visitor.ts';

/** How a filter compares a cell with its value. */
export type RowComparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * A condition on the rows that are used: a comparison of the cell in a column with one value (`=` if none is given), or
 * a list of values of which the cell must hold one.
 */
export type RowFilter =
  | { readonly column: string; readonly value: string; readonly comparison?: RowComparison }
  | { readonly column: string; readonly values: readonly string[] };

/** What a cell says of a filter; `unordered` if the filter orders cells and this one has no place in the order. */
export type FilterAnswer = 'passes' | 'fails' | 'unordered';

const QUOTED = '"((?:[^"]|"")*)"';
const COMPARED = new RegExp(`^(?:${QUOTED}|(?!")([^=!<>]*))\\s*(==|=|!=|<=|<|>=|>)([^]*)$`);
const LISTED = new RegExp(`^(?:${QUOTED}|(?!")([^=!<>]*?))\\s+in\\s*\\(([^]*)\\)$`);
const VALUE = new RegExp(`^\\s*(?:${QUOTED}|([^,"]*))\\s*(?:,|$)`);

/**
 * The filter that a text states: `COLUMN=VALUE` with any of the comparisons, or `COLUMN in (VALUE, VALUE)`. A column whose name holds a
 * comparison is written in double quotes, as is a listed value that holds a comma. Null if the text states none.
 */
export function parseFilter(given: string): RowFilter | null {
  const text = given.trim();
  const [, quotedList, plainList, list] = LISTED.exec(text) ?? [];
  if (list !== undefined) {
    const column = nameIn(quotedList, plainList);
    const values = listedValues(list);
    return column === '' || values === null ? null : { column, values };
  }
  const [, quoted, plain, sign, rest] = COMPARED.exec(text) ?? [];
  if (sign === undefined || rest === undefined) return null;
  const [column, value] = [nameIn(quoted, plain), rest.trim()];
  if (column === '' || value === '') return null;
  const comparison = sign === '==' ? '=' : (sign as RowComparison);
  if (comparison === '=') return { column, value };
  return isOrder(comparison) && orderOf(value) === null ? null : { column, value, comparison };
}

/** The values of a list; null if one is empty or a quote is not closed. */
function listedValues(list: string): readonly string[] | null {
  const values: string[] = [];
  let rest = list;
  do {
    const [whole, quoted, plain] = VALUE.exec(rest) ?? [];
    if (whole === undefined) return null;
    const value = nameIn(quoted, plain);
    if (value === '') return null;
    values.push(value);
    rest = rest.slice(whole.length);
    if (rest === '' && whole.endsWith(',')) return null;
  } while (rest !== '');
  return values;
}

function nameIn(quoted: string | undefined, plain: string | undefined): string {
  return quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"');
}

/** A filter as text, which `parseFilter` reads as the same filter. */
export function filterText(filter: RowFilter): string {
  const column = /[=!<>"]|\sin\s|^\s|\s$/.test(filter.column) ? inQuotes(filter.column) : filter.column;
  if (!('values' in filter)) {
    const sign = filter.comparison ?? '=';
    // `==` is another way to write `=`.
    return `${column}${sign === '=' && filter.value.startsWith('=') ? '== ' : sign}${filter.value}`;
  }
  const values = filter.values.map((value) => (/[",]|^\s|\s$/.test(value) ? inQuotes(value) : value));
  return `${column} in (${values.join(', ')})`;
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * The test of a filter. `=`, `!=` and lists compare cells as texts or as numbers, where booleans count as numbers, so that every row passes
 * either `=` or `!=`. The others compare numbers, or dates that begin with the year, the month and the day; a missing cell passes none of
 * these.
 *
 * @throws RangeError when the filter orders cells by a value that is neither a number nor a date
 */
export function testOf(filter: RowFilter): (cell: Cell, form: TableForm) => FilterAnswer {
  if ('values' in filter) return equality(filter.values, 'passes', 'fails');
  const { column, value, comparison = '=' } = filter;
  if (comparison === '=') return equality([value], 'passes', 'fails');
  if (comparison === '!=') return equality([value], 'fails', 'passes');
  const bound = orderOf(value);
  if (bound === null) {
    throw new RangeError(
      `The filter \`${filterText(filter)}\` orders the rows by \`${column}\`, and its value is neither a number nor a date.`,
    );
  }
  const holds = ORDERS[comparison];
  return (cell, form) => {
    if (isMissing(cell, form)) return 'fails';
    const place = typeof bound === 'number' ? numberIn(cell) : dateIn(cellText(cell));
    if (place === null) return 'unordered';
    return holds(place, bound) ? 'passes' : 'fails';
  };
}

/** A number, or a date as text. */
type Place = number | string;

const ORDERS: Readonly<Record<Exclude<RowComparison, '=' | '!='>, (place: Place, bound: Place) => boolean>> =
  {
    '<': (place, bound) => place < bound,
    '<=': (place, bound) => place <= bound,
    '>': (place, bound) => place > bound,
    '>=': (place, bound) => place >= bound,
  };

/** Whether a filter orders cells by dates, not by numbers. */
export function ordersDates(filter: RowFilter): boolean {
  return 'value' in filter && isOrder(filter.comparison) && typeof orderOf(filter.value) === 'string';
}

function isOrder(comparison: RowComparison | undefined): boolean {
  return comparison !== undefined && comparison in ORDERS;
}

/** A test whether a cell holds one of the values. */
function equality(
  values: readonly string[],
  held: FilterAnswer,
  other: FilterAnswer,
): (cell: Cell) => FilterAnswer {
  const texts = new Set(values);
  const numbers = new Set(values.map(heldNumber).filter((number) => number !== null));
  return (cell) => {
    if (texts.has(cellText(cell))) return held;
    if (numbers.size === 0) return other;
    const number = numberIn(cell);
    return number !== null && numbers.has(number) ? held : other;
  };
}

/** What cells are compared with; null if the value is neither a number nor a date. */
function orderOf(value: string): Place | null {
  return heldNumber(value) ?? dateIn(value);
}

/** The number in a cell, where booleans count as numbers; null if there is none. */
function numberIn(cell: Cell): number | null {
  return typeof cell === 'boolean' ? Number(cell) : heldNumber(cellText(cell));
}

/** A text that begins with a date, such as 2024-06-01 or 2024-06-01T12:30, in the form in which texts are ordered as their times are. */
function dateIn(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text) ? text.replace(' ', 'T') : null;
}
