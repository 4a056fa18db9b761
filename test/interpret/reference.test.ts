import { existsSync, readFileSync } from 'node:fs';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { interpret, type Point } from '../../compiler/interpret/interpret.ts';
import { readLayout } from './read-layout.ts';

/** Log densities that Stan computed, up to a constant; they stand beside the project, not in it. */
const reference = new URL('../../../shared/reference/', import.meta.url);

interface Reference {
  readonly outcome: string;
  readonly rows: number;
  readonly successes: number;
  readonly points: readonly { readonly at: Point; readonly log_density: number }[];
}

const fits = [
  { layout: 'ocr', table: 'words.csv', observed: 'read', subjects: ['tesseract', 'gocr', 'ocrad'] },
  {
    layout: 'object-permanence',
    table: 'battery.csv',
    observed: 'success',
    subjects: ['agent6', 'agent11', 'agent12', 'agent24'],
  },
];

describe.each(fits)(
  'the interpreter agrees with Stan on $layout',
  ({ layout, table, observed, subjects }) => {
    const folder = new URL(`../../stdlib-layouts/${layout}/`, import.meta.url);
    const typed = readLayout(readFileSync(new URL(`${layout}.ml`, folder), 'utf8'));
    const records: Record<string, string>[] = parseCsv(readFileSync(new URL(table, folder)), {
      columns: true,
    });
    const rows = records.filter((record) => (record.split ?? 'train') === 'train');

    test.for(subjects)('for %s, in the differences between points', (subject, { skip }) => {
      const file = new URL(`${layout}.${subject}.json`, reference);
      skip(!existsSync(file), `the reference ${layout}.${subject}.json is not beside this checkout`);
      const { points, rows: count, successes }: Reference = JSON.parse(readFileSync(file, 'utf8'));

      const column = (name: string) => Float64Array.from(rows, (row) => Number(row[name]));
      const outcome = column(subject);
      const demands = typed.demands.map(({ name }) => [name, column(name)] as const);
      const { logDensity } = interpret(typed, {
        rows: rows.length,
        columns: { ...Object.fromEntries(demands), [observed]: outcome },
      });

      expect(rows.length).toBe(count);
      expect(outcome.reduce((a, b) => a + b, 0)).toBe(successes);
      expect(points.length).toBeGreaterThan(1);
      const offsets = points.map(({ at, log_density }) => logDensity(at) - log_density);
      for (const offset of offsets) expect(Math.abs(offset - offsets[0]!)).toBeLessThan(1e-8);
    });
  },
);
