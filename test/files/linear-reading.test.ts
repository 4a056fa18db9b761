/** Text is read in time linear in its bytes, whatever stands in it: by the characters that readers look at and copy. */
import { describe, expect, it } from 'vitest';
import { CsvRecords } from '../../files/tables/csv.ts';
import { JsonElements } from '../../files/tables/json-list.ts';
import { TextLines } from '../../files/tables/text-pieces.ts';

const PIECE = 1 << 12;
const LENGTH = 1 << 22;
const NO_LIMIT = Number.POSITIVE_INFINITY;

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

const filled = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length));

function csvWork(text: string): number {
  const records = new CsvRecords('a.csv', { delimiter: ',', newline: '\n' }, NO_LIMIT, () => undefined);
  for (const piece of pieces(text)) records.write(piece);
  try {
    records.end();
  } catch {
    // A quote may be open.
  }
  return records.work;
}

const SHAPES: Record<string, string> = {
  'a long field': filled('x'),
  'a quote that nothing closes': `a,b\n"${filled('1,2\n')}`,
  'a long quoted field': `"${filled('x y\n')}"`,
  'quotes in a field without': `x${filled(' "a')}`,
  'doubled quotes': `"${filled('""')}"`,
  'blanks and quotes': filled(' "" '),
  'many fields': filled(','),
  'many quoted fields on one line': filled('"a",'),
  'blank lines': filled('\n'),
  blanks: filled(' '),
  lines: filled('1,2,"3"\n'),
};

describe('the work of reading CSV is a few times its characters', () => {
  it.each(Object.entries(SHAPES))('%s', (_, text) => {
    const work = csvWork(text);
    expect(work).toBeGreaterThanOrEqual(text.length / 2);
    expect(work).toBeLessThan(6 * text.length);
  });
});

describe('the work of reading JSON is a few times its characters', () => {
  it.each([filled('x'), filled('\n'), filled('{}\n')])('lines: %#', (text) => {
    const lines = new TextLines(
      () => undefined,
      NO_LIMIT,
      () => new Error('too long'),
    );
    for (const piece of pieces(text)) lines.write(piece);
    lines.end();
    expect(lines.work).toBeLessThan(4 * text.length + 4);
  });

  it.each([`"${filled('x')}"`, filled('{"a": 1},'), filled('['), filled('\\\\"')])('a list: %#', (text) => {
    const elements = new JsonElements(
      'a.json',
      NO_LIMIT,
      () => undefined,
      () => new Error('cut off'),
    );
    for (const piece of pieces(text)) elements.write(piece);
    expect(elements.work).toBeLessThan(4 * text.length + 4);
  });
});
