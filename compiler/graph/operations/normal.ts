/** The normal distribution: its density and distribution function, and its density between bounds. */
import type { NodeId } from '../node-id.ts';
import type { ARITHMETIC } from './arithmetic.ts';
import type { ELEMENTARY } from './elementary.ts';
import { family } from './operation.ts';

export const NORMAL = family<keyof typeof ARITHMETIC | keyof typeof ELEMENTARY>()({
  /** Φ(x), the standard normal distribution function; only of nodes of the profile. */
  normalCdf: {
    arity: 1,
    code: null,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('normalDensity', x))],
  },
  /** φ(x), its derivative, the standard normal density; only of nodes of the profile too. */
  normalDensity: {
    arity: 1,
    code: null,
    derivative: ({ id, inputs: [x], apply, times }) => [times(apply('negate', apply('multiply', x, id)))],
  },
  /** e^(-x²/2): the density without its constant. */
  normalKernel: {
    arity: 1,
    code: { runtime: 'math/normal' },
    isExpensive: true,
    twoAtOnce: 'starts',
    derivative: null,
  },
  /** `normalTail(x, kernel)`: Φ(-|x|). The kernel of x only helps to evaluate. */
  normalTail: {
    arity: 2,
    code: { runtime: 'math/normal' },
    isExpensive: true,
    twoAtOnce: 'starts',
    derivative: null,
  },
  /**
   * `logTruncatedNormal(z, a, b, z - a, b - z)`: the log density at z of a standard normal variable cut off at a and b. The
   * differences only help to evaluate: it is a function of z, a and b.
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
        // The same seen from above.
        negated(times(apply('truncatedNormalEnd', negated(b), negated(a), width))),
        null,
        null,
      ];
    },
  },
  /** `truncatedNormalEnd(a, b, b - a)`: its density at a. */
  truncatedNormalEnd: {
    arity: 3,
    code: { runtime: 'math/truncated-normal' },
    isExpensive: true,
    derivative: null,
  },
});
