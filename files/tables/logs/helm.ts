/**
 * Reads `per_instance_stats.json` of HELM, one row per instance and trial: the mean of each statistic, and the model
 * and the scenario from `run_spec.json` beside it.
 */

import { FileError } from '../../file-error.ts';
import { feedElements, JsonElements } from '../json-list.ts';
import type { Pace } from '../pace.ts';
import type { TableOptions } from '../read-options.ts';
import type { TableFile } from '../table-file.ts';
import type { TableVisitor } from '../table-visitor.ts';
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

/** @throws FileError when the file is damaged, cut off or of another kind; what the visitor throws; the signal's reason */
export async function readHelm(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions,
  pace: Pace,
): Promise<void> {
  const run = await runOf(file);
  const rows = new LogRows();
  const cutOff = () => damagedLog(file.name, `it ends after ${rows.count} instances, in the middle`);
  const elements = new JsonElements(
    file.name,
    sampleLimit(options),
    (text, number) => rows.add(rowOf(parseLogJson(text, file.name, `sample ${number}`), run, file.name)),
    cutOff,
  );
  await feedElements(file, elements, cutOff);
  if (rows.count === 0) {
    throw new FileError(
      `${file.name} has no instances.`,
      'Give the per_instance_stats.json of a run with instances.',
    );
  }
  await passRows(rows, visitor, pace);
}

function rowOf(value: unknown, run: LogRow, name: string): LogRow {
  const instance = objectOf(value);
  if (!Array.isArray(instance.stats)) {
    throw new FileError(
      `${name} is a file of HELM without statistics of instances.`,
      'Give per_instance_stats.json, which stands in the folder of the same run; for a table that is not of HELM, say `format: "json"`.',
    );
  }
  const row: LogRow = {
    ...run,
    instance_id: instance.instance_id ?? null,
    train_trial_index: instance.train_trial_index ?? null,
    perturbation: objectOf(instance.perturbation).name ?? null,
  };
  for (const each of instance.stats) {
    const { name: key, mean, sum, count } = objectOf(each);
    const statistic = objectOf(key).name;
    // HELM leaves `mean` out of older files.
    const value = mean ?? (Number(count) > 0 ? Number(sum) / Number(count) : null);
    if (typeof statistic === 'string') row[statistic] = value;
  }
  return row;
}

async function runOf(file: TableFile): Promise<LogRow> {
  const bytes = await file.beside?.('run_spec.json');
  if (bytes === undefined || bytes === null) return {};
  const spec = objectOf(
    parseLogJson(new TextDecoder().decode(bytes), 'run_spec.json', 'the settings of the run'),
  );
  const scenario = objectOf(spec.scenario_spec);
  const model = objectOf(spec.adapter_spec).model;
  const run: LogRow = { run: spec.name ?? null, model: model ?? null, scenario: scenario.class_name ?? null };
  for (const [key, value] of Object.entries(objectOf(scenario.args)))
    run[`scenario.${key}`] = abridged(value);
  return run;
}
