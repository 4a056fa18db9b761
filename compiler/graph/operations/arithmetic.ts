/** Arithmetic: sums, products, quotients, and selection between values. */
import type { NodeId } from '../node-id.ts';
import { type Application, family, type Nodes } from './operation.ts';

export const ARITHMETIC = family()({
  add: {
    arity: 2,
    code: { infix: ['+', 1], two: 'f64x2.add' },
    twoAtOnce: 'continues',
    keepsFinite: true,
    passesInfinityOn: true,
    isInLayouts: true,
    evaluate: (a, b) => a + b,
    simplify: ({ inputs: [a, b], values: [x, y], apply, negated }) => {
      if (x === 0) return b;
      if (y === 0) return a;
      const minusB = negated(b);
      if (minusB !== undefined) return apply('subtract', a, minusB);
      const minusA = negated(a);
      return minusA === undefined ? undefined : apply('subtract', b, minusA);
    },
    variable: ({ joined }) => joined('Plus', 'sum'),
    derivative: ({ adjoint }) => [adjoint, adjoint],
  },
  subtract: {
    arity: 2,
    code: { infix: ['-', 1], two: 'f64x2.sub' },
    twoAtOnce: 'continues',
    keepsFinite: true,
    passesInfinityOn: true,
    isInLayouts: true,
    evaluate: (a, b) => a - b,
    simplify: ({ inputs: [a, b], values: [x, y], apply, negated }) => {
      if (y === 0) return a;
      if (x === 0) return apply('negate', b);
      const minusB = negated(b);
      if (minusB !== undefined) return apply('add', a, minusB);
      const minusA = negated(a);
      return minusA === undefined ? undefined : apply('negate', apply('add', minusA, b));
    },
    variable: ({ values: [one], names: [, b], prefixed, joined }) =>
      one === 1 ? prefixed('not', b, 'rest') : joined('Minus', 'difference'),
    derivative: ({ adjoint, apply }) => [adjoint, apply('negate', adjoint)],
  },
  multiply: {
    arity: 2,
    code: { infix: ['*', 2], two: 'f64x2.mul' },
    twoAtOnce: 'continues',
    keepsFinite: true,
    passesInfinityOn: true,
    isInLayouts: true,
    evaluate: (a, b) => a * b,
    simplify: ({ inputs: [a, b], values: [x, y], apply, negated }) => {
      if (x === 1) return b;
      if (y === 1) return a;
      if (x === -1) return apply('negate', b);
      if (y === -1) return apply('negate', a);
      const minusA = negated(a);
      const minusB = negated(b);
      if (minusA !== undefined && minusB !== undefined) return apply('multiply', minusA, minusB);
      if (minusA !== undefined) return apply('negate', apply('multiply', minusA, b));
      return minusB === undefined ? undefined : apply('negate', apply('multiply', a, minusB));
    },
    variable: ({ inputs, values: [x, y], names: [a, b], prefixed, joined, short }) => {
      if (inputs[0] === inputs[1]) return a === undefined ? 'square' : short(`${a}Squared`, 'square');
      if (x !== undefined) return prefixed('scaled', b);
      return y !== undefined ? prefixed('scaled', a) : joined('', 'product');
    },
    derivative: ({ graph, inputs: [a, b], adjoint, isSteep, isUnbounded, times, timesOrZero }) => {
      const by = (factor: NodeId) => {
        // A factor of 0 removes a steep adjoint, unless one latent moves both factors: then only the sum of both slopes
        // has a meaning.
        if (isSteep && (graph.readsData(factor) || !graph.shareLatents(a, b)))
          return timesOrZero(factor, adjoint);
        return isUnbounded(factor) ? timesOrZero(adjoint, factor) : times(factor);
      };
      return [by(b), by(a)];
    },
  },
  divide: {
    arity: 2,
    code: { infix: ['/', 2], two: 'f64x2.div' },
    isExpensive: true,
    pole: 1,
    passesInfinityOn: true,
    isInLayouts: true,
    evaluate: (a, b) => a / b,
    simplify: ({ inputs: [a, b], values: [, y], apply, negated }) => {
      if (y === 1) return a;
      const minusA = negated(a);
      return minusA === undefined ? undefined : apply('negate', apply('divide', minusA, b));
    },
    variable: ({ values: [one], names: [, b], prefixed, joined }) =>
      one === 1 ? prefixed('inverse', b) : joined('Per', 'ratio'),
    derivative: ({ graph, id, inputs: [, b], adjoint, isSteep, apply, timesOrZero }) => {
      const share = apply('divide', adjoint, b);
      const whole = isSteep && graph.readsData(id) ? timesOrZero(id, share) : apply('multiply', share, id);
      return [share, apply('negate', whole)];
    },
  },
  negate: {
    arity: 1,
    code: { prefix: '-', two: 'f64x2.neg' },
    twoAtOnce: 'continues',
    keepsFinite: true,
    passesInfinityOn: true,
    isInLayouts: true,
    evaluate: (a) => -a,
    simplify: negative,
    variable: ({ names: [a], prefixed }) => prefixed('minus', a, 'opposite'),
    derivative: ({ adjoint, apply }) => [apply('negate', adjoint)],
    formula: ({ inputs: [a], outer, write }) => {
      const text = `-${write(a, 2)}`;
      return outer > 1 ? `(${text})` : text;
    },
  },
  abs: {
    arity: 1,
    code: { one: 'abs<f64>', two: 'f64x2.abs' },
    evaluate: (a) => Math.abs(a),
    derivative: null,
  },
  min: {
    arity: 2,
    code: { one: 'min<f64>', two: 'f64x2.min' },
    evaluate: (a, b) => Math.min(a, b),
    derivative: ({ graph, inputs: [a, b], adjoint, apply }) => {
      // The adjoint goes to the smaller input, and to the first if they are equal.
      const difference = apply('subtract', b, a);
      const none = graph.constant(0);
      return [
        apply('whereNonNegative', difference, adjoint, none),
        apply('whereNonNegative', difference, none, adjoint),
      ];
    },
  },
  /** `productLess(a, b, c)`: a b − c without loss of digits where the two nearly cancel. */
  productLess: {
    arity: 3,
    code: { runtime: 'math/exact' },
    derivative: ({ inputs: [a, b], adjoint, apply, times }) => [times(b), times(a), apply('negate', adjoint)],
  },
  /**
   * `timesOrZero(weight, x)`: weight · x, but 0 if the weight is 0, even if x is infinite or NaN. Differentiated with
   * respect to x only.
   */
  timesOrZero: {
    arity: 2,
    code: { runtime: 'levels' },
    isSteepAtZero: (graph, [weight]) => mayBeInfinite(graph, weight),
    variable: ({ names: [, x], prefixed }) => prefixed('weighted', x),
    derivative: ({ inputs: [weight], adjoint, apply }) => [null, apply('timesOrZero', weight, adjoint)],
  },
  /** `ofMember(count, x)`: x, whose adjoint comes from the members that count alone, and so not from the padding of the last pair. */
  ofMember: {
    arity: 2,
    code: { runtime: 'levels' },
    keepsFinite: true,
    variable: ({ names: [, x], prefixed }) => prefixed('own', x),
    derivative: ({ inputs: [count], adjoint, apply }) => [null, apply('timesOrZero', count, adjoint)],
  },
  /** `whereNonNegative(x, a, b)`: a where x ≥ 0, else b. */
  whereNonNegative: {
    arity: 3,
    code: { choice: true },
    twoAtOnce: 'continues',
    evaluate: (x, a, b) => (x >= 0 ? a : b),
    simplify: ({ inputs: [, a, b], values: [x] }) => (x === undefined ? undefined : x >= 0 ? a : b),
    variable: () => 'chosen',
    derivative: ({ graph, inputs: [x], adjoint, apply }) => {
      // The condition has a slope of 0 everywhere but at the step.
      const none = graph.constant(0);
      return [null, apply('whereNonNegative', x, adjoint, none), apply('whereNonNegative', x, none, adjoint)];
    },
    // A value that is NaN below 0 is printed as the value alone.
    formula: ({ inputs: [, a, b], outer, constantValue, write, call }) =>
      Number.isNaN(constantValue(b) ?? 0) ? write(a, outer) : call(),
  },
  /** `complement(value, p)`: evaluates to `value`, which equals 1 − p, and is differentiated as 1 − p. */
  complement: {
    arity: 2,
    code: null,
    evaluate: (value) => value,
    simplify: ({ graph, inputs: [value] }) => {
      // A value that depends on no latent is never differentiated.
      const kind = graph.kind(value);
      return kind === 'profile' || kind === 'level' ? undefined : value;
    },
    derivative: ({ adjoint, apply }) => [null, apply('negate', adjoint)],
    formula: ({ inputs: [value], outer, write }) => write(value, outer),
  },
});

/** Simplifies the negative of a negative or of a difference. */
function negative({ graph, inputs: [a], apply }: Application<'subtract', 1>): NodeId | undefined {
  const { op, inputs } = graph.node(a);
  if (op === 'negate') return inputs[0];
  return op === 'subtract' ? apply('subtract', inputs[1]!, inputs[0]!) : undefined;
}

/** Whether a slope given by cases is infinite in one of them. */
function mayBeInfinite(graph: Nodes<never>, slope: NodeId): boolean {
  const { op, inputs } = graph.node(slope);
  if (op === 'whereNonNegative') return inputs.slice(1).some((input) => mayBeInfinite(graph, input));
  return graph.constantValue(slope) === Number.POSITIVE_INFINITY;
}
