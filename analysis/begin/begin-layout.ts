/**
 * The start of a layout for a table: its columns as demands and categories, one ability per demand, and the outcome. It
 * compiles and fits as it is, and is meant to be changed: nobody but its author knows what makes a task hard.
 */

import type {
  ColumnDescription,
  NumberSummary,
  TableDescription,
} from '../../files/tables/describe-columns.ts';
import { reservedWords } from '../../grammar/vocabulary.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';

/** A layout that was begun, and how it is fitted. */
export interface BegunLayout {
  readonly text: string;
  /** Its column; the columns of a matrix as `--outcome` lists them, `*` for all that the layout does not read otherwise. */
  readonly outcome: string;
  /** The names of the layout that are not those of their columns. */
  readonly bindings: readonly (readonly [name: string, column: string])[];
  readonly outcomeName: string;
  /** The category that the outcome's columns are levels of; null if there is one column. */
  readonly stacked: string | null;
  /** Columns that could be demands too, and that the layout does not read. */
  readonly left: readonly string[];
}

/** A column with its name in the layout. */
interface NamedColumn {
  readonly name: string;
  readonly column: ColumnDescription;
}

/** The demands that a layout is begun with; more are for its author to choose. */
const MAX_DEMANDS = 6;

/** Names of columns that hold results rather than demands, as logs have them. */
const RESULTS =
  /^(?:score|scores|success|succeeded|solved|correct|passed?|resolved|done|right|acc|acc_norm|accuracy|exact_match|quasi_exact_match|outcome|result|y)$/i;

/** Names of columns that describe a run or its cost, or number the rows. */
const NO_DEMANDS =
  /^(?:|id|index|row|seed|epoch|trial|attempt|run_id|doc_id|sample_id|instance_id|train_trial_index|version|created|status|retries|messages|total_time|working_time|(?:input|output|total)_tokens|error|limit|uuid|hash|.*_hash)$/i;

/** Names of columns whose levels are the systems. */
const SYSTEMS =
  /^(?:model|system|agent|engine|subject|person|participant|student|solver|alias|name)(?:_?(?:id|name))?$/i;

/** Names of columns whose levels are the tasks. */
const TASKS = /(?:^|_|\.)(?:task|item|question|problem|prompt|instance|sample|doc)(?:_?(?:id|name))?$/i;

/**
 * Begins a layout.
 *
 * @param name the table's, from which that of the layout follows
 * @param outcome the column of the outcome; null to look for one
 * @returns null if no column holds successes and failures
 */
export function beginLayout(
  name: string,
  table: TableDescription,
  outcome: string | null = null,
): BegunLayout | null {
  const matrix = outcome === null ? beginMatrix(name, table) : null;
  if (matrix !== null) return matrix;
  const found = outcome ?? findOutcome(table)?.name ?? null;
  if (found === null) return null;
  const names = new Names();
  const outcomeName = names.nameFor(found);
  const named = (columns: readonly ColumnDescription[]): NamedColumn[] =>
    columns.map((column) => ({ name: names.nameFor(column.name), column }));
  const others = table.columns.filter((column) => column.name !== found);
  const possible = others.filter(isDemand);
  const demands = named(possible.slice(0, MAX_DEMANDS));
  const [system] = named(
    others.filter((column) => isGroup(column, table) && SYSTEMS.test(lastOf(column.name))).slice(0, 1),
  );
  const [task] = named(others.filter((column) => isTask(column, table)).slice(0, 1));
  const categories = [system, task].filter((each) => each !== undefined);
  const abilities = demands.map(({ name: demand }) => names.nameFor(`${camelCase(demand)}Ability`));
  const of = system === undefined ? '' : `[${system.name}]`;
  const parts = demands.map((demand, place) => abilityOf(demand, abilities[place]!, of));
  const general = names.nameFor('skill');
  const hard = names.nameFor('hard');
  const spread = names.nameFor('spread');
  // A task's own difficulty beside its demands is for the author to add: it belongs in one of the margins.
  const usesTask = task !== undefined && demands.length === 0;
  // Where no flag is set, nothing but the skill can fail; without it such a failure would be impossible.
  const needsSkill = demands.every(({ column }) => column.kind === 'flag');
  const chances = [
    ...(needsSkill ? [`logistic(${general}${of}${usesTask ? ` - ${hard}[${task.name}]` : ''})`] : []),
    ...parts.map(({ chance }) => chance),
  ];
  const lines = [
    `/// Begun from ${oneLine(fileName(name))}. Give the demands their units, and write what you know into the priors.`,
    `layout ${layoutName(name)}`,
    '',
    ...(usesTask ? categories : categories.filter((each) => each !== task)).map(
      (each) => `category ${each.name}`,
    ),
    ...(usesTask || system !== undefined ? [''] : []),
    ...demands.flatMap(({ name: demand, column }) => [
      `/// ${oneLine(rangeText(column))}`,
      `demand ${demand}${domainOf(column)}${column.missing > 0 ? ` missing = ${missingValue(column)}` : ''}`,
    ]),
    ...(demands.length > 0 ? [''] : []),
    ...(needsSkill ? [`capability ${general}${of} ~ normal(0, 2)`] : []),
    ...parts.map(({ declaration }) => declaration),
    ...(usesTask
      ? [`param ${spread} ~ half_normal(2)`, `param ${hard}[${task.name}] ~ normal(0, ${spread})`]
      : []),
    '',
    ...(demands.length > 0 && !needsSkill
      ? [
          '/// Each margin takes larger demands to be harder. Where it is the other way round, exchange its first two terms.',
        ]
      : []),
    `observe ${outcomeName} ~ bernoulli(${chances.join('\n  and ')})`,
  ];
  const read = [...demands, ...(usesTask ? categories : categories.filter((each) => each !== task))];
  return {
    text: `${lines.join('\n')}\n`,
    ...{ outcome: found, outcomeName, stacked: null },
    left: possible.slice(MAX_DEMANDS).map((column) => column.name),
    bindings: read
      .filter(({ name: own, column }) => own !== column.name)
      .map(({ name: own, column }) => [own, column.name] as const),
  };
}

