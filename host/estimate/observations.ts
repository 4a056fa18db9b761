/** How many rows of the data say anything: those that have an outcome. */
import type { Manifest } from '../../module/manifest.ts';
import type { Rows } from '../rows.ts';

export function observationsOf({ columns: declared }: Manifest, { columns, counts }: Rows): number {
  const outcomes = declared.flatMap(({ role }, index) => (role === 'outcome' ? [columns[index]!] : []));
  let observations = 0;
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    if (outcomes.some((values) => !Number.isNaN(values[row]!))) observations += counts?.[row] ?? 1;
  }
  return observations;
}
