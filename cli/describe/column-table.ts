/** The columns of a table as text: one line each, with its kind, missing values, range or levels, and a small histogram. */

import colors from 'picocolors';
import type {
  ColumnDescription,
  NumberSummary,
  TableDescription,
} from '../../files/tables/describe-columns.ts';
import { quantile } from '../../statistics/quantile.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** How the text is drawn. */
export interface ColumnTableStyle {
  readonly color: boolean;
  readonly unicode: boolean;
}

/** The number of values in each bar of a histogram. */
export interface Histogram {
  /** Whether the bars are of equal ratios. */
  readonly isLog: boolean;
  readonly counts: readonly number[];
}

/** The number of bars of a histogram. */
const BARS = 12;

/** From an empty bar to a full one. */
const BLOCKS = { unicode: ' ▁▂▃▄▅▆▇█', ascii: ' .:-=+*#@' } as const;

/** How many levels are named. */
const NAMED = 4;

/** The longest text of a level or a column's name that is shown. */
const SHOWN_CHARACTERS = 32;

const KINDS: Readonly<Record<ColumnDescription['kind'], string>> = {
  empty: 'empty',
  flag: '0 and 1',
  verdict: 'success words',
  whole: 'whole numbers',
  number: 'numbers',
  date: 'dates',
  text: 'text',
  mixed: 'text, numbers',
  nested: 'lists, objects',
};

export function renderColumns(
  { rows, columns }: TableDescription,
  { color, unicode }: ColumnTableStyle,
): string {
  const { bold } = colors.createColors(color);
  const head = ['column', 'holds', 'missing', 'values', ''].map((text) => bold(text));
  const lines = columns.map((column) => {
    const { name, kind, missing } = column;
    const { holds, values } = columnWords(column, rows);
    const drawn = column.numbers === null || kind === 'flag' ? '' : bars(column.numbers, unicode);
    return [shownName(name), holds, missing === 0 ? '0' : share(missing, rows), values, drawn];
  });
  return `${blankTable([head, ...lines], ['left', 'left', 'right', 'left', 'left'])}\n`;
}

/** What a column holds, and its values, in words. */
export function columnWords(
  column: ColumnDescription,
  rows: number,
): { readonly holds: string; readonly values: string } {
  return { holds: KINDS[column.kind], values: valuesOf(column, rows) };
}

function valuesOf({ kind, numbers, levels, missing }: ColumnDescription, rows: number): string {
  const present = rows - missing;
  if (kind === 'empty') return '';
  if (kind === 'flag') {
    const ones = numbers!.sorted.reduce((sum, value) => sum + value, 0) / numbers!.sorted.length;
    return `${numbers!.isSampled ? 'about ' : ''}${(100 * ones).toFixed(1)} % are 1`;
  }
  if (numbers !== null) {
    const { min, max, sorted, isSampled } = numbers;
    if (min === max) return `all ${numberText(min)}`;
    return `${numberText(min)} to ${numberText(max)}, median ${isSampled ? 'about ' : ''}${numberText(quantile(sorted, 0.5))}`;
  }
  if (levels === null) return kind === 'nested' ? 'not read by layouts' : 'more than 10,000 different ones';
  if (levels.length === present && present > 1) return 'each occurs once';
  const named = levels.slice(0, NAMED).map(([value, count]) => `${shownName(value)} ${count}`);
  const more = levels.length > NAMED ? `, and ${levels.length - NAMED} more` : '';
  return `${countOf(levels.length, 'level')}: ${named.join(', ')}${more}`;
}

function share(count: number, rows: number): string {
  return `${count} (${((100 * count) / rows).toFixed(count === rows ? 0 : 1)} %)`;
}

function shownName(text: string): string {
  const shown = printable(text);
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS - 1)}…` : shown;
}

/** At most five digits, without those of a double's error. */
function numberText(value: number): string {
  return String(Number(value.toPrecision(5)));
}

/**
 * How many values are in each of some ranges of equal width, from the least value to the greatest; of equal ratios where
 * values above 0 range that wide. Null for a single value.
 */
export function histogramOf({ min, max, sorted }: NumberSummary): Histogram | null {
  if (min === max) return null;
  const isLog = min > 0 && max >= 1000 * min;
  const at = (value: number) =>
    isLog ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  const counts = new Array<number>(BARS).fill(0);
  for (const value of sorted) counts[Math.min(BARS - 1, Math.floor(BARS * at(value)))]!++;
  return { isLog, counts };
}

/** A small histogram between two strokes, with a note where its bars are of equal ratios; empty for a single value. */
export function bars(numbers: NumberSummary, unicode: boolean): string {
  const histogram = histogramOf(numbers);
  if (histogram === null) return '';
  const { isLog, counts } = histogram;
  const most = Math.max(...counts);
  const blocks = unicode ? BLOCKS.unicode : BLOCKS.ascii;
  const drawn = counts.map((count) => blocks[count === 0 ? 0 : 1 + Math.floor((7 * count) / most)]);
  return `|${drawn.join('')}|${isLog ? ' log' : ''}`;
}
