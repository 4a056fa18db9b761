/** Reads several files as one table: the columns of all, the rows one file after another, and each row's file. */

import { FileError } from '../file-error.ts';
import type { TableOptions } from './read-options.ts';
import { readTableFile } from './read-table.ts';
import { tableError } from './table-error.ts';
import { withTableFile } from './table-file.ts';
import type { Cell, TableForm, TableVisitor } from './table-visitor.ts';

/** The column with the name of each row's file, without the folders that all files share. */
export const FILE_COLUMN = 'file';

/**
 * Passes the rows of all files to the visitor. With several files a column `file` is added, if none has such a column.
 *
 * @param paths at least one
 * @throws as `readTableFile` does; FileError when text tables are given together with others
 */
export async function readTableFiles(
  paths: readonly string[],
  visitor: TableVisitor,
  options: TableOptions,
): Promise<void> {
  const read = (path: string, each: TableVisitor) =>
    withTableFile(path, (file) => readTableFile(file, each, options), options);
  if (paths.length === 1) return read(paths[0]!, visitor);
  const heads: Head[] = [];
  for (const path of paths) heads.push(await headOf(path, (each) => read(path, each)));
  const first = heads[0]!;
  const other = heads.find(
    ({ form }) => form.isText !== first.form.isText || form.field !== first.form.field,
  );
  if (other !== undefined) {
    throw new FileError(
      `${first.path} and ${other.path} are tables of different kinds, which cannot be read as one.`,
      'Give files of one format.',
    );
  }
  const columns = [...new Set(heads.flatMap(({ header }) => header))];
  const addsFile = !columns.includes(FILE_COLUMN);
  const header = addsFile ? [...columns, FILE_COLUMN] : columns;
  const wanted = [...visitor.begin(header, first.form)];
  refuseTwins(heads, new Set(wanted.map((position) => header[position]!)));
  const names = withoutSharedFolders(paths);
  const seen = new SeenSamples();
  for (const [index, head] of heads.entries()) {
    visitor.from?.(head.path, addsFile ? [...head.header, FILE_COLUMN] : head.header);
    seen.from(head.path);
    await read(
      head.path,
      rowsOf(head, { header, wanted, visitor, name: addsFile ? names[index]! : null, seen }),
    );
  }
  for (const note of seen.notes()) visitor.note?.(note);
}

/** @throws FileError when a file has a wanted column twice, of which the first would be read */
function refuseTwins(heads: readonly Head[], wanted: ReadonlySet<string>): void {
  for (const { path, header, form } of heads) {
    const twin = header.find((column, at) => wanted.has(column) && header.indexOf(column) < at);
    if (twin !== undefined)
      throw tableError('twoColumns', { table: path, column: twin, isText: form.isText });
  }
}

/** The column by which a log identifies its samples, in whichever file they are. */
const SAMPLE_ID = 'uuid';

/**
 * Guards which samples of logs were read. A run that was tried again has a log of its own, with the samples that the
 * first run had finished.
 */
class SeenSamples {
  readonly #fileOf = new Map<string, string>();
  readonly #again = new Map<string, { readonly first: string; count: number }>();
  #current = '';

  from(path: string): void {
    this.#current = path;
  }

  /** Whether a sample was in an earlier file. */
  isAgain(id: Cell): boolean {
    if (typeof id !== 'string' || id === '') return false;
    const first = this.#fileOf.get(id);
    if (first === undefined) this.#fileOf.set(id, this.#current);
    if (first === undefined || first === this.#current) return false;
    const again = this.#again.get(this.#current);
    if (again === undefined) this.#again.set(this.#current, { first, count: 1 });
    else again.count++;
    return true;
  }

  notes(): string[] {
    return Array.from(
      this.#again,
      ([path, { first, count }]) =>
        `${path}: ${count} ${count === 1 ? 'sample is' : 'samples are'} in ${first} too, as after a run that was tried again; each is used once.`,
    );
  }
}

interface Head {
  readonly path: string;
  readonly header: readonly string[];
  readonly form: TableForm;
}

/** Ends the reading of a file whose header was wanted. */
class HeaderFound extends Error {}

async function headOf(path: string, read: (visitor: TableVisitor) => Promise<void>): Promise<Head> {
  let head = null as Head | null;
  try {
    await read({
      begin: (header, form) => {
        head = { path, header, form };
        throw new HeaderFound();
      },
      row: () => undefined,
      flaw: () => undefined,
    });
  } catch (error) {
    if (!(error instanceof HeaderFound)) throw error;
  }
  return head!;
}

/** Passes on one file's rows, with their cells where the columns of all files are. */
function rowsOf(
  { header: own, form }: Head,
  {
    header,
    wanted,
    visitor,
    name,
    seen,
  }: {
    readonly header: readonly string[];
    readonly wanted: readonly number[];
    readonly visitor: TableVisitor;
    /** Null if the file's name is not added. */
    readonly name: string | null;
    readonly seen: SeenSamples;
  },
): TableVisitor {
  const cells: Cell[] = header.map(() => null);
  if (name !== null) cells[header.length - 1] = name;
  const places = wanted.flatMap((position) => {
    const place = own.indexOf(header[position]!);
    return place < 0 ? [] : [[position, place] as const];
  });
  const idAt = form.record === 'sample' ? own.indexOf(SAMPLE_ID) : -1;
  return {
    begin: () => new Set([...places.map(([, place]) => place), ...(idAt < 0 ? [] : [idAt])]),
    row: (given, record) => {
      if (idAt >= 0 && seen.isAgain(given[idAt]!)) return;
      for (const [position, place] of places) cells[position] = given[place]!;
      visitor.row(cells, record);
    },
    flaw: (record, problem) => visitor.flaw(record, problem),
    note: (note, answeredBy) => visitor.note?.(note, answeredBy),
  };
}

/** The paths without the folders that they share: `a/x.eval` and `a/b/y.eval` are `x.eval` and `b/y.eval`. */
export function withoutSharedFolders(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split(/[\\/]/));
  const shortest = Math.min(...parts.map(({ length }) => length)) - 1;
  let shared = 0;
  while (shared < shortest && parts.every((each) => each[shared] === parts[0]![shared])) shared++;
  return parts.map((each) => each.slice(shared).join('/'));
}
