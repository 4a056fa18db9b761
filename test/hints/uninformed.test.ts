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

function namesOf(instance: SamplerInstance): readonly string[] {
  const parameters = parametersOf(instance.manifest, new Map());
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