/** With so many columns of successes and failures, and one other, a table is a matrix: its columns are systems, and its rows items. */
const SURE_MATRIX = 5;

/** With so many it is one if a column names the rows, and nothing in the table could be a demand or a result otherwise. */
const LEAST_MATRIX = 3;

/** The column that names the rows of a matrix, and those of its answers; null for another table. */
function matrixColumns({ rows, columns }: TableDescription) {
  // An item that all systems solve has one value, and is an answer nevertheless.
  const isAnswer = ({ name, kind }: ColumnDescription) =>
    (kind === 'flag' || kind === 'verdict') && !NO_DEMANDS.test(lastOf(name));
  const isName = ({ kind }: ColumnDescription) => kind === 'text' || kind === 'whole' || kind === 'mixed';
  const answers = columns.filter(isAnswer);
  const others = columns.filter((column) => !isAnswer(column));
  const [only] = others;
  if (answers.length >= SURE_MATRIX && others.length === 1 && isName(only!)) return { names: only!, answers };
  const tellsRows = ({ name, kind, levels }: ColumnDescription) =>
    (kind === 'text' ||
      kind === 'mixed' ||
      (kind === 'whole' && (TASKS.test(name) || SYSTEMS.test(lastOf(name))))) &&
    levels?.length === rows;
  const names = others.find(tellsRows);
  const isPlain =
    answers.length >= LEAST_MATRIX &&
    !columns.some(({ name }) => name.split('.').some((part) => RESULTS.test(part))) &&
    !others.some((column) => column !== names && isDemand(column));
  // A list of columns is written with these signs, and may not contain them otherwise.
  const canBeListed = answers.every(({ name }) => !/[,=*]/.test(name));
  return names !== undefined && isPlain && canBeListed ? { names, answers } : null;
}

/** A layout for a matrix of answers; null for another table. */
function beginMatrix(name: string, table: TableDescription): BegunLayout | null {
  const found = matrixColumns(table);
  if (found === null) return null;
  const { names: rows, answers } = found;
  const names = new Names();
  const [right, row] = [names.nameFor('right'), names.nameFor(rows.name)];
  // A column with the names of systems is on the side of the rows if it says so.
  const isOfSystems = SYSTEMS.test(lastOf(rows.name));
  const stacked = names.nameFor(isOfSystems ? 'item' : 'system');
  const [system, item] = isOfSystems ? [row, stacked] : [stacked, row];
  // All columns but that of the names; where there are more, such as an item's area, the answers are listed.
  const isWhole = answers.length + 1 === table.columns.length;
  const outcome = isWhole ? '*' : answers.map((column) => column.name).join(',');
  const text = `/// Begun from ${oneLine(fileName(name))}: how able each ${system} is, and how hard each ${item}.
layout ${layoutName(name)}

category ${system}, ${item}

/// The levels of ${item} sum to zero: nothing else would fix where the scale begins.
param      middle ~ normal(0, 2)
param      range  ~ half_normal(1.5)
capability skill[${system}] ~ normal(middle, range)
param      spread ~ half_normal(1.5)
param      hard[${item}] ~ normal(0, spread) sum to zero

observe ${right} ~ bernoulli(logistic(skill[${system}] - hard[${item}]))
`;
  return {
    ...{ text, outcome, outcomeName: right, stacked, left: [] },
    bindings: row === rows.name ? [] : [[row, rows.name]],
  };
}

/** The column of successes and failures: by its name, or the last, since outcomes usually stand behind what they depend on. */
export function findOutcome({ columns }: TableDescription): ColumnDescription | null {
  const binary = columns.filter(mayBeOutcome);
  const byName = binary.find(({ name }) => name.split('.').some((part) => RESULTS.test(part)));
  return byName ?? binary.findLast(({ kind }) => kind === 'verdict') ?? binary.at(-1) ?? null;
}

