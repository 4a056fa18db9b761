/** Estimates of more parameters than a whole matrix is made of. */
import { describe, expect, it } from 'vitest';
import { condense } from '../../host/condense.ts';
import { ArrowFactor } from '../../host/estimate/arrow.ts';
import { largeOptimum } from '../../host/estimate/large.ts';
import { Surface } from '../../host/estimate/surface.ts';
import { bindSampler } from '../../host/sampler-instance.ts';
import { compile, load } from '../../index.ts';
import { toColumns } from '../../module/to-columns.ts';
import { symmetricEigen } from '../../statistics/symmetric-eigen.ts';
import { estimateLayout } from './estimate-layout.ts';

/** Uniform numbers in (0, 1), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function answers(persons: number, items: number, chance: (person: number, item: number) => number) {
  const uniform = numbers(7);
  const rows = Array.from(
    { length: persons * items },
    (_, row) => [Math.floor(row / items), row % items] as const,
  );
  const met = rows.filter(() => uniform() < 0.7);
  return {
    person: met.map(([p]) => `p${p}`),
    item: met.map(([, i]) => `i${i}`),
    success: met.map(([p, i]) => (uniform() < chance(p, i) ? 1 : 0)),
  };
}

// A vague prior of the spread would make a second mode, with hardly any spread, and the two routes might end in different ones.
const POPULATION = `layout Population
category person, item
param centre ~ normal(0, 1)
param spread ~ lognormal(0, 0.1)
capability skill[person] ~ normal(centre, spread)
param hard[item] ~ normal(0, 1)
param sharp[item] ~ lognormal(0, 0.3)
observe success ~ bernoulli(logistic(sharp[item] * (skill[person] - hard[item])))
`;

describe('a factor of an arrow', () => {
  const uniform = numbers(3);
  const [blocks, border, size] = [[[0, 1], [4, 5], [6]], [2, 3, 7], 8];
  const isKept = (i: number, j: number) =>
    border.includes(i) || border.includes(j) || blocks.some((each) => each.includes(i) && each.includes(j));
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) matrix[i]![j] = matrix[j]![i] = isKept(i, j) ? uniform() - 0.5 : 0;
    matrix[i]![i] = 4 + uniform();
  }
  const factor = new ArrowFactor(
    {
      ...{ blocks, border },
      within: blocks.map((block) =>
        Float64Array.from(block.flatMap((i) => block.map((j) => matrix[i]![j]!))),
      ),
      across: Float64Array.from(blocks.flat().flatMap((i) => border.map((j) => matrix[i]![j]!))),
      corner: Float64Array.from(border.flatMap((i) => border.map((j) => matrix[i]![j]!))),
    },
    size,
  );

  it('solves, and gives variances, as the whole matrix does', () => {
    const right = Float64Array.from({ length: size }, () => uniform());
    const solved = factor.solve(right);
    for (let i = 0; i < size; i++) {
      const back = solved.reduce((sum, value, j) => sum + matrix[i]![j]! * value, 0);
      expect(back).toBeCloseTo(right[i]!, 12);
    }
    const { values, vectors } = symmetricEigen(matrix);
    const [variance] = factor.variances([
      new Map([
        [1, 2],
        [7, -1],
      ]),
    ]);
    const wanted = values.reduce(
      (sum, value, v) => sum + (2 * vectors[v]![1]! - vectors[v]![7]!) ** 2 / value,
      0,
    );
    expect(variance).toBeCloseTo(wanted, 12);
  });

  it('makes deviates into moves whose covariance is the inverse', () => {
    const moves = Array.from({ length: size }, (_, k) =>
      factor.backward(Float64Array.from({ length: size }, (_other, j) => (j === k ? 1 : 0))),
    );
    for (let i = 0; i < size; i++) {
      const column = factor.solve(Float64Array.from({ length: size }, (_, j) => (j === i ? 1 : 0)));
      for (let j = 0; j < size; j++) {
        const covariance = moves.reduce((sum, move) => sum + move[i]! * move[j]!, 0);
        expect(covariance).toBeCloseTo(column[j]!, 12);
      }
    }
  });
});

describe('an optimum of many parameters', () => {
  it.each(['map', 'laplace'] as const)(
    'by %s is that of the whole matrix, with its standard errors',
    async (method) => {
      const data = answers(12, 30, (p, i) => 1 / (1 + Math.exp(Math.sin(i) - Math.cos(p))));
      const whole = await estimateLayout(POPULATION, data, { method, starts: 4, draws: 100 });
      const bound = await (await load((await compile(POPULATION)).bytes)).bind(data);
      const { columns } = toColumns(bound.manifest, data);
      const rows = { ...(await condense(bound.model, columns)), levelNames: bound.levels };
      const instance = await bindSampler(bound.model, rows);
      const surface = new Surface(instance, method);
      const { position } = instance.ascend(method, 1n, 0);
      const found = largeOptimum(surface, bound.parameters, position, { method, level: 0.95 });
      expect(found.left).toBeLessThan(1e-12);
      for (const [name, wanted] of Object.entries(whole.estimates())) {
        const { estimate, se, interval } = found.estimates[name]!;
        expect(Math.abs(estimate! - wanted.estimate!), name).toBeLessThan(1e-6 * wanted.se!);
        expect(Math.abs(se! / wanted.se! - 1), name).toBeLessThan(1e-5);
        expect(Math.abs(interval![0] - wanted.interval![0]), name).toBeLessThan(1e-4 * wanted.se!);
      }
    },
  );

  it('of ten thousand levels about one mean is what the normal distribution gives', async () => {
    const levels = 10_000;
    const uniform = numbers(11);
    const text = `layout Levels
category place
param centre ~ normal(0, 3)
param height[place] ~ normal(centre, 0.5)
observe seen ~ normal(height[place], 2)
`;
    const place = Array.from({ length: 2 * levels }, (_, row) => `a${row % levels}`);
    const seen = place.map(() => 6 * (uniform() - 0.4));
    const model = await estimateLayout(text, { place, seen }, { method: 'map' });
    expect(model.verdict).toEqual({ status: 'converged', findings: [] });
    const estimates = model.estimates();
    // A level's mean of two rows is centre + N(0, 0.5² + 2²/2).
    const apart = 0.25 + 2;
    const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
    const told = levels / apart + 1 / 9;
    const centre = (mean * (levels / apart)) / told;
    expect(estimates.centre!.estimate).toBeCloseTo(centre, 8);
    expect(estimates.centre!.se).toBeCloseTo(Math.sqrt(1 / told), 8);
    const own = 1 / (1 / 0.25 + 2 / 4);
    const variance = own + (own / 0.25) ** 2 / told;
    for (let k = 0; k < levels; k += 1111) {
      const sum = seen[k]! + seen[k + levels]!;
      const { estimate, se } = estimates[`height[a${k}]`]!;
      expect(estimate).toBeCloseTo(own * (centre / 0.25 + sum / 4), 8);
      expect(se).toBeCloseTo(Math.sqrt(variance), 8);
    }
    expect(() => model.covariance()).toThrow('no covariance matrix of 10001 parameters');
  });

  it('of steps that each depend on the one before are not taken for independent', async () => {
    const steps = 320;
    const uniform = numbers(5);
    const text = `layout Walk
category step
capability able[step] ~ normal(previous(able[step], 0), 0.5)
observe seen ~ normal(able[step], 1)
`;
    const step = Array.from({ length: steps }, (_, k) => k);
    const seen = step.map(() => uniform() - 0.5);
    const model = await estimateLayout(text, { step, seen }, { method: 'map' });
    // The last step's variance is the Kalman filter's.
    let variance = 0;
    for (let k = 0; k < steps; k++) variance = 1 / (1 / (variance + 0.25) + 1);
    const last = Object.values(model.estimates()).at(-1)!;
    expect(last.se).toBeCloseTo(Math.sqrt(variance), 7);
    expect(model.verdict.status).toBe('converged');
  });

  const RASCH = `layout Rasch
category person, item
capability skill[person] ~ normal(0, 1)
param hard[item] ~ normal(0, 1)
observe success ~ bernoulli(logistic(skill[person] - hard[item]))
`;
  const chance = (person: number, item: number) => 0.5 + 0.1 * Math.sin(item) + 0.1 * Math.cos(person);

  it('has no errors where the likelihood tells differences alone', async () => {
    const model = await estimateLayout(RASCH, answers(40, 270, chance), { method: 'mle' });
    expect(model.verdict.findings.map(({ kind }) => kind)).toContain('flat');
    expect(
      Object.values(model.estimates()).every(({ estimate, se }) => estimate === null && se === null),
    ).toBe(true);
  });

  it('has no maximum where a level has successes alone', async () => {
    const data = answers(40, 270, (p, i) => (i === 3 ? 1 : chance(p, i)));
    const model = await estimateLayout(RASCH, data, { method: 'mle' });
    expect(model.verdict.status).toBe('failed');
    const endless = model.verdict.findings.find(({ kind }) => kind === 'endless');
    expect(endless?.parameters).toEqual(['hard[i3]']);
    expect(model.aic).toBeNull();
  });
});
