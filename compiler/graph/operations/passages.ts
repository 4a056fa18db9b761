/** First passages of a Wiener process between two barriers, at 0 and 1 (see runtime/math/wiener.ts). */
import type { ARITHMETIC } from './arithmetic.ts';
import { family } from './operation.ts';

export const PASSAGES = family<keyof typeof ARITHMETIC>()({
  /**
   * `logFirstPassage(u, w, 1 - w)`: the log density of the time u at which the process that starts at w leaves through
   * 0. It is a function of u and w; the complement only improves its precision.
   */
  logFirstPassage: {
    arity: 3,
    code: { runtime: 'math/wiener' },
    isExpensive: true,
    derivative: ({ inputs: [u, w, wBar], apply, times }) => [
      times(apply('firstPassageByTime', u, w, wBar)),
      times(apply('firstPassageByStart', u, w, wBar)),
      null,
    ],
  },
  /** Its derivatives. */
  firstPassageByTime: { arity: 3, code: { runtime: 'math/wiener' }, isExpensive: true, derivative: null },
  firstPassageByStart: { arity: 3, code: { runtime: 'math/wiener' }, isExpensive: true, derivative: null },
  /** ln(sinh(x/2) / (x/2)) */
  logSinhRatio: {
    arity: 1,
    code: { runtime: 'math/wiener' },
    isExpensive: true,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('sinhRatioSlope', x))],
  },
  /** Its derivative. */
  sinhRatioSlope: { arity: 1, code: { runtime: 'math/wiener' }, isExpensive: true, derivative: null },
  /** `meanPassageTime(x, w, 1 - w)`: the mean time until the process with drift x/2 leaves; only for predictions. */
  meanPassageTime: { arity: 3, code: { runtime: 'math/wiener' }, isExpensive: true, derivative: null },
});
