/** Reads one JSON list of objects, whose keys are the columns. Rows are identified by their numbers. */

import { FileError } from '../file-error.ts';
import { isProblem, KeyColumns, nameOfKind, parseRow } from './json-objects.ts';
import { recordLimit, recordTooLong, type TableOptions } from './read-options.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';
import { textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'key' };

const REMEDY = 'Write one list of objects, or one object a line (.jsonl).';

/**
 * Reads a table that is one list of objects. An object without a key has a missing value there. A key may first appear
 * in the last object, so the file is read twice; it is not kept in memory.
 *
 * @throws FileError when the file is not such a list, has no rows, or a row is too long.
 */
export async function readJsonList(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  const columns = new KeyColumns();
  await eachRow(file, options, (row) => columns.add(row));
  if (columns.names.length === 0) {
    throw new FileError(`${file.name} has no rows.`, 'Give a list of at least one object that has keys.');
  }
  columns.want(visitor.begin(columns.names, FORM));
  await eachRow(file, options, (row, number) => visitor.row(columns.cellsOf(row), number));
}

async function eachRow(
  file: TableFile,
  options: TableOptions,
  take: (row: Record<string, unknown>, number: number) => void,
): Promise<void> {
  const takeText = (text: string, number: number) => {
    const row = parseRow(text, false);
    if (isProblem(row)) {
      const { message, remedy } = row({ table: file.name, record: 'row', row: number });
      throw new FileError(message, remedy);
    }
    take(row, number);
  };
  const notJson = () => new FileError(`${file.name} is not JSON, or cut off.`, REMEDY);
  const elements = new JsonElements(file.name, recordLimit(options), takeText, notJson);
  await feedElements(file, elements, (start) => otherValue(file.name, start) ?? notJson());
}

/**
 * Passes the text of a file that holds one list to `elements`.
 *
 * @param notList makes the error for a text that begins otherwise, or has nothing in it
 */
export async function feedElements(
  file: TableFile,
  elements: JsonElements,
  notList: (start: string) => Error,
): Promise<void> {
  let hasBegun = false;
  for await (const piece of textPieces(file, 'json')) {
    const text: string = hasBegun ? piece : piece.trimStart();
    if (!hasBegun && text !== '' && text[0] !== '[') throw notList(text);
    elements.write(hasBegun ? text : text.slice(1));
    hasBegun ||= text !== '';
  }
  if (!hasBegun) throw notList('');
  elements.end();
}

/** The error for a text that begins like another JSON value; null if it begins like none. */
function otherValue(name: string, start: string): FileError | null {
  const [word = ''] = /^(?:[{"\d-]|null|true|false)/.exec(start) ?? [];
  if (word === '') return null;
  const like = word === '{' ? {} : word.length > 1 ? JSON.parse(word) : word === '"' ? '' : 0;
  return new FileError(`${name} holds ${nameOfKind(like)} where a list of objects is wanted.`, REMEDY);
}

/** Receives the text of an element and its number, from 1. An exception ends the reading. */
type TakeElement = (text: string, number: number) => void;

/** A problem with the list as a whole. */
type ListFlaw = 'cut off' | 'text behind it';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const BLANKS = new Set([9, 10, 13, 32]);

/**
 * Finds the texts of the elements of a list that comes in pieces. Its input is the text after the list's opening
 * bracket. It guards the current element.
 */
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
  /** The number of characters examined or copied, for tests. */
  work = 0;

  /** @param limit the maximum size of an element's text, in bytes */
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
        // A brace here does not end a list, so the text before it is not an element.
        this.#end(code === 125 ? '}' : '', code !== COMMA);
        this.#hasEnded = code !== COMMA;
        begin = at + 1;
      }
    }
    this.#add(piece.slice(begin));
  }

  /** @throws Error from `refuse` if the list has not ended */
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
    // An empty element is allowed only in an empty list.
    if (isLast && this.#number === 1 && text.trim() === '') return;
    this.#take(text, this.#number++);
  }
}
