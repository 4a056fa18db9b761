/** A forest plot as text: one line per latent and subject, on the latent's own scale. */
import colors from 'picocolors';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';
import type { ForestLine, LineEstimate, TextForestGroup } from './forest-groups.ts';

/** How the terminal shows text. */
interface TextStyle {
  /** The maximum number of characters per line. */
  readonly width: number;
  readonly color: boolean;
  /** Whether it shows Unicode. */
  readonly unicode: boolean;
}

/** Longer lines are hard to follow from end to end. */
const WIDEST = 100;
const NARROWEST_BAR = 8;
const LONGEST_NAME = 28;

/** A group with more lines is shown by its lowest and highest. */
const MAX_LINES = 40;
const AT_EITHER_END = 10;
/** Groups are added until the plot has this number of lines. */
const LINES_IN_ALL = 300;

/** Ends with an empty line; empty if there is nothing to show. */
export function textForest(groups: readonly TextForestGroup[], style: TextStyle): string {
  const shown = groupsThatFit(groups);
  if (shown.length === 0) return '';
  const scales = shown.map((group) => scaleOf(group));
  const rows = shown.flatMap((group, index) => groupRows(group, scales[index]!));
  const cells = cellsOfBars(rows, style);
  const bars = rows.map((row) => [
    cut(row.label, longestName(style.width), style.unicode),
    row.lower,
    bar(row, cells, style),
    row.upper,
  ]);
  const left = groups.length - shown.length;
  return [
    ...legend(shown, scales, style),
    '',
    blankTable(bars, ['left', 'right', 'left', 'left']),
    ...(left === 0 ? [] : [`${ellipsis(style)} ${countOf(left, 'more latent')}: --json and --out have them`]),
    '',
    '',
  ].join('\n');
}

function groupsThatFit(groups: readonly TextForestGroup[]): TextForestGroup[] {
  let lines = 0;
  return groups.filter((group, index) => {
    lines += linesOf(group);
    return index === 0 || lines <= LINES_IN_ALL;
  });
}

function linesOf({ lines }: TextForestGroup): number {
  return lines.length === 1 ? 1 : 1 + Math.min(lines.length, MAX_LINES);
}

/** The range over which a latent's lines are drawn, and whether its values end there. */
interface Scale {
  readonly lo: number;
  readonly hi: number;
  readonly endsBelow: boolean;
  readonly endsAbove: boolean;
  readonly isLogarithmic: boolean;
}

/** The latent's own bounds, or else the ends of the intervals. */
function scaleOf({ bounds, lines, isLogarithmic = false }: TextForestGroup): Scale {
  const ends = lines.flatMap(({ estimate }) => (estimate === null ? [] : estimate.hdi95));
  if (isLogarithmic) {
    const means = lines.flatMap(({ estimate }) => estimate?.mean ?? []);
    const [lo, hi] = [Math.min(...ends), Math.max(...ends, ...means)];
    return { lo, hi, endsBelow: false, endsAbove: false, isLogarithmic };
  }
  const lo = Math.min(bounds.lo ?? Number.POSITIVE_INFINITY, ...ends);
  const hi = Math.max(bounds.hi ?? Number.NEGATIVE_INFINITY, ...ends);
  return { lo, hi, endsBelow: bounds.lo === lo, endsAbove: bounds.hi === hi, isLogarithmic };
}

/** One line of the plot before it is drawn. */
interface Row {
  readonly label: string;
  readonly lower: string;
  readonly upper: string;
  readonly scale: Scale;
  readonly estimate: LineEstimate | null;
  readonly failed: boolean;
  readonly kind: 'estimate' | 'head' | 'omitted';
}

