/**
 * Reads the recordings of openai/evals: JSON lines with one event each, made into one row per sample. The first line
 * says what was run; an event of kind `match` or `metrics` has a sample's result.
 */

import { FileError } from '../../file-error.ts';
import type { Pace } from '../pace.ts';
import { recordTooLong, type TableOptions } from '../read-options.ts';
import type { TableFile } from '../table-file.ts';
import type { TableVisitor } from '../table-visitor.ts';
import { TextLines, textPieces } from '../text-pieces.ts';
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

/** @throws FileError when the file is damaged, cut off or has no samples; what the visitor throws; the signal's reason */
export async function readOpenAiEvals(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
  pace: Pace,
): Promise<void> {
  const samples = new Map<string, LogRow>();
  let run: LogRow = {};
  let isFinished = false;
  const limit = sampleLimit(options);
  const lines = new TextLines(
    (text, number, isWhole) => {
      if (text.trim() === '') return;
      if (!isWhole && !text.trimEnd().endsWith('}'))
        throw damagedLog(file.name, `line ${number} does not end`);
      const event = objectOf(parseLogJson(text, file.name, `line ${number}`));
      if (event.spec !== undefined) run = runOf(objectOf(event.spec));
      if (event.final_report !== undefined) isFinished = true;
      if (typeof event.sample_id !== 'string') return;
      const row = samples.get(event.sample_id) ?? newRow(run, event.sample_id);
      samples.set(event.sample_id, row);
      addEvent(row, event);
    },
    limit,
    (line) =>
      recordTooLong(
        { table: file.name, record: 'line', row: line },
        limit,
        'Check that each event is one line',
      ),
  );
  for await (const piece of textPieces(file, 'json')) lines.write(piece);
  lines.end();
  if (samples.size === 0) {
    throw new FileError(
      `${file.name} is a recording of openai/evals without samples.`,
      'Give a recording of a run with samples; for a table that is not of openai/evals, say `format: "jsonl"`.',
    );
  }
  const rows = new LogRows();
  let unscored = 0;
  for (const { hasResult, ...row } of samples.values()) {
    rows.add(row);
    if (hasResult !== true) unscored++;
  }
  if (!isFinished) {
    visitor.note?.(
      `${file.name}: the run did not write its final report, so samples may be missing; it has ${rows.count}.`,
    );
  }
  if (unscored > 0) {
    visitor.note?.(
      `${file.name}: ${unscored} of ${rows.count} samples without a result; a missing outcome does not count in the fit.`,
    );
  }
  await passRows(rows, visitor, pace);
}

function newRow(run: LogRow, id: string): LogRow {
  return { ...run, sample_id: id, correct: null, error: null, hasResult: false };
}

function addEvent(row: LogRow, { type, data }: Readonly<Record<string, unknown>>): void {
  const values = objectOf(data);
  if (type === 'error') row.error = abridged(values.message ?? values.error ?? 'error');
  if (type !== 'match' && type !== 'metrics') return;
  row.hasResult = true;
  for (const [key, value] of Object.entries(values)) row[key] = abridged(value);
}

function runOf(spec: Readonly<Record<string, unknown>>): LogRow {
  const models = Array.isArray(spec.completion_fns) ? spec.completion_fns : [];
  return {
    eval: spec.eval_name ?? spec.base_eval ?? null,
    split: spec.split ?? null,
    model: models.length === 1 ? models[0] : models.length === 0 ? null : models.join(', '),
    run_id: spec.run_id ?? null,
    created: spec.created_at ?? null,
  };
}
