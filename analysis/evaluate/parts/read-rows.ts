/** The rows of an evaluation from columns that a program holds. */

import { toNewColumns } from '../../../host/predict/new-columns.ts';
import type { Manifest } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import type { EvaluatedRows } from './rows.ts';

/** The columns that a layout reads. Throws as `toNewColumns` does. */
export function readEvaluatedRows(manifest: Manifest, input: ColumnsInput): EvaluatedRows {
  const numbers = new Map<string, Float64Array>();
  const names = new Map<string, readonly string[]>();
  for (const [name, column] of toNewColumns(manifest, input)) {
    if (column instanceof Float64Array) numbers.set(name, column);
    else names.set(name, column);
  }
  const count = [...numbers.values(), ...names.values()][0]?.length ?? 0;
  return { count, numbers, names };
}
