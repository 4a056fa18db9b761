/**
 * The columns that a layout needs, and its latents: the functions that `table.ts`, generated for each layout, calls.
 */
import { Levels, levelName, levelNumber, openLevels } from './levels';
import { List, append, itemAt, openList, reserve } from './storage';
import { Text, ownText, sameText } from './text';

/** Roles and kinds of columns, as in the manifest (module/manifest.ts). */
export const DEMAND: i32 = 0;
export const CATEGORY: i32 = 1;
export const OUTCOME: i32 = 2;
/** The role of a category of pairs, which is no column of the table. */
export const PAIR: i32 = 3;

export const REAL: i32 = 0;
export const LEVEL: i32 = 1;
export const FLAG: i32 = 2;
export const COUNT: i32 = 3;
export const BINARY: i32 = 4;

@unmanaged
export class Column {
  name: Text;
  role: i32;
  kind: i32;
  unit: Text;
  /** The allowed values in words. */
  wanted: Text;
  lo: f64;
  hi: f64;
  /** Whether the bounds themselves are excluded. */
  isOpen: bool;
  /** The addresses of the allowed values, for a set; empty for a range. */
  among: List;
  /** The number that an empty cell is taken for; NaN if there is none. */
  missing: f64;
  /** The index of the column with an outcome's number of trials; −1 if there is none. */
  trials: i32;
  /** The column's name in the table, and its position there; −1 if it is absent. */
  label: Text;
  position: i32;
  /** The names in a category's cells, or those of an outcome's values. */
  levels: Levels;
  /** The number of names that the layout lists, which are then the first; 0 if it lists none. */
  listed: i32;
  /** The index of the demand by which the layout orders the levels; −1 if there is none. */
  orderedBy: i32;
  /** The indices of the categories of which a category has the pairs of levels; −1 for any other column. */
  first: i32;
  second: i32;
  /** The number of empty cells that got the layout's value. */
  replaced: u64;
  /** The number of cells with a value. */
  present: u64;
  /** The value in the current row; NaN if there is none. */
  value: f64;
}

@unmanaged
export class Latent {
  name: Text;
  /** The index of the category's column that indexes the latent; −1 for a single value. */
  category: i32;
}

/** A column that is the same in all rows of a category's level. */
@unmanaged
export class Fact {
  /** The indices of both columns. */
  category: i32;
  column: i32;
  /** The first value of each level so far as f64s, and the line that it is in as u64s; a line of 0 for none. */
  values: usize;
  lines: usize;
  /** The number of levels that there is room for. */
  room: i32;
}

let columns = changetype<List>(0);
let facts = changetype<List>(0);
let latents = changetype<List>(0);

export function columnCount(): i32 {
  return columns.length;
}

export function columnAt(index: i32): Column {
  return changetype<Column>(itemAt(columns, index));
}

export function latentCount(): i32 {
  return latents.length;
}

export function latentAt(index: i32): Latent {
  return changetype<Latent>(itemAt(latents, index));
}

export function factCount(): i32 {
  return facts.length;
}

export function factAt(index: i32): Fact {
  return changetype<Fact>(itemAt(facts, index));
}

/** The index of the column with a name; −1 if there is none. */
export function columnCalled(name: Text): i32 {
  for (let i = 0; i < columns.length; i++) if (sameText(columnAt(i).name, name)) return i;
  return -1;
}

/** Allocates the lists that `table.ts` fills. */
export function openColumns(): void {
  columns = openList();
  facts = openList();
  latents = openList();
}

function column(role: i32, name: String, kind: i32, unit: String, wanted: String): void {
  const made = changetype<Column>(reserve(offsetof<Column>()));
  made.name = ownText(name);
  made.role = role;
  made.kind = kind;
  made.unit = ownText(unit);
  made.wanted = ownText(wanted);
  made.lo = -Infinity;
  made.hi = Infinity;
  made.among = openList();
  made.missing = NaN;
  made.trials = -1;
  made.levels = changetype<Levels>(0);
  made.listed = 0;
  made.orderedBy = -1;
  made.first = -1;
  made.second = -1;
  made.label = made.name;
  append(columns, changetype<usize>(made));
}

