import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  poolDraws,
  stackPredictions,
  weightedHighestDensity,
  weightedQuantile,
} from '../../analysis/evaluate/compare/stack-predictions.ts';
import { compileSource } from '../../compiler/compile.ts';
import { load, openThisThread } from '../../host/index.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { quantile } from '../../statistics/quantile.ts';
import { openStream } from '../../statistics/random/stream.ts';

const draws = fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 2, maxLength: 40 });

describe('weighted draws', () => {
  it('have the quantiles and the narrowest interval of draws that are not weighted, where all weigh the same', () => {
    fc.assert(
      fc.property(draws, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (values, share) => {
        const sorted = Float64Array.from(values).sort();
        const pooled = poolDraws([{ values: Float64Array.from(values), weight: 3 }]);
        expect(weightedQuantile(pooled, share)).toBeCloseTo(quantile(sorted, share), 9);
        // A hair off a whole number of draws, where either count is right.
        const steps = share * values.length;
        fc.pre(Math.abs(steps - Math.round(steps)) > 1e-6);
        expect(weightedHighestDensity(pooled, share)).toEqual(highestDensityInterval(sorted, share));
      }),
    );
  });

  it('are the same in whatever parts of one weight they are pooled', () => {
    fc.assert(
      fc.property(draws, draws, (first, second) => {
        const [a, b] = [Float64Array.from(first), Float64Array.from(second)];
        const apart = poolDraws([
          { values: a, weight: a.length },
          { values: b, weight: b.length },
        ]);
        const together = poolDraws([{ values: Float64Array.of(...a, ...b), weight: 1 }]);
        // −0 and 0 are one value, and which of them comes first depends on the parts.
        const withoutMinusZero = (values: Float64Array) => values.map((value) => value + 0);
        expect(withoutMinusZero(apart.values)).toEqual(withoutMinusZero(together.values));
        for (const [place, weight] of apart.weights.entries())
          expect(weight).toBeCloseTo(together.weights[place]!, 12);
      }),
    );
  });

  it('of two normal distributions have the quantiles of their mixture', () => {
    const sample = (part: number, mean: number, size: number) => {
      const random = openStream(31n, 'latent', part);
      return Float64Array.from({ length: size }, () => mean + random.normal());
    };
    // A third as many draws, and three times the weight of the other.
    const pooled = poolDraws([
      { values: sample(0, -2, 30_000), weight: 0.25 },
      { values: sample(1, 2, 10_000), weight: 0.75 },
    ]);
    // R 4.2.2: uniroot(\(x) 0.25 * pnorm(x, -2) + 0.75 * pnorm(x, 2) - p, c(-9, 9), tol = 1e-12)$root
    const known = new Map([
      [0.05, -2.84162813344],
      [0.5, 1.56943668001],
      [0.95, 3.5010859947],
    ]);
    for (const [p, value] of known) expect(Math.abs(weightedQuantile(pooled, p) - value)).toBeLessThan(0.05);
  });

  it('refuse what has no weight', () => {
    expect(() => poolDraws([])).toThrow(RangeError);
    expect(() => poolDraws([{ values: Float64Array.of(1), weight: 0 }])).toThrow(RangeError);
    expect(() => weightedQuantile(poolDraws([{ values: Float64Array.of(1), weight: 1 }]), 2)).toThrow(
      RangeError,
    );
  });
});

describe('fits that predict together', () => {
  const height = [0.5, 1, 1, 1.2, 1.2, 1.2, 1.5, 2];
  const cleared = [1, 1, 1, 0, 1, 1, 1, 0];
  const fitted = async (outcome: string, steepness: number) => {
    const { bytes } = await compileSource({
      name: 'jump.ml',
      text: `layout Jump
unit m
demand height : m in [0, 3]
capability leap : m ~ uniform(0, 3)
observe ${outcome} ~ bernoulli(margin(leap, height, ${steepness}))
`,
    });
    const data = await (await load(bytes)).bind({ height, [outcome]: cleared });
    return data.fit({ chains: 2, warmup: 200, draws: 200, seed: 1n, pool: openThisThread() });
  };
  const rows = { height: [0.2, 1.4, 2.6] };

  it('have the moments of the mixture of their posteriors, whatever they call the outcome', async () => {
    const [steep, flat] = [await fitted('cleared', 4), await fitted('success', 0.5)];
    const mixed = await stackPredictions(
      [
        { fit: steep, weight: 3 },
        { fit: flat, weight: 1, outcomes: { cleared: 'success' } },
      ],
      rows,
    );
    expect(mixed).toMatchObject({ rows: 3, draws: 800 });
    const of = (ability: number, demand: number, steepness: number) =>
      1 / (1 + Math.exp(-steepness * (ability - demand)));
    for (const [row, demand] of rows.height.entries()) {
      // Every draw of the steep one three times: as many of both, by the formula of the margin.
      const pooled = [
        ...[1, 2, 3].flatMap(() => [...steep.draws('leap')].map((leap) => of(leap, demand, 4))),
        ...[...flat.draws('leap')].map((leap) => of(leap, demand, 0.5)),
      ];
      const mean = pooled.reduce((a, b) => a + b) / pooled.length;
      const sd = Math.sqrt(pooled.reduce((sum, p) => sum + (p - mean) ** 2, 0) / pooled.length);
      const { cleared: found } = mixed.outcomes;
      expect(found!.mean[row]).toBeCloseTo(mean, 10);
      // The variance within each has the divisor n − 1 of a sample.
      expect(found!.sd[row]! / sd).toBeCloseTo(1, 2);
      const sorted = Float64Array.from(pooled).sort();
      const gap = (place: number) => sorted[place + 8]! - sorted[place - 8]!;
      expect(Math.abs(found!.lower[row]! - quantile(sorted, 0.05))).toBeLessThan(gap(80));
      expect(Math.abs(found!.upper[row]! - quantile(sorted, 0.95))).toBeLessThan(gap(1520));
    }
  });

  it.each(['equal-tailed', 'highest-density'] as const)(
    'are one where it has all of the weight: %s',
    async (interval) => {
      const [steep, flat] = [await fitted('cleared', 4), await fitted('cleared', 0.5)];
      const parts = [
        { fit: flat, weight: 0 },
        { fit: steep, weight: 0.7 },
      ];
      const mixed = await stackPredictions(parts, rows, { interval, probability: 0.83 });
      const alone = (await steep.predict(rows, { interval, probability: 0.83 })).outcomes.cleared!;
      for (const part of ['mean', 'sd', 'lower', 'upper'] as const) {
        for (const [row, value] of mixed.outcomes.cleared![part].entries())
          expect(value).toBeCloseTo(alone[part][row]!, 12);
      }
    },
  );

  it('must have the same outcomes', async () => {
    const [steep, flat] = [await fitted('cleared', 4), await fitted('success', 0.5)];
    const mixed = stackPredictions(
      [
        { fit: steep, weight: 1 },
        { fit: flat, weight: 1 },
      ],
      rows,
    );
    await expect(mixed).rejects.toThrow(
      'The layout `Jump` has no outcome `cleared`, which another of the mixture has.',
    );
    await expect(stackPredictions([], rows)).rejects.toThrow(RangeError);
  });
});
