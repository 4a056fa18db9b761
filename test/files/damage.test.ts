import { describe, expect, it } from 'vitest';
import { countDamage, readOf } from './damage.ts';
import { DAMAGE_CASES, DAMAGE_RUNS, DAMAGE_SEED } from './damage-cases.ts';
import { pagesOf } from './unprotected-parts.ts';

describe('no damage changes rows in silence', () => {
  it.each(Object.entries(DAMAGE_CASES))('%s', async (name, { bytes, isSilent }) => {
    const { examples, ...counts } = await countDamage(name, bytes, DAMAGE_RUNS, DAMAGE_SEED, isSilent);
    expect(examples.map((each) => Buffer.from(each).toString('latin1'))).toEqual([]);
    expect(counts.silent).toBe(0);
    expect(counts.refused).toBeGreaterThan(name.endsWith('.csv') ? 0 : DAMAGE_RUNS / 20);
  });
});

/** Bytes at a place taken out, and others put in. */
function changed(name: string, at: number, remove: number, put: readonly number[]): Uint8Array {
  const { bytes } = DAMAGE_CASES[name]!;
  return Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + remove)]);
}

describe('is refused', () => {
  it.each([
    ['uncompressed.parquet', 'bytes put in among the last values', 1470, 0, [1, 0, 0, 0]],
    ['uncompressed.parquet', 'bytes taken out among the last values', 1529, 8, []],
    ['uncompressed.parquet', 'a column that is said to lack no value', 1774, 1, [0]],
    ['uncompressed.parquet', 'a column that may lack values in no known way', 1774, 1, [0x12]],
    ['snappy.parquet', 'a part that Snappy compressed, with bytes put in', 630, 0, [1, 2, 3, 4]],
    ['version-2.parquet', 'bits that Zstandard packed', 230, 1, [0x9b]],
    ['uncompressed.feather', 'bytes put in among the last values', 3875, 0, [0, 0, 0, 0]],
    ['uncompressed.feather', 'bytes taken out among the last values', 3776, 8, []],
    ['stream.arrows', 'bytes put in among the last values', 4468, 0, [0, 0, 0, 0]],
    ['stream.arrows', 'bytes taken out among the last values', 4468, 4, []],
    ['stream.arrows', 'a schema of fewer columns', 908, 1, [2]],
    ['stream.arrows', 'a column of narrower numbers', 1174, 1, [0x80]],
    ['stream.arrows', 'a column without a name', 1206, 1, [1]],
    ['stream.arrows', 'a name that goes on too far', 1224, 1, [0xc1]],
    ['stream.arrows', 'a name that ends too early', 1096, 1, [0]],
    ['stream.arrows', 'a name that is not in UTF-8', 1158, 1, [0xe8]],
  ] as const)('%s: %s', async (name, _, at, remove, put) => {
    expect(await readOf(name, changed(name, at, remove, put))).toBeNull();
  });
});

describe('a byte of a value is another', () => {
  const isOf = (column: number) => (part: { readonly column: number }) => part.column === column;

  it('in a page without a checksum: the file says another value, and nobody can see it', async () => {
    const { bytes } = DAMAGE_CASES['uncompressed.parquet']!;
    const whole = (await readOf('uncompressed.parquet', bytes))!;
    const tries = whole.header.indexOf('tries');
    const { end } = pagesOf(bytes).find(isOf(tries))!;
    const found = (await readOf('uncompressed.parquet', changed('uncompressed.parquet', end - 8, 1, [2])))!;
    expect(found.rows.at(-1)![tries]).toBe('2');
    expect(whole.rows.at(-1)![tries]).toBe('3');
    expect(found.rows.slice(0, -1)).toEqual(whole.rows.slice(0, -1));
  });

  it('in a page with a checksum: the file is refused', async () => {
    const { bytes } = DAMAGE_CASES['checksums.parquet']!;
    expect(pagesOf(bytes)).toEqual([]);
    const pages = pagesOf(bytes, true);
    expect(pages.length).toBeGreaterThan(6);
    for (const { begin, end } of pages) {
      for (let at = begin; at < end; at++) {
        const copy = changed('checksums.parquet', at, 1, [bytes[at]! ^ (1 << (at % 8))]);
        expect(await readOf('checksums.parquet', copy), `byte ${at}`).toBeNull();
      }
    }
  });
});
