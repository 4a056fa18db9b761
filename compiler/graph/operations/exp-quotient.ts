/**
 * e^x as a quotient, for |x| ≤ 708. With n the whole number nearest to x / ln 2 and r = x − n ln 2, e^r = 1 + 2r/(2 −
 * c(r)), where c(r) = r − r² P(r²) (see runtime/math/exp.ts). So e^x = 2^n (d + 2r)/d with d = 2 − c(r). These operations
 * appear only after differentiation (see rewrite/divide-once.ts).
 */
import { family } from './operation.ts';

export const EXP_QUOTIENT = family()({
  /** The whole number nearest to x / ln 2. */
  nearestPower: {
    arity: 1,
    code: { runtime: 'math/exp' },
    keepsFinite: true,
    variable: () => 'power',
    derivative: null,
  },
  /** `expRest(x, n)`: x − n ln 2. */
  expRest: {
    arity: 2,
    code: { runtime: 'math/exp' },
    keepsFinite: true,
    variable: () => 'rest',
    derivative: null,
  },
  /** `expDenominator(r)`: 2 − c(r), between 1.6 and 2.4. */
  expDenominator: {
    arity: 1,
    code: { runtime: 'math/exp' },
    isExpensive: true,
    keepsFinite: true,
    variable: () => 'denominator',
    derivative: null,
  },
  /** `expNumerator(r, d, n)`: 2^n (d + 2r), which is positive. */
  expNumerator: {
    arity: 3,
    code: { runtime: 'math/exp' },
    variable: () => 'numerator',
    derivative: null,
  },
});
