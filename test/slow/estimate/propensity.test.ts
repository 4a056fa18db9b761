/** The standard error of the propensity paper's estimator beside a simulated one: 1000 windows in [-5, 5], θ = -1.5. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compile, load, openThisThread } from '../../../index.ts';
import { simulateWindows } from '../../estimate/simulate-windows.ts';

const FOLDER = new URL('../../../stdlib-layouts/propensity/', import.meta.url);
const REPETITIONS = 200;

it('is within 10 % of the sd of 200 estimates, each from outcomes drawn anew', async () => {
  const text = readFileSync(new URL('propensity.ml', FOLDER), 'utf8');
  const rows = readFileSync(new URL('propensity.csv', FOLDER), 'utf8').trim().split('\n').slice(1);
  const windows = {
    lowest: rows.map((line) => Number(line.split(',')[0])),
    highest: rows.map((line) => Number(line.split(',')[1])),
  };
  const model = await load((await compile(text)).bytes);
  const estimates: number[] = [];
  const squares: number[] = [];
  let covered = 0;
  for (let run = 0; run < REPETITIONS; run++) {
    const success = simulateWindows(windows, -1.5, BigInt(run + 1));
    const bound = await model.bind({ ...windows, success });
    const fit = await bound.fit({ method: 'mle', pool: openThisThread() });
    const { estimate, se } = fit.estimates().tendency!;
    estimates.push(estimate!);
    squares.push(se! * se!);
    if (Math.abs(estimate! + 1.5) < 2 * se!) covered++;
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const centre = mean(estimates);
  const simulated = Math.sqrt(
    (mean(estimates.map((each) => (each - centre) ** 2)) * REPETITIONS) / (REPETITIONS - 1),
  );
  // Windows a hundredth wide are walls: by where they stand a standard error is 0.014 or 0.03, whose mean square it is that counts.
  const told = Math.sqrt(mean(squares));
  expect(Math.abs(told / simulated - 1)).toBeLessThan(0.1);
  expect(Math.abs(centre + 1.5)).toBeLessThan(simulated / 2);
  expect(covered).toBeGreaterThanOrEqual(0.9 * REPETITIONS);
});
