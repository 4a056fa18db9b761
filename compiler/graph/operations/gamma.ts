/** The gamma and beta functions, differences of them that densities need, and densities with shape parameters. */
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
  /** x ln x − x − ln Γ(x), approximately ½ ln(x/2π). */
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
  /** ln Γ(x + ½) − ln Γ(x) − ½ ln x, approximately −1/(8x). */
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
  /** `digammaRise(x, h)`: ψ(x + h) − ψ(x), used in the derivatives of `logBeta`. */
  digammaRise: { arity: 2, code: { runtime: 'math/gamma-differences' }, isExpensive: true, derivative: null },
  /** `logChoose(n, k)`: ln C(n, k) of counts, which depend on no latent. */
  logChoose: {
    arity: 2,
    code: { runtime: 'math/beta-binomial' },
    isExpensive: true,
    derivative: () => [null, null],
  },
  /**
   * `gammaKernel(shape, u, u - shape)`: the log density at u of a gamma variable with rate 1, minus
   * `logGammaPeak(shape)`. It is a function of the shape and u; the difference only improves its precision.
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
  /** Its derivative with respect to the shape, ln(u/shape). */
  gammaKernelSlope: {
    arity: 3,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: null,
  },
  /**
   * `betaKernel(a, b, x, 1 - x)`: the log density at x of a beta variable, minus the log density of its log odds at
   * their mode, which is `logGammaPeak` of a and of b minus that of a + b. The complement only improves its precision.
   */
  betaKernel: {
    arity: 4,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: ({ inputs: [a, b, x, xBar], apply, times }) => [
      times(apply('betaKernelSlope', a, b, x, xBar)),
      // By symmetry, the same density as a function of 1 − x.
      times(apply('betaKernelSlope', b, a, xBar, x)),
      times(apply('betaKernelTilt', a, b, x, xBar)),
      null,
    ],
  },
  /** Its derivative with respect to a. */
  betaKernelSlope: {
    arity: 4,
    code: { runtime: 'math/shape-density' },
    isExpensive: true,
    derivative: null,
  },
  /** Its derivative with respect to x. */
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
  /** Its derivative with respect to a. */
  betaBinomialSlope: {
    arity: 4,
    code: { runtime: 'math/beta-binomial' },
    isExpensive: true,
    derivative: null,
  },
  /** `logRise(y, d)`: Σ ln(1 + i d), i from 0 to y − 1, of a count y, which depends on no latent. */
  logRise: {
    arity: 2,
    code: { runtime: 'math/negative-binomial' },
    isExpensive: true,
    derivative: ({ inputs: [y, d], apply, times }) => [null, times(apply('logRiseSlope', y, d))],
  },
  /** Its derivative with respect to d. */
  logRiseSlope: {
    arity: 2,
    code: { runtime: 'math/negative-binomial' },
    isExpensive: true,
    derivative: null,
  },
  /** ln(1 + x)/x, for x ≥ 0. */
  log1pRatio: {
    arity: 1,
    code: { runtime: 'math/negative-binomial' },
    isExpensive: true,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('log1pRatioSlope', x))],
  },
  /** Its derivative. */
  log1pRatioSlope: {
    arity: 1,
    code: { runtime: 'math/negative-binomial' },
    isExpensive: true,
    derivative: null,
  },
  /** `studentKernel(df, z)`: −(df + 1)/2 · ln(1 + z²/df), the log kernel of Student's t. */
  studentKernel: {
    arity: 2,
    code: { runtime: 'math/student' },
    isExpensive: true,
    derivative: ({ inputs: [df, z], apply, times }) => [
      times(apply('studentKernelSlope', df, z)),
      times(apply('studentKernelTilt', df, z)),
    ],
  },
  /** Its derivative with respect to df. */
  studentKernelSlope: { arity: 2, code: { runtime: 'math/student' }, isExpensive: true, derivative: null },
  /** Its derivative with respect to z. */
  studentKernelTilt: { arity: 2, code: { runtime: 'math/student' }, isExpensive: true, derivative: null },
});
