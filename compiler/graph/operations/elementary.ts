/** Exponentials, logarithms and powers, and what logistic functions and odds are made of. */
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
  /** e^x of an exponent that has a limit (see rewrite/separate-exponentials.ts). */
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
    // No number where data make it ln 0: what made it so is then a factor of 0 below, and a latent that did has its limit.
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
    // A mean of powers below 0 is 0 where one probability is, whose power is infinite and moves nothing.
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
  /** e^{-x}: the odds against what has the probability σ(x). */
  oddsAgainst: {
    arity: 1,
    code: null,
    isExpensive: true,
    derivative: ({ id, apply, times }) => [apply('negate', times(id))],
  },
  /** `logShare(a, b)`: ln(a / (a + b)), of odds a : b. */
  logShare: {
    arity: 2,
    code: null,
    isExpensive: true,
    derivative: ({ graph, inputs: [a, b], domain, apply, times }) => {
      const { wholeReciprocal, slope } = oddsShare(graph, a, b, domain);
      return [slope === null ? null : times(slope), apply('negate', times(wholeReciprocal))];
    },
  },
  /** `logProbability(p, q)`: ln p, where q = 1 - p is known to full precision too. It is a function of p: q only helps to evaluate. */
  logProbability: {
    arity: 2,
    code: { runtime: 'math/log' },
    isExpensive: true,
    twoAtOnce: 'starts',
    variable: ({ names: [p], prefixed }) => prefixed('log', p),
    derivative: ({ graph, inputs: [p], domain, adjoint, count, share, apply, withCount, timesOrZero }) => {
      if (count !== null) return [withCount(apply('divide', share, p)), null];
      // Where no row of a sum has the p of a level, that p may be 0, but then its adjoint is 0 and so is the quotient. A
      // member that its own rows made has a p > 0, unless the density is 0 as a whole.
      const isNeverZero = domain === PROFILE && !graph.readsData(p) && !graph.readsData(adjoint);
      return isNeverZero || graph.node(adjoint).op === 'count'
        ? [apply('divide', adjoint, p), null]
        : [timesOrZero(adjoint, apply('divide', graph.constant(1), p)), null];
    },
    formula: ({ inputs: [p], write }) => `log(${write(p)})`,
  },
});

/** Whether data may make the base 0, and the exponent is not known to be 1 or more. */
function isSteepPower(graph: Nodes<never>, [x, exponent]: readonly [NodeId, NodeId]): boolean {
  return graph.readsData(x) && !((graph.constantValue(exponent) ?? 0) >= 1);
}
