/** The elements of one JSON list that comes in pieces, each as its text. */
import { recordTooLong } from './read-options.ts';

/** Takes the text of an element and its number, from 1. What it throws ends the reading. */
export type TakeElement = (text: string, number: number) => void;

/** What is wrong with a list as a whole. */
export type ListFlaw = 'cut off' | 'text behind it';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const BLANKS = new Set([9, 10, 13, 32]);

/** Guards the element that is being read. What follows the list's opening bracket is written to it. */
export class JsonElements {
  readonly #name: string;
  readonly #limit: number;
  readonly #take: TakeElement;
  readonly #refuse: (flaw: ListFlaw) => Error;
  #parts: string[] = [];
  #bytes = 0;
  #number = 1;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasEnded = false;
  /** Characters that were looked at or copied, for tests. */
  work = 0;

  /** @param limit bytes that the text of an element may have */
  constructor(name: string, limit: number, take: TakeElement, refuse: (flaw: ListFlaw) => Error) {
    this.#name = name;
    this.#limit = limit;
    this.#take = take;
    this.#refuse = refuse;
  }

  write(piece: string): void {
    this.work += piece.length;
    let begin = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.#hasEnded) {
        if (!BLANKS.has(code)) throw this.#refuse('text behind it');
        begin = at + 1;
      } else if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInString) {
        if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
      } else if (code === QUOTE) this.#isInString = true;
      else if (OPENING.has(code)) this.#depth++;
      else if (CLOSING.has(code) && this.#depth > 0) this.#depth--;
      else if (this.#depth === 0 && (code === COMMA || CLOSING.has(code))) {
        this.#add(piece.slice(begin, at));
        // A brace here is no end of a list: what stands before it is no element either.
        this.#end(code === 125 ? '}' : '', code !== COMMA);
        this.#hasEnded = code !== COMMA;
        begin = at + 1;
      }
    }
    this.#add(piece.slice(begin));
  }

  /** @throws Error as `refuse` makes it where the list has not ended */
  end(): void {
    if (!this.#hasEnded) throw this.#refuse('cut off');
  }

  #add(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.work += part.length;
    this.#bytes += Buffer.byteLength(part);
    if (this.#bytes <= this.#limit) return;
    throw recordTooLong(
      { table: this.#name, record: 'row', row: this.#number },
      this.#limit,
      'Write one list of objects',
    );
  }

  #end(rest: string, isLast: boolean): void {
    const text = this.#parts.join('') + rest;
    this.work += text.length;
    this.#parts = [];
    this.#bytes = 0;
    // The one empty element that there can be is that of an empty list.
    if (isLast && this.#number === 1 && text.trim() === '') return;
    this.#take(text, this.#number++);
  }
}
