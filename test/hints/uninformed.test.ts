import { describe, expect, it } from 'vitest';
import { uninformedValues } from '../../host/hints/uninformed.ts';
import { parametersOf } from '../../host/parameters.ts';
import type { SamplerInstance } from '../../host/sampler-instance.ts';
import { bind } from './bind-layout.ts';

const LAYOUT = `layout Course
demand size in [0, 10]
demand lava : flag
capability hopes ~ normal(0, 1)
capability sight ~ normal(hopes, 1)
capability nerve : probability ~ beta(1, 1)
param spread ~ half_normal(2)
capability luck ~ normal(0, spread)
observe done ~ bernoulli(margin(sight, size) and presence(nerve, lava))
`;

/** @param counts how many levels each category has */
function namesOf(
  instance: SamplerInstance,
  counts: Readonly<Record<string, number>> = {},
): readonly string[] {
  const levels = Object.entries(counts).map(([category, count]): [string, string[]] => [
    category,
    Array.from({ length: count }, (_, level) => `${level}`),
  ]);
  const parameters = parametersOf(instance.manifest, new Map(levels));
  return uninformedValues(instance, parameters).map((index) => parameters[index]!.name);
}

async function uninformed(lava: readonly number[]): Promise<readonly string[]> {
  return namesOf(await bind(LAYOUT, { size: [1, 4, 2, 8], lava, done: [1, 0, 1, 0] }));
}

describe('latents that no row informs', () => {
  it('are those the likelihood does not read, and the parameters of their priors', async () => {
    expect(await uninformed([0, 1, 1, 0])).toEqual(['spread', 'luck']);
  });

  it('are those whose demand never occurs', async () => {
    expect(await uninformed([0, 0, 0, 0])).toEqual(['nerve', 'spread', 'luck']);
  });

  it('are not those that only values near their prior tell something of', async () => {
    const text = `layout Far
demand size in [4000, 6000]
capability sight ~ normal(5000, 50)
observe done ~ bernoulli(margin(sight, size))
`;
    // At 0 every failure is certain, and tells nothing.
    const columns = { size: [4950, 5000, 5050], done: [0, 0, 0] };
    expect(namesOf(await bind(text, columns))).toEqual([]);
  });
});

/** Persons and items in a plane, on a matrix of answers; who lies near an item has it easier. */
function plane(persons: number, items: number): { text: string; columns: Record<string, number[]> } {
  const text = `layout Plane
category person, item
param ease[person] ~ normal(0, 1)
param hard[item] ~ normal(0, 2)
param px[person], py[person] ~ normal(0, 1)
param ix[item], iy[item] ~ normal(0, 1)
let distance = sqrt((px[person] - ix[item])^2 + (py[person] - iy[item])^2 + 1e-6)
observe right ~ bernoulli_logit(ease[person] - hard[item] - distance)
`;
  const rows = Array.from({ length: persons * items }, (_, row) => row);
  return {
    text,
    columns: {
      person: rows.map((row) => row % persons),
      item: rows.map((row) => Math.floor(row / persons)),
      right: rows.map((row) => ((row * 7919) % 13 < 6 ? 1 : 0)),
    },
  };
}

describe('latents that rows do inform are not called uninformed', () => {
  it('where the slope is 0 only as long as two are alike, of however many values a draw consists', async () => {
    const { text, columns } = plane(160, 10);
    expect(namesOf(await bind(text, columns), { person: 160, item: 10 })).toEqual([]);
  });

  it('where the slope is 0 at 0 alone', async () => {
    const text = `layout Mirror
demand x in [-5, 5]
param b ~ normal(0, 3)
param c ~ normal(0, 1)
param idle ~ normal(0, 1)
observe y ~ bernoulli_logit(b * b * x + b * c)
`;
    expect(namesOf(await bind(text, { x: [-1, 2, 0, 1], y: [0, 1, 0, 1] }))).toEqual(['idle']);
  });

  it('where a likelihood without a slope anywhere goes up or down a step', () => {
    // A stand-in for a module: the likelihood of `stepped` is one of two numbers, and no number depends on `idle`.
    const at = (position: ArrayLike<number>) => (position[0]! > 0 ? -1 : -2);
    const prior = (position: ArrayLike<number>) => -0.5 * (position[0]! ** 2 + position[1]! ** 2);
    const gradient = (position: ArrayLike<number>) => Float64Array.of(-position[0]!, -position[1]!);
    const instance = {
      manifest: { latents: [], derived: [] },
      logDensityUnconstrained: (position: ArrayLike<number>) => ({
        logDensity: prior(position) + at(position),
        gradient: gradient(position),
      }),
      logPriorUnconstrained: (position: ArrayLike<number>) => ({
        logDensity: prior(position),
        gradient: gradient(position),
      }),
    } as unknown as SamplerInstance;
    const parameters = ['stepped', 'idle'].map((name) => ({ name, latent: { name } })) as never;
    expect(uninformedValues(instance, parameters)).toEqual([1]);
  });

  it('but not where two latents with heavy tails tell only while they are near each other', async () => {
    const layout = `layout Tails
demand d1 in [20, 24]
demand d2 in [20, 24]
demand d4, d5 : flag
propensity c1, c2 ~ cauchy(6.7, 5.7)
param c3 : probability ~ half_cauchy(0.2) in [0, 1]
param c4, c5 ~ student_t(1, 9.2, 0.75)
capability c6 ~ half_normal(sd(d2) + 5.2)
let n1 = log_margin(c6, c6, 0.14) or scaled_margin(c2, d1, 0, 0.473, p = 0.6)
let n2 = presence(mix(0.98, 0, margin(-c1, c2 + c2, 1 / 1.3)), d4)
observe success ~ bernoulli(mix(0.5, mix(n1, n2, 0.9) or margin(c5, 5, 0.75) or presence(c3, d5), 0.9))
`;
    const columns = {
      d1: [20, 22, 21, 22, 22, 23, 20, 20],
      d2: [20.1, 22.8, 20.7, 23.5, 21.6, 21.9, 20.8, 22.2],
      d4: [1, 0, 0, 1, 0, 1, 0, 1],
      d5: [1, 0, 1, 0, 0, 0, 1, 0],
      success: [1, 1, 1, 1, 1, 0, 0, 1],
    };
    expect(namesOf(await bind(layout, columns))).toEqual(['c4', 'c6']);
  });
});
