import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, it } from 'vitest';
import { FIXTURES, type ReadOptions, readDemands, readWalls, refusal } from './walls.ts';

const folder = mkdtempSync(join(tmpdir(), 'theodolite-refused-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stored = (title: string) => `messages/${title.replaceAll(' ', '-')}.txt`;
const fixture = (name: string) => readFileSync(new URL(name, FIXTURES));
const text = fixture('table.csv').toString('utf8');

/** The bytes of a text in UTF-16, the lower of each pair first, as Windows writes it. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const GOOD = { team: 'red', height: 1, dark: true, tries: 2, success: 1 };
const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const parquet = (columns: Readonly<Record<string, readonly unknown[]>>, codec?: 'LZO') =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, data]) => ({ name, data: [...data] })),
      ...(codec === undefined ? {} : { codec, compressors: { LZO: (bytes: Uint8Array) => bytes } }),
    }),
  );
const columns = (changes: Readonly<Record<string, readonly unknown[]>> = {}) => ({
  team: ['red', 'blue'],
  height: [1, 2],
  dark: [true, false],
  tries: [0, 1],
  success: [1, 0],
  ...changes,
});
const arrow = (changes: Readonly<Record<string, readonly unknown[]>>) =>
  tableToIPC(tableFromArrays(columns(changes)), { format: 'file' })!;
const cut = (bytes: Uint8Array, share: number) => bytes.subarray(0, Math.floor(share * bytes.length));
/** The bytes with some in the middle turned over. */
const spoilt = (bytes: Uint8Array, begin: number, count: number) =>
  bytes.map((byte, at) => (at >= begin && at < begin + count ? byte ^ 0x5a : byte));

/** Where the footer of Parquet begins: before its length and the mark at the end. */
const footerOf = (bytes: Buffer) => bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);

type Case = readonly [name: string, content: string | Uint8Array, options?: ReadOptions];

const cases: Record<string, Case> = {
  'an empty file of CSV': ['table.csv', ''],
  'an empty file of JSON lines': ['table.jsonl', ''],
  'an empty file of Parquet': ['table.parquet', ''],
  'a CSV file of bytes': ['table.csv', Uint8Array.of(1, 2, 0, 3)],
  'a CSV file in another encoding': [
    'table.csv',
    new Uint8Array(Buffer.from(text.replace('red', 'r\u00f6d'), 'latin1')),
  ],
  'lines of JSON in another encoding': [
    'table.jsonl',
    new Uint8Array(Buffer.from(lines(GOOD, { ...GOOD, team: 'Jos\u00e9' }), 'latin1')),
  ],
  'a CSV file in UTF-16': ['table.csv', utf16(`\ufeff${text}`)],
  'a CSV file in UTF-16 without a mark': ['table.csv', utf16(text).swap16()],
  'a CSV file in UTF-16 in gzip': ['table.csv.gz', gzipSync(utf16(`\ufeff${text}`).swap16())],
  'lines of JSON in UTF-16': ['table.jsonl', utf16(`\ufeff${lines(GOOD)}`)],
  'a list of JSON in UTF-16 without a mark': ['table.json', utf16(JSON.stringify([GOOD]))],
  'lines of JSON with bytes that are no text': ['table.jsonl', `${lines(GOOD)}\0\n`],
  'another encoding in lines that CR alone ends': [
    'table.csv',
    new Uint8Array(Buffer.from(`${text.trimEnd().replaceAll('\n', '\r')}\rr\u00f6d`, 'latin1')),
  ],
  'a value out of range in lines that CR alone ends': [
    'table.csv',
    `${text}red,9,1,1,train,1`.replaceAll('\n', '\r'),
  ],
  'a spreadsheet': ['table.csv', 'PK\x03\x04rest'],
  'a gzip file that is cut off': ['table.csv.gz', cut(gzipSync(text), 0.6)],
  'a gzip file that is damaged': ['table.csv.gz', spoilt(gzipSync(text), 30, 60)],
  'gzip twice': ['table.csv.gz', gzipSync(gzipSync(text))],
  'another compression': ['table.csv.zst', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0)],
  'Parquet in gzip': ['table.parquet.gz', gzipSync(fixture('snappy.parquet'))],
  'the wrong delimiter': ['table.csv', text, { delimiter: ';' }],
  'a delimiter for Parquet': ['table.parquet', fixture('snappy.parquet'), { delimiter: ';' }],

  'Parquet that is called CSV': ['table.csv', fixture('snappy.parquet')],
  'CSV that is called Parquet': ['table.parquet', text],
  'CSV that is called Arrow': ['table.arrow', text],
  'Arrow that is called Parquet': ['table.parquet', fixture('lz4.feather')],
  'JSON that is called CSV': ['table.csv', lines(GOOD)],
  'CSV that is said to be Arrow': ['table.csv', text, { format: 'arrow' }],
  'Parquet that is said to be CSV': ['table.parquet', fixture('snappy.parquet'), { format: 'csv' }],
  'Feather of version 1': ['table.feather', 'FEA1 and more'],

  'a line that is not JSON': ['table.jsonl', `${lines(GOOD)}{"team": "red",\n${lines(GOOD)}`],
  'an object over several lines': ['table.json', JSON.stringify(GOOD, null, 2)],
  'a line that is not JSON at all': ['table.jsonl', `${lines(GOOD)}red, 1\n`],
  'a line that is a list': ['table.jsonl', `${lines(GOOD)}[1, 2]\n`],
  'only lines that are numbers': ['table.jsonl', '1\n2\n'],
  'a line with NaN': ['table.jsonl', '{"team": "red", "height": NaN}\n'],
  'a key twice': [
    'table.jsonl',
    `${lines(GOOD)}{"note": "\\":", "height": 1, "x": {"height": 2}, "height": 3}\n`,
  ],
  'a key twice in an object in an object': [
    'table.jsonl',
    '{"note": {"a": 1, "b": [{"c": 1, "c": 2}]}, "height": 1}\n',
  ],
  'a key twice that is written in two ways': ['table.jsonl', '{"height": 1, "h\\u0065ight": 2}\n'],
  'a key twice in a list': ['table.json', `[${JSON.stringify(GOOD)}, {"height": 1, "height": 2}]`],
  'objects too deep in each other': ['table.jsonl', `{"note": ${'['.repeat(5000)}${']'.repeat(5000)}}\n`],
  'whole numbers of JSON that no double holds': [
    'table.jsonl',
    `${['9007199254740993', '-9007199254740993', '1e400', `1${'0'.repeat(309)}`]
      .map((number) => `{"team": "red", "height": 1, "dark": true, "tries": ${number}, "success": 1}\n`)
      .join('')}{"height": ${'1'.repeat(401)}}\n`,
  ],
  'a whole number of a list that no double holds': [
    'table.json',
    '[{"team": 1, "height": 1, "dark": 1, "tries": 9007199254740993, "success": 1}]',
  ],
  'whole numbers of CSV that no double holds': [
    'table.csv',
    'team,height,dark,tries,success\nred,1,1,9007199254740993,1\nred,1,1,1e400,1\nred,-9007199254740993,0,1,1\n',
  ],
  'a list with text behind it': ['table.json', '[{"team": "red"}] x'],
  'a list with nothing between commas': ['table.json', '[{"team": "red"},,{"team": "red"}]'],
  'a list that a brace ends': ['table.json', '[{"team": "red"}}'],
  'a list that ends in a comma': ['table.json', '[{"team": "red"},]'],
  'a list called by words': ['table.json', '"red"', { format: 'json' }],
  'a line of CSV that is too long': [
    'table.csv',
    `${text}"${'1,2\n'.repeat(1000)}`,
    { maxRecordBytes: 3000 },
  ],
  'a line of JSON that is too long': [
    'table.jsonl',
    `${lines(GOOD)}{"note": "${'x'.repeat(1 << 20)}"}`,
    { maxRecordBytes: 1 << 20 },
  ],
  'a row of a list that is too long': [
    'table.json',
    JSON.stringify([GOOD, { note: 'é'.repeat(70_000) }]),
    { maxRecordBytes: 1 << 17 },
  ],
  'a table that is called gzip': ['table.csv.gz', text],
  'an Arrow stream that is cut off between two batches': [
    'table.arrows',
    fixture('stream.arrows').subarray(0, 1496),
  ],
  'an Arrow stream that is cut off in the head of a message': [
    'table.arrows',
    fixture('stream.arrows').subarray(0, 1499),
  ],
  'Parquet that holds too much': ['table.parquet', fixture('snappy.parquet'), { maxUnpackedBytes: 1000 }],
  'Arrow that holds too much': ['table.feather', fixture('zstd.feather'), { maxUnpackedBytes: 1000 }],
  'gzip that holds too much': ['table.csv.gz', gzipSync(text.repeat(200)), { maxUnpackedBytes: 1 << 16 }],
  'lines of empty objects': ['table.jsonl', '{}\n{}\n'],
  'a key that is in no line': [
    'table.jsonl',
    lines({ team: 'red', hieght: 1, dark: true, tries: 2, success: 1 }),
  ],
  'values of JSON that are no numbers': [
    'table.jsonl',
    lines(
      { ...GOOD, height: 'tall' },
      { ...GOOD, height: '3.5' },
      { ...GOOD, tries: [1] },
      { ...GOOD, tries: {} },
      { ...GOOD, dark: 'yes' },
      { ...GOOD, height: 9 },
    ),
  ],
  'values of JSON that are missing': [
    'table.jsonl',
    lines(
      { ...GOOD, tries: null },
      { ...GOOD, tries: undefined },
      { ...GOOD, team: null },
      { ...GOOD, team: '' },
    ),
  ],
  'a group that is a list': ['table.jsonl', lines({ ...GOOD, team: ['red'] })],
  'a list that is cut off': ['table.json', '[{"team": "red"}, {"te'],
  'a list with a number': ['table.json', JSON.stringify([GOOD, 3])],
  'an empty list': ['table.json', '[]'],
  'an object of columns': ['table.json', JSON.stringify({ team: ['red'] }, null, 2), { format: 'json' }],
  'a value in a list': ['table.json', JSON.stringify([GOOD, { ...GOOD, height: 7 }])],

  'Parquet that is cut off': ['table.parquet', cut(fixture('snappy.parquet'), 0.7)],
  'Parquet of a few bytes': ['table.parquet', 'PAR1'],
  'Parquet whose pages are damaged': ['table.parquet', spoilt(fixture('snappy.parquet'), 4, 900)],
  'Parquet whose footer is damaged': [
    'table.parquet',
    spoilt(fixture('snappy.parquet'), footerOf(fixture('snappy.parquet')), 40),
  ],
  'Parquet in a compression that is not read': ['table.parquet', parquet(columns(), 'LZO')],
  'values of Parquet out of range': [
    'table.parquet',
    parquet(columns({ height: [1, 6], tries: [0.5, 1], success: [true, false] })),
  ],
  'text of Parquet for numbers': ['table.parquet', parquet(columns({ height: ['1', 'tall'] }))],
  'a value of Parquet that is missing': [
    'table.parquet',
    parquet(columns({ tries: [1, null], team: [null, 'red'] })),
  ],
  'no row of Parquet with a flag': ['table.parquet', parquet(columns()), { rows: 'dark=maybe' }],

  'an Arrow file that is cut off': ['table.arrow', cut(fixture('uncompressed.feather'), 0.7)],
  'an Arrow stream that is cut off': ['table.arrows', cut(fixture('stream.arrows'), 0.7)],
  'compressed Arrow that is damaged': ['table.feather', spoilt(fixture('lz4.feather'), 900, 700)],
  'values of Arrow out of range': ['table.arrow', arrow({ height: [1, 6], tries: [0, -1] })],
};

