/** Whether fits find the reference posteriors of posteriordb, which stand beside the project, not in it. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../compiler/compile.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { sketchOf } from '../../../host/data-sketch.ts';
import { summarise } from '../../../host/diagnose/summarise.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { load } from '../../../host/load.ts';

const FOLDER = new URL('../../../../shared/reference/posteriordb/', import.meta.url);

interface Posterior {
  readonly name: string;
  readonly table: string;
  readonly text: string;
  /** The reference's parameters, each from the values of the latents in one draw. */
  readonly parameters: Readonly<Record<string, (latent: (name: string) => number) => number>>;
}

const POSTERIORS: readonly Posterior[] = [
  {
    name: 'sblri-blr',
    table: 'sblri.csv',
    text: `layout Regression
demand x1, x2, x3, x4, x5
param b1, b2, b3, b4, b5 ~ normal(0, 10)
param sigma ~ half_normal(10)
observe y ~ normal(b1 * x1 + b2 * x2 + b3 * x3 + b4 * x4 + b5 * x5, sigma)
`,
    parameters: {
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((i) => [`beta[${i}]`, (latent: (name: string) => number) => latent(`b${i}`)]),
      ),
      sigma: (latent) => latent('sigma'),
    },
  },
  {
    // The reference has flat coefficients, which these bounds, a hundred standard deviations away, do not touch.
    name: 'kidiq-kidscore_momiq',
    table: 'kidiq.csv',
    text: `layout Scores
demand mom_iq
param base ~ uniform(-600, 600)
param slope ~ uniform(-6, 6)
param sigma ~ half_cauchy(2.5)
observe kid_score ~ normal(base + slope * mom_iq, sigma)
`,
    parameters: {
      'beta[1]': (latent) => latent('base'),
      'beta[2]': (latent) => latent('slope'),
      sigma: (latent) => latent('sigma'),
    },
  },
];

interface Reference {
  readonly draws: number;
  readonly parameters: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}

describe('a fit of 4 × 5000 draws', () => {
  it.for(POSTERIORS)('finds the posterior of posteriordb: $name', async (posterior, { skip }) => {
    const { name, table, text, parameters } = posterior;
    skip(!existsSync(FOLDER), 'the reference posteriors are not beside this checkout');
    const reference: Reference = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
    const rows: Record<string, string>[] = parse(readFileSync(new URL(table, FOLDER)), { columns: true });
    const columns = new Map(
      Object.keys(rows[0]!).map((column) => [column, Float64Array.from(rows, (row) => Number(row[column]))]),
    );
    const { bytes, manifest } = await compile({ name: `${name}.ml`, text }, sketchOf(columns));
    const { draws, verdict } = await fitOnce(await load(bytes), columns, {
      ...{ chains: 4, warmup: 2000, draws: 5000, seed: 1n, targetAccept: 0.95 },
      ...{ pool: openThisThread(), scouts: 0 },
    });
    expect(verdict.status).toBe('converged');
    const index = new Map(manifest.latents.map((latent, i) => [latent.name, i]));
    const summary = summarise(
      Object.entries(parameters).map(([parameter, value]) => ({
        name: parameter,
        chains: draws.map(({ latents }) =>
          Float64Array.from(latents[0]!, (_, draw) => value((latent) => latents[index.get(latent)!]![draw]!)),
        ),
      })),
    );
    expect(Object.keys(summary).sort()).toEqual(Object.keys(reference.parameters).sort());
    for (const [parameter, wanted] of Object.entries(reference.parameters)) {
      const found = summary[parameter]!;
      // The reference's draws are thinned until they are nearly independent.
      const error = Math.hypot(found.mcse!, wanted.sd / Math.sqrt(reference.draws));
      expect(Math.abs(found.mean! - wanted.mean) / error, `${parameter}: mean`).toBeLessThan(4);
      expect(Math.abs(found.sd! / wanted.sd - 1), `${parameter}: sd`).toBeLessThan(0.1);
      expect(found.rhat!, `${parameter}: R-hat`).toBeLessThanOrEqual(1.01);
    }
  });
});