/** A latent with one value has its scale on the same line; any other has it on the line above. */
function groupRows(group: TextForestGroup, scale: Scale): Row[] {
  const { name, unit, lines } = group;
  const ends = {
    lower: endText(scale.lo, scale.endsBelow),
    upper: `${endText(scale.hi, scale.endsAbove)} ${unit}`.trimEnd(),
  };
  const base = { scale, estimate: null, failed: false } as const;
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) {
    return [{ ...base, ...ends, kind: 'estimate', label: labelOf({ ...only, name }), ...estimateOf(only) }];
  }
  const line = (each: ForestLine): Row => ({
    ...base,
    kind: 'estimate',
    label: `  ${labelOf(each)}`,
    lower: '',
    upper: meanText(each),
    ...estimateOf(each),
  });
  const head: Row = { ...base, ...ends, kind: 'head', label: printable(name) };
  if (lines.length <= MAX_LINES) return [head, ...lines.map(line)];
  const sorted = [...lines].sort((a, b) => (a.estimate?.mean ?? 0) - (b.estimate?.mean ?? 0));
  const between = lines.length - 2 * AT_EITHER_END;
  const omitted: Row = { ...base, kind: 'omitted', label: `  ${between} between`, lower: '', upper: '' };
  return [
    head,
    ...sorted.slice(0, AT_EITHER_END).map(line),
    omitted,
    ...sorted.slice(-AT_EITHER_END).map(line),
  ];
}

function estimateOf({ estimate, failed }: ForestLine): Pick<Row, 'estimate' | 'failed'> {
  return { estimate, failed };
}

function labelOf({ name, failed }: ForestLine): string {
  return failed ? `! ${printable(name)}` : printable(name);
}

function meanText({ estimate }: ForestLine): string {
  if (estimate === null) return '-';
  const { mean, sd, mcse } = estimate;
  return formatEstimate(mean, sd === null ? null : meaningfulDecimals(sd, mcse));
}

/** A bound is exact. An end of an interval is rounded, because more digits would claim more than is known. */
function endText(end: number, isBound: boolean): string {
  if (!Number.isFinite(end)) return '';
  return String(Number(end.toPrecision(isBound ? 6 : 3)));
}

/** At most half the width, so that the bars have space. */
function longestName(width: number): number {
  return Math.max(8, Math.min(LONGEST_NAME, Math.floor(width / 3)));
}

function cellsOfBars(rows: readonly Row[], { width }: TextStyle): number {
  const widest = (text: (row: Row) => string) => Math.max(...rows.map((row) => [...text(row)].length));
  const names = Math.min(
    widest(({ label }) => label),
    longestName(width),
  );
  // Three gaps of two blanks, and a sign at each end of the bars.
  const rest = names + widest(({ lower }) => lower) + widest(({ upper }) => upper) + 8;
  return Math.max(NARROWEST_BAR, Math.min(width, WIDEST) - rest);
}

function bar({ kind, scale, estimate, failed }: Row, cells: number, { color, unicode }: TextStyle): string {
  const { cyan, dim, red } = colors.createColors(color);
  const [below, above] = unicode ? ['├', '┤'] : ['|', '|'];
  if (kind === 'omitted') return '';
  const framed = (content: string) =>
    `${dim(scale.endsBelow ? below : ' ')}${content}${dim(scale.endsAbove ? above : ' ')}`;
  if (kind === 'head') return framed(dim((unicode ? '┄' : '.').repeat(cells)));
  const onScale = (value: number) => (scale.isLogarithmic ? Math.log(value) : value);
  const start = onScale(scale.lo);
  const span = onScale(scale.hi) - start;
  const at = (value: number) => (span > 0 ? (onScale(value) - start) / span : 0.5);
  const zero = scale.lo < 0 && scale.hi > 0 ? Math.floor(at(0) * cells) : -1;
  /** On a scale with both signs, 0 is marked where there is no bar. */
  const withZero = (drawn: string) =>
    drawn.charAt(zero) === ' '
      ? `${drawn.slice(0, zero)}${unicode ? '┊' : ':'}${drawn.slice(zero + 1)}`
      : drawn;
  if (estimate === null) return framed(withZero(' '.repeat(cells)));
  const { mean, hdi50, hdi95 } = estimate;
  const drawn = intervalBar(
    { mean: at(mean), narrow: [at(hdi50[0]), at(hdi50[1])], wide: [at(hdi95[0]), at(hdi95[1])] },
    cells,
    unicode ? UNICODE_SIGNS : ASCII_SIGNS,
  );
  return framed((failed ? red : cyan)(withZero(drawn)));
}

