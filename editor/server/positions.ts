/** Offsets of a text as lines and characters of the Language Server Protocol: both from 0, in UTF-16 units. */
import type { Position, Range } from 'vscode-languageserver/browser';
import type { Span } from '../../grammar/source.ts';

export interface Positions {
  position(offset: number): Position;
  range(span: Span): Range;
  /** A character beyond the end of its line is that end; a line beyond the last one is the end of the text. */
  offset(position: Position): number;
}

export function linePositions(text: string): Positions {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  const endOf = (line: number) => {
    const next = starts[line + 1];
    if (next === undefined) return text.length;
    return text.slice(next - 2, next) === '\r\n' ? next - 2 : next - 1;
  };
  const position = (offset: number): Position => {
    const within = Math.min(Math.max(0, offset), text.length);
    let lo = 0;
    let hi = starts.length - 1;
    while (lo < hi) {
      const middle = (lo + hi + 1) >> 1;
      if (starts[middle]! <= within) lo = middle;
      else hi = middle - 1;
    }
    return { line: lo, character: within - starts[lo]! };
  };
  return {
    position,
    range: ({ start, end }) => ({ start: position(start), end: position(end) }),
    offset({ line, character }) {
      const start = starts[line];
      if (start === undefined) return line < 0 ? 0 : text.length;
      return Math.min(start + Math.max(0, character), endOf(line));
    },
  };
}
