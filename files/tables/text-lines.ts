/** The lines of a text that comes in pieces, each character copied once however long a line is. */

/** Takes a line without its LF; the last is told not to have had one. What it throws ends the reading. */
export type TakeLine = (text: string, line: number, isWhole: boolean) => void;

/** Guards the line that is being read. */
export class TextLines {
  readonly #take: TakeLine;
  readonly #tooLong: (line: number) => Error;
  readonly #limit: number;
  /** What the line has of earlier pieces. */
  #parts: string[] = [];
  #bytes = 0;
  #line = 1;
  /** Characters that were copied, for tests. */
  work = 0;

  /**
   * @param limit bytes that a line may have
   * @param tooLong what is thrown where one has more
   */
  constructor(take: TakeLine, limit: number, tooLong: (line: number) => Error) {
    this.#take = take;
    this.#limit = limit;
    this.#tooLong = tooLong;
  }

  write(piece: string): void {
    let begin = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', begin)) {
      this.#add(piece.slice(begin, end));
      this.#end(true);
      begin = end + 1;
    }
    this.#add(piece.slice(begin));
  }

  /** Takes the last line, which may be empty. */
  end(): void {
    this.#end(false);
  }

  #add(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.work += part.length;
    this.#bytes += Buffer.byteLength(part);
    if (this.#bytes > this.#limit) throw this.#tooLong(this.#line);
  }

  #end(isWhole: boolean): void {
    const [only = ''] = this.#parts;
    const text = this.#parts.length > 1 ? this.#parts.join('') : only;
    this.work += text.length;
    this.#parts = [];
    this.#bytes = 0;
    this.#take(text, this.#line++, isWhole);
  }
}
