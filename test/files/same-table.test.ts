import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../files/tables/layout-table.ts';
import { FIXTURES, readDemands, readWalls } from './walls.ts';

const folder = mkdtempSync(join(tmpdir(), 'theodolite-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = readFileSync(new URL('table.csv', FIXTURES), 'utf8');
const fixture = (name: string) => fileURLToPath(new URL(name, FIXTURES));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

type Row = Record<string, string | number | boolean | null>;

/** The rows as a program has them: numbers, booleans, text and null. */
const rows: Row[] = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data.map(
  ({ team, height, dark, tries, split, success }) => ({
    team: team!,
    height: height === '' ? null : Number(height),
    dark: dark === '1',
    tries: Number(tries),
    split: split!,
    success: success === '' ? null : Number(success),
  }),
);

const withoutNulls = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
const fields = (delimiter: string, newline = '\n') =>
  Papa.unparse(Papa.parse<string[]>(text, { skipEmptyLines: true }).data, { delimiter, newline });
const column = (name: string) => rows.map((row) => row[name] ?? null);

/** Numbers as they are, so that they can be compared whatever memory they are in. */
function contents({ subjects, demands, categories, levels, outcomes, replaced, rows: count }: Table) {
  const numbers = (columns: ReadonlyMap<string, Float64Array>) =>
    [...columns].map(([name, values]) => [name, [...values]]);
  return {
    count,
    subjects,
    levels,
    replaced,
    columns: [...numbers(demands), ...numbers(categories), ...numbers(outcomes)],
  };
}

let wanted: ReturnType<typeof contents>;
beforeAll(async () => {
  wanted = contents(await readWalls(fixture('table.csv')));
});

describe('a table', () => {
  it('has what was written', () => {
    expect(wanted.count).toBe(40);
    expect(wanted.levels).toEqual(new Map([['team', ['blau, grün', 'green', 'red']]]));
    expect(wanted.replaced).toEqual(new Map([['height', 1]]));
    expect(new Map(wanted.columns as [string, number[]][]).get('success')![11]).toBeNaN();
  });

  const cases: Record<string, () => string | Uint8Array> = {
    'semicolons.csv': () => fields(';'),
    'bars.csv': () => fields('|'),
    'tabs.tsv': () => fields('\t'),
    'tabs.txt': () => fields('\t'),
    'old-mac.csv': () => `\ufeff${fields(',', '\r')}\r`,
    'windows.csv': () => `\ufeff${fields(',', '\r\n')}`,
    'quoted.csv': () =>
      Papa.unparse(
        rows.map((row) => ({ ...row, dark: Number(row.dark) })),
        { quotes: true },
      ),
    'packed.csv.gz': () => gzipSync(text),
    'packed-without-saying-so.csv': () => gzipSync(text),
    'lines.jsonl': () => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'lines.ndjson': () => `\ufeff${rows.map((row) => JSON.stringify(row)).join('\r\n')}\r\n`,
    'lines-without-a-name': () => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'lines-called.json': () => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'sparse.jsonl': () => rows.map((row) => `${JSON.stringify(withoutNulls(row))}\n\n`).join(''),
    'packed.jsonl.gz': () => gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')),
    'list.json': () => JSON.stringify(rows, null, 2),
    'list-without-a-name': () => JSON.stringify(rows.map(withoutNulls)),
    'written-here.parquet': () =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: Object.keys(rows[0]!).map((name) => ({ name, data: column(name) })),
          rowGroupSize: 9,
        }),
      ),
    'written-here.arrow': () =>
      tableToIPC(
        tableFromArrays(Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, column(name)]))),
        {
          format: 'file',
        },
      )!,
  };
  for (const [name, content] of Object.entries(cases)) {
    it(`is the same as ${name}`, async () => {
      expect(contents(await readWalls(written(name, content())))).toEqual(wanted);
    });
  }

  it.each([
    ...['snappy', 'gzip', 'brotli', 'zstd', 'lz4', 'groups'].map((name) => `${name}.parquet`),
    ...['checksums.parquet', 'version-2.parquet', 'uncompressed.parquet'],
    ...['lz4', 'zstd', 'uncompressed'].map((name) => `${name}.feather`),
    'stream.arrows',
  ])('is the same as %s of pandas or pyarrow', async (name) => {
    expect(contents(await readWalls(fixture(name)))).toEqual(wanted);
    // A name that says nothing, for the bytes to say it.
    const anonymous = written(`${name}.table`, readFileSync(fixture(name)));
    expect(contents(await readWalls(anonymous))).toEqual(wanted);
  });

  it('is the same where its format is said against its name', async () => {
    const path = written('lines.txt', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(contents(await readWalls(path, { format: 'jsonl' }))).toEqual(wanted);
    const colons = written('colons.csv', fields(':'));
    expect(contents(await readWalls(colons, { delimiter: ':' }))).toEqual(wanted);
  });

  it.each(['table.csv', 'zstd.parquet', 'lz4.feather', 'stream.arrows'])(
    'has its rows chosen by text, a number or a boolean: %s',
    async (name) => {
      const [train, trained] = await Promise.all([
        readWalls(fixture('table.csv'), { rows: 'split=train' }),
        readWalls(fixture(name), { rows: 'split=train' }),
      ]);
      expect(contents(trained)).toEqual(contents(train));
      expect((await readWalls(fixture(name), { rows: 'tries=3.0' })).rows).toBe(10);
      expect((await readWalls(fixture(name), { rows: 'dark=1' })).rows).toBe(20);
    },
  );

  it('is read from a stream of Arrow in many batches, and from LZ4 in many blocks', async () => {
    const { demands } = await readDemands('demand height : m in [0, 5]', fixture('long.feather'));
    expect([...demands.get('height')!]).toEqual(
      Array.from({ length: 20_000 }, (_, row) => ((row * 7) % 401) / 100),
    );
  });

  it('may name groups by numbers, by booleans, and by whole numbers that no double holds', async () => {
    const path = written(
      'groups.jsonl',
      '{"a": 10, "b": true}\n{"a": 9, "b": false}\n{"a": 10.5, "b": false}\n',
    );
    const { levels } = await readDemands('category a\ncategory b', path);
    expect(levels).toEqual(
      new Map([
        ['a', ['9', '10', '10.5']],
        ['b', ['false', 'true']],
      ]),
    );
    const large = await readDemands('category tries', fixture('large.parquet'));
    expect(large.levels.get('tries')).toEqual(['3', '9007199254740993', '1152921504606846976']);
  });

  it.each([
    ['ids.csv', 'id\n9007199254740993\n9007199254740992\n9007199254740993.0\n'],
    ['ids.jsonl', '{"id": 9007199254740993}\n{"id": 9007199254740992}\n{"id": "9007199254740993.0"}\n'],
    ['ids.json', '[{"id": 9007199254740993}, {"id": 9007199254740992}, {"id": "9007199254740993.0"}]'],
  ])('keeps the digits of numbers that name groups: %s', async (name, content) => {
    const path = written(name, content);
    const { levels } = await readDemands('category id', path);
    expect([...levels.get('id')!].sort()).toEqual([
      '9007199254740992',
      '9007199254740993',
      '9007199254740993.0',
    ]);
  });

  it('has words in JSON that would be missing values in CSV', async () => {
    const path = written('words.jsonl', '{"a": "none"}\n{"a": "NA"}\n');
    expect((await readDemands('category a', path)).levels.get('a')).toEqual(['NA', 'none']);
  });
});
