import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { bindModule } from '../compile/bound-module.ts';
import { REFERENCE_FITS, referenceFile } from './expect-posterior.ts';

interface Reference {
  readonly points: readonly { readonly at: Readonly<Record<string, number>>; readonly log_density: number }[];
}

describe('a module compiled for its data', () => {
  it.for(REFERENCE_FITS)(
    'has the log density that Stan has, up to a constant, for $layout, $subject',
    async (fit, { skip }) => {
      const file = referenceFile(fit);
      skip(file === null, 'the reference posteriors are not beside this checkout');
      const { points }: Reference = JSON.parse(readFileSync(file!, 'utf8'));
      const folder = new URL(`../../stdlib-layouts/${fit.layout}/`, import.meta.url);
      const text = readFileSync(new URL(`${fit.layout}.ml`, folder), 'utf8');
      const records: Record<string, string>[] = parse(readFileSync(new URL(fit.table, folder)), {
        columns: true,
      });
      const rows = records.filter(({ split }) => split === undefined || split === 'train');
      const { manifest, compile } = prepare({ name: fit.layout, text });
      const columns = new Map(
        manifest.columns.map(({ name }) => [
          name,
          Float64Array.from(rows, (row) => Number(row[name === fit.outcome ? fit.subject : name])),
        ]),
      );
      const { bytes } = await compile(sketchOf(columns));
      const module = bindModule(bytes, manifest, { rows: rows.length, columns: Object.fromEntries(columns) });
      const offsets = points.map(
        ({ at, log_density }) =>
          module.logDensity(manifest.latents.map(({ name }) => at[name]!)).value - log_density,
      );
      expect(offsets.length).toBeGreaterThan(1);
      for (const offset of offsets) expect(Math.abs(offset - offsets[0]!)).toBeLessThan(1e-8);
    },
  );
});