function last(): Column {
  return columnAt(columns.length - 1);
}

export function demand(name: String, kind: i32, unit: String, wanted: String): void {
  column(DEMAND, name, kind, unit, wanted);
}

export function category(name: String): void {
  column(CATEGORY, name, LEVEL, '', '');
  last().levels = openLevels();
}

/** A further column of the category whose first column is described already: both hold the same levels. */
export function sharedCategory(name: String, first: String): void {
  const owner = columnAt(columnCalled(ownText(first)));
  column(CATEGORY, name, LEVEL, '', '');
  last().levels = owner.levels;
  last().listed = owner.listed;
}

/** The pairs of levels of two categories that are described already. */
export function pairOf(name: String, first: String, second: String): void {
  column(PAIR, name, LEVEL, '', '');
  last().levels = openLevels();
  last().first = columnCalled(ownText(first));
  last().second = columnCalled(ownText(second));
}

/** Adds a name to those that the levels of the category, or the values of the outcome, described last may have. */
export function listed(name: String): void {
  if (changetype<usize>(last().levels) == 0) last().levels = openLevels();
  const text = ownText(name);
  levelNumber(last().levels, text.at, text.length);
  last().listed++;
}

/** The names that the layout lists for a column. */
export function listedNames(column: Column): List {
  const names = openList();
  for (let i = 0; i < column.listed; i++) append(names, changetype<usize>(levelName(column.levels, i)));
  return names;
}

/** The demand, described already, by whose values the levels of the category described last are ordered. */
export function orderedBy(demand: String): void {
  last().orderedBy = columnCalled(ownText(demand));
}

export function outcome(name: String, kind: i32, unit: String, wanted: String): void {
  column(OUTCOME, name, kind, unit, wanted);
}

/** The column described last holds numbers in a range. */
export function between(lo: f64, hi: f64): void {
  last().lo = lo;
  last().hi = hi;
}

/** The column described last holds numbers in a range without its ends. */
export function strictlyBetween(lo: f64, hi: f64): void {
  between(lo, hi);
  last().isOpen = true;
}

/** Adds a number to the set of values that the column described last may hold. */
export function among(value: f64): void {
  const at = reserve(8);
  store<f64>(at, value);
  append(last().among, at);
}

/** Sets the number that empty cells of the column described last are taken for. */
export function missingIs(value: f64): void {
  last().missing = value;
}

/** Sets the column with the number of trials for the outcome described last. */
export function outOf(name: String): void {
  last().trials = columnCalled(ownText(name));
}

/** The column is the same in all rows of each level of the category; both have been described. */
export function fact(category: String, column: String): void {
  const made = changetype<Fact>(reserve(offsetof<Fact>()));
  made.category = columnCalled(ownText(category));
  made.column = columnCalled(ownText(column));
  made.room = 0;
  append(facts, changetype<usize>(made));
}

export function latent(name: String): void {
  const made = changetype<Latent>(reserve(offsetof<Latent>()));
  made.name = ownText(name);
  made.category = -1;
  append(latents, changetype<usize>(made));
}

/** A latent with one value per level of a category. */
export function latentOfEach(category: String, name: String): void {
  latent(name);
  latentAt(latents.length - 1).category = columnCalled(ownText(category));
}

/** Whether a column may hold a finite number (module/support.ts). */
export function isAllowed(column: Column, value: f64): bool {
  if (!isFinite(value)) return false;
  const kind = column.kind;
  if ((kind == FLAG || kind == BINARY) && value != 0 && value != 1) return false;
  if (kind == COUNT && (value < 0 || floor(value) != value)) return false;
  const set = column.among;
  if (set.length > 0) {
    for (let i = 0; i < set.length; i++) if (load<f64>(itemAt(set, i)) == value) return true;
    return false;
  }
  if (column.isOpen) return value > column.lo && value < column.hi;
  return value >= column.lo && value <= column.hi;
}
