/** Splits one large JSON object, which comes in pieces, into its members, and one of them, a list, into its elements. */

import { Buffer } from 'node:buffer';

/** What is found in the object. An exception ends the reading. */
export interface MemberVisitor {
  /** The text of a member's value, except the list's. */
  member(key: string, value: string): void;
  /** The text of an element of the list, and its number, from 1. */
  element(text: string, number: number): void;
  /** The error for an element or a member of more bytes than allowed. */
  tooLong(number: number): Error;
}

const MARKS = /["{}[\],]/g;
const IN_STRING = /["\\]/g;

/** Guards the position in the object, and the text of the current member or element. */
export class JsonMembers {
  readonly #list: string;
  readonly #limit: number;
  readonly #visitor: MemberVisitor;
  #parts: string[] = [];
  #bytes = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isInList = false;
  #number = 0;
  #hasEnded = false;

  /**
   * @param list the key of the member whose elements are passed one by one
   * @param limit the maximum size of a member or an element, in bytes
   */
  constructor(list: string, limit: number, visitor: MemberVisitor) {
    this.#list = list;
    this.#limit = limit;
    this.#visitor = visitor;
  }

  /** Whether the object has ended; nothing but blanks came after it. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @throws SyntaxError for text after the object, or text that is not such an object */
  write(piece: string): void {
    let begin = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at++;
        continue;
      }
      const marks = this.#isInString ? IN_STRING : MARKS;
      marks.lastIndex = at;
      const mark = marks.exec(piece);
      if (mark === null) break;
      at = mark.index + 1;
      if (this.#isInString) {
        if (mark[0] === '"') this.#isInString = false;
        else this.#isEscaped = true;
      } else if (mark[0] === '"') this.#isInString = true;
      else begin = this.#pass(piece, mark[0], begin, mark.index);
    }
    this.#add(piece.slice(begin));
  }

  /** Takes a mark outside of strings into account. Returns where the text begins that has not been taken. */
  #pass(piece: string, mark: string, begin: number, at: number): number {
    const inner = this.#isInList ? 2 : 1;
    switch (mark) {
      case '{':
      case '[': {
        this.#depth++;
        if (this.#depth === 1) {
          if (mark === '[' || this.#textWith(piece.slice(begin, at)).trim() !== '') throw new SyntaxError();
          return at + 1;
        }
        if (mark === '[' && this.#depth === 2 && this.#isList(this.#textWith(piece.slice(begin, at)))) {
          this.#isInList = true;
          this.#clear();
          return at + 1;
        }
        return begin;
      }
      case '}':
      case ']': {
        const ends = this.#depth === inner;
        this.#depth--;
        if (!ends) return begin;
        this.#take(piece.slice(begin, at), true);
        this.#isInList = false;
        this.#hasEnded = this.#depth === 0;
        return at + 1;
      }
      default:
        if (this.#depth !== inner) return begin;
        this.#take(piece.slice(begin, at), false);
        return at + 1;
    }
  }

  #isList(before: string): boolean {
    return /^\s*"/.test(before) && keyOf(before)?.key === this.#list;
  }

  #take(part: string, isLast: boolean): void {
    this.#add(part);
    const text = this.#textWith('');
    this.#clear();
    // After the list's end, and in an empty list or object, nothing is between two marks.
    if (text.trim() === '') return;
    if (this.#isInList) {
      this.#visitor.element(text, ++this.#number);
      return;
    }
    const member = keyOf(text);
    if (member === null) throw new SyntaxError(isLast ? 'no member' : undefined);
    this.#visitor.member(member.key, member.value);
  }

  #textWith(part: string): string {
    return this.#parts.join('') + part;
  }

  #clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }

  #add(part: string): void {
    if (part === '') return;
    if (this.#hasEnded && part.trim() !== '') throw new SyntaxError();
    this.#parts.push(part);
    this.#bytes += Buffer.byteLength(part);
    if (this.#bytes > this.#limit) throw this.#visitor.tooLong(this.#number + 1);
  }
}

/** The key and the text of the value in `"key": value`; null for another text. */
function keyOf(text: string): { key: string; value: string } | null {
  const [whole, quoted] = /^\s*("(?:[^"\\]|\\.)*")\s*:/.exec(text) ?? [];
  if (quoted === undefined) return null;
  return { key: JSON.parse(quoted) as string, value: text.slice(whole!.length) };
}
