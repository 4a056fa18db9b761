/** How often a right layout is called wrong, and a wrong one is not, over simulated tables. */
import { describe, expect, it } from 'vitest';
import { judgeLayout } from '../../../analysis/evaluate/checks/judge-layout.ts';
import { compileSource } from '../../../compiler/compile.ts';
import { misfitsIn } from '../../../files/fits/layout-checks.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitOnce } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { pointwiseLogLikelihood } from '../../../host/predict/log-likelihood.ts';
import { predict } from '../../../host/predict/predict.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import { type Chance, RIGHT, ROWS, SEEDS, tableOf, truth, WRONG } from './wrong-layouts.ts';

/** Whether the layout is said to be wrong about a table that is drawn with these chances. */
async function isCalledWrong(text: string, chance: Chance, seed: number): Promise<boolean> {
  const columns = tableOf(chance, seed);
  const { bytes } = await compileSource({ name: 'climb.ml', text }, sketchOf(columns));
  const loaded = await loadModule(bytes);
  const posterior = await fitOnce(loaded, columns, {
    ...{ chains: 2, warmup: 300, draws: 300, seed: BigInt(seed), scouts: 0, pool: openThisThread() },
  });
  const checks = await judgeLayout(
    {
      posterior,
      predict: (_, options) => predict(loaded, posterior, columns, options),
      pointwiseLogLikelihood: (_, options) => pointwiseLogLikelihood(loaded, posterior, columns, options),
    },
    columns,
    ROWS,
  );
  expect(checks).not.toHaveProperty('unchecked');
  return misfitsIn(checks).length > 0;
}

async function countWrong(text: string, chance: Chance, seeds: readonly number[]): Promise<number> {
  let wrong = 0;
  for (const seed of seeds) if (await isCalledWrong(text, chance, seed)) wrong++;
  return wrong;
}

describe('whether a layout describes its rows', () => {
  it('is denied of a right layout in at most one of twenty tables', async () => {
    // With a chance of 5 % more than 6 of 40 come once in a hundred times.
    expect(await countWrong(RIGHT, truth, SEEDS)).toBeLessThanOrEqual(6);
  });

  it.each(Object.entries(WRONG))('is denied of all tables with %s', async (_, { text, chance }) => {
    expect(await countWrong(text, chance, SEEDS.slice(0, 10))).toBe(10);
  });
});
