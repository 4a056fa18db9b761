/**
 * Renders diagnostics for a person: what is wrong, the source with the place underlined, and what to do. Of a long line
 * of source a window is shown, with tabs expanded and invisible characters visible.
 */
import type { Diagnostic } from './diagnostic.ts';
import { visible } from './quote.ts';
import type { Source, Span } from './source.ts';

/** A place in the source, with its message. */
interface Mark {
  readonly span: Span;
  readonly text: string;
  readonly primary: boolean;
}

/** Where each line of a text begins, and where it ends without its line break. */
interface Lines {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Functions that colour parts of the text. Those of picocolors' `createColors` fit. */
export type DiagnosticColours = Readonly<
  Record<'red' | 'yellow' | 'blue' | 'bold', (text: string) => string>
>;

const asIs = (text: string) => text;
const PLAIN: DiagnosticColours = { red: asIs, yellow: asIs, blue: asIs, bold: asIs };

/**
 * All diagnostics, separated by empty lines, in the style of Elm and Rust. Lines and columns count from 1; a column is
 * one character, whatever its width. Spans are clipped to the text. Plain text unless colours are given.
 */
export function renderDiagnostics(
  source: Source,
  diagnostics: readonly Diagnostic[],
  { colours = PLAIN }: { readonly colours?: DiagnosticColours } = {},
): string {
  const lines = linesOf(source.text);
  return diagnostics.map((diagnostic) => render(source, lines, diagnostic, colours)).join('\n');
}

function render(source: Source, lines: Lines, diagnostic: Diagnostic, colours: DiagnosticColours): string {
  const { severity, code, message, remedy, notes = [] } = diagnostic;
  const paint = severity === 'error' ? colours.red : colours.yellow;
  const marks: Mark[] = [
    { span: diagnostic.span, text: '', primary: true },
    ...notes.map((note) => ({ span: note.span, text: note.message, primary: false })),
  ].map((mark) => ({ ...mark, span: clip(mark.span, source.text) }));
  const lineNumbers = marks.map(({ span }) => lineAt(lines, span.start));
  const gutter = `${Math.max(...lineNumbers) + 1}`.length;
  const bar = colours.blue('|');
  const blank = `${' '.repeat(gutter)} ${bar}`;
  const primaryLine = lineNumbers[0] ?? 0;
  const column = columnAt(source.text, lines, primaryLine, marks[0]?.span.start ?? 0);

  const out = [
    `${paint(colours.bold(`${severity}[${code}]`))}${colours.bold(`: ${message}`)}`,
    `${' '.repeat(gutter)}${colours.blue('-->')} ${source.name}:${primaryLine + 1}:${column}`,
    blank,
  ];
  const shownLines = [...new Set(lineNumbers)].sort((a, b) => a - b);
  shownLines.forEach((line, i) => {
    const above = shownLines[i - 1];
    if (above !== undefined && line > above + 1) out.push(colours.blue(`${' '.repeat(gutter)} ⋮`));
    const here = marks.filter((_, k) => lineNumbers[k] === line);
    const focus = here.find(({ primary }) => primary) ?? here[0];
    const start = lines.starts[line] ?? 0;
    const end = lines.ends[line] ?? 0;
    const drawn = drawLine(
      source.text.slice(start, end),
      focus === undefined ? 0 : focus.span.start - start,
      focus === undefined ? 0 : Math.min(focus.span.end, end) - start,
    );
    out.push(`${colours.blue(`${line + 1}`.padStart(gutter))} ${bar} ${drawn.text}`.trimEnd());
    for (const { span, text, primary } of here) {
      const from = drawn.cell(span.start - start);
      const to = drawn.cell(Math.min(span.end, end) - start);
      const runsOn = span.end > end && lineAt(lines, Math.max(span.start, span.end - 1)) > line ? '…' : '';
      const underline = `${(primary ? '^' : '-').repeat(Math.max(1, to - from))}${runsOn}`;
      const said = text === '' ? '' : ` ${text}`;
      out.push(`${blank} ${' '.repeat(from)}${(primary ? paint : colours.blue)(`${underline}${said}`)}`);
    }
  });
  out.push(blank, `${' '.repeat(gutter)} ${colours.blue('=')} ${colours.bold('help')}: ${remedy}`);
  return `${out.join('\n')}\n`;
}

function clip({ start, end }: Span, text: string): Span {
  const from = Math.min(Math.max(0, start), text.length);
  return { start: from, end: Math.min(Math.max(from, end), text.length) };
}

function linesOf(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(match.index);
    starts.push(match.index + match[0].length);
  }
  ends.push(text.length);
  return { starts, ends };
}

