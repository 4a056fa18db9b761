/** Draws one line of source for a terminal: tabs expanded, long lines cut to a window, invisible characters shown. */
import { visible } from './quote.ts';

const TAB = 4;
const MAX_CELLS = 100;
/** How many characters of a long line are shown to the left of the underlined place. */
const LEAD = 40;

export interface DrawnLine {
  readonly text: string;
  /** The terminal cell at which the character with this offset in the line begins, clipped to the window. */
  cell(offset: number): number;
}

/**
 * The number of terminal cells of a character: 0 for combining marks, 2 for East Asian wide characters and emoji, else
 * 1.
 */
export function characterWidth(point: string): number {
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
export function drawLine(line: string, focusStart: number, focusEnd: number): DrawnLine {
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
