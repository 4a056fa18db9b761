import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { bindModule } from './bound-module.ts';

const ROWS = 24;
const LEVELS = 3;
const columns = {
  height: Float64Array.from({ length: ROWS }, (_, row) => 1 + ((row * 7) % 11)),
  person: Float64Array.from({ length: ROWS }, (_, row) => (row * 5 + (row % 4)) % LEVELS),
  success: Float64Array.from({ length: ROWS }, (_, row) => (row % 5 < 2 ? 1 : 0)),
  time: Float64Array.from({ length: ROWS }, (_, row) => (row === 7 ? Number.NaN : 2 + Math.sin(row))),
};
const data = { rows: ROWS, columns };

const layoutOf = (statistic: string) => `layout By
category person
demand height in [0, 20]
param spread ~ half_normal(2)
capability climb[person] ~ normal(${statistic}, 2)
capability reach[person] ~ uniform(0, 3 + max(height, by = person)) 
let apart = height - mean(height, by = person) + ${statistic}
observe success ~ bernoulli(mix(0.1, margin(climb[person] + reach[person], height), 1 - mean(success, by = person)))
observe time ~ normal(0.1 * climb[person] + 0.2 * apart, spread)
`;

const STATISTICS = [
  'mean(height, by = person)',
  'sd(height + mean(height), by = person)',
  'min(height / 2, by = person) - max(height, by = person)',
  'log(sum(height, by = person)) / count(height, by = person)',
  'sd(time, by = person) * count(time, by = person) / 10',
  'sum(height) / 50 + mean(height ^ 2, by = person) / 20',
];

describe.each(STATISTICS)('a layout that reads %s', (statistic) => {
  it('means in a module what the interpreter says', async () => {
    const text = layoutOf(statistic);
    const layout = readLayout(text);
    const { bytes, manifest } = await compileToFit({ name: 'by.ml', text });
    const module = bindModule(bytes, manifest, data);
    const meaning = interpret(layout, data);
    const point = Array.from({ length: 1 + 2 * LEVELS }, (_, i) => 0.7 * Math.cos(2 * i));
    const wanted = (u: ArrayLike<number>) => meaning.logDensityUnconstrained(u);
    const found = module.logDensityUnconstrained(point);
    expect(Math.abs(found.value - wanted(point))).toBeLessThan(1e-10 * Math.abs(wanted(point)));
    expectSlopes(found.gradient, wanted, point);
    expect(module.logPriorUnconstrained(point).value).toBeCloseTo(meaning.logPriorUnconstrained(point), 9);
  });
});

it('a statistic by levels is that of each level alone', () => {
  const text = `layout Means
category person
demand height in [0, 20]
capability climb[person] ~ normal(0, 1)
observe success ~ bernoulli(margin(climb[person], height - mean(height, by = person)))
`;
  const { logDensity } = interpret(readLayout(text), {
    rows: 3,
    columns: { height: [1, 3, 7], person: [0, 0, 1], success: [1, 0, 1] },
  });
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  const prior = 2 * -0.5 * Math.log(2 * Math.PI) - 0.5 * (0.5 ** 2 + 0.2 ** 2);
  const likelihood = Math.log(logistic(0.5 + 1)) + Math.log(1 - logistic(0.5 - 1)) + Math.log(logistic(-0.2));
  expect(logDensity({ climb: [0.5, -0.2] })).toBeCloseTo(prior + likelihood, 12);
});
