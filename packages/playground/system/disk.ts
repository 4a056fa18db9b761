/**
 * A file system in the memory of a worker, with the functions of `node:fs` that the command uses: in a page the command
 * reads the files that it is given, and what it writes is downloaded.
 */

type Content = string | Uint8Array;

interface StoredFile {
  readonly kind: 'file';
  /** Which file it is, whatever its name. */
  readonly number: number;
  /** Its bytes, in the pieces in which they were written. */
  pieces: Uint8Array[];
  size: number;
}

type Entry = StoredFile | { readonly kind: 'directory'; readonly number: number };

const ROOT = '/';

/** The folder in which commands run. */
const HOME = '/home';

const entries = new Map<string, Entry>();
let numbers = 0;
const opened = new Map<number, { readonly path: string; readonly entry: Entry; position: number }>();

/** Empties the disk, and stores these files below the folder in which commands run. */
export function storeFiles(files: Iterable<readonly [path: string, bytes: Uint8Array]>): void {
  entries.clear();
  opened.clear();
  for (const directory of [ROOT, HOME]) entries.set(directory, { kind: 'directory', number: ++numbers });
  for (const [path, bytes] of files) {
    const place = placeOf(path);
    for (let at = place.indexOf('/', 1); at >= 0; at = place.indexOf('/', at + 1)) {
      const directory = place.slice(0, at);
      if (!entries.has(directory)) entries.set(directory, { kind: 'directory', number: ++numbers });
    }
    entries.set(place, { kind: 'file', number: ++numbers, pieces: [bytes], size: bytes.length });
  }
}

/** The files below the folder in which commands run, by their paths from there. */
export function storedFiles(): [path: string, bytes: Uint8Array][] {
  const below = `${HOME}/`;
  return [...entries].flatMap(([path, entry]): [string, Uint8Array][] =>
    entry.kind === 'file' && path.startsWith(below) ? [[path.slice(below.length), bytesOf(entry)]] : [],
  );
}

export const currentFolder = (): string => HOME;

