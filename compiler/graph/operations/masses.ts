/**
 * The log probabilities of ranges, which truncated priors are divided by; all of them of nodes of the profile. Where an end of the range
 * moves, the mass changes by the density there: the slope of ln m is f/e^ln m.
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
  /** `logNormalMass(a, b)`: that a standard normal variable is from a to b. */
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
  /** `logCauchyMass(a, b)`: that a standard Cauchy variable is from a to b. */
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
  /** ln(1 - e^{-x}): that a standard exponential variable is at most x. */
  logExponentialMass: {
    arity: 1,
    code: { runtime: 'math/elementary-mass' },
    derivative: ({ id, inputs: [x], adjoint, count, apply, times, timesOrZero }) => {
      // Infinite at 0, where cut points touch: that moves nothing where no row lies between them.
      const slope = apply('exp', apply('negate', apply('add', x, id)));
      return [count === null ? timesOrZero(adjoint, slope) : times(slope)];
    },
  },
  /** `logGammaMass(shape, x, y)`: that a gamma variable of rate 1 is from x to y. */
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
  /** Its derivative by the shape. */
  gammaMassSlope: { arity: 3, code: { runtime: 'math/mass' }, derivative: null },
  /**
   * `logBetaMass(a, b, x, 1 - x, y, 1 - y)`: that a beta variable is from x to y. The complements only help to evaluate: it is a function
   * of a, b, x and y.
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
        // The same range seen from 1.
        times(apply('betaMassSlope', b, a, yBar, y, xBar, x)),
        less(logDensity(x, xBar)),
        null,
        share(logDensity(y, yBar)),
        null,
      ];
    },
  },
  /** Its derivative by a. */
  betaMassSlope: { arity: 6, code: { runtime: 'math/mass' }, derivative: null },
  /** `logStudentMass(df, x, y)`: that a Student's t variable divided by √df is from x to y. */
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
  /** Its derivative by df. */
  studentMassSlope: { arity: 3, code: { runtime: 'math/student' }, derivative: null },
});

/** What the two ends of a range contribute, given the log densities there: less the density at the lower end, and that at the upper. */
function ends({ id, apply, times }: Backward<'exp' | 'subtract' | 'negate', Arity>) {
  const share = (logDensity: NodeId) => times(apply('exp', apply('subtract', logDensity, id)));
  return { share, less: (logDensity: NodeId) => apply('negate', share(logDensity)) };
}
