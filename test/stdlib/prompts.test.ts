/** Tables 2 and 3 of the propensity paper: a propensity under each prompt on a table as it might have been. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile, load, openThisThread } from '../../index.ts';
import { bandProbability } from '../../reporting/figures/data/band.ts';
import { Simulator } from '../outcomes/simulate.ts';

/** What Table 2 prints of GPT-4o in red against blue, by the level that its prompts incited. */
const OBTAINED = new Map([
  ['-3', -2.83],
  ['-2', -2.32],
  ['-1', 0.13],
  ['0', 0.24],
  ['1', 0.17],
  ['2', 2.47],
  ['3', 2.85],
  ['unprompted', -0.76],
]);
const QUESTIONS = 125;

function simulate() {
  const random = new Simulator(41);
  return [...OBTAINED].flatMap(([prompt, tendency]) =>
    Array.from({ length: QUESTIONS }, () => {
      const [one, other] = [Math.floor(33 * random.uniform()), Math.floor(32 * random.uniform())];
      // Two different quarters of a level, from -4 to 4.
      const ends = [one, other < one ? other : other + 1].sort((a, b) => a - b);
      const [lowest, highest] = ends.map((end) => end / 4 - 4) as [number, number];
      const p = bandProbability(tendency, { lower: lowest, upper: highest, slope: 1 });
      return { prompt, lowest, highest, success: random.bernoulli(p) };
    }),
  );
}

const ROWS = simulate();
const options = { method: 'mle', seed: 1n, pool: openThisThread() } as const;

async function estimate(rows: typeof ROWS) {
  const text = readFileSync('stdlib-layouts/propensity/propensity.ml', 'utf8');
  const model = await load((await compile(text)).bytes);
  const columns = {
    lowest: rows.map(({ lowest }) => lowest),
    highest: rows.map(({ highest }) => highest),
    success: rows.map(({ success }) => success),
  };
  return (await (await model.bind(columns)).fit(options)).estimates().tendency!;
}

describe('a propensity under eight prompts', () => {
  it('has a table that is simulated with what the paper found', async () => {
    const lines = ROWS.map((row) => Object.values(row).join(','));
    await expect(`prompt,lowest,highest,success\n${lines.join('\n')}\n`).toMatchFileSnapshot(
      '../../stdlib-layouts/propensity/prompts.csv',
    );
  });

  it('is found for each by the highest likelihood of its rows', async () => {
    for (const [prompt, truth] of OBTAINED) {
      const { estimate: found, se } = await estimate(ROWS.filter((row) => row.prompt === prompt));
      // A failed narrow window is a wall, next to which the standard error is too small.
      expect(Math.abs(found! - truth)).toBeLessThan(Math.max(4 * se!, 0.4));
    }
  });
});