/** The index of the line that contains the offset. */
function lineAt({ starts }: Lines, offset: number): number {
  let lo = 0;
  let hi = starts.length - 1;
  while (lo < hi) {
    const middle = (lo + hi + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) lo = middle;
    else hi = middle - 1;
  }
  return lo;
}

/** The column in characters: one outside the basic plane counts as one, a byte order mark as none. */
function columnAt(text: string, { starts }: Lines, line: number, offset: number): number {
  const before = text.slice(starts[line] ?? 0, offset);
  return [...before].filter((point) => point === '\t' || characterWidth(point) > 0).length + 1;
}

const TAB = 4;
const MAX_CELLS = 100;
/** How many characters of a long line are shown to the left of the underlined place. */
const LEAD = 40;

interface DrawnLine {
  readonly text: string;
  /** The terminal cell at which the character with this offset in the line begins, clipped to the window. */
  cell(offset: number): number;
}

/**
 * The number of terminal cells of a character: 0 for combining marks, 2 for East Asian wide characters and emoji, else
 * 1.
 */
function characterWidth(point: string): number {
  if (/^(?:\p{Mn}|\p{Me}|[\u200b-\u200f]|\ufeff)$/u.test(point)) return 0;
  const code = point.codePointAt(0) ?? 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

/** Draws a line around the range from `focusStart` to `focusEnd`, which are offsets in the line. */
function drawLine(line: string, focusStart: number, focusEnd: number): DrawnLine {
  const windowStart = wholeCharacter(line, Math.max(0, focusStart - MAX_CELLS * 2));
  const windowEnd = wholeCharacter(line, Math.min(line.length, focusStart + MAX_CELLS * 2));
  const cells = draw(line.slice(windowStart, windowEnd));
  const at = (offset: number): number => {
    const inside = Math.min(Math.max(offset, windowStart), windowEnd) - windowStart;
    return cells.starts[inside] ?? cells.total;
  };
  const total = cells.total;
  const isWhole = windowStart === 0 && windowEnd === line.length && total <= MAX_CELLS;
  if (isWhole) return { text: cells.pieces.map(({ text }) => text).join(''), cell: at };

  const focusEndsEarly = at(focusEnd) <= MAX_CELLS - 4 && windowStart === 0;
  const from = focusEndsEarly ? 0 : Math.max(0, at(focusStart) - LEAD);
  const to = from + MAX_CELLS;
  const shown = cells.pieces.filter(({ cell, width }) => cell >= from && cell + width <= to);
  const first = shown[0]?.cell ?? from;
  const last = shown.at(-1);
  const end = last === undefined ? from : last.cell + last.width;
  const before = first > 0 || windowStart > 0 ? '…' : '';
  const after = end < total || windowEnd < line.length ? '…' : '';
  return {
    text: `${before}${shown.map(({ text }) => text).join('')}${after}`,
    cell: (offset) => Math.min(Math.max(at(offset), first), end) - first + before.length,
  };
}

/** Moves an offset that falls inside a surrogate pair to its start. */
function wholeCharacter(line: string, offset: number): number {
  const low = line.charCodeAt(offset);
  const high = line.charCodeAt(offset - 1);
  return low >= 0xdc00 && low < 0xe000 && high >= 0xd800 && high < 0xdc00 ? offset - 1 : offset;
}

interface Piece {
  readonly text: string;
  readonly cell: number;
  readonly width: number;
}

/** The pieces of a text with their widths, and for each UTF-16 offset the cell at which its character begins. */
function draw(text: string): { pieces: Piece[]; starts: number[]; total: number } {
  const pieces: Piece[] = [];
  const starts: number[] = [];
  let total = 0;
  for (const point of text) {
    const shown = point === '\t' ? ' '.repeat(TAB - (total % TAB)) : point === '\ufeff' ? '' : visible(point);
    const width = point === '\t' || shown !== point ? shown.length : characterWidth(point);
    for (let i = 0; i < point.length; i++) starts.push(total);
    pieces.push({ text: shown, cell: total, width });
    total += width;
  }
  return { pieces, starts, total };
}
