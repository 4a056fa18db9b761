import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../files/file-error.ts';
import { readTableFile } from '../../files/tables/read-table.ts';
import { tableFileOf } from '../../files/tables/table-file.ts';
import { FIXTURES } from './walls.ts';

/** How many rows a table of these bytes has, or that it is refused. */
async function rowsOf(name: string, bytes: Uint8Array): Promise<number | 'refused'> {
  let rows = 0;
  const visitor = {
    begin: (header: readonly string[]) => header.keys(),
    row: () => rows++,
    flaw: () => rows++,
  };
  try {
    await readTableFile(tableFileOf(bytes, name), visitor, {});
    return rows;
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    return 'refused';
  }
}

const NAMES = [
  'uncompressed.feather',
  'zstd.feather',
  'lz4.feather',
  'stream.arrows',
  'kinds.feather',
] as const;

describe.each(NAMES)('%s', (name) => {
  const whole = readFileSync(new URL(name, FIXTURES));

  it('with any byte damaged is read or refused, and soon: no count sends the library on for ever', async () => {
    let refused = 0;
    // A step of five meets every place in words of eight bytes.
    for (let at = 0; at < whole.length; at += 5) {
      const bytes = new Uint8Array(whole);
      bytes[at] = at % 2 === 0 ? 0xff : bytes[at]! ^ 0x80;
      const rows = await rowsOf(name, bytes);
      if (rows === 'refused') refused++;
      else expect(rows).toBeLessThan(1000);
    }
    expect(refused).toBeGreaterThan(20);
  });
});
