/** Whether compiled modules say of the prelude's functions what the interpreter says, gradients too. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { centralDifference } from '../central-difference.ts';
import { bindModule } from '../compile/bound-module.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { casesOf } from '../random-cases.ts';

const HEAD = `layout Windows
unit u
demand lower : u in [-20, 20]
demand upper : u in [-20, 20]
capability theta : u ~ normal(0, 3)
param slope : 1 / u ~ half_normal(1)
param shift : u ~ normal(0, 1)
robustness slip : probability ~ beta(1, 9)
`;

const expressions = [
  'band(theta, lower, upper, slope)',
  'downscale(slip, band(theta, lower + shift, upper + shift, slope))',
  'band(theta, -inf, upper, slope) and irt_2pl(theta, lower, slope)',
  'weighted_any(slip, band(theta, lower, upper), 0.5, between(0.1, 0.9, band(theta, lower, inf)))',
  'power_mean(2, slip, band(theta, lower, upper), irt_2pl(shift, lower, 1))',
  'power_mean(3, irt_2pl(theta, upper + 20 u, slope), irt_2pl(shift, upper + 25 u, slope))',
  'power_mean(2, not irt_2pl(theta, lower, 0.01 * slope), band(shift, lower, inf, 20))',
  'power_mean(0, slip, margin(theta, lower)) or power_mean(-1.5, slip, margin(shift, upper)) and 0.5',
  'logistic(at_least(theta / u, at_most(shift / u, slope * u)) + log1p(exp(-slope * u)) * expm1(-slope * u))',
];

describe.each(expressions)('the module of %s', (expression) => {
  const source = { name: 'windows.ml', text: `${HEAD}observe y ~ bernoulli(${expression})\n` };

  test('has the log density and the gradient that the interpreter says', async () => {
    const { bytes, manifest, layout } = await compileToFit(source);
    // Evenly spread, so that no two are as near to each other as the step of a difference.
    const number = (min: number, max: number) =>
      fc.noBias(fc.nat(999_983)).map((step) => min + ((max - min) * (step + 0.5)) / 999_983);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number(-5, 5), number(0.3, 8), fc.nat(1)), { minLength: 1, maxLength: 40 }),
        fc.tuple(number(-2, 2), number(-1, 1), number(-1.03, 1), number(-1, 1)),
        (rows, point) => {
          const columns = {
            lower: rows.map(([lower]) => lower),
            upper: rows.map(([lower, width]) => lower + width),
            y: rows.map(([, , y]) => y),
          };
          const data = { rows: rows.length, columns };
          const module = bindModule(bytes, manifest, data);
          const meaning = interpret(layout, data);
          const found = module.logDensityUnconstrained(point);
          const wanted = meaning.logDensityUnconstrained(point);
          expect(Math.abs(found.value - wanted)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(wanted)));
          const differences = centralDifference((u) => meaning.logDensityUnconstrained(u), point);
          found.gradient.forEach((derivative, i) => {
            const { value, error } = differences[i]!;
            expect(Math.abs(derivative - value)).toBeLessThanOrEqual(
              1e-5 * Math.max(1, Math.abs(value)) + 10 * error,
            );
          });
        },
      ),
      { numRuns: casesOf(25), endOnFailure: true },
    );
  });
});

describe('the module of a window', () => {
  const text = `layout W
demand lower
demand upper
capability theta ~ normal(0, 3)
observe y ~ bernoulli(band(theta, lower, upper))
`;

  test.each([
    ['in the very middle', 0, 0, 2],
    ['in the very middle of a window of 1e-3', 0, 0, 1e-3],
    ['beside a window of 1e-3', 0.4, 0, 1e-3],
    ['at the bound of a window of 1e-3', 5e-4, 0, 1e-3],
    ['far outside', 30, 0, 1],
    ['where the window is empty', 1, 0, 0],
    ['where the window is turned round', 1, 0, -3],
  ])('is finite %s, with its gradient, whatever the outcome', async (_, theta, middle, width) => {
    const { bytes, manifest, layout } = await compileToFit({ name: 'w.ml', text });
    for (const y of [0, 1]) {
      const columns = { lower: [middle - width / 2], upper: [middle + width / 2], y: [y] };
      const { value, gradient } = bindModule(bytes, manifest, { rows: 1, columns }).logDensity([theta]);
      expect(Number.isFinite(value)).toBe(true);
      expect(gradient.every(Number.isFinite)).toBe(true);
      const wanted = interpret(layout, { rows: 1, columns }).logDensity({ theta });
      expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));
    }
  });
});