function bytesOf(file: StoredFile): Uint8Array {
  if (file.pieces.length !== 1) {
    const whole = new Uint8Array(file.size);
    let at = 0;
    for (const piece of file.pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    file.pieces = [whole];
  }
  return file.pieces[0]!;
}

/** The path from the root, without `.` and `..`. */
export function placeOf(path: string | URL): string {
  const text = typeof path === 'string' ? path : decodeURIComponent(path.pathname);
  const parts: string[] = [];
  for (const part of (text.startsWith('/') ? text : `${HOME}/${text}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function parentOf(place: string): string {
  return place.slice(0, place.lastIndexOf('/')) || ROOT;
}

function problem(code: string, syscall: string, path: string | URL): Error {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path: String(path) });
}

function entryOf(path: string | URL, syscall: string): Entry {
  const place = placeOf(path);
  const entry = entries.get(place);
  if (entry !== undefined) return entry;
  throw problem(entries.get(parentOf(place))?.kind === 'file' ? 'ENOTDIR' : 'ENOENT', syscall, path);
}

function fileOf(path: string | URL, syscall: string): StoredFile {
  const entry = entryOf(path, syscall);
  if (entry.kind === 'directory') throw problem('EISDIR', syscall, path);
  return entry;
}

/** A new file in place of one with this name. */
function makeFile(path: string | URL, syscall: string): StoredFile {
  const place = placeOf(path);
  if (entries.get(place)?.kind === 'directory') throw problem('EISDIR', syscall, path);
  const parent = entries.get(parentOf(place));
  if (parent?.kind !== 'directory') throw problem(parent === undefined ? 'ENOENT' : 'ENOTDIR', syscall, path);
  const file: StoredFile = { kind: 'file', number: ++numbers, pieces: [], size: 0 };
  entries.set(place, file);
  return file;
}

function append(file: StoredFile, content: Content): number {
  // A caller may write into its own array again.
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice();
  file.pieces.push(bytes);
  file.size += bytes.length;
  return bytes.length;
}

export const constants = { R_OK: 4, W_OK: 2, O_RDONLY: 0, O_NONBLOCK: 0 } as const;

const isOfKind = (entry: Entry) => ({
  isFile: () => entry.kind === 'file',
  isDirectory: () => entry.kind === 'directory',
  isFIFO: () => false,
  isSocket: () => false,
});

function statOf(entry: Entry) {
  return {
    ...isOfKind(entry),
    ...{ size: entry.kind === 'file' ? entry.size : 0, mode: 0o644, dev: 1, ino: entry.number },
  };
}

export const existsSync = (path: string | URL): boolean => entries.has(placeOf(path));
export const statSync = (path: string | URL) => statOf(entryOf(path, 'stat'));
export const lstatSync = statSync;
export const fstatSync = (file: number) => statOf(opened.get(file)!.entry);
export const realpathSync = (path: string) => placeOf(path);
export const accessSync = (path: string) => void entryOf(path, 'access');
export const fsyncSync = (): void => undefined;
export const chmodSync = (): void => undefined;

export function readlinkSync(path: string): never {
  throw problem('EINVAL', 'readlink', path);
}

export function openSync(path: string, flags: string | number = 'r'): number {
  const isWritten = typeof flags === 'string' && /[wa]/.test(flags);
  const entry = !isWritten
    ? entryOf(path, 'open')
    : String(flags).startsWith('a') && existsSync(path)
      ? fileOf(path, 'open')
      : makeFile(path, 'open');
  const number = ++numbers;
  opened.set(number, { path, entry, position: 0 });
  return number;
}

export const closeSync = (file: number): void => void opened.delete(file);

export function writeSync(file: number, content: Content): number {
  return append(opened.get(file)!.entry as StoredFile, content);
}

export function writeFileSync(file: string | number, content: Content): void {
  if (typeof file === 'number') writeSync(file, content);
  else append(makeFile(file, 'open'), content);
}

export function ftruncateSync(file: number, length: number): void {
  const entry = opened.get(file)!.entry as StoredFile;
  entry.pieces = [bytesOf(entry).slice(0, length)];
  entry.size = length;
}

export function readFileSync(path: string | URL | number, encoding?: string): Uint8Array | string {
  const entry = typeof path === 'number' ? (opened.get(path)!.entry as StoredFile) : fileOf(path, 'open');
  const bytes = bytesOf(entry);
  return encoding === undefined ? bytes.slice() : new TextDecoder().decode(bytes);
}

export function readdirSync(path: string): string[] {
  const place = placeOf(path);
  if (entryOf(path, 'scandir').kind !== 'directory') throw problem('ENOTDIR', 'scandir', path);
  return [...entries.keys()]
    .filter((each) => each !== ROOT && parentOf(each) === place)
    .map((each) => each.slice(each.lastIndexOf('/') + 1))
    .sort();
}

export function mkdirSync(path: string): void {
  const place = placeOf(path);
  if (entries.has(place)) throw problem('EEXIST', 'mkdir', path);
  if (entries.get(parentOf(place))?.kind !== 'directory') throw problem('ENOENT', 'mkdir', path);
  entries.set(place, { kind: 'directory', number: ++numbers });
}

/** Of a file; the command renames no folders. */
export function renameSync(from: string, to: string): void {
  const file = fileOf(from, 'rename');
  if (entries.get(placeOf(to))?.kind === 'directory') throw problem('EISDIR', 'rename', to);
  entries.delete(placeOf(from));
  entries.set(placeOf(to), file);
}

export function rmSync(path: string, { force = false }: { readonly force?: boolean } = {}): void {
  if (!entries.delete(placeOf(path)) && !force) throw problem('ENOENT', 'rm', path);
}

export function rmdirSync(path: string): void {
  if (readdirSync(path).length > 0) throw problem('ENOTEMPTY', 'rmdir', path);
  entries.delete(placeOf(path));
}

const PIECE = 1 << 16;

/** The bytes of a file in pieces, as a stream that is only iterated. */
export async function* createReadStream(path: string): AsyncGenerator<Uint8Array, void, void> {
  const bytes = bytesOf(fileOf(path, 'open'));
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** `open` of `node:fs/promises`. */
export async function open(path: string) {
  const entry = entryOf(path, 'open');
  return {
    stat: async () => statOf(entry),
    close: async () => undefined,
    async read(into: Uint8Array, offset: number, length: number, position: number) {
      if (entry.kind === 'directory') throw problem('EISDIR', 'read', path);
      const piece = bytesOf(entry).subarray(position, position + length);
      into.set(piece, offset);
      return { bytesRead: piece.length };
    },
  };
}

export const readFile = async (path: string | URL, encoding?: string) => readFileSync(path, encoding);
export const stat = async (path: string | URL) => statSync(path);
