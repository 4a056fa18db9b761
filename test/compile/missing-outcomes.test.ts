import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { orderColumns } from '../../module/columns.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase, pointAt, type RandomCase } from '../random-layout.ts';
import { expectAgreement, SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';

/** The case without the outcomes of some rows, each outcome in rows of its own. */
function withoutSome(random: RandomCase, every: number): RandomCase {
  const columns = { ...random.data.columns };
  random.layout.observations.forEach(({ outcome }, index) => {
    columns[outcome] = Float64Array.from(columns[outcome]!, (value, row) =>
      row > 0 && (row + index) % every === 0 ? Number.NaN : value,
    );
  });
  const data = { ...random.data, columns };
  const interpretation = interpret(random.layout, data);
  const points = random.points.map(({ unconstrained }) =>
    pointAt(random.layout, interpretation, unconstrained),
  );
  return { ...random, data, points };
}

describe('a module whose data lack outcomes', () => {
  it.each(Object.entries(SKETCHES))(
    'agrees with the interpreter, its demands sketched as %s',
    async (_, sketch) => {
      await fc.assert(
        fc.asyncProperty(arbitraryCase, fc.integer({ min: 2, max: 5 }), (random, every) =>
          expectAgreement(withoutSome(random, every), sketch),
        ),
        { numRuns: casesOf(8), endOnFailure: true },
      );
    },
  );
});

describe('a value that no row has', () => {
  it.each(Object.entries(SKETCHES))(
    'leaves the gradient what it is, its demands sketched as %s',
    async (_, sketch) => {
      const text =
        'layout Heavy\nparam c ~ exponential(6)\nobserve y ~ student_t(7.7, c, scale = 7.2 * c + 0.12)\n';
      const gradientOf = async (values: readonly number[]) => {
        const { bytes, manifest } = await compileToFit({ name: 'heavy.ml', text }, sketch);
        const data = { rows: values.length, columns: { y: Float64Array.from(values) } };
        return bindModule(bytes, manifest, data).logDensityUnconstrained([-3]).gradient;
      };
      const [some] = await gradientOf([0.5, Number.NaN, 0.25, 0.5, Number.NaN, 1]);
      const [all] = await gradientOf([0.5, 0.25, 0.5, 1]);
      expect(some).toBeCloseTo(all!, 12);
    },
  );
});

const TWO = `layout Two
demand size in [0, 10]
capability sight ~ normal(mean(size), 2)
param spread ~ half_normal(1)
observe seen ~ bernoulli(margin(sight, size))
observe time ~ normal(sight + mean(time) - count(seen) / sum(size), spread)
`;

describe('an outcome that is missing', () => {
  const columns = {
    size: Float64Array.of(1, 2, 3, 4),
    seen: Float64Array.of(1, Number.NaN, 0, 1),
    time: Float64Array.of(5, 4, Number.NaN, 2),
  };

  it('leaves its row to the other outcomes, and to the statistics of demands', async () => {
    const meaning = interpret(readLayout(TWO), { rows: 4, columns });
    expect(meaning.statistics.map(({ value }) => value)).toEqual([2.5, 11 / 3, 3, 10]);
    const { bytes, manifest } = await compileToFit({ name: 'two.ml', text: TWO });
    const module = bindModule(bytes, manifest, { rows: 4, columns });
    expect([0, 1, 2, 3].map((index) => module.statistic(index))).toEqual([2.5, 11 / 3, 3, 10]);

    const [sight, spread] = [1.3, 0.8];
    const normal = (x: number, mean: number, sd: number) =>
      -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
    const success = (size: number) => -Math.log1p(Math.exp(size - sight));
    const wanted =
      normal(sight, 2.5, 2) +
      normal(spread, 0, 1) +
      Math.LN2 +
      success(1) +
      // ln(1 - σ(x)) = ln σ(x) - x
      (success(3) - (sight - 3)) +
      success(4) +
      [5, 4, 2].reduce((sum, time) => sum + normal(time, sight + 11 / 3 - 0.3, spread), 0);
    expect(meaning.logDensity({ sight, spread })).toBeCloseTo(wanted, 10);
    expect(module.logDensity([sight, spread]).value).toBeCloseTo(wanted, 10);
  });

  it('is refused where it is missing in every row', async () => {
    const { manifest } = await compileToFit({ name: 'two.ml', text: TWO });
    const data = new Map(Object.entries({ ...columns, time: new Float64Array(4).fill(Number.NaN) }));
    expect(() => orderColumns(manifest, data)).toThrow('The outcome `time` is missing in every row.');
  });
});
