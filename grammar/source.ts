/** A layout's source text with its name, and spans of it. */

/** A half-open range `[start, end)` of UTF-16 offsets into a source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A layout's source text. `name` is what messages call it, usually its path. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** The smallest span that covers both. */
export function cover(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
