/** Lays a document out within a width. */
import { type Braces, type Document, type FillPart, lineEnd } from './document.ts';

/** Maximum characters per line, as far as breaking lines can help. */
const WIDTH = 100;
/** Indentation of continuation lines that do not hang. */
const INDENT = 2;
/** Content that would hang further to the right than this starts on a line of its own. */
const MAX_HANG = WIDTH / 2;

/**
 * The document laid out within the width, without trailing spaces.
 *
 * @param begin the column in which each of its statements begins
 */
export function render(document: Document, begin = 0): string {
  const page = new Page(begin);
  page.add(document, begin, 0);
  return page.text();
}

/** The text so far, and the indentation of the line that is being written. */
class Page {
  readonly #pieces: string[] = [];
  #column: number;
  /** Indentation of the current line. */
  #indent: number;
  /** Where continuation lines that do not hang start. */
  readonly #continued: number;

  constructor(begin: number) {
    this.#pieces.push(' '.repeat(begin));
    this.#column = begin;
    this.#indent = begin;
    this.#continued = begin + INDENT;
  }

  text(): string {
    return this.#pieces.join('');
  }

  /** @param indent where continuation lines start; @param after characters that must follow on the last line. */
  add(document: Document, indent: number, after: number): void {
    switch (document.kind) {
      case 'text':
        this.#write(document.text);
        return;
      case 'line-end':
        this.#newLine(indent);
        return;
      case 'sequence':
        this.#addSequence(document.parts, indent, after);
        return;
      case 'hang':
        this.add(document.content, this.#column, after);
        return;
      case 'indented':
        this.add(document.content, this.#continued, after);
        return;
      case 'fill':
        this.#addFill(document.first, document.rest, indent, after);
        return;
      case 'block':
        if (this.#fits(document.width + after)) this.#addFlatBlock(document.block);
        else this.#addBlock(document.block);
        return;
      case 'value':
        this.#addValue(document.content, after);
    }
  }

  #addSequence(parts: readonly Document[], indent: number, after: number): void {
    const followers: number[] = [];
    let following = after;
    for (const part of parts.toReversed()) {
      followers.unshift(following);
      following = part.breaks ? part.lead : part.lead + following;
    }
    parts.forEach((part, i) => {
      this.add(part, indent, followers[i]!);
    });
  }

  #addFill(first: Document, rest: readonly FillPart[], indent: number, after: number): void {
    this.add(first, indent, rest.length === 0 ? after : 0);
    rest.forEach(({ separator, content }, i) => {
      const follower = i === rest.length - 1 ? after : 0;
      if (separator !== null) this.add(separator, indent, 0);
      else if (this.#fits(1 + content.width + follower)) this.#write(' ');
      else this.#newLine(indent);
      this.add(content, indent, follower);
    });
  }

  #addFlatBlock({ open, items, close }: Braces): void {
    this.#write(open);
    for (const { content } of items) {
      this.#write(' ');
      this.add(content, 0, 0);
    }
    this.#write(` ${close}`);
  }

  #addBlock({ open, items, end, close }: Braces): void {
    const outer = this.#indent;
    const inner = outer + INDENT;
    this.#write(open);
    for (const { separator, content } of items) {
      this.add(separator ?? lineEnd, inner, 0);
      this.add(content, inner, 0);
    }
    if (end !== null) this.add(end, inner, 0);
    this.#newLine(outer);
    this.#write(close);
  }

  #addValue(content: Document, after: number): void {
    const fitsBelow = this.#continued + content.width + after <= WIDTH;
    const hangs = this.#column + 1 <= MAX_HANG;
    if (this.#fits(1 + content.width + after) || (!fitsBelow && hangs)) this.#write(' ');
    else this.#newLine(this.#continued);
    this.add(content, this.#column, after);
  }

  #fits(width: number): boolean {
    return this.#column + width <= WIDTH;
  }

  #write(content: string): void {
    this.#pieces.push(content);
    const end = content.lastIndexOf('\n');
    this.#column = end < 0 ? this.#column + content.length : content.length - end - 1;
  }

  #newLine(indent: number): void {
    this.#pieces.push('\n', ' '.repeat(indent));
    this.#column = indent;
    this.#indent = indent;
  }
}
