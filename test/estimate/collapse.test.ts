import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collapsePeak, pointwiseCollapse, type WindowedOutcome } from '../../host/estimate/collapse.ts';

/** Equation below (18) of the propensity paper, as written. */
function collapseAt(windows: readonly WindowedOutcome[], x: number): number {
  const around = windows.filter(({ lower, upper }) => lower <= x && x <= upper);
  const all = around.reduce((sum, { count }) => sum + count, 0);
  return around.reduce((sum, { success, count }) => sum + (success ? count : 0), 0) / all;
}

const windowsOfTenths = fc.array(
  fc
    .tuple(
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: -20, max: 20 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([a, b, success, count]) => ({
      ...{ lower: Math.min(a, b) / 10, upper: Math.max(a, b) / 10 },
      ...{ success, count },
    })),
  { minLength: 1, maxLength: 30 },
);

describe('the pointwise collapse', () => {
  it('is the share of successes among the windows around a point', () => {
    fc.assert(
      fc.property(windowsOfTenths, (windows) => {
        const collapse = pointwiseCollapse(windows);
        for (let x = -2.05; x < 2.1; x += 0.05) {
          const place = Math.round(x * 20) / 20;
          const { all, successes } = collapse(place);
          expect(successes / all).toBe(collapseAt(windows, place));
        }
      }),
    );
  });
});

describe('the peak of the pointwise collapse', () => {
  it('has the largest share of successes among the windows around it, of all points', () => {
    fc.assert(
      fc.property(windowsOfTenths, (windows) => {
        const peak = collapsePeak(windows)!;
        const places = Array.from({ length: 81 }, (_, i) => (i - 40) / 20);
        const shares = places.map((x) => collapseAt(windows, x)).filter((share) => !Number.isNaN(share));
        expect(collapseAt(windows, peak)).toBeCloseTo(Math.max(...shares), 12);
      }),
    );
  });

  it('is not there without a window', () => {
    expect(collapsePeak([])).toBeNull();
    expect(collapsePeak([{ lower: 1, upper: 0, success: true, count: 1 }])).toBeNull();
  });
});
