/** The runtime's log probabilities of intervals, which truncated priors are normalised with. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { exactLog, exactNormalCdf, mixedError, type Real } from './exact-real.ts';

// Each from 700 digits of the difference of two distribution functions.
const NORMAL: readonly (readonly [a: number, b: number, wanted: number])[] = [
  [0.0, 1.0, -1.0748623268620714],
  [-1.0, 1.0, -0.38171514630212605],
  [-10.0, 10.0, -1.523970604832105e-23],
  [-Infinity, 0.3, -0.4814101615884812],
  [-0.5, Infinity, -0.3689464152886564],
  [8.0, 9.0, -35.01361859343715],
  [20.0, Infinity, -203.91715537109727],
  [36.9, 37.1, -685.3334913126163],
  [36.99, 40.0, -688.6603656636589],
  [50.0, 51.0, -1254.8313611394199],
  [-300.0, -299.5, -44856.74606409869],
  [10000.0, 10000.00001, -50000012.48144739],
  [0.3, 0.3000000000009095, -28.689825755602623],
  [-0.001, 0.002, -6.72808202351855],
  [-2.0, -1.5, -3.122269455465259],
  [5.0, 5.19, -15.521985216194214],
  [5.0, 5.21, -15.464566730558222],
  [1e-300, 1e-299, -689.4972418540822],
  [-8.5, 8.5, -1.8959069644406638e-17],
  [-0.9, 0.2, -0.9283643655068942],
  [3.0, 1000000.0, -6.607726221510349],
  [37.5, 37.50000000093132, -724.8383539674653],
];
const CAUCHY: readonly (readonly [a: number, b: number, wanted: number])[] = [
  [0.0, 1.0, -1.3862943611198906],
  [-1.0, 1.0, -Math.LN2],
  [-Infinity, 0.3, -0.5229427757004312],
  [-Infinity, 1000000.0, -3.1830993684428716e-7],
  [-Infinity, -1000000.0, -14.960240443814008],
  [5.0, Infinity, -2.7672755312468293],
  [-1e-300, 1e-300, -691.2271106035032],
  [100.0, 101.0, -10.365119596945592],
  [100.0, 100.00000000000091, -38.08105747522374],
  [-100000000.0, 100000000.0, -6.36619774394005e-9],
  [-1e200, 1e200, -6.3661977236758134e-201],
  [1e200, 2e200, -462.35489566521846],
  [-0.5, 0.7, -1.0729921165463676],
  [-3.0, -2.9, -5.719476289794657],
  [0.01, 100000.0, -0.6995399223888425],
  [-1e17, 0.1, -0.6316278674651584],
  [2.0, Infinity, -1.9133603645040103],
  [1.0, 1.5, -2.7672755312468293],
];
const EXPONENTIAL: readonly (readonly [x: number, wanted: number])[] = [
  [1e-300, -690.7755278982137],
  [1e-20, -46.051701859880914],
  [1e-8, -18.420680748952364],
  [0.01, -4.610166019324897],
  [0.3, -1.3502256128148467],
  [0.5, -0.9327521295671886],
  [0.999, -0.4592575827630479],
  [1.0, -0.4586751453870819],
  [1.001, -0.4580936286852107],
  [2.0, -0.14541345786885906],
  [10.0, -4.540096037048921e-5],
  [36.0, -2.3195228302435696e-16],
  [50.0, -1.9287498479639178e-22],
  [700.0, -9.85967654375977e-305],
  [5e-324, -744.4400719213812],
];

type Mass = (a: number, b: number) => number;
let logNormalMass: Mass;
let logCauchyMass: Mass;
let logExponentialMass: (x: number) => number;

beforeAll(async () => {
  const { exports } = await compileRuntime(`
export { logNormalMass } from './runtime/math/normal';
export { logCauchyMass } from './runtime/math/elementary-mass';
export { logExponentialMass } from './runtime/math/elementary-mass';`);
  ({ logNormalMass, logCauchyMass, logExponentialMass } = exports as unknown as {
    logNormalMass: Mass;
    logCauchyMass: Mass;
    logExponentialMass: (x: number) => number;
  });
});

/** Off by so much relative to 1 or to a larger value; relative to the value itself where the mass is nearly all there is. */
function expectClose(found: number, wanted: number): void {
  const scale = wanted > -1e-3 ? Math.abs(wanted) : Math.max(1, Math.abs(wanted));
  expect(Math.abs(found - wanted) / scale, `${found}, not ${wanted}`).toBeLessThan(4e-15);
}

/** ln(Φ(b) - Φ(a)), of 0 <= a < b. */
function exactLogNormalMass(a: number, b: number): Real {
  const [upper, lower] = [exactNormalCdf(-a), exactNormalCdf(-b)];
  const exponent = Math.min(upper.exponent, lower.exponent);
  const aligned = ({ mantissa, exponent: e }: Real) => mantissa << BigInt(e - exponent);
  return exactLog({ mantissa: aligned(upper) - aligned(lower), exponent });
}

describe('the log probability of an interval', () => {
  test.each(NORMAL)('of a normal variable, from %d to %d, is %d', (a, b, wanted) => {
    expectClose(logNormalMass(a, b), wanted);
    expect(logNormalMass(-b, -a)).toBe(logNormalMass(a, b));
  });

  test('of a normal variable is within 3e-15 over starts and widths of many sizes', () => {
    let worst = 0;
    for (let start = 0; start < 60; start += 0.37) {
      for (let size = -30; size < 4; size += 1.7) {
        const end = start + 2 ** size;
        worst = Math.max(worst, mixedError(logNormalMass(start, end), exactLogNormalMass(start, end)));
      }
    }
    expect(worst).toBeLessThan(3e-15);
  });

  test.each(CAUCHY)('of a Cauchy variable, from %d to %d, is %d', (a, b, wanted) => {
    expectClose(logCauchyMass(a, b), wanted);
    expect(logCauchyMass(-b, -a)).toBe(logCauchyMass(a, b));
  });

  test.each(EXPONENTIAL)('of an exponential variable, up to %d, is %d', (x, wanted) => {
    expectClose(logExponentialMass(x), wanted);
  });

  test('is that of nothing where the ends meet, of everything on the whole line, and nothing where they are swapped', () => {
    for (const mass of [logNormalMass, logCauchyMass]) {
      expect(mass(2, 2)).toBe(-Infinity);
      expect(mass(-Infinity, Infinity)).toBe(0);
      expect([mass(3, 2), mass(Number.NaN, 1), mass(0, Number.NaN)]).toStrictEqual([NaN, NaN, NaN]);
    }
    expect([0, Infinity].map(logExponentialMass)).toStrictEqual([-Infinity, -0]);
    expect([-1, Number.NaN].map(logExponentialMass)).toStrictEqual([NaN, NaN]);
  });
});
