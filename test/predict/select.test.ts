import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptySummaries, selectInPlace, summariseRow } from '../../host/predict/summaries.ts';
import { quantile } from '../../statistics/quantile.ts';

const series = fc.array(
  fc.oneof(fc.double({ noNaN: true, min: -5, max: 5 }), fc.integer({ min: -2, max: 2 })),
  {
    minLength: 1,
    maxLength: 60,
  },
);

it('selects what sorting would put at a place', () => {
  fc.assert(
    fc.property(series, fc.nat(), (values, choice) => {
      const place = choice % values.length;
      const sorted = Float64Array.from(values).sort();
      const selected = Float64Array.from(values);
      selectInPlace(selected, place);
      expect(selected[place]! + 0).toBe(sorted[place]! + 0);
      expect(
        selected
          .slice()
          .sort()
          .map((x) => x + 0),
      ).toEqual(sorted.map((x) => x + 0));
    }),
  );
});

it('gives an equal-tailed interval the ends that sorted draws have', () => {
  fc.assert(
    fc.property(series, fc.double({ noNaN: true, min: 0.001, max: 0.999 }), (values, probability) => {
      const sorted = Float64Array.from(values).sort();
      const into = emptySummaries(1);
      summariseRow(into, 0, Float64Array.from(values), probability, 'equal-tailed');
      expect(into.lower[0]! + 0).toBe(quantile(sorted, (1 - probability) / 2) + 0);
      expect(into.upper[0]! + 0).toBe(quantile(sorted, (1 + probability) / 2) + 0);
    }),
  );
});

it('has no interval where a draw is none', () => {
  const into = emptySummaries(1);
  summariseRow(into, 0, Float64Array.of(1, Number.NaN, 2), 0.5, 'equal-tailed');
  expect([into.mean[0], into.lower[0], into.upper[0]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});
