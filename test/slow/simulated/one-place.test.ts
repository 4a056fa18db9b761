/**
 * Hierarchical posteriors with one place each, of which searches find maxima far from the mass: no seed says that they have several. The
 * data are those of the examples Seeds and Surgical of BUGS (Spiegelhalter et al. 1996); Pilots is posteriordb's, in ../shared/repro.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSource } from '../../../compiler/compile.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import { toColumns } from '../../../module/to-columns.ts';

const repro = (file: string) =>
  readFileSync(new URL(`../../../../shared/repro/posteriors/${file}`, import.meta.url), 'utf8');
const range = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

function pilots() {
  const [head, ...lines] = repro('pilots.csv').trim().split('\n');
  const cells = lines.map((line) => line.split(','));
  const columns = head!
    .split(',')
    .map((name, at) => [name, cells.map((row) => (name === 'y' ? Number(row[at]) : row[at]!))]);
  return Object.fromEntries(columns) as Record<string, (string | number)[]>;
}

const POSTERIORS = [
  { name: 'Pilots', layout: repro('pilots.ml'), columns: pilots() },
  {
    name: 'Surgical',
    layout: `layout Surgical

category hospital
demand operations : count

param mu          ~ normal(0, 1000)
param sigma       ~ half_normal(10)
param b[hospital] ~ normal(mu, sigma)

observe deaths ~ binomial_logit(operations, b[hospital])
`,
    columns: {
      hospital: range(12, 'h'),
      operations: [47, 148, 119, 810, 211, 196, 148, 215, 207, 97, 256, 360],
      deaths: [0, 18, 8, 46, 8, 13, 9, 31, 14, 8, 29, 24],
    },
  },
  {
    name: 'Seeds',
    layout: `layout Seeds

category plate
demand variety, extract
demand seeds : count

param alpha0, alpha1, alpha2, alpha12 ~ normal(0, 10)
param sigma    ~ half_normal(10)
param b[plate] ~ normal(0, sigma)

observe germinated ~ binomial_logit(seeds, alpha0 + alpha1 * variety + alpha2 * extract + alpha12 * variety * extract + b[plate])
`,
    columns: {
      plate: range(21, 'p'),
      variety: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      extract: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
      seeds: [39, 62, 81, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28, 45, 4, 12, 41, 30, 51, 7],
      germinated: [10, 23, 23, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3],
    },
  },
];

/** A mode without mass behind a barrier may be noted. */
const SEPARATE = ['separate-places', 'minor-mode'];

describe('a hierarchical posterior', () => {
  it.for(POSTERIORS)(
    'has one place, whatever the seed: $name',
    { timeout: 600_000 },
    async ({ layout, columns }) => {
      const source = { name: 'layout.ml', text: layout };
      const plain = await loadModule((await compileSource(source)).bytes);
      const { columns: named, levels } = toColumns(plain.manifest, columns);
      const loaded = await loadModule((await compileSource(source, sketchOf(named))).bytes);
      let stuck = 0;
      for (let seed = 1; seed <= 10; seed++) {
        const { verdict } = await fitOnce(loaded, named, { seed, levels, pool: openThisThread() });
        const kinds = verdict.findings.map(({ kind }) => kind);
        if (verdict.findings.some(({ kind, weight }) => kind === 'adaptation' && weight !== 'note')) {
          // A chain that began far out and never learned the scales is stuck: it is told by its place, and fails the fit.
          expect(verdict.status).toBe('failed');
          stuck++;
          continue;
        }
        expect(
          kinds.filter((kind) => SEPARATE.includes(kind)),
          `seed ${seed}`,
        ).toEqual([]);
      }
      expect(stuck).toBeLessThanOrEqual(1);
    },
  );
});
