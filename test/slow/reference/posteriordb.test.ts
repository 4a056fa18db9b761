/** Whether fits find the reference posteriors of posteriordb, which stand beside the project, not in it. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../compiler/compile.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { sketchOf } from '../../../host/data-sketch.ts';
import type { Chains } from '../../../host/diagnose/chains.ts';
import { standardErrorOfMean } from '../../../host/diagnose/standard-error.ts';
import { summarise } from '../../../host/diagnose/summarise.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { encodeLevels } from '../../../host/levels.ts';
import { load } from '../../../host/load.ts';

const FOLDER = new URL('../../../../shared/reference/posteriordb/', import.meta.url);

interface Posterior {
  readonly name: string;
  readonly table: string;
  readonly text: string;
  /** Columns that name groups. */
  readonly categories?: readonly string[];
  /** Where the reference is, if it is no posterior of posteriordb. */
  readonly reference?: string;
  /** The reference's parameters, each from the values of the latents in one draw. */
  readonly parameters: Readonly<Record<string, (latent: (name: string) => number) => number>>;
}

/** Parameters that both call the same, those of levels by their numbers. */
function same(...names: (string | readonly [name: string, levels: number])[]): Posterior['parameters'] {
  const each = names.flatMap((name) =>
    typeof name === 'string' ? [name] : Array.from({ length: name[1] }, (_, i) => `${name[0]}[${i + 1}]`),
  );
  return Object.fromEntries(each.map((name) => [name, (latent: (name: string) => number) => latent(name)]));
}

const POSTERIORS: readonly Posterior[] = [
  {
    name: 'eight_schools-eight_schools_noncentered',
    table: 'eight_schools.csv',
    text: `layout Schools
category school
demand sigma in [0, inf]
param mu ~ normal(0, 5)
param tau ~ half_cauchy(5)
param theta[school] ~ normal(mu, tau)
observe y ~ normal(theta[school], sigma)
`,
    categories: ['school'],
    parameters: same('mu', 'tau', ['theta', 8]),
  },
  {
    name: 'irt-2pl.y',
    table: 'irt_2pl.csv',
    reference: '../irt-2pl.y.json',
    text: `layout Irt
category person, item
param sigma_theta, sigma_a, sigma_b ~ half_cauchy(2)
param mu_b ~ normal(0, 5)
capability theta[person] ~ normal(0, sigma_theta)
param a[item] ~ lognormal(0, sigma_a)
param b[item] ~ normal(mu_b, sigma_b)
observe y ~ bernoulli(irt_2pl(theta[person], b[item], a[item]))
`,
    categories: ['person', 'item'],
    parameters: same('sigma_theta', 'sigma_a', 'sigma_b', 'mu_b', ['theta', 100], ['a', 20], ['b', 20]),
  },
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

/** A mean and an sd, and how many independent draws they are worth. */
interface Wanted {
  readonly mean: number;
  readonly sd: number;
  readonly draws: number;
}

/** The Monte Carlo standard error of the sd of draws: of the mean of their squared deviations, by the delta method. */
function errorOfSd(chains: Chains, { mean, sd }: { readonly mean: number; readonly sd: number }): number {
  const squares = chains.map((draws) => draws.map((draw) => (draw - mean) ** 2));
  return standardErrorOfMean(squares)! / (2 * sd);
}

interface Reference {
  readonly draws: number;
  readonly parameters: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}

interface StanReference {
  readonly posterior: readonly { variable: string; mean: number; sd: number; ess_bulk: number }[];
}

function readReference({ name, reference }: Posterior): Map<string, Wanted> {
  const file = new URL(reference ?? `${name}.json`, FOLDER);
  const found: Reference | StanReference = JSON.parse(readFileSync(file, 'utf8'));
  if ('posterior' in found && Array.isArray(found.posterior)) {
    return new Map(
      found.posterior.map(({ variable, mean, sd, ess_bulk }) => [variable, { mean, sd, draws: ess_bulk }]),
    );
  }
  // The draws of posteriordb are thinned until they are nearly independent.
  const { draws, parameters } = found as Reference;
  return new Map(Object.entries(parameters).map(([name, { mean, sd }]) => [name, { mean, sd, draws }]));
}

describe('a fit of 4 × 5000 draws', () => {
  it.for(POSTERIORS)('finds the posterior of posteriordb: $name', async (posterior, { skip }) => {
    const { name, table, text, parameters, categories = [] } = posterior;
    skip(!existsSync(FOLDER), 'the reference posteriors are not beside this checkout');
    const reference = readReference(posterior);
    const rows: Record<string, string>[] = parse(readFileSync(new URL(table, FOLDER)), { columns: true });
    const encoded = new Map(
      categories.map((category) => [category, encodeLevels(rows.map((row) => row[category]!))]),
    );
    const columns = new Map(
      Object.keys(rows[0]!).map((column) => [
        column,
        encoded.get(column)?.codes ?? Float64Array.from(rows, (row) => Number(row[column])),
      ]),
    );
    const { bytes } = await compile({ name: `${name}.ml`, text }, sketchOf(columns));
    const {
      draws,
      verdict,
      parameters: drawn,
    } = await fitOnce(await load(bytes), columns, {
      ...{ chains: 4, warmup: 2000, draws: 5000, seed: 1n, targetAccept: 0.95 },
      ...{ pool: openThisThread(), scouts: 0 },
      levels: new Map([...encoded].map(([category, { levels }]) => [category, levels])),
    });
    expect(verdict.status).not.toBe('failed');
    const index = new Map(drawn.map((parameter, i) => [parameter.name, i]));
    const chainsOf = new Map(
      Object.entries(parameters).map(([parameter, value]) => [
        parameter,
        draws.map(({ latents }) =>
          Float64Array.from(latents[0]!, (_, draw) => value((latent) => latents[index.get(latent)!]![draw]!)),
        ),
      ]),
    );
    const summary = summarise([...chainsOf].map(([name, chains]) => ({ name, chains })));
    expect(Object.keys(summary).sort()).toEqual([...reference.keys()].sort());
    for (const [parameter, wanted] of reference) {
      const found = summary[parameter]!;
      const error = Math.hypot(found.mcse!, wanted.sd / Math.sqrt(wanted.draws));
      expect(Math.abs(found.mean! - wanted.mean) / error, `${parameter}: mean`).toBeLessThan(4);
      // Of a posterior with heavy tails, such as that of a slope, ten thousand draws do not tell the sd to 10 %.
      const own = errorOfSd(chainsOf.get(parameter)!, { mean: found.mean!, sd: found.sd! });
      const open = 4 * own * Math.sqrt(1 + found.essBulk! / wanted.draws);
      expect(Math.abs(found.sd! - wanted.sd), `${parameter}: sd`).toBeLessThan(
        Math.max(0.1 * wanted.sd, open),
      );
      expect(found.rhat!, `${parameter}: R-hat`).toBeLessThanOrEqual(1.01);
    }
  });
});