describe('a table that cannot be read is refused in words', () => {
  let count = 0;
  for (const [title, [name, content, options]] of Object.entries(cases)) {
    it(title, async ({ expect }) => {
      const place = join(folder, `${count++}-${name}`);
      writeFileSync(place, content);
      const said = (await refusal(readWalls(place, options))).replaceAll(place, name);
      await expect(said).toMatchFileSnapshot(stored(title));
    });
  }

  for (const format of ['parquet', 'feather']) {
    const path = new URL(`kinds.${format}`, FIXTURES).pathname;
    it(`columns of ${format} that hold neither numbers nor text, where they are wanted`, async ({
      expect,
    }) => {
      const said: string[] = [];
      for (const name of ['when', 'day', 'clock', 'price', 'marks', 'pair', 'bytes', 'nothing']) {
        said.push(await refusal(readDemands(`demand ${name}`, path)));
      }
      await expect(said.join('').replaceAll(path, `kinds.${format}`)).toMatchFileSnapshot(
        stored(`kinds of ${format}`),
      );
    });

    it(`no column of ${format} that is not wanted`, async ({ expect }) => {
      const { demands } = await readDemands('demand height', path);
      expect([...demands.get('height')!]).toEqual([1.5, 2]);
    });

    it(`a name that is there twice, and a whole number that no double holds: ${format}`, async ({
      expect,
    }) => {
      const said: string[] = [];
      for (const [declaration, name] of [
        ['demand height', `twice.${format}`],
        ['demand tries : count', `large.${format}`],
      ] as const) {
        const place = new URL(name, FIXTURES).pathname;
        said.push((await refusal(readDemands(declaration, place))).replaceAll(place, name));
      }
      await expect(said.join('')).toMatchFileSnapshot(stored(`twice and large ${format}`));
    });
  }
});