function legend(groups: readonly TextForestGroup[], scales: readonly Scale[], style: TextStyle): string[] {
  const { bold, red } = colors.createColors(style.color);
  const [mean, half, most, ends] = style.unicode ? ['●', '━', '─', '├ ┤'] : ['o', '=', '-', '| |'];
  const isOpen = scales.some(({ endsBelow, endsAbove }) => !(endsBelow && endsAbove));
  const hasFailed = groups.some(({ lines }) => lines.some(({ failed }) => failed));
  const logarithmic = groups.filter(({ isLogarithmic }) => isLogarithmic).map(({ name }) => printable(name));
  const cutShort = groups.some(({ lines }) => lines.length > MAX_LINES);
  return [
    `${bold('Forest plot')}: ${mean} mean, ${half} 50 % and ${most} 95 % HDI, ${ends} where a latent's values end.`,
    ...(isOpen ? ['Where that sign is missing, the scale ends with the intervals.'] : []),
    ...(logarithmic.length === 0 ? [] : [`Logarithmic: ${logarithmic.join(', ')}.`]),
    ...(cutShort
      ? [`Of more than ${MAX_LINES} lines the ${AT_EITHER_END} lowest and highest are shown.`]
      : []),
    ...(hasFailed ? [red('! did not converge: do not use it.')] : []),
  ];
}

function ellipsis({ unicode }: TextStyle): string {
  return unicode ? '…' : '...';
}

function cut(text: string, longest: number, unicode: boolean): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const end = unicode ? '…' : '...';
  return `${characters.slice(0, longest - end.length).join('')}${end}`;
}

/** The signs of a bar. */
interface BarSigns {
  readonly mean: string;
  /** Indexed by the contents of the left and right half of a cell: 0 nothing, 1 the wider interval, 2 the narrower. */
  cell(left: Fill, right: Fill): string;
}

type Fill = 0 | 1 | 2;

const BOX = [
  [' ', '╶', '╺'],
  ['╴', '─', '╼'],
  ['╸', '╾', '━'],
] as const;

/** Lines of the box-drawing block of Unicode. */
export const UNICODE_SIGNS: BarSigns = { mean: '●', cell: (left, right) => BOX[left][right] };

/** In ASCII, a cell shows the fuller of its halves. */
export const ASCII_SIGNS: BarSigns = {
  mean: 'o',
  cell: (left, right) => ' -='.charAt(Math.max(left, right)),
};

/** Positions on the scale, from 0 at its lower end to 1 at its upper. */
interface BarPositions {
  readonly mean: number;
  readonly narrow: readonly [number, number];
  readonly wide: readonly [number, number];
}

/** The bar as a row of cells, blank where there is nothing. */
export function intervalBar(
  { mean, narrow, wide }: BarPositions,
  cells: number,
  { mean: mark, cell }: BarSigns,
): string {
  const half = (position: number) => Math.min(2 * cells - 1, Math.max(0, Math.floor(position * 2 * cells)));
  const fill = (index: number): Fill => {
    const isIn = ([lower, upper]: readonly [number, number]) => index >= half(lower) && index <= half(upper);
    return isIn(narrow) ? 2 : isIn(wide) ? 1 : 0;
  };
  const marked = Math.floor(half(mean) / 2);
  return Array.from({ length: cells }, (_, index) =>
    index === marked ? mark : cell(fill(2 * index), fill(2 * index + 1)),
  ).join('');
}
