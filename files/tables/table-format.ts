/**
 * The formats of tables, one record each, and how a table's format is determined: by its first bytes, by its name, or
 * by the user's choice.
 */

import { FileError } from '../file-error.ts';
import type { Pace } from './pace.ts';
import { TABLE_FORMATS, type TableFormat, type TableOptions } from './read-options.ts';
import type { TableFile } from './table-file.ts';
import type { TableVisitor } from './table-visitor.ts';
import { isGzipped } from './text-pieces.ts';

/** The properties of a format, except its reader. */
interface FormatRecord {
  /** Its usual name. */
  readonly name: string;
  /** Its file extensions, without the dot. */
  readonly endings: readonly string[];
  /**
   * The kind of file. A text file begins with no mark; a file of a binary format always does. A log is JSON, or an
   * archive of it, that is known by its first words.
   */
  readonly kind: 'fields' | 'json' | 'binary' | 'log';
  /** Whether the first bytes are those of this format and of no other. */
  readonly begins: (start: Uint8Array) => boolean;
  /** Loads the reader, with its library. */
  readonly reader: () => Promise<ReadRows>;
}

/** Passes the columns and the rows of a file to a visitor. */
export type ReadRows = (
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
  pace: Pace,
) => Promise<void>;

export const FORMATS: Readonly<Record<TableFormat, FormatRecord>> = {
  csv: {
    name: 'CSV',
    endings: ['csv', 'tsv', 'tab'],
    kind: 'fields',
    begins: () => false,
    reader: async () => (await import('./csv.ts')).readCsv,
  },
  jsonl: {
    name: 'JSON lines',
    endings: ['jsonl', 'ndjson'],
    kind: 'json',
    begins: (start) => /^\s*\{\s*["}]/.test(textOf(start)),
    reader: async () => (await import('./json-lines.ts')).readJsonLines,
  },
  json: {
    name: 'a JSON list',
    endings: ['json'],
    kind: 'json',
    // No CSV header begins like this.
    begins: (start) => /^\s*\[\s*(?:[[{\]]|$)/.test(textOf(start)),
    reader: async () => (await import('./json-list.ts')).readJsonList,
  },
  parquet: {
    name: 'Parquet',
    endings: ['parquet', 'pq'],
    kind: 'binary',
    begins: (start) => begins(start, 'PAR1'),
    reader: async () => (await import('./parquet.ts')).readParquet,
  },
  arrow: {
    name: 'Arrow',
    endings: ['arrow', 'arrows', 'feather', 'ipc'],
    kind: 'binary',
    begins: (start) => begins(start, 'ARROW1') || isArrowMessage(start),
    reader: async () => (await import('./arrow.ts')).readArrow,
  },
  inspect: {
    name: 'a log of Inspect',
    endings: ['eval'],
    kind: 'log',
    begins: (start) => isInspectArchive(start) || INSPECT_JSON.test(textOf(start)),
    reader: async () => (await import('./logs/inspect.ts')).readInspect,
  },
  'lm-eval': {
    name: 'samples of lm-evaluation-harness',
    endings: [],
    kind: 'log',
    begins: (start) => LM_EVAL_JSON.test(textOf(start)),
    reader: async () => (await import('./logs/lm-eval.ts')).readLmEval,
  },
  helm: {
    name: 'statistics of HELM',
    endings: [],
    kind: 'log',
    begins: (start) => HELM_JSON.test(textOf(start)),
    reader: async () => (await import('./logs/helm.ts')).readHelm,
  },
  'openai-evals': {
    name: 'a recording of openai/evals',
    endings: [],
    kind: 'log',
    begins: (start) => OPENAI_EVALS_JSON.test(textOf(start)),
    reader: async () => (await import('./logs/openai-evals.ts')).readOpenAiEvals,
  },
};

/** The first words of each kind of log, in the order of keys in which its program writes them. */
const INSPECT_JSON = /^\s*\{\s*"version":\s*\d+,\s*"(?:status|eval)":/;
const LM_EVAL_JSON = /^\s*\{\s*"doc_id":/;
const HELM_JSON = /^\s*\[\s*\{\s*"instance_id":/;
const OPENAI_EVALS_JSON = /^\s*\{\s*"spec":/;

/** Whether a ZIP archive begins with an entry of Inspect's, by the name in its local header. */
function isInspectArchive(start: Uint8Array): boolean {
  return (
    begins(start, 'PK\x03\x04') &&
    /^(?:_journal\/|samples\/|header\.json|summaries\.json)/.test(textOf(start.subarray(30)))
  );
}

/** `CSV, JSON lines, a JSON list, Parquet, Arrow, a log of Inspect, … or a recording of openai/evals`. */
export function formatsInWords(): string {
  const names = TABLE_FORMATS.map((format) => FORMATS[format].name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A message of an Arrow stream: the continuation mark, and the length of the rest, assumed to be below 16 MB. */
function isArrowMessage(start: Uint8Array): boolean {
  return start.length >= 8 && start.subarray(0, 4).every((byte) => byte === 0xff) && start[7] === 0;
}

function textOf(start: Uint8Array): string {
  return new TextDecoder().decode(start);
}

/** The format according to a file's name, ignoring an extension for compression; null if unknown. */
export function formatOfName(name: string): TableFormat | null {
  const plain = name.replace(/\.gz$/i, '');
  const ending = /\.([^.]+)$/.exec(plain)?.[1]?.toLowerCase() ?? '';
  return TABLE_FORMATS.find((format) => FORMATS[format].endings.includes(ending)) ?? null;
}

/** The number of bytes that `chooseFormat` needs. */
export const START_BYTES = 64;

/**
 * The format of a table. If the first bytes are conclusive, they must agree with the name, or with the user's choice.
 *
 * @param start the first bytes, unpacked
 * @throws FileError when they disagree, or the file is of an unsupported kind
 */
export function chooseFormat(name: string, start: Uint8Array, said: TableFormat | undefined): TableFormat {
  const log = TABLE_FORMATS.find((format) => kindOf(format) === 'log' && FORMATS[format].begins(start));
  if (log !== undefined && (said === undefined || said === log)) return log;
  const isArchive = isInspectArchive(start);
  if (!isArchive) refuseOthers(name, start);
  const held = isArchive
    ? 'inspect'
    : (TABLE_FORMATS.find((format) => kindOf(format) !== 'log' && FORMATS[format].begins(start)) ?? null);
  const wanted = said ?? formatOfName(name);
  if (wanted === null) return held ?? 'csv';
  const agrees =
    held === null
      ? isText(wanted)
      : held === wanted ||
        (isText(held) && (kindOf(wanted) === 'json' || (said !== undefined && kindOf(wanted) === 'fields')));
  if (agrees) {
    // Both are written with either extension.
    return wanted === 'json' && held === 'jsonl' && said === undefined ? 'jsonl' : wanted;
  }
  const claim = said === undefined ? 'as its name says' : `as \`format: "${said}"\` says`;
  const remedy =
    held === null
      ? said === undefined
        ? 'Give the file itself, not a link to it or a page about it, or give it a name that fits its format.'
        : 'Leave out `format`, or give the file that was meant.'
      : said === undefined
        ? `Give it a name that fits its format, or say \`format: "${held}"\`.`
        : `Leave out \`format\`, or say \`format: "${held}"\`.`;
  throw new FileError(
    `${name} is not ${FORMATS[wanted].name}, ${claim}${held === null ? '' : `: it holds ${FORMATS[held].name}`}.`,
    remedy,
  );
}

function isText(format: TableFormat): boolean {
  return kindOf(format) === 'fields' || kindOf(format) === 'json';
}

function kindOf(format: TableFormat): FormatRecord['kind'] {
  return FORMATS[format].kind;
}

function refuseOthers(name: string, start: Uint8Array): void {
  for (const [mark, what, remedy] of REFUSED) {
    if (begins(start, mark)) throw new FileError(`${name} ${what}.`, remedy);
  }
  if (isGzipped(start)) {
    throw new FileError(`${name} is compressed by gzip twice.`, 'Unpack it once.');
  }
}

/** Unsupported file types in which people keep tables: first bytes, name and remedy. */
const REFUSED: readonly (readonly [mark: string, what: string, remedy: string])[] = [
  ['FEA1', 'is Feather of version 1', 'Write it again as version 2, which `to_feather` of pandas does.'],
  ['PARE', 'is Parquet with an encrypted footer', 'Write it again without encryption.'],
  [
    'PK\x03\x04',
    'is a spreadsheet or another ZIP archive, not a table',
    'Export the table as CSV, or unpack the archive.',
  ],
  ['\x28\xb5\x2f\xfd', 'is compressed by Zstandard', 'Unpack it, or compress it by gzip.'],
  ['BZh', 'is compressed by bzip2', 'Unpack it, or compress it by gzip.'],
  ['\xfd7zXZ', 'is compressed by xz', 'Unpack it, or compress it by gzip.'],
  ['SQLite format 3\0', 'is a database of SQLite', 'Export the table as CSV.'],
];

function begins(start: Uint8Array, mark: string): boolean {
  return (
    start.length >= mark.length && [...mark].every((character, at) => start[at] === character.charCodeAt(0))
  );
}
