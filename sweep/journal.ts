/** The results of a sweep as they come: one line of JSON for each fit that is done. */
import { type SweepTask, taskKey } from './plan.ts';
import type { SweepResult } from './result.ts';

/** What a journal holds, of a sweep that may have been killed while it wrote. */
export interface Journal {
  /** By the key of the fit. */
  readonly results: ReadonlyMap<string, SweepResult>;
  /** How many of the bytes are whole lines; what comes after them was cut off, and is to be dropped. */
  readonly wholeBytes: number;
}

/** Raised when a journal holds what no fit of this sweep wrote. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const NEWLINE = 10;

/**
 * Reads a journal. A fit that stands there twice, as after two runs at once, counts once.
 *
 * @param tasks the fits of the sweep
 * @throws JournalError when a whole line is no result of one of the tasks.
 */
export function readJournal(bytes: Uint8Array, tasks: readonly SweepTask[]): Journal {
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1;
  const keys = new Set(tasks.map(taskKey));
  const results = new Map<string, SweepResult>();
  const text = new TextDecoder().decode(bytes.subarray(0, wholeBytes));
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const result = parseLine(line, index + 1);
    if (!keys.has(result.key)) {
      throw new JournalError(index + 1, 'holds a fit that is not part of this sweep');
    }
    if (!results.has(result.key)) results.set(result.key, result);
  }
  return { results, wholeBytes };
}

export function journalLine(result: SweepResult): string {
  return `${JSON.stringify(result)}\n`;
}

/** All results in the order of the tasks, as the journal of a sweep that was never killed and ran them one by one. */
export function sortedJournal(
  tasks: readonly SweepTask[],
  results: ReadonlyMap<string, SweepResult>,
): string {
  return tasks.map((task) => journalLine(results.get(taskKey(task))!)).join('');
}

function parseLine(line: string, number: number): SweepResult {
  try {
    const value: unknown = JSON.parse(line);
    if (isResult(value)) return value;
  } catch {
    // Told below.
  }
  throw new JournalError(number, 'is not a result that a sweep wrote');
}

function isResult(value: unknown): value is SweepResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    'status' in value &&
    typeof value.status === 'string' &&
    'parameters' in value &&
    typeof value.parameters === 'object'
  );
}
