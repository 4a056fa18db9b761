import { describe, expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { loadModule } from '../../host/load.ts';
import { sample } from '../../host/sample.ts';
import { compileToFit } from '../compile-to-fit.ts';

/** Every level has two modes, at ±3, of which the lower one has e^-60 of the mass. */
const LAYOUT = `layout Signs
category place
capability where[place] ~ normal(0, 3)
observe square ~ normal(where[place] ^ 2, 1)
observe itself ~ normal(where[place], 0.55)
`;

async function shareBelow(levels: number): Promise<number> {
  const { bytes } = await compileToFit({ name: 'signs.ml', text: LAYOUT });
  const columns = new Map([
    ['place', Float64Array.from({ length: levels }, (_, level) => level)],
    ['square', new Float64Array(levels).fill(9)],
    ['itself', new Float64Array(levels).fill(3)],
  ]);
  const chains = await sample(await loadModule(bytes), columns, {
    ...{ chains: 2, warmup: 400, draws: 20, seed: 5n, pool: openThisThread() },
  });
  const lasts = chains.flatMap(({ latents }) => latents.map((draws) => draws.at(-1)!));
  return lasts.filter((value) => value < 0).length / lasts.length;
}

describe('a chain', () => {
  it('of many dimensions ends in the heavier mode of nearly every level, wherever it starts', async () => {
    expect(await shareBelow(200)).toBeLessThan(0.05);
  });

  it('of few dimensions, whose modes scouts look for, stays where it starts', async () => {
    expect(await shareBelow(60)).toBeGreaterThan(0.1);
  });
});
