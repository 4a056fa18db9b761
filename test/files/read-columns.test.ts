import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tableFromIPC } from '@uwdata/flechette';
import { tableToIPC as apacheToIPC, Float64, Int8, Int64, Table, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { csvText } from '../../files/tables/csv-fields.ts';
import { readColumns } from '../../files/tables/read-columns.ts';
import { toColumns } from '../../module/to-columns.ts';
import { FIXTURES, WALLS } from './walls.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const { manifest } = prepare({ name: 'walls.ml', text: WALLS });

describe('columns that a program reads', () => {
  it('are numbers or text by what they hold, the same from every format', async () => {
    const wanted = await readColumns(new URL('table.csv', FIXTURES));
    expect([...wanted.keys()]).toEqual(['team', 'height', 'dark', 'tries', 'split', 'success']);
    expect(wanted.get('team')!.slice(0, 3)).toEqual(['red', 'green', 'blau, grün']);
    expect(wanted.get('height')).toBeInstanceOf(Float64Array);
    expect(wanted.get('height')![7]).toBeNaN();
    for (const name of ['zstd.parquet', 'groups.parquet', 'lz4.feather', 'stream.arrows']) {
      expect(await readColumns(fileURLToPath(new URL(name, FIXTURES))), name).toEqual(wanted);
      // Bytes in the middle of a larger memory, as Node's are.
      const inside = Buffer.concat([Buffer.alloc(13), readFileSync(new URL(name, FIXTURES))]).subarray(13);
      expect(await readColumns(inside), name).toEqual(wanted);
    }
  });

  it('are those asked for, in the order of the file', async () => {
    const columns = await readColumns(new URL('kinds.parquet', FIXTURES), { columns: ['nothing', 'height'] });
    expect(columns).toEqual(
      new Map([
        ['height', Float64Array.of(1.5, 2)],
        ['nothing', Float64Array.of(Number.NaN, Number.NaN)],
      ]),
    );
  });

  it('have texts as they are written where one is no number, and none where it is missing', async () => {
    expect(await readColumns(bytes('a,b\n007,NA\n1.0,2\nx,3\n,4\n'))).toEqual(
      new Map<string, unknown>([
        ['a', ['007', '1.0', 'x', null]],
        ['b', Float64Array.of(Number.NaN, 2, 3, 4)],
      ]),
    );
    expect(await readColumns(bytes('{"a": 1}\n{"a": "NA"}\n{"a": null, "b": true}\n'))).toEqual(
      new Map<string, unknown>([
        ['a', ['1', 'NA', null]],
        ['b', Float64Array.of(Number.NaN, Number.NaN, 1)],
      ]),
    );
  });

  it('are never changed numbers: one that no double holds is refused, or a text among texts', async () => {
    const wrong = 'no double holds exactly';
    await expect(readColumns(bytes('a\n1\n9007199254740993\n'))).rejects.toThrow(
      `line 3, column \`a\`: found 9007199254740993, which ${wrong}`,
    );
    await expect(readColumns(bytes('{"a": 9007199254740993}\n'))).rejects.toThrow(wrong);
    await expect(readColumns(bytes('[{"a": -9007199254740993}]'))).rejects.toThrow(wrong);
    await expect(readColumns(bytes('a\n1e400\n'))).rejects.toThrow('too large for a double');
    await expect(readColumns(bytes('[{"a": -1e400}]'))).rejects.toThrow('too large for a double');
    expect(await readColumns(bytes('a,b\n9007199254740993,1\nx,2\n'))).toEqual(
      new Map<string, unknown>([
        ['a', ['9007199254740993', 'x']],
        ['b', Float64Array.of(1, 2)],
      ]),
    );
    expect((await readColumns(bytes('{"a": 9007199254740993}\n{"a": "x"}\n'))).get('a')).toEqual([
      '9007199254740993',
      'x',
    ]);
    expect(
      (await readColumns(bytes('{"a": 9007199254740993, "b": 1}\n'), { columns: ['b'] })).get('b'),
    ).toEqual(Float64Array.of(1));
  });

  it('are the numbers that are written as CSV, however large', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        async (numbers) => {
          const large = numbers.flatMap((each) => [each, Math.round(each * 2 ** 60)]).filter(Number.isFinite);
          const found = await readColumns(bytes(csvText([['a'], ...large.map((each) => [each])])));
          // CSV has no -0.
          expect([...found.get('a')!].map((each) => Number(each) + 0)).toEqual(large.map((each) => each + 0));
        },
      ),
    );
  });

  it('are what a layout takes, as are the tables of two libraries of Arrow', async () => {
    const table = new Table({
      team: vectorFromArray(['b', 'a', 'b']),
      height: vectorFromArray([1, null, 3], new Float64()),
      dark: vectorFromArray([true, false, true]),
      tries: vectorFromArray([1n, 2n, 3n], new Int64()),
      success: vectorFromArray([1, 0, 1], new Int8()),
    });
    const ipc = apacheToIPC(table, 'file');
    const wanted = toColumns(manifest, {
      team: ['b', 'a', 'b'],
      height: [1, null, 3],
      dark: [true, false, true],
      tries: [1, 2, 3],
      success: [1, 0, 1],
    });
    expect([...wanted.columns.get('height')!]).toEqual([1, Number.NaN, 3]);
    expect(toColumns(manifest, table)).toEqual(wanted);
    expect(toColumns(manifest, tableFromIPC(ipc))).toEqual(wanted);
    expect(toColumns(manifest, await readColumns(ipc))).toEqual(wanted);
    const stamps = new Table({ height: vectorFromArray([new Date(0)]) });
    expect(() => toColumns(manifest, stamps)).toThrow('The column `height` holds timestamps');
  });

  it.each<[what: string, source: Uint8Array, columns: readonly string[] | undefined, message: string]>([
    ['none of a name', bytes('a,b\n1,2\n'), ['c'], 'the table has no column called `c`.'],
    ['two of a name', bytes('a,a\n1,2\n'), undefined, 'the table has two columns called `a`.'],
    [
      'a row that is too short',
      bytes('a,b\n1\n'),
      undefined,
      'the table, line 2: it has 1 field where the header has 2.',
    ],
    ['a list', bytes('{"a": 1}\n{"a": []}\n'), undefined, 'the table, line 2, key `a`: found a list.'],
    [
      'a number that no double is',
      readFileSync(new URL('large.feather', FIXTURES)),
      undefined,
      'the table, row 2, column `tries`: found 9007199254740993, which no double holds exactly.',
    ],
  ])('are refused for %s', async (_what, source, columns, message) => {
    await expect(readColumns(source, columns === undefined ? {} : { columns })).rejects.toMatchObject({
      name: 'FileError',
      message,
    });
  });
});
