/** A signal ends the reading of every format after little more work: by the rows that are told after it. */
import { gzipSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readTableFile } from '../../files/tables/read-table.ts';
import { tableFileOf } from '../../files/tables/table-file.ts';

const ROWS = 400_000;
const numbers = Float64Array.from({ length: ROWS }, (_, row) => row);
const lines = Array.from(numbers, (row) => `{"height": ${row}}`);
const encoded = (text: string) => new TextEncoder().encode(text);

const TABLES: Record<string, () => Uint8Array> = {
  'table.csv': () => encoded(`height,b\n${Array.from(numbers, (row) => `${row},1`).join('\n')}`),
  'table.csv.gz': () => gzipSync(`height,b\n${Array.from(numbers, (row) => `${row},1`).join('\n')}`),
  'table.jsonl': () => encoded(lines.join('\n')),
  'table.json': () => encoded(`[${lines.join(',')}]`),
  'table.parquet': () =>
    new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: 'height', data: numbers }], rowGroupSize: ROWS }),
    ),
  'table.arrow': () => tableToIPC(tableFromArrays({ height: numbers }), { format: 'file' })!,
};

describe('a signal ends the reading of', () => {
  it.each(Object.entries(TABLES))('%s', async (name, make) => {
    const controller = new AbortController();
    let after = 0;
    const visitor = {
      begin: () => [0],
      row: () => {
        if (controller.signal.aborted) after++;
        else setImmediate(() => controller.abort(new Error('enough')));
      },
      flaw: () => undefined,
    };
    const reading = readTableFile(tableFileOf(make(), name), visitor, { signal: controller.signal });
    await expect(reading).rejects.toThrow('enough');
    expect(after).toBeLessThan(ROWS / 4);
  });
});
