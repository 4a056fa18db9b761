/** Says of a table that was read how many missing values were taken for those that the layout has for them. */
import type { Manifest } from '../../module/manifest.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';
import { counted } from '../words.ts';
import type { Table } from './read-table.ts';

/** One line on stderr for each demand with such values: ``words.csv, column `blur_px`: 3 missing values are taken for 0 px.`` */
export function tellReplaced(path: string, { columns }: Manifest, { replaced }: Table): void {
  for (const { name, unit, missing } of columns) {
    const count = replaced.get(name);
    if (count === undefined) continue;
    const value = unit === '' ? `${missing}` : `${missing} ${unit}`;
    const taken = `${counted(count, 'missing value')} ${count === 1 ? 'is' : 'are'} taken for ${value}`;
    printNotice(`${printable(path)}, column \`${printable(name)}\`: ${taken}.\n`);
  }
}
