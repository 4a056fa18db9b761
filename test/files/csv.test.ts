import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from '../../files/tables/csv.ts';
import { RecordCache } from '../../files/tables/record-cache.ts';
import { tableFileOf, withTableFile } from '../../files/tables/table-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'theodolite-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, delimiter?: string) {
  const path = join(folder, 'table.csv');
  writeFileSync(path, text);
  const records: { fields: string[]; first: string; line: number }[] = [];
  await withTableFile(path, (file) =>
    readRecords(file, delimiter === undefined ? {} : { delimiter }, (fields, line) => {
      records.push({ fields: fields.map((cell) => cell.trim()), first: fields[0]!, line });
    }),
  );
  return records;
}

/** A field, and how it may be written: quoted where it must be, with blanks around it. */
const field = fc
  .tuple(
    fc.string({
      unit: fc.constantFrom('a', '7', '.', ',', ';', '|', '\t', '"', '\n', ' ', 'é'),
      maxLength: 6,
    }),
    fc.boolean(),
    fc.constantFrom('', ' ', '  '),
    fc.constantFrom('', ' '),
  )
  .map(([text, quoted, before, after]) =>
    quoted || /[",;|\t\n]/.test(text)
      ? `${before}"${text.replaceAll('"', '""')}"${after}`
      : before + text + after,
  );

const table = fc
  .tuple(
    fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
    fc.constantFrom(',', ';', '|', '\t'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', '\ufeff'),
    // Long enough that records lie across the pieces the file is read in. That CR alone ends lines must be seen in the first.
    fc.constantFrom(0, 0, 65_500, 65_520, 131_050),
  )
  .map(([rows, delimiter, end, mark, padding]) => {
    const padded = 'x'.repeat(end === '\r' ? Math.min(padding, 65_500) : padding);
    const header = `${mark}one${delimiter}two${delimiter}${padded}three`;
    return { text: [header, ...rows.map((row) => row.join(delimiter))].join(end), end };
  });

describe('the records of a table', () => {
  it('are those that another parser finds, on the lines where they begin', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ text, end }) => {
        const delimiter = text.replace('\ufeff', '').charAt(3);
        const wanted = parse(text, {
          bom: true,
          delimiter,
          // Where it has to find it out, it takes ten times as long.
          record_delimiter: end,
          info: true,
          trim: true,
          skip_empty_lines: true,
          relax_column_count: true,
        }) as unknown as { record: string[] }[];
        const found = await read(text);
        expect(found.map(({ fields }) => fields)).toEqual(
          wanted.map(({ record }) => record.map((cell) => cell.trim())),
        );
        const lines = text.split(end === '\r' ? '\r' : '\n');
        for (const { first, line } of found) {
          // A record's first field begins on the line that is named.
          expect(lines[line - 1]!.replaceAll('""', '"')).toContain(first.split('\n')[0]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are counted over line ends in quotes and empty lines', async () => {
    const records = await read('a,b\n1,"x\ny"\n\n2,"p\r\n\r\nq"\r\n3,z\n');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5, 8]);
  });

  it('are ended by CR alone where no LF ends one, even if fields hold LF', async () => {
    const records = await read('a,"b\nc"\r1,"x\ny" \r\r2,"p\r\n\rq"\r3,z');
    expect(records.map(({ fields }) => fields)).toEqual([
      ['a', 'b\nc'],
      ['1', 'x\ny'],
      ['2', 'p\r\n\rq'],
      ['3', 'z'],
    ]);
    expect(records.map(({ line }) => line)).toEqual([1, 2, 4, 7]);
  });

  it.each([
    ['some other line has an LF', 'a,b\r\r\n1,2\r\n', [1, 2]],
    ['the text ends in it', 'a,b\r', [1]],
    ['it stands in quotes', 'a,"b\rc"', [1]],
  ])('are not ended by a CR where %s', async (_title, text, lines) => {
    expect((await read(text)).map(({ line }) => line)).toEqual(lines);
  });

  it('may have blanks before a quote, wherever the file is cut', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row}, "${row},${row}" ,   "b ""c"""`);
    const records = await read(`a,b,c\n${rows.join('\n')}\n`);
    expect(records.slice(1).map(({ fields, line }) => ({ fields, line }))).toEqual(
      rows.map((_, row) => ({ fields: [String(row), `${row},${row}`, 'b "c"'], line: row + 2 })),
    );
  });

  it.each([
    ['is never closed', 'a,b\n1,2\n"3,4\n5,6\n', 3],
    ['is closed in the middle of a field', 'a,b\n1,2\n3,4\n"5"5,6\n', 4],
    ['is never closed in lines ended by CR', '\r"a",b\r1,2\r"3,4\r5,6\r', 4],
    ['that is read with the header is never closed', '\n"a",b\n1,2\n"3\n', 4],
  ])('end where a quote %s', async (_title, text, line) => {
    await expect(read(text)).rejects.toMatchObject({
      message: expect.stringContaining(`line ${line}: the quotes do not match`),
    });
  });

  it('end where what takes them throws', async () => {
    const file = tableFileOf(new TextEncoder().encode('a\n1\n2\n'), 'table.csv');
    const seen: number[] = [];
    const reading = readRecords(file, {}, (_fields, line) => {
      seen.push(line);
      if (line === 2) throw new Error('enough');
    });
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toEqual([1, 2]);
  });

  it('are between the delimiter that is given, whatever the header shows', async () => {
    const records = await read('a,b:c\n1,5:2\n', ':');
    expect(records.map(({ fields }) => fields)).toEqual([
      ['a,b', 'c'],
      ['1,5', '2'],
    ]);
  });
});

describe('records in a cache', () => {
  const TEXT = 'a,b\n1, 2\n\n"3\n",4\n';

  it('are the same when they are read again, from memory, also if whoever took them changed them', async () => {
    const file = tableFileOf(new TextEncoder().encode(TEXT), 'cached.csv');
    let openings = 0;
    const counted = {
      ...file,
      pieces: () => {
        openings++;
        return file.pieces();
      },
    };
    const cache = new RecordCache();
    const taken = async () => {
      const records: [string[], number][] = [];
      await readRecords(counted, { cache }, (fields, line) => {
        records.push([[...fields], line]);
        fields.fill('');
      });
      return records;
    };
    const first = await taken();
    expect(first).toEqual([
      [['a', 'b'], 1],
      [['1', ' 2'], 2],
      [['3\n', '4'], 4],
    ]);
    expect(await taken()).toEqual(first);
    expect(openings).toBe(1);
  });

  it('are others by another delimiter', async () => {
    const file = tableFileOf(new TextEncoder().encode('a,b;c\n1,2;3\n'), 'cached.csv');
    const cache = new RecordCache();
    for (const [delimiter, header] of [
      [',', ['a', 'b;c']],
      [';', ['a,b', 'c']],
    ] as const) {
      const records: string[][] = [];
      await readRecords(file, { cache, delimiter }, (fields) => records.push(fields));
      expect(records[0]).toEqual(header);
    }
  });

  it('are not kept of a table whose reading ended early', async () => {
    const file = tableFileOf(new TextEncoder().encode(TEXT), 'cached.csv');
    const cache = new RecordCache();
    const stopped = readRecords(file, { cache }, () => {
      throw new Error('enough');
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(cache.replay({ file: 'cached.csv', delimiter: undefined }, () => {})).toBe(false);
  });
});
