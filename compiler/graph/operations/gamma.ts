/** The gamma and beta functions, the differences of them that densities want, and the densities that have shapes. */
import type { ARITHMETIC } from './arithmetic.ts';
import type { ELEMENTARY } from './elementary.ts';
import { family } from './operation.ts';

export const GAMMA = family<keyof typeof ARITHMETIC | keyof typeof ELEMENTARY>()({
  logGamma: {
    arity: 1,
    code: { runtime: 'math/gamma' },
    isExpensive: true,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('digamma', x))],
  },
  digamma: { arity: 1, code: { runtime: 'math/gamma' }, isExpensive: true, derivative: null },
  /** x ln x - x - ln Γ(x), about ½ ln(x/2π). */
  logGammaPeak: {
    arity: 1,
    code: { runtime: 'math/gamma-differences' },
    isExpensive: true,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('logGammaPeakSlope', x))],
  },
  /** Its derivative, ln x - ψ(x). */
  logGammaPeakSlope: {
    arity: 1,
    code: { runtime: 'math/gamma-differences' },
    isExpensive: true,
    derivative: null,
  },
  /** ln Γ(x + ½) - ln Γ(x) - ½ ln x, about -1/8x. */
  logGammaHalfStep: {
    arity: 1,
    code: { runtime: 'math/gamma-differences' },
    isExpensive: true,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('halfStepSlope', x))],
  },
  /** Its derivative. */
  halfStepSlope: {
    arity: 1,
    code: { runtime: 'math/gamma-differences' },
    isExpensive: true,
    derivative: null,
  },
  /** `logBeta(a, b)`: ln B(a, b). */
  logBeta: {
    arity: 2,
    code: { runtime: 'math/gamma-differences' },
    isExpensive: true,
    derivative: ({ inputs: [a, b], apply, times }) => [
      apply('negate', times(apply('digammaRise', a, b))),
      apply('negate', times(apply('digammaRise', b, a))),
    ],
  },
  /** `digammaRise(x, h)`: ψ(x + h) - ψ(x), of which the derivatives of `logBeta` are made. */
  digammaRise: { arity: 2, code: { runtime: 'math/gamma-differences' }, isExpensive: true, derivative: null },
  /** `logChoose(n, k)`: ln C(n, k), of counts, which no latent moves. */
  logChoose: {
    arity: 2,
    code: { runtime: 'math/beta-binomial' },
    isExpensive: true,
    derivative: () => [null, null],
  },
  /**
   * `gammaKernel(shape, u, u - shape)`: the log density at u of a gamma variable of rate 1, less the `logGammaPeak` of its shape. The
   * difference only helps to evaluate: it is a function of the shape and u.
   */
  gammaKernel: {
    arity: 3,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: ({ graph, inputs: [shape, u, excess], apply, times }) => {
      // (shape - 1)/u - 1
      const fall = apply('divide', apply('add', excess, graph.constant(1)), u);
      return [times(apply('gammaKernelSlope', shape, u, excess)), apply('negate', times(fall)), null];
    },
  },
  /** Its derivative by the shape, ln(u/shape). */
  gammaKernelSlope: {
    arity: 3,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: null,
  },
  /**
   * `betaKernel(a, b, x, 1 - x)`: the log density at x of a beta variable, less that of the log odds at their mode, which is the
   * `logGammaPeak` of a and of b less that of a + b. The complement only helps to evaluate.
   */
  betaKernel: {
    arity: 4,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: ({ inputs: [a, b, x, xBar], apply, times }) => [
      times(apply('betaKernelSlope', a, b, x, xBar)),
      // The same density seen from 1.
      times(apply('betaKernelSlope', b, a, xBar, x)),
      times(apply('betaKernelTilt', a, b, x, xBar)),
      null,
    ],
  },
  /** Its derivative by a. */
  betaKernelSlope: {
    arity: 4,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: null,
  },
  /** Its derivative by x. */
  betaKernelTilt: { arity: 4, code: { runtime: 'math/shape-density' }, isExpensive: true, derivative: null },
  /** `logBetaBinomial(n, k, a, b)`: the log mass of k successes in n trials. */
  logBetaBinomial: {
    arity: 4,
    code: { runtime: 'math/beta-binomial' },
    isExpensive: true,
    derivative: ({ inputs: [n, k, a, b], apply, times }) => {
      const failures = apply('subtract', n, k);
      return [
        null,
        null,
        times(apply('betaBinomialSlope', n, k, a, b)),
        times(apply('betaBinomialSlope', n, failures, b, a)),
      ];
    },
  },
  /** Its derivative by a. */
  betaBinomialSlope: {
    arity: 4,
    code: { runtime: 'math/beta-binomial' },
    isExpensive: true,
    derivative: null,
  },
  /** `studentKernel(df, z)`: -(df + 1)/2 · ln(1 + z²/df), of a Student's t variable. */
  studentKernel: {
    arity: 2,
    code: { runtime: 'math/student' },
    isExpensive: true,
    derivative: ({ inputs: [df, z], apply, times }) => [
      times(apply('studentKernelSlope', df, z)),
      times(apply('studentKernelTilt', df, z)),
    ],
  },
  /** Its derivative by df. */
  studentKernelSlope: { arity: 2, code: { runtime: 'math/student' }, isExpensive: true, derivative: null },
  /** Its derivative by z. */
  studentKernelTilt: { arity: 2, code: { runtime: 'math/student' }, isExpensive: true, derivative: null },
});
