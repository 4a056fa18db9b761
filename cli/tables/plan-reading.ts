/** Where the columns that a layout wants are in a table, and what is held of them so far. */
import { GrowingColumn } from '../../files/tables/growing-column.ts';
import { readNumber } from '../../files/tables/read-number.ts';
import type { TableForm } from '../../files/tables/table-visitor.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Problem } from '../failure.ts';
import { type OutcomeChoice, resolveSubjects, type Subject } from '../options/outcome-choice.ts';
import type { RowFilter } from '../options/row-filter.ts';
import { listNames } from '../words.ts';
import { raiseAll } from './problem-list.ts';

/** What to read of a table. */
export interface TableWanted {
  readonly path: string;
  readonly manifest: Manifest;
  readonly choices: readonly OutcomeChoice[];
  /** A row is used when it passes all of them. */
  readonly filters: readonly RowFilter[];
}

/** A column to read: where it is in the file, what it must hold, and what it has held so far. */
export interface Reading {
  readonly position: number;
  /** What messages call it. */
  readonly label: string;
  readonly column: ManifestColumn;
  readonly values: GrowingColumn;
  /** Cells so far that had no value and were given the layout's. */
  replaced: number;
}

/** A category's column to read: the levels' names as they come. */
export interface LevelReading {
  readonly position: number;
  readonly label: string;
  readonly numbers: Map<string, number>;
  readonly codes: GrowingColumn;
}

/** Where the columns are in this file. */
export interface Plan {
  readonly form: TableForm;
  readonly header: readonly string[];
  readonly subjects: readonly Subject[];
  readonly demands: ReadonlyMap<string, Reading>;
  readonly categories: ReadonlyMap<string, LevelReading>;
  readonly outcomes: ReadonlyMap<string, Reading>;
  readonly filters: readonly (RowFilter & { readonly position: number; readonly seen: Set<string> })[];
}

/**
 * Finds the columns in a header.
 *
 * @throws Failure (input) when some are not there, or twice.
 */
export function planReading(header: readonly string[], form: TableForm, wanted: TableWanted): Plan {
  const { path, manifest } = wanted;
  const problems: Problem[] = [];
  const find = (name: string): number => {
    const position = header.indexOf(name);
    if (position >= 0 && header.indexOf(name, position + 1) >= 0) {
      problems.push({
        message: `${path} has two columns called \`${name}\`.`,
        remedy: `Give each column a name of its own${form.isText ? ' in the first line' : ''}.`,
      });
    }
    return position;
  };
  const reading = (name: string, column: ManifestColumn): Reading => ({
    position: find(name),
    label: name,
    column,
    values: new GrowingColumn(),
    replaced: 0,
  });
  const demands = new Map(
    manifest.columns
      .filter(({ role }) => role === 'demand')
      .map((column) => [column.name, reading(column.name, column)]),
  );
  const categories = new Map(
    manifest.columns
      .filter(({ role }) => role === 'category')
      .map(({ name }): [string, LevelReading] => [
        name,
        { position: find(name), label: name, numbers: new Map(), codes: new GrowingColumn() },
      ]),
  );
  const absent = (readings: ReadonlyMap<string, { readonly position: number }>) =>
    [...readings].filter(([, { position }]) => position < 0).map(([name]) => name);
  for (const [names, one, several] of [
    [absent(categories), 'a category', 'categories'],
    [absent(demands), 'a demand', 'demands'],
  ] as const) {
    if (names.length > 0)
      problems.unshift(missingColumns(names, names.length > 1 ? several : one, header, path));
  }
  const filters = wanted.filters.map((filter) => {
    const position = find(filter.column);
    if (position < 0) {
      problems.push({
        message: `${path} has no column called \`${filter.column}\` to choose rows by.${didYouMean(filter.column, header)}`,
        remedy: `Its columns are ${listNames(header)}.`,
      });
    }
    return { ...filter, position, seen: new Set<string>() };
  });
  raiseAll(problems);
  const outcomeColumns = manifest.columns.filter(({ role }) => role === 'outcome');
  const subjects = resolveSubjects(
    wanted.choices,
    outcomeColumns.map(({ name }) => name),
    header,
    path,
  );
  const outcomes = new Map<string, Reading>();
  for (const subject of subjects) {
    for (const column of outcomeColumns) {
      const name = subject.columns.get(column.name)!;
      if (!outcomes.has(name)) outcomes.set(name, reading(name, column));
    }
  }
  raiseAll(problems);
  return { form, header, subjects, demands, categories, outcomes, filters };
}

function missingColumns(
  names: readonly string[],
  what: string,
  header: readonly string[],
  path: string,
): Problem {
  const several = names.length > 1;
  const numbers = header.filter((cell) => readNumber(cell) !== null).length;
  return {
    message: `${path} has no column called ${listNames(names.map((name) => `\`${name}\``))}, ${what} of the layout.${several ? '' : didYouMean(names[0]!, header)}`,
    remedy:
      2 * numbers > header.length
        ? 'Its first line holds numbers: put a line above it that names the columns.'
        : `Its columns are ${listNames(header)}.`,
  };
}

/** The positions of the columns that the plan reads. */
export function positionsOf({ demands, categories, outcomes, filters }: Plan): Set<number> {
  const readings = [...demands.values(), ...categories.values(), ...outcomes.values(), ...filters];
  return new Set(readings.map(({ position }) => position));
}
