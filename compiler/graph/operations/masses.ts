/**
 * The log probabilities m of ranges, the normalising constants of truncated priors; only for nodes of the profile. If
 * an end of the range moves, the probability changes by the density f there, so the slope of m is ±f/e^m.
 */
import type { NodeId } from '../node-id.ts';
import type { ARITHMETIC } from './arithmetic.ts';
import type { ELEMENTARY } from './elementary.ts';
import type { GAMMA } from './gamma.ts';
import { type Arity, type Backward, family } from './operation.ts';

const HALF_LOG_TWO_PI = 0.9189385332046728;
const LOG_PI = Math.log(Math.PI);

type Known = keyof typeof ARITHMETIC | keyof typeof ELEMENTARY | keyof typeof GAMMA;

export const MASSES = family<Known>()({
  /** `logNormalMass(a, b)`: ln P(a ≤ z ≤ b) of a standard normal z. */
  logNormalMass: {
    arity: 2,
    code: { runtime: 'math/normal' },
    derivative: (backward) => {
      const { graph, inputs, apply } = backward;
      const [a, b] = inputs;
      const { less, share } = ends(backward);
      const logDensity = (x: NodeId) => {
        const square = apply('multiply', x, x);
        return apply(
          'subtract',
          apply('multiply', graph.constant(-0.5), square),
          graph.constant(HALF_LOG_TWO_PI),
        );
      };
      return [less(logDensity(a)), share(logDensity(b))];
    },
  },
  /** `logCauchyMass(a, b)`: ln P(a ≤ z ≤ b) of a standard Cauchy z. */
  logCauchyMass: {
    arity: 2,
    code: { runtime: 'math/elementary-mass' },
    derivative: (backward) => {
      const { graph, inputs, apply } = backward;
      const [a, b] = inputs;
      const { less, share } = ends(backward);
      const logDensity = (x: NodeId) =>
        apply('subtract', graph.constant(-LOG_PI), apply('log1p', apply('multiply', x, x)));
      return [less(logDensity(a)), share(logDensity(b))];
    },
  },
  /** ln(1 − e^{-x}): ln P(z ≤ x) of a standard exponential z. */
  logExponentialMass: {
    arity: 1,
    code: { runtime: 'math/elementary-mass' },
    derivative: ({ id, inputs: [x], adjoint, count, apply, times, timesOrZero }) => {
      // The slope is infinite at 0, where two cut points coincide; it is dropped if no row lies between them.
      const slope = apply('exp', apply('negate', apply('add', x, id)));
      return [count === null ? timesOrZero(adjoint, slope) : times(slope)];
    },
  },
  /** `logGammaMass(shape, x, y)`: ln P(x ≤ z ≤ y) of a gamma variable z with rate 1. */
  logGammaMass: {
    arity: 3,
    code: { runtime: 'math/mass' },
    derivative: (backward) => {
      const { inputs, apply, times } = backward;
      const [shape, x, y] = inputs;
      const { less, share } = ends(backward);
      const logDensity = (at: NodeId) =>
        apply(
          'add',
          apply('gammaKernel', shape, at, apply('subtract', at, shape)),
          apply('logGammaPeak', shape),
        );
      return [times(apply('gammaMassSlope', shape, x, y)), less(logDensity(x)), share(logDensity(y))];
    },
  },
  /** Its derivative with respect to the shape. */
  gammaMassSlope: { arity: 3, code: { runtime: 'math/mass' }, derivative: null },
  /**
   * `logBetaMass(a, b, x, 1 - x, y, 1 - y)`: ln P(x ≤ z ≤ y) of a beta variable z. It is a function of a, b, x and y;
   * the complements only improve its precision.
   */
  logBetaMass: {
    arity: 6,
    code: { runtime: 'math/mass' },
    derivative: (backward) => {
      const { inputs, apply, times } = backward;
      const [a, b, x, xBar, y, yBar] = inputs;
      const { less, share } = ends(backward);
      const peak = (shape: NodeId) => apply('logGammaPeak', shape);
      const norm = apply('subtract', apply('add', peak(a), peak(b)), peak(apply('add', a, b)));
      const logDensity = (at: NodeId, complement: NodeId) =>
        apply('add', apply('betaKernel', a, b, at, complement), norm);
      return [
        times(apply('betaMassSlope', a, b, x, xBar, y, yBar)),
        // By symmetry, the same range as a function of 1 − z.
        times(apply('betaMassSlope', b, a, yBar, y, xBar, x)),
        less(logDensity(x, xBar)),
        null,
        share(logDensity(y, yBar)),
        null,
      ];
    },
  },
  /** Its derivative with respect to a. */
  betaMassSlope: { arity: 6, code: { runtime: 'math/mass' }, derivative: null },
  /** `logStudentMass(df, x, y)`: ln P(x ≤ t/√df ≤ y) of a Student's t variable t. */
  logStudentMass: {
    arity: 3,
    code: { runtime: 'math/student' },
    derivative: (backward) => {
      const { graph, inputs, apply, times } = backward;
      const [df, x, y] = inputs;
      const { less, share } = ends(backward);
      const half = (value: NodeId) => apply('multiply', graph.constant(0.5), value);
      const logNorm = apply(
        'add',
        apply('logGammaHalfStep', half(df)),
        apply('subtract', half(apply('log', df)), graph.constant(0.5 * Math.log(2 * Math.PI))),
      );
      // The ends are in units of √df.
      const logDensity = (at: NodeId) =>
        apply('add', logNorm, apply('studentKernel', df, apply('multiply', at, apply('sqrt', df))));
      return [times(apply('studentMassSlope', df, x, y)), less(logDensity(x)), share(logDensity(y))];
    },
  },
  /** Its derivative with respect to df. */
  studentMassSlope: { arity: 3, code: { runtime: 'math/student' }, derivative: null },
});

/**
 * The contributions of the two ends of a range, given the log densities there: minus the density at the lower end, plus
 * that at the upper.
 */
function ends({ id, apply, times }: Backward<'exp' | 'subtract' | 'negate', Arity>) {
  const share = (logDensity: NodeId) => times(apply('exp', apply('subtract', logDensity, id)));
  return { share, less: (logDensity: NodeId) => apply('negate', share(logDensity)) };
}
