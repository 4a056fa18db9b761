import { describe, expect, it } from 'vitest';
import { compile } from '../../compiler/compile.ts';
import { orderColumns } from '../../host/columns.ts';
import { bindInstance } from '../../host/instance.ts';
import { load } from '../../host/load.ts';
import { uninformedValues } from '../../host/uninformed.ts';

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

async function uninformed(text: string, lava: readonly number[]): Promise<readonly string[]> {
  const { bytes } = await compile({ name: 'course.ml', text });
  const loaded = await load(bytes);
  const columns = new Map([
    ['size', Float64Array.of(1, 4, 2, 8)],
    ['lava', Float64Array.from(lava)],
    ['done', Float64Array.of(1, 0, 1, 0)],
  ]);
  const instance = await bindInstance(loaded, orderColumns(loaded.manifest, columns));
  return uninformedValues(instance).map((index) => loaded.manifest.latents[index]!.name);
}

describe('latents that no row informs', () => {
  it('are those the likelihood does not read, and the parameters of their priors', async () => {
    expect(await uninformed(LAYOUT, [0, 1, 1, 0])).toEqual(['spread', 'luck']);
  });

  it('are those whose demand never occurs', async () => {
    expect(await uninformed(LAYOUT, [0, 0, 0, 0])).toEqual(['nerve', 'spread', 'luck']);
  });
});
