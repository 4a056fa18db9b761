/** Whether fits find the reference posteriors of posteriordb, which stand beside the project, not in it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFERENCE } from '../../../bench/package-files.ts';
import { type PosteriorName, posteriordb } from '../../../bench/posteriordb.ts';
import { compileSource } from '../../../compiler/compile.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { summarise } from '../../../host/diagnose/summarise.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import type { Chains } from '../../../statistics/chains.ts';
import { standardErrorOfMean } from '../../../statistics/effective-size.ts';

interface Compared {
  readonly name: PosteriorName;
  /** The reference's file, beside the data. */
  readonly reference: string;
  /** The reference's parameters, each from the values of the latents in one draw. */
  readonly parameters: Readonly<Record<string, (latent: (name: string) => number) => number>>;
}

/** Parameters that both call the same, those of levels by their numbers. */
function same(...names: (string | readonly [name: string, levels: number])[]): Compared['parameters'] {
  const each = names.flatMap((name) =>
    typeof name === 'string' ? [name] : Array.from({ length: name[1] }, (_, i) => `${name[0]}[${i + 1}]`),
  );
  return Object.fromEntries(each.map((name) => [name, (latent: (name: string) => number) => latent(name)]));
}

const COMPARED: readonly Compared[] = [
  {
    name: 'eight-schools',
    reference: 'eight_schools-eight_schools_noncentered.json',
    parameters: same('mu', 'tau', ['theta', 8]),
  },
  {
    // No posterior of posteriordb is stored for it, but Stan's.
    name: 'irt-2pl',
    reference: '../irt-2pl.y.json',
    parameters: same('sigma_theta', 'sigma_a', 'sigma_b', 'mu_b', ['theta', 100], ['a', 20], ['b', 20]),
  },
  {
    name: 'sblri',
    reference: 'sblri-blr.json',
    parameters: {
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((i) => [`beta[${i}]`, (latent: (name: string) => number) => latent(`b${i}`)]),
      ),
      sigma: (latent) => latent('sigma'),
    },
  },
  {
    name: 'kidiq',
    reference: 'kidiq-kidscore_momiq.json',
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

function readReference({ reference }: Compared): Map<string, Wanted> {
  const file = new URL(`posteriordb/${reference}`, REFERENCE!);
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
  it.for(COMPARED)('finds the posterior of posteriordb: $name', async (compared, { skip }) => {
    skip(REFERENCE === null, 'the reference posteriors are not beside this checkout');
    const { parameters } = compared;
    const reference = readReference(compared);
    const { source, columns, levels } = posteriordb(compared.name);
    const { bytes } = await compileSource(source, sketchOf(columns));
    const {
      draws,
      verdict,
      parameters: drawn,
    } = await fitOnce(await loadModule(bytes), columns, {
      ...{ chains: 4, warmup: 2000, draws: 5000, seed: 1n, targetAccept: 0.95 },
      ...{ pool: openThisThread(), scouts: 0 },
      ...(levels === undefined ? {} : { levels }),
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
