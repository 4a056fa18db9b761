/** Exponentials, logarithms and powers, and the operations that logistic functions and odds are made of. */
import { type NodeId, PROFILE } from '../node-id.ts';
import type { ARITHMETIC } from './arithmetic.ts';
import { oddsShare } from './odds-share.ts';
import { family, type Nodes } from './operation.ts';

export const ELEMENTARY = family<keyof typeof ARITHMETIC>()({
  exp: {
    arity: 1,
    code: { runtime: 'math/exp', isInlined: true },
    isExpensive: true,
    twoAtOnce: 'starts',
    isInLayouts: true,
    evaluate: (x) => (x === 0 ? 1 : undefined),
    derivative: ({ id, times }) => [times(id)],
  },
  /** e^x for an exponent of limited size (see rewrite/separate-exponentials.ts). */
  expInRange: {
    arity: 1,
    code: { runtime: 'math/exp' },
    isExpensive: true,
    derivative: null,
  },
  log: {
    arity: 1,
    code: { runtime: 'math/log' },
    isExpensive: true,
    twoAtOnce: 'starts',
    isInLayouts: true,
    pole: 0,
    isSteepAtZero: (graph, [x]) => graph.readsData(x),
    evaluate: (x) => (x === 1 ? 0 : undefined),
    // Infinite or NaN where data make x 0; the data factor that is 0 then removes it from the product (`timesOrZero`).
    derivative: ({ inputs: [x], adjoint, apply }) => [apply('divide', adjoint, x)],
  },
  log1p: {
    arity: 1,
    code: { runtime: 'math/log' },
    isExpensive: true,
    twoAtOnce: 'starts',
    isInLayouts: true,
    derivative: ({ graph, inputs: [x], adjoint, apply }) => [
      apply('divide', adjoint, apply('add', graph.constant(1), x)),
    ],
  },
  /** e^x - 1 */
  expm1: {
    arity: 1,
    code: { runtime: 'math/exp' },
    isExpensive: true,
    twoAtOnce: 'starts',
    isInLayouts: true,
    // e^x is 0 where a power mean with a negative exponent has a probability of 0: the adjoint is infinite there, and
    // the product is 0.
    derivative: ({ graph, id, adjoint, apply, timesOrZero }) => [
      timesOrZero(adjoint, apply('add', graph.constant(1), id)),
    ],
  },
  sqrt: {
    arity: 1,
    code: { one: 'sqrt<f64>', two: 'f64x2.sqrt' },
    isExpensive: true,
    isInLayouts: true,
    isSteepAtZero: (graph, [x]) => graph.readsData(x),
    evaluate: (x) => Math.sqrt(x),
    derivative: ({ graph, id, inputs: [x], adjoint, apply, timesOrZero }) =>
      graph.readsData(x)
        ? [timesOrZero(adjoint, apply('divide', graph.constant(0.5), id))]
        : [apply('divide', apply('multiply', graph.constant(0.5), adjoint), id)],
  },
  power: {
    arity: 2,
    code: { runtime: 'math/power' },
    isExpensive: true,
    isInLayouts: true,
    formula: ['^', 3],
    isSteepAtZero: isSteepPower,
    simplify: ({ graph, inputs: [x], values: [, exponent], apply }) => {
      if (exponent === 0) return graph.constant(1);
      if (exponent === 1) return x;
      return exponent === 2 ? apply('multiply', x, x) : undefined;
    },
    derivative: ({ graph, id, inputs: [x, exponent], adjoint, isSteep, apply, times, timesOrZero }) => {
      const whole = (by: NodeId) => (isSteep ? timesOrZero(by, adjoint) : times(by));
      const less = apply('subtract', exponent, graph.constant(1));
      const slope = apply('multiply', exponent, apply('power', x, less));
      return [
        isSteepPower(graph, [x, exponent]) ? timesOrZero(adjoint, slope) : times(slope),
        // 0^b ln 0 is 0 for every b > 0.
        graph.constantValue(exponent) === undefined ? whole(timesOrZero(id, apply('log', x))) : null,
      ];
    },
  },
  /** σ(x) = 1 / (1 + e^{-x}) */
  logistic: {
    arity: 1,
    code: { runtime: 'math/logistic' },
    isExpensive: true,
    derivative: ({ id, inputs: [x], apply, times }) => [
      times(apply('multiply', id, apply('logistic', apply('negate', x)))),
    ],
  },
  /** ln σ(x) */
  logLogistic: {
    arity: 1,
    code: { runtime: 'math/logistic' },
    isExpensive: true,
    derivative: ({ inputs: [x], apply, times }) => [times(apply('logistic', apply('negate', x)))],
  },
  /** ln(e^a + e^b) */
  logSumExp: {
    arity: 2,
    code: { runtime: 'math/log-sum-exp' },
    isExpensive: true,
    derivative: ({ inputs: [a, b], apply, times }) => [
      times(apply('logistic', apply('subtract', a, b))),
      times(apply('logistic', apply('subtract', b, a))),
    ],
  },
  /** e^{-x}: the odds against an event of probability σ(x). */
  oddsAgainst: {
    arity: 1,
    code: null,
    isExpensive: true,
    derivative: ({ id, apply, times }) => [apply('negate', times(id))],
  },
  /** `logShare(a, b)`: ln(a / (a + b)) of the odds a : b. */
  logShare: {
    arity: 2,
    code: null,
    isExpensive: true,
    derivative: ({ graph, inputs: [a, b], domain, apply, times }) => {
      const { wholeReciprocal, slope } = oddsShare(graph, a, b, domain);
      return [slope === null ? null : times(slope), apply('negate', times(wholeReciprocal))];
    },
  },
  /**
   * `logProbability(p, q)`: ln p, where q = 1 − p is precise too. It is a function of p alone; q only improves its
   * precision.
   */
  logProbability: {
    arity: 2,
    code: { runtime: 'math/log' },
    isExpensive: true,
    twoAtOnce: 'starts',
    variable: ({ names: [p], prefixed }) => prefixed('log', p),
    derivative: ({ graph, inputs: [p], domain, adjoint, count, share, apply, withCount, timesOrZero }) => {
      if (count !== null) return [withCount(apply('divide', share, p)), null];
      // p may be 0 at a level that no row of the sum has, but its adjoint and the quotient are then 0. At a member that
      // stands for rows of the sum p > 0, unless the whole density is 0.
      const isNeverZero = domain === PROFILE && !graph.readsData(p) && !graph.readsData(adjoint);
      return isNeverZero || graph.node(adjoint).op === 'count'
        ? [apply('divide', adjoint, p), null]
        : [timesOrZero(adjoint, apply('divide', graph.constant(1), p)), null];
    },
    formula: ({ inputs: [p], write }) => `log(${write(p)})`,
  },
});

/** Whether data may make the base 0 with an exponent that is not known to be at least 1. */
function isSteepPower(graph: Nodes<never>, [x, exponent]: readonly [NodeId, NodeId]): boolean {
  return graph.readsData(x) && !((graph.constantValue(exponent) ?? 0) >= 1);
}