/** Whether a column may be the outcome: successes and failures, and both unless its name says what it is. */
export function mayBeOutcome({ name, kind, levels }: ColumnDescription): boolean {
  if (kind !== 'flag' && kind !== 'verdict') return false;
  if (name.split('.').some((part) => RESULTS.test(part))) return true;
  return levels!.length > 1 && !NO_DEMANDS.test(lastOf(name));
}

function isDemand({ name, kind, numbers }: ColumnDescription): boolean {
  if (NO_DEMANDS.test(lastOf(name)) || name.split('.').some((part) => RESULTS.test(part))) return false;
  if (kind !== 'whole' && kind !== 'number' && kind !== 'flag') return false;
  return numbers!.min < numbers!.max;
}

/** Whether a column names groups of rows: with at least two, and two rows each on average. */
function isGroup({ kind, levels }: ColumnDescription, { rows }: TableDescription): boolean {
  if (kind !== 'text' && kind !== 'whole' && kind !== 'mixed') return false;
  return levels !== null && levels.length >= 2 && 2 * levels.length <= rows;
}

function isTask(column: ColumnDescription, table: TableDescription): boolean {
  return isGroup(column, table) && TASKS.test(column.name);
}

/** The ability that meets a demand, and the chance that it does. */
function abilityOf({ name, column }: NamedColumn, ability: string, of: string) {
  const numbers = column.numbers!;
  if (column.kind === 'flag') {
    return {
      declaration: `capability ${ability}${of} : probability ~ uniform(0, 1)`,
      chance: `(not ${name} or ${ability}${of})`,
    };
  }
  if (isWide(numbers)) {
    const middle = quantile(numbers.sorted, 0.5);
    return {
      declaration: `capability ${ability}${of} ~ lognormal(median = ${short(middle)}, spread = 2)`,
      chance: `log_margin(${ability}${of}, ${name})`,
    };
  }
  const spread = Math.sqrt(variance(numbers.sorted));
  return {
    declaration: `capability ${ability}${of} ~ normal(${short(mean(numbers.sorted))}, ${short(2 * spread)})`,
    chance: `margin(${ability}${of}, ${name}, steepness = ${short(2 / spread)})`,
  };
}

/** Whether values above 0 spread over so wide a range that their ratios matter, and not their differences. */
function isWide({ min, max }: NumberSummary): boolean {
  return min > 0 && max >= 30 * min;
}

function domainOf({ kind, numbers }: ColumnDescription): string {
  if (kind === 'flag') return ' : flag';
  return numbers!.min >= 0 ? ' in [0, inf]' : '';
}

function missingValue({ kind, numbers }: ColumnDescription): string {
  return kind === 'flag' ? '0' : short(quantile(numbers!.sorted, 0.5));
}

function rangeText({ name, kind, numbers, missing }: ColumnDescription): string {
  const range =
    kind === 'flag'
      ? 'Yes or no'
      : `${short(numbers!.min)} to ${short(numbers!.max)}, median ${short(quantile(numbers!.sorted, 0.5))}`;
  return `Column ${name}: ${range}${missing > 0 ? `; ${missing} missing` : ''}.`;
}

/** A number in at most three digits, as a layout may write it. */
function short(value: number): string {
  const rounded = Number(value.toPrecision(3));
  // Exponents are numbers of the language too, but nobody writes 1e+21 in a layout.
  return String(rounded).replace('e+', 'e');
}

function lastOf(name: string): string {
  return name.split('.').at(-1)!;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** `RunsOfAgents` from `data/runs-of-agents.csv`. */
function layoutName(path: string): string {
  // Dates and numbers in the name say which file it is, and not what is in it.
  const words = fileName(path)
    .replace(/\..*$/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => /^[A-Za-z]{2}/.test(word));
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return name === '' ? 'Begun' : name;
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1)!;
}

function camelCase(name: string): string {
  return name.replaceAll(/_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Guards the names that are taken. */
class Names {
  readonly #taken = new Set<string>();

  /** A name of the language like that of a column, and like no other. */
  nameFor(column: string): string {
    const words = lastOf(column)
      .replaceAll(/[^A-Za-z0-9_]+/g, '_')
      .replaceAll(/^_+|_+$/g, '');
    const base = /^[A-Za-z]/.test(words) ? words : `column_${words}`;
    const free = [base, ...Array.from({ length: 1000 }, (_, i) => `${base}_${i + 2}`)].find(
      (name) => !this.#taken.has(name) && !reservedWords.has(name) && !FUNCTIONS.has(name),
    )!;
    this.#taken.add(free);
    return free;
  }
}

/** The functions that a begun layout calls; a column of the same name would hide them. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'margin',
  'log_margin',
  'logistic',
  'normal',
  'lognormal',
  'uniform',
  'half_normal',
  'bernoulli',
]);
