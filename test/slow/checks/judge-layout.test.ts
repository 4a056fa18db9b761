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
import { Simulator } from '../../outcomes/simulate.ts';

const ROWS = 1000;
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

const HEAD = 'layout Climb\ndemand height, dark in [0, 4]\ndemand wet : flag\n';
const RIGHT = `${HEAD}capability climb, sight ~ normal(0, 3)
param slick ~ normal(0, 3)
observe success ~ bernoulli(margin(climb - slick * wet, height, 2) and margin(sight, dark, 2))
`;

/** The chance of success where both demands and wetness count, and where the layout is wrong in some way. */
type Chance = (height: number, dark: number, wet: number, row: number) => number;
const truth: Chance = (height, dark, wet) =>
  logistic(2 * (2.6 - 0.9 * wet - height)) * logistic(2 * (2.9 - dark));

const WRONG: Readonly<Record<string, { readonly text: string; readonly chance: Chance }>> = {
  'a wrong link': {
    text: RIGHT,
    chance: (height, dark, wet) => 0.95 * Math.exp(-0.25 * height - 0.1 * dark - 0.2 * wet),
  },
  'a demand that the outcome does not read': {
    text: RIGHT.replace(' and margin(sight, dark, 2)', ' and logistic(sight + 0 * dark)'),
    chance: truth,
  },
  'a missing interaction': {
    text: RIGHT,
    chance: (height, dark, wet) =>
      wet === 1
        ? logistic(2 * (2.6 - height)) * logistic(6 * (1.2 - dark))
        : logistic(2 * (2.6 - height)) * logistic(2 * (3.5 - dark)),
  },
  'two populations': {
    text: RIGHT,
    chance: (height, _, wet, row) =>
      row % 2 === 0 ? logistic(6 * (0.7 - height)) : logistic(6 * (3.6 - height)) * (wet === 1 ? 0.9 : 1),
  },
};

/** Whether the layout is said to be wrong about a table that is drawn with these chances. */
async function isCalledWrong(text: string, chance: Chance, seed: number): Promise<boolean> {
  const random = new Simulator(seed);
  const column = (value: (row: number) => number) =>
    Float64Array.from({ length: ROWS }, (_, row) => value(row));
  const height = column(() => Math.floor(9 * random.uniform()) / 2);
  const dark = column(() => Math.floor(9 * random.uniform()) / 2);
  const wet = column(() => Number(random.uniform() < 0.5));
  const success = column((row) =>
    Number(random.uniform() < chance(height[row]!, dark[row]!, wet[row]!, row)),
  );
  const columns = new Map(Object.entries({ height, dark, wet, success }));
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
