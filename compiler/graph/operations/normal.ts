/** The normal distribution: its density, its distribution function, and the density of a truncated normal. */
import type { NodeId } from '../node-id.ts';
import type { ARITHMETIC } from './arithmetic.ts';
import type { ELEMENTARY } from './elementary.ts';
import { family } from './operation.ts';

export const NORMAL = family<keyof typeof ARITHMETIC | keyof typeof ELEMENTARY>()({
  /** Φ(x), the standard normal distribution function; only for nodes of the profile. */
  normalCdf: {
    arity: 1,
    code: null,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('normalDensity', x))],
  },
  /** φ(x), the standard normal density and the derivative of Φ; only for nodes of the profile. */
  normalDensity: {
    arity: 1,
    code: null,
    derivative: ({ id, inputs: [x], apply, times }) => [times(apply('negate', apply('multiply', x, id)))],
  },
  /** e^(−x²/2): the normal density without its constant. */
  normalKernel: {
    arity: 1,
    code: { runtime: 'math/normal' },
    isExpensive: true,
    twoAtOnce: 'starts',
    derivative: null,
  },
  /** `normalTail(x, kernel)`: Φ(−|x|). `kernel` must be the kernel of x, which saves computing it again. */
  normalTail: {
    arity: 2,
    code: { runtime: 'math/normal' },
    isExpensive: true,
    twoAtOnce: 'starts',
    derivative: null,
  },
  /**
   * `logTruncatedNormal(z, a, b, z - a, b - z)`: the log density at z of a standard normal variable truncated to [a,
   * b]. It is a function of z, a and b; the differences only improve its precision.
   */
  logTruncatedNormal: {
    arity: 5,
    code: { runtime: 'math/truncated-normal' },
    isExpensive: true,
    derivative: ({ inputs: [z, a, b, above, below], apply, times }) => {
      const negated = (x: NodeId) => apply('negate', x);
      const width = apply('add', above, below);
      return [
        negated(times(z)),
        times(apply('truncatedNormalEnd', a, b, width)),
        // By symmetry, the same density as a function of −z.
        negated(times(apply('truncatedNormalEnd', negated(b), negated(a), width))),
        null,
        null,
      ];
    },
  },
  /** `truncatedNormalEnd(a, b, b - a)`: the density at a of a standard normal truncated to [a, b]. */
  truncatedNormalEnd: {
    arity: 3,
    code: { runtime: 'math/truncated-normal' },
    isExpensive: true,
    derivative: null,
  },
});
