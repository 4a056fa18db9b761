/** Reads the exact draws of a fit back from its files. */
import { FileError } from '../file-error.ts';
import { readParquetColumns } from '../tables/parquet.ts';
import { readNumber } from '../tables/read-cell.ts';
import type { TableFile } from '../tables/table-file.ts';
import { TextLines, textPieces } from '../tables/text-pieces.ts';

/** The draws that a file must hold. */
export interface WantedDraws {
  /** The columns of the parameters, in the order of a draw. */
  readonly columns: readonly string[];
  /** Each with the same number of draws, one after another in the file. */
  readonly chains: number;
  readonly draws: number;
}

/** One entry per chain: one array per parameter, one number per draw. */
export type StoredChains = readonly { readonly latents: readonly Float64Array[] }[];

const REMEDY = 'Copy it again from where it was written, or fit again and store the fit.';

/** CmdStan's words for non-finite numbers. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
]);

/**
 * Reads draws in CmdStan's CSV form: comments from `#` to the end of a line, a header, and one line per draw.
 *
 * @throws FileError naming the line, when the file lacks a parameter, is cut off, or has another number of draws or a
 * field that is not a number.
 */
export async function readDrawsCsv(file: TableFile, wanted: WantedDraws): Promise<StoredChains> {
  const room = makeRoom(wanted);
  const total = wanted.chains * wanted.draws;
  let header: string[] | null = null;
  let places: number[] = [];
  let count = 0;
  let last = 0;
  const take = ({ text, line, isWhole }: Line) => {
    if (!isWhole) throw damaged(file, line, 'it ends without a line end, as if the file were cut off');
    last = line;
    if (text.startsWith('#')) return;
    const fields = text.split(',');
    if (header === null) {
      header = fields;
      places = wanted.columns.map((column) => placeIn(fields, column, file, line));
      return;
    }
    if (fields.length !== header.length) {
      const found = `${fields.length} field${fields.length === 1 ? '' : 's'}`;
      throw damaged(file, line, `it has ${found} where the header has ${header.length}`);
    }
    if (count === total) throw damaged(file, line, `it has a draw beyond the ${total} of the fit`);
    const { latents } = room[Math.floor(count / wanted.draws)]!;
    for (const [index, place] of places.entries()) {
      const field = fields[place]!;
      const value = readNumber(field) ?? WORDS.get(field);
      if (value === undefined) {
        const found = field === '' ? 'nothing' : JSON.stringify(field);
        throw damaged(
          file,
          line,
          `column \`${wanted.columns[index]}\` has ${found} where a number is wanted`,
        );
      }
      latents[index]![count % wanted.draws] = value;
    }
    count++;
  };
  for await (const lines of linesOf(file)) for (const line of lines) take(line);
  if (count < total) throw tooFew(`${file.name} ends after line ${last}, and`, count, wanted);
  return room;
}

/**
 * Reads draws from Parquet, column by column into their places; beyond those, only one column of a row group is in
 * memory.
 *
 * @throws FileError when the file is damaged, lacks a parameter, or has another number of draws.
 */
export async function readDrawsParquet(file: TableFile, wanted: WantedDraws): Promise<StoredChains> {
  const { columns, draws } = wanted;
  const path = file.name;
  const room = makeRoom(wanted);
  /** The position in a draw, by the column's position in the file. */
  const places = new Map<number, number>();
  const begin = (names: readonly string[], rows: number) => {
    const positions = new Map(names.map((name, position) => [name, position]));
    for (const [place, name] of columns.entries()) {
      const position = positions.get(name);
      if (position === undefined)
        throw new FileError(`${path} has no column \`${name}\`, a parameter of the fit.`, REMEDY);
      places.set(position, place);
    }
    if (rows !== wanted.chains * draws) throw tooFew(path, rows, wanted);
    return [...places.keys()];
  };
  await readParquetColumns(file, begin, (position, first, cells) => {
    const place = places.get(position)!;
    for (let at = 0; at < cells.length; at++) {
      const row = first + at;
      const cell = cells.at(at);
      if (typeof cell !== 'number')
        throw new FileError(
          `${path} has something other than a number in the column \`${columns[place]}\`.`,
          REMEDY,
        );
      room[Math.floor(row / draws)]!.latents[place]![row % draws] = cell;
    }
  });
  return room;
}

function makeRoom({ columns, chains, draws }: WantedDraws) {
  return Array.from({ length: chains }, () => ({ latents: columns.map(() => new Float64Array(draws)) }));
}

/** A line of a text, from 1; the last is whole if a line end follows it. */
interface Line {
  readonly text: string;
  readonly line: number;
  readonly isWhole: boolean;
}

/** The lines of each piece together: to wait for each of millions of lines would take longer than to read them. */
async function* linesOf(file: TableFile): AsyncGenerator<readonly Line[]> {
  const found: Line[] = [];
  const lines = new TextLines(
    // A draw of many parameters may have any length.
    (text, line, isWhole) => found.push({ text: text.replace(/\r$/, ''), line, isWhole }),
    Number.POSITIVE_INFINITY,
    (line) => damaged(file, line, 'it is too long'),
  );
  for await (const piece of textPieces(file)) {
    lines.write(piece);
    yield found.splice(0);
  }
  lines.end();
  yield found.filter(({ text, isWhole }) => isWhole || text !== '');
}

function placeIn(header: readonly string[], column: string, file: TableFile, line: number): number {
  const place = header.indexOf(column);
  if (place >= 0) return place;
  throw damaged(file, line, `it has no column \`${column}\`, a parameter of the fit`);
}

function damaged({ name }: TableFile, line: number, what: string): FileError {
  return new FileError(`${name}, line ${line}: ${what}.`, REMEDY);
}

function tooFew(file: string, found: number, { chains, draws }: WantedDraws): FileError {
  return new FileError(
    `${file} has ${found} draws where the fit has ${chains * draws}, of ${chains} chain${chains === 1 ? '' : 's'}.`,
    REMEDY,
  );
}
