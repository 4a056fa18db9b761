/**
 * Reads logs of Inspect (inspect.aisi.org.uk), one row per sample and epoch: `.eval`, a ZIP archive of JSON, and `.json`. From an
 * archive the summaries of the samples are read, which hold nearly everything; the samples themselves, with their
 * transcripts, only where a log has no summaries, or where the length of a long input is wanted.
 */

import { FileError } from '../../file-error.ts';
import { feedElements, JsonElements } from '../json-list.ts';
import type { Pace } from '../pace.ts';
import { recordTooLong, type TableOptions } from '../read-options.ts';
import { pacedFile, type TableFile, tableFileOf } from '../table-file.ts';
import type { TableVisitor } from '../table-visitor.ts';
import { textPieces } from '../text-pieces.ts';
import { JsonMembers } from './json-members.ts';
import {
  abridged,
  damagedLog,
  type LogRow,
  LogRows,
  objectOf,
  parseLogJson,
  passRows,
  sampleLimit,
} from './log-rows.ts';
import { openZip, type ZipArchive } from './zip.ts';

/** What all samples of a log share. */
interface LogFacts {
  readonly task: unknown;
  readonly model: unknown;
  readonly status: string;
  readonly created: unknown;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** @throws FileError when the log is damaged, cut off or has no samples; what the visitor throws; the signal's reason */
export async function readInspect(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
  pace: Pace,
): Promise<void> {
  const [first] = await file.slice(0, 1);
  if (first === 'P'.charCodeAt(0)) await readArchive(file, visitor, options, pace);
  else await readJson(file, visitor, options, pace);
}

const SUMMARIES = /^_journal\/summaries\/(\d+)\.json$/;
const SAMPLE = /^samples\/.*\.json$/;

async function readArchive(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
  pace: Pace,
): Promise<void> {
  let archive = await openZip(file, options, pace, (path) => !SAMPLE.test(path));
  const header = archive.entries.get('header.json');
  const start = header ?? archive.entries.get('_journal/start.json');
  if (start === undefined) {
    throw new FileError(
      `${file.name} is a ZIP archive, and not a log of Inspect: it has neither header.json nor _journal/start.json.`,
      'Give a log that Inspect wrote, or unpack the archive and give the table in it.',
    );
  }
  const log = objectOf(parseLogJson(textOf(await start.read()), file.name, 'its header'));
  const facts = factsOf(log, header === undefined ? 'started' : undefined);
  const rows = new LogRows();
  /** The entries of samples whose inputs the summaries cut, by row. */
  const cut = new Map<number, string>();
  const take = (value: unknown) => {
    const sample = objectOf(value);
    if (isCut(sample.input)) cut.set(rows.count, `samples/${sample.id}_epoch_${sample.epoch}.json`);
    rows.add(rowOf(sample, facts));
  };
  const summaries = summariesOf(archive);
  for (const path of summaries) {
    const bytes = await archive.entries.get(path)!.read();
    await eachElement(bytes, `${file.name}, entry ${path}`, options, pace, take);
  }
  if (summaries.length === 0) {
    archive = await openZip(file, options, pace, (path) => SAMPLE.test(path));
    for (const [path, entry] of archive.entries) {
      take(parseLogJson(textOf(await entry.read()), file.name, `entry ${path}`));
    }
  }
  const complete = async (wanted: ReadonlySet<string>) => {
    if (!wanted.has('input_length') || cut.size === 0) return;
    const paths = new Set(cut.values());
    const { entries } = await openZip(file, options, pace, (path) => paths.has(path));
    for (const [row, path] of cut) {
      const entry = entries.get(path);
      if (entry === undefined) throw damagedLog(file.name, `it has no ${path}, whose input is wanted`);
      const sample = objectOf(parseLogJson(textOf(await entry.read()), file.name, `entry ${path}`));
      rows.set('input_length', row, lengthOf(sample.input));
    }
  };
  finish(file.name, rows, facts, visitor);
  await passRows(rows, visitor, pace, complete);
}

/** The entries with summaries: one for all of a finished log; those of the journal, in order, for one that was stopped. */
function summariesOf({ entries }: ZipArchive): string[] {
  if (entries.has('summaries.json')) return ['summaries.json'];
  const numberOf = (path: string) => Number(SUMMARIES.exec(path)![1]);
  return [...entries.keys()].filter((path) => SUMMARIES.test(path)).sort((a, b) => numberOf(a) - numberOf(b));
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Passes on the elements of a JSON list in memory, one at a time. */
async function eachElement(
  bytes: Uint8Array,
  name: string,
  options: TableOptions,
  pace: Pace,
  take: (value: unknown) => void,
): Promise<void> {
  const notList = () => damagedLog(name, 'it is no JSON list');
  const elements = new JsonElements(
    name,
    sampleLimit(options),
    (text, number) => take(parseLogJson(text, name, `sample ${number}`)),
    notList,
  );
  await feedElements(pacedFile(tableFileOf(bytes, name), pace), elements, notList);
}

/** A log as one JSON object, whose samples are read one at a time. */
async function readJson(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
  pace: Pace,
): Promise<void> {
  const log: Record<string, unknown> = {};
  const rows = new LogRows();
  let facts: LogFacts | null = null;
  const limit = sampleLimit(options);
  const members = new JsonMembers('samples', limit, {
    member: (key, text) => {
      if (key === 'eval' || key === 'status' || key === 'invalidated') {
        log[key] = parseLogJson(text, file.name, `its \`${key}\``);
      }
    },
    element: (text, number) => {
      if (log.eval === undefined) throw damagedLog(file.name, 'its samples stand before its `eval`');
      facts ??= factsOf(log, undefined);
      rows.add(rowOf(objectOf(parseLogJson(text, file.name, `sample ${number}`)), facts));
    },
    tooLong: (number) =>
      recordTooLong({ table: file.name, record: 'sample', row: number }, limit, 'Write the log as .eval'),
  });
  try {
    for await (const piece of textPieces(file, 'json')) members.write(piece);
  } catch (error) {
    if (error instanceof SyntaxError) throw damagedLog(file.name, 'it is no JSON object');
    throw error;
  }
  if (!members.hasEnded) throw damagedLog(file.name, `it ends after ${rows.count} samples, in the middle`);
  finish(file.name, rows, facts ?? factsOf(log, undefined), visitor);
  await passRows(rows, visitor, pace);
}

function factsOf(log: Readonly<Record<string, unknown>>, status: string | undefined): LogFacts {
  const run = objectOf(log.eval);
  return {
    task: run.task ?? null,
    model: run.model ?? null,
    status: status ?? String(log.status ?? 'unknown'),
    created: run.created ?? null,
    arguments: objectOf(run.task_args),
  };
}

/** The columns of every row. Metadata of the same names are `metadata.NAME`. */
const OWN_COLUMNS: ReadonlySet<string> = new Set([
  ...['task', 'model', 'status', 'created', 'id', 'epoch', 'uuid', 'input_length', 'target', 'score'],
  ...['error', 'limit', 'retries', 'messages', 'total_time', 'working_time'],
  ...['input_tokens', 'output_tokens', 'total_tokens', 'file'],
]);

/** The row of a sample or of its summary, which name errors and limits differently. */
function rowOf(sample: Readonly<Record<string, unknown>>, log: LogFacts): LogRow {
  const usage = Object.values(objectOf(sample.model_usage)).map(objectOf);
  const tokens = (kind: string) =>
    usage.length === 0 ? null : usage.reduce((sum, each) => sum + Number(each[kind] ?? 0), 0);
  const scores = Object.entries(objectOf(sample.scores)).map(
    ([scorer, score]) => [scorer, abridged(objectOf(score).value ?? null)] as const,
  );
  const row: LogRow = {
    ...{ task: log.task, model: log.model, status: log.status, created: log.created },
    ...{ id: sample.id ?? null, epoch: sample.epoch ?? null, uuid: sample.uuid ?? null },
    ...{ input_length: lengthOf(sample.input), target: abridged(textOfTarget(sample.target)) },
    error: abridged(objectOf(sample.error).message ?? sample.error ?? null),
    limit: objectOf(sample.limit).type ?? sample.limit ?? null,
    retries: sample.retries ?? (Array.isArray(sample.error_retries) ? sample.error_retries.length : null),
    messages: sample.message_count ?? (Array.isArray(sample.messages) ? sample.messages.length : null),
    ...{ total_time: sample.total_time ?? null, working_time: sample.working_time ?? null },
    input_tokens: tokens('input_tokens'),
    output_tokens: tokens('output_tokens'),
    total_tokens: tokens('total_tokens'),
  };
  for (const [scorer, value] of scores) row[`score.${scorer}`] = value;
  for (const [key, value] of Object.entries(objectOf(sample.metadata))) {
    row[OWN_COLUMNS.has(key) || key.startsWith('score.') ? `metadata.${key}` : key] = abridged(value);
  }
  for (const [key, value] of Object.entries(log.arguments)) row[`task_args.${key}`] = abridged(value);
  return row;
}

/** Several correct answers as one text. */
function textOfTarget(target: unknown): unknown {
  return Array.isArray(target) ? target.join(' | ') : (target ?? null);
}

/** The number of characters of an input: of its text, or of the texts of its messages. */
function lengthOf(input: unknown): number | null {
  if (typeof input === 'string') return input.length;
  if (!Array.isArray(input)) return null;
  let length = 0;
  for (const message of input) {
    const { content } = objectOf(message);
    if (typeof content === 'string') length += content.length;
    else if (Array.isArray(content)) {
      for (const part of content) length += String(objectOf(part).text ?? '').length;
    }
  }
  return length;
}

/** The text that Inspect puts in place of what it cut from a summary. */
const CUT = '...\n(content truncated)';

function isCut(input: unknown): boolean {
  return typeof input === 'string'
    ? input.endsWith(CUT)
    : JSON.stringify(input ?? '').includes('(content truncated)');
}

/** Tells what samples there are. @throws FileError when there are none */
function finish(name: string, rows: LogRows, { status }: LogFacts, visitor: TableVisitor): void {
  const { count } = rows;
  if (count === 0) {
    throw new FileError(
      `${name} is a log of Inspect without samples (its status is ${status}).`,
      'Give a log with samples: run the evaluation again, without `--no-log-samples`.',
    );
  }
  const scores = rows.names.filter((column) => column.startsWith('score.'));
  // The column of an only scorer has the short name too.
  if (scores.length === 1) rows.rename(scores[0]!, 'score');
  let [unscored, failed, limited] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    if (scores.some((column) => rows.at(column, row) !== null)) continue;
    unscored++;
    if (rows.at('error', row) !== null) failed++;
    else if (rows.at('limit', row) !== null) limited++;
  }
  const parts = [
    ...(failed > 0 ? [`${failed} ended with an error`] : []),
    ...(limited > 0 ? [`${limited} reached a limit`] : []),
    ...(unscored - failed - limited > 0 ? [`${unscored - failed - limited} without a reason given`] : []),
  ];
  if (status !== 'success') {
    visitor.note?.(
      `${name}: the run has the status "${status}", so samples may be missing; it has ${count}.`,
    );
  }
  if (unscored > 0) {
    visitor.note?.(
      `${name}: ${unscored} of ${count} samples without a score (${parts.join(', ')}); a missing outcome does not count in the fit.`,
    );
  }
}
