/**
 * Reads the samples that lm-evaluation-harness writes with `--log_samples`: JSON lines, one row per document and
 * filter, with the task and the model added, which are in the file's name and in the run's results beside it.
 */

import { basename } from 'node:path';
import { readJsonLines } from '../json-lines.ts';
import type { TableOptions } from '../read-options.ts';
import type { TableFile } from '../table-file.ts';
import type { Cell, TableVisitor } from '../table-visitor.ts';
import { objectOf, parseLogJson } from './log-rows.ts';

/** `samples_TASK_DATE.jsonl`; the date has the form 2026-11-25T09-36-54.123456. */
const NAME = /^samples_(.+)_(\d{4}-\d{2}-\d{2}T[\d.-]+)\.jsonl$/;

/** @throws as `readJsonLines` does; FileError when the results beside it are damaged */
export async function readLmEval(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
): Promise<void> {
  const run = await runOf(file);
  const filters = new Set<string>();
  let filterAt = -1;
  let added: readonly Cell[] = [];
  let width = 0;
  await readJsonLines(
    file,
    {
      begin: (header, form) => {
        width = header.length;
        filterAt = header.indexOf('filter');
        const names = Object.keys(run).filter((name) => !header.includes(name));
        added = names.map((name) => run[name] ?? null);
        const own = [...visitor.begin([...header, ...names], form)].filter((position) => position < width);
        return filterAt < 0 ? own : new Set([...own, filterAt]);
      },
      row: (cells, line) => {
        const filter = cells[filterAt];
        if (typeof filter === 'string') filters.add(filter);
        visitor.row(added.length === 0 ? cells : [...cells.slice(0, width), ...added], line);
      },
      flaw: (line, problem) => visitor.flaw(line, problem),
    },
    options,
  );
  if (filters.size < 2) return;
  const [first] = filters;
  visitor.note?.(
    `${file.name} has each sample once per filter of the harness (${[...filters].join(', ')}): say which to use, such as --rows filter=${first}.`,
    'filter',
  );
}

/** The task by the file's name, and the model by the results of the same run. */
async function runOf(file: TableFile): Promise<Readonly<Record<string, Cell>>> {
  const [, task, date] = NAME.exec(basename(file.name)) ?? [];
  if (task === undefined) return {};
  const name = `results_${date}.json`;
  const bytes = await file.beside?.(name);
  if (bytes === undefined || bytes === null) return { task };
  const results = objectOf(parseLogJson(new TextDecoder().decode(bytes), name, 'the results of the run'));
  const config = objectOf(results.config);
  const model = results.model_name ?? config.model_args ?? config.model;
  return { task, ...(typeof model === 'string' ? { model } : {}) };
}
