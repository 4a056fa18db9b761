/** A text with possible line breaks, to be laid out within a width (after Oppen 1980 and Wadler 2003). */

type Layout =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'line-end' }
  | { readonly kind: 'sequence'; readonly parts: readonly Document[] }
  | { readonly kind: 'hang'; readonly content: Document }
  | { readonly kind: 'indented'; readonly content: Document }
  | { readonly kind: 'fill'; readonly first: Document; readonly rest: readonly FillPart[] }
  | { readonly kind: 'block'; readonly block: Braces }
  | { readonly kind: 'value'; readonly content: Document };

export type Document = Layout & {
  /** Width on one line in characters; infinite if it contains a forced line break. */
  readonly width: number;
  /** Width up to the first possible line break, and whether there is one. */
  readonly lead: number;
  readonly breaks: boolean;
};

/**
 * A part of a fill. The separator comes between it and the previous part. If it is null, that is a space, or a line
 * break where the part does not fit; any other separator contains its own line break.
 */
export interface FillPart {
  readonly separator: Document | null;
  readonly content: Document;
}

/**
 * Braces with all items on one line, or one item per line where they do not fit. A null separator means the same as in
 * a fill.
 */
export interface Braces {
  readonly open: string;
  readonly items: readonly FillPart[];
  /** Comments before the closing brace, which then starts a line. */
  readonly end: Document | null;
  readonly close: string;
}

/** Verbatim text, which may contain line breaks. */
export function textDocument(content: string): Document {
  const end = content.indexOf('\n');
  return {
    kind: 'text',
    text: content,
    width: end < 0 ? content.length : Number.POSITIVE_INFINITY,
    lead: end < 0 ? content.length : end,
    breaks: end >= 0,
  };
}

/** A forced line break. */
export const lineEnd: Document = {
  kind: 'line-end',
  width: Number.POSITIVE_INFINITY,
  lead: 0,
  breaks: true,
};

export function sequence(parts: readonly Document[]): Document {
  const only = parts.length === 1 ? parts[0] : undefined;
  return only ?? { kind: 'sequence', parts, width: widthOf(parts), ...leadOf(parts) };
}

/** Content whose continuation lines start at the column where it starts. */
export function hang(content: Document): Document {
  const { width, lead, breaks } = content;
  return { kind: 'hang', content, width, lead, breaks };
}

/** Content whose continuation lines are indented by one step. */
export function indented(content: Document): Document {
  return { ...hang(content), kind: 'indented', content };
}

/** Parts side by side, as many on each line as fit. */
export function fill(first: Document, rest: readonly FillPart[]): Document {
  if (rest.length === 0) return first;
  const width = first.width + rest.reduce((sum, part) => sum + partWidth(part), 0);
  const gap = rest[0]?.separator?.lead ?? 0;
  return {
    kind: 'fill',
    first,
    rest,
    width,
    lead: first.breaks ? first.lead : first.lead + gap,
    breaks: true,
  };
}

export function block(content: Braces): Document {
  const inside = content.items.reduce((sum, item) => sum + partWidth(item), 0);
  const end = content.end === null ? 1 : Number.POSITIVE_INFINITY;
  return {
    kind: 'block',
    block: content,
    width: content.open.length + inside + end + content.close.length,
    lead: content.open.length,
    breaks: true,
  };
}

/**
 * The value after the sign of a declaration: on the same line if it fits there, else on a line of its own if it fits
 * there, else broken and hanging from the sign.
 */
export function valueDocument(content: Document): Document {
  return { kind: 'value', content, width: 1 + content.width, lead: 0, breaks: true };
}

function partWidth({ separator, content }: FillPart): number {
  return (separator?.width ?? 1) + content.width;
}

function widthOf(parts: readonly Document[]): number {
  return parts.reduce((sum, { width }) => sum + width, 0);
}

function leadOf(parts: readonly Document[]): { lead: number; breaks: boolean } {
  const breaking = parts.findIndex(({ breaks }) => breaks);
  const before = breaking < 0 ? parts : parts.slice(0, breaking + 1);
  return { lead: before.reduce((sum, { lead }) => sum + lead, 0), breaks: breaking >= 0 };
}
