/** Theorem A.1 of the propensity paper: least squares through rates of success find the ability that the likelihood finds. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile, load, type Model, openThisThread } from '../../index.ts';
import { Simulator } from '../outcomes/simulate.ts';

const ABILITY = 6;
const STEEPNESS = 1.2;
const DIFFICULTIES = Array.from({ length: 21 }, (_, place) => place / 2);

const modelOf = async (name: string): Promise<Model> =>
  load((await compile(readFileSync(`stdlib-layouts/margins/${name}.ml`, 'utf8'))).bytes);

/** As many attempts at each difficulty. */
function simulate(attempts: number, seed: number) {
  const random = new Simulator(seed);
  return DIFFICULTIES.flatMap((difficulty) =>
    Array.from({ length: attempts }, () => ({
      difficulty,
      success: random.bernoulli(1 / (1 + Math.exp(-STEEPNESS * (ABILITY - difficulty)))),
    })),
  );
}

function ratesOf(rows: ReturnType<typeof simulate>) {
  return DIFFICULTIES.map((difficulty) => {
    const those = rows.filter((row) => row.difficulty === difficulty);
    return those.reduce((sum, { success }) => sum + success, 0) / those.length;
  });
}

async function estimates(attempts: number, seed: number) {
  const rows = simulate(attempts, seed);
  const options = { method: 'mle', starts: 8, seed: 1n, pool: openThisThread() } as const;
  const difficulty = rows.map((row) => row.difficulty);
  const likely = await (await modelOf('one-margin')).bind({
    difficulty,
    success: rows.map(({ success }) => success),
  });
  const squares = await (await modelOf('least-squares')).bind({
    difficulty: DIFFICULTIES,
    rate: ratesOf(rows),
  });
  return {
    rows,
    likelihood: (await likely.fit(options)).estimates(),
    squares: (await squares.fit(options)).estimates(),
  };
}

describe('the ability from rates of success', () => {
  it('is that of the least sum of squares', async () => {
    const { rows, squares } = await estimates(40, 1);
    const rates = ratesOf(rows);
    const sum = (ability: number, steepness: number) =>
      DIFFICULTIES.reduce(
        (total, b, place) => total + (rates[place]! - 1 / (1 + Math.exp(-steepness * (ability - b)))) ** 2,
        0,
      );
    const [ability, steepness] = [squares.ability!.estimate!, squares.steepness!.estimate!];
    const least = sum(ability, steepness);
    for (const [da, ds] of [
      [1e-3, 0],
      [-1e-3, 0],
      [0, 1e-3],
      [0, -1e-3],
    ] as const)
      expect(sum(ability + da, steepness + ds)).toBeGreaterThan(least);
    expect(squares.residual!.estimate!).toBeCloseTo(Math.sqrt(least / DIFFICULTIES.length), 6);
  });

  it('comes as near to the maximum of the likelihood as there are more attempts, and both to the truth', async () => {
    const distances = [];
    for (const attempts of [25, 400, 6400]) {
      const { likelihood, squares } = await estimates(attempts, 3);
      const [star, fit] = [likelihood.ability!.estimate!, squares.ability!.estimate!];
      const standard = likelihood.ability!.se!;
      expect(Math.abs(star - ABILITY)).toBeLessThan(4 * standard);
      // Least squares weigh rates alike, however sure they are, and so spread more.
      expect(Math.abs(fit - star)).toBeLessThan(3 * standard);
      distances.push(standard);
    }
    expect(distances[1]!).toBeLessThan(distances[0]! / 3);
    expect(distances[2]!).toBeLessThan(distances[1]! / 3);
  });
});

describe('the tables that come with the two layouts', () => {
  const rows = simulate(40, 7);

  it('are the same attempts, one by one', async () => {
    const lines = rows.map(({ difficulty, success }) => `${difficulty},${success}`);
    await expect(`difficulty,success\n${lines.join('\n')}\n`).toMatchFileSnapshot(
      '../../stdlib-layouts/margins/attempts.csv',
    );
  });

  it('and as rates', async () => {
    const rates = ratesOf(rows);
    const lines = DIFFICULTIES.map((difficulty, place) => `${difficulty},40,${rates[place]!}`);
    await expect(`difficulty,attempts,rate\n${lines.join('\n')}\n`).toMatchFileSnapshot(
      '../../stdlib-layouts/margins/rates.csv',
    );
  });
});
