import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { bindModule } from './bound-module.ts';

const PRIORS = {
  'a random walk': 'normal(previous(skill[step], start), drift)',
  'an autoregression that begins at a number': 'normal(0.7 * previous(skill[step], 1.5), drift)',
  'a walk of logarithms': 'lognormal(log(previous(skill[step], exp(start))), drift)',
  'a walk whose steps grow with where it is':
    'normal(previous(skill[step], start), drift + previous(skill[step], 1) ^ 2)',
  'a truncated walk': 'normal(previous(skill[step], start), drift) in [-4, 6]',
  'a walk that drifts with another one': 'normal(previous(skill[step], start) + lift[step], drift)',
};

const layoutOf = (prior: string) => `layout Drift
category step
demand hard in [-3, 3]
param start ~ normal(0, 1)
param drift ~ half_normal(1)
param lift[step] ~ normal(previous(lift[step], 0), 0.5)
capability skill[step] ~ ${prior}
observe success ~ bernoulli(margin(skill[step] + lift[step], hard))
`;

function expectClose(found: number, wanted: number, tolerance: number, what: string): void {
  expect(Math.abs(found - wanted), `${what}: ${found}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(wanted)),
  );
}

describe('a walk of each person through the steps that it has', () => {
  const layout = readLayout(`layout Walks
category person, step
param start[person] ~ normal(0, 1)
param skill[person, step] ~ normal(previous(skill[person, step], start[person]), 2)
observe y ~ normal(skill[person, step], 1)
`);
  /** The log density of a normal, from its definition. */
  const normal = (x: number, mean: number, sd: number) =>
    -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd * Math.sqrt(2 * Math.PI));

  it('goes from one step to the next that there is, and begins anew with each person', () => {
    // Ada has steps 0, 1 and 2, Bo steps 1 and 3, and Cy step 2: pairs 0 to 5. The rows stand in no order.
    const pairs = [
      { person: 0, step: 0 },
      { person: 0, step: 1 },
      { person: 0, step: 2 },
      { person: 1, step: 1 },
      { person: 1, step: 3 },
      { person: 2, step: 2 },
    ];
    const rows = [4, 2, 0, 5, 3, 1, 2];
    const column = (value: (pair: number) => number) => Float64Array.from(rows, value);
    const data = {
      rows: rows.length,
      columns: {
        person: column((pair) => pairs[pair]!.person),
        step: column((pair) => pairs[pair]!.step),
        'person.step': column((pair) => pair),
        y: new Float64Array(rows.length),
      },
    };
    const start = [0.4, -1.3, 0.2];
    const skill = [1, 1.5, -0.5, 2, 0.25, 0.75];
    const before = [start[0]!, skill[0]!, skill[1]!, start[1]!, skill[3]!, start[2]!];
    const wanted =
      start.reduce((sum, each) => sum + normal(each, 0, 1), 0) +
      skill.reduce((sum, each, pair) => sum + normal(each, before[pair]!, 2), 0);
    expectClose(interpret(layout, data).logPrior({ start, skill }), wanted, 1e-13, 'the log prior');
  });
});

describe.each(Object.entries(PRIORS))('%s', (_, prior) => {
  const text = layoutOf(prior);
  const layout = readLayout(text);

  it.each([1, 2, 3, 4, 7])('means in a module what the interpreter says, over %i levels', async (levels) => {
    const rows = 3 * levels;
    const data = {
      rows,
      columns: {
        hard: Float64Array.from({ length: rows }, (_, row) => ((row * 7) % 11) / 2 - 2.5),
        step: Float64Array.from({ length: rows }, (_, row) => (row * 5) % levels),
        success: Float64Array.from({ length: rows }, (_, row) => row % 2),
      },
    };
    const { bytes, manifest } = await compileToFit({ name: 'drift.ml', text });
    const module = bindModule(bytes, manifest, data);
    const meaning = interpret(layout, data);
    const point = Array.from({ length: 2 + 2 * levels }, (_, i) => 0.9 * Math.sin(1 + 2 * i));
    for (const [found, wanted] of [
      [module.logDensityUnconstrained(point), (u: ArrayLike<number>) => meaning.logDensityUnconstrained(u)],
      [module.logPriorUnconstrained(point), (u: ArrayLike<number>) => meaning.logPriorUnconstrained(u)],
    ] as const) {
      expectClose(found.value, wanted(point), 1e-10, 'the log density');
      expectSlopes(found.gradient, wanted, point);
    }
  });
});
