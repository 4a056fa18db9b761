/** The options that replace data in a simulation: generated demands, and statistics of outcomes. */
import { Option } from 'commander';
import { DESIGNS, type Design, MAX_ROWS } from '../../analysis/simulate/design.ts';
import type { LevelNumbers } from '../../analysis/simulate/level-design.ts';
import { readNumber } from '../../files/tables/read-cell.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { badUsage } from '../failure.ts';
import { wholeNumber } from './option-number.ts';

export function designOption(): Option {
  return new Option(
    '--design <kind and rows...>',
    'make the demands, within the bounds that the layout declares: `grid 500` combines evenly spaced values in at most 500 rows, `random 500` draws them independently',
  );
}

/**
 * @param made the option that makes the demands
 * @param table how to give a table of demands instead
 * @throws Failure (usage) for options of a table, where there is none
 */
export function checkNoTable(
  { rows, join = [] }: { readonly rows: readonly RowFilter[]; readonly join?: readonly string[] },
  made: '--design' | '--levels',
  table: string,
): void {
  if (rows.length > 0) {
    throw badUsage(
      `\`--rows\` chooses rows of a table, and \`${made}\` has none.`,
      `Leave it out, or give ${table}.`,
    );
  }
  if (join.length > 0) {
    throw badUsage(
      `\`--join\` joins a table to another, and \`${made}\` has none.`,
      `Leave it out, or give ${table}.`,
    );
  }
}

/** @throws Failure (usage) when the words do not describe a design */
export function parseDesign(words: readonly string[]): Design {
  const [name, count, surplus] = words;
  const kind = DESIGNS.find((each) => each === name);
  if (kind === undefined || count === undefined || surplus !== undefined) {
    throw badUsage(
      `\`--design ${words.join(' ')}\` does not say what demands to make.`,
      'Write --design grid 200 or --design random 200.',
    );
  }
  return { kind, rows: wholeNumber(`--design ${kind}`, 1, MAX_ROWS)(count) };
}

export function levelsOption(): Option {
  return new Option(
    '--levels <category=number,...>',
    'make this number of levels of each category, such as person=200,item=50: every combination once with random demands, or as in --design',
  ).argParser(parseLevels);
}

/** @throws Failure (usage) when the text is not `CATEGORY=NUMBER,…`, each category once */
function parseLevels(text: string): LevelNumbers {
  const pairs = text.split(',').map((each) => each.split('=').map((part) => part.trim()));
  const names = pairs.map(([name]) => name);
  if (pairs.some((pair) => pair.length !== 2 || pair[0] === '') || new Set(names).size < names.length) {
    throw badUsage(
      `\`--levels ${text}\` does not say how many levels each category has.`,
      'Write each category once, with a number: --levels person=200,item=50.',
    );
  }
  return Object.fromEntries(
    pairs.map(([name, count]) => [name, wholeNumber(`--levels ${name}`, 1, MAX_ROWS)(count!)]),
  );
}

export interface StatisticOptions {
  readonly statistic: Readonly<Record<string, number>>;
}

/** @throws Failure (usage) when the text is not `NAME=VALUE`, or the statistic was given before */
function parseStatistic(
  text: string,
  earlier: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const equals = text.lastIndexOf('=');
  const name = text.slice(0, Math.max(equals, 0)).replace(/\s+/g, '');
  const value = readNumber(text.slice(equals + 1).trim());
  if (name === '' || value === null) {
    throw badUsage(
      `\`--statistic ${text}\` does not say which statistic has which value.`,
      "Write it as the layout does, with a number: --statistic 'mean(success)=0.6'.",
    );
  }
  if (Object.hasOwn(earlier, name)) {
    throw badUsage(`--statistic gives ${name} twice.`, 'Leave one of them out.');
  }
  return { ...earlier, [name]: value };
}

export function statisticOption(): Option {
  return new Option(
    '--statistic <name=value>',
    "the value of a statistic of an outcome that the layout reads, such as 'mean(success)=0.6'; may be given several times",
  )
    .argParser(parseStatistic)
    .default({}, 'none');
}
