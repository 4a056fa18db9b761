/** What a truncation leaves of a prior: the range of its values, and the log probability of that range. */
import { type PriorOf, type Truncation, wholeSupportOf } from '../check/prior-families.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { operations } from '../graph/operations.ts';

/** The smallest normal f64. */
export const SMALLEST = 2 ** -1022;
/** No gamma variable is so large, if its shape is not. */
const LARGE = 1e300;

/** The bounds of a prior's values; null is unbounded. Beyond the family's own bounds there is nothing to cut off. */
export function supportNodes(graph: Graph, prior: PriorOf<NodeId>): Truncation<NodeId> {
  const { lo = null, hi = null } = prior.truncation ?? {};
  const whole = wholeSupportOf(prior, (value) => graph.constant(value));
  return { lo: within(graph, lo, whole.lo, 'above'), hi: within(graph, hi, whole.hi, 'below') };
}

/** A bound, or the family's own where that is nearer. */
function within(
  graph: Graph,
  bound: NodeId | null,
  own: NodeId | null,
  side: 'above' | 'below',
): NodeId | null {
  const { subtract } = operations(graph);
  if (bound === null || own === null || bound === own) return bound ?? own;
  const [from, to] = side === 'above' ? [own, bound] : [bound, own];
  return graph.apply('whereNonNegative', [subtract(to, from), bound, own]);
}

/**
 * ln P(lo ≤ x ≤ hi) for x of the family's density as `logDensity` writes it, where a half family's is that of the
 * family it is half of; null for 0, where that density is the whole one.
 */
export function logMass(graph: Graph, prior: PriorOf<NodeId>): NodeId | null {
  const { subtract, multiply, divide, negate, add, constant, atLeast } = operations(graph);
  const { lo, hi } = supportNodes(graph, prior);
  const isZero = lo !== null && graph.constantValue(lo) === 0;
  type Mass = 'logCauchyMass' | 'logGammaMass' | 'logStudentMass';
  /** Between the bounds as z standardises them; an infinite side moves with no latent. */
  const between = (op: Mass, z: (bound: NodeId) => NodeId, ...shapes: readonly NodeId[]) =>
    graph.apply(op, [
      ...shapes,
      lo === null ? constant(-Infinity) : z(lo),
      hi === null ? constant(Infinity) : z(hi),
    ]);
  switch (prior.family) {
    case 'normal':
    case 'lognormal':
      // Cut off, they have their mass in the density: see `logTruncatedNormal`.
      return null;
    case 'cauchy':
      if (prior.truncation === undefined) return null;
      return between('logCauchyMass', (bound) => divide(subtract(bound, prior.location), prior.scale));
    case 'student_t': {
      if (prior.truncation === undefined) return null;
      const { df, location, scale } = prior;
      const z = (bound: NodeId) =>
        divide(subtract(bound, location), multiply(scale, graph.apply('sqrt', [df])));
      return between('logStudentMass', z, df);
    }
    case 'half_normal':
      return constant(-Math.LN2);
    case 'half_cauchy':
      if (isZero && hi === null) return constant(-Math.LN2);
      return between('logCauchyMass', (bound) => divide(bound, prior.scale));
    case 'half_student_t': {
      if (isZero && hi === null) return constant(-Math.LN2);
      const { df, scale } = prior;
      const z = (bound: NodeId) => divide(bound, multiply(scale, graph.apply('sqrt', [df])));
      return between('logStudentMass', z, df);
    }
    case 'exponential': {
      if (lo === null || (isZero && hi === null)) return null;
      const above = negate(multiply(prior.rate, lo));
      if (hi === null) return above;
      return add(above, graph.apply('logExponentialMass', [multiply(prior.rate, subtract(hi, lo))]));
    }
    case 'gamma': {
      if (isZero && hi === null) return null;
      const { shape, rate } = prior;
      // Where a bound comes to 0 the density may be infinite there, and nothing is cut off: that does not move with any latent.
      const z = (bound: NodeId) => {
        if (graph.constantValue(bound) === 0) return bound;
        const scaled = multiply(rate, bound);
        return graph.apply('whereNonNegative', [subtract(scaled, constant(SMALLEST)), scaled, constant(0)]);
      };
      return between('logGammaMass', z, shape);
    }
    case 'inv_gamma': {
      if (isZero && hi === null) return null;
      const { shape, scale } = prior;
      const z = (bound: NodeId) => divide(constant(1), atLeast(1 / LARGE, divide(bound, scale)));
      const upper = lo === null || isZero ? constant(Infinity) : z(lo);
      return graph.apply('logGammaMass', [shape, hi === null ? constant(0) : z(hi), upper]);
    }
    case 'beta':
    case 'scaled_beta':
      return prior.truncation === undefined ? null : logShareMass(graph, prior, lo!, hi!);
    case 'uniform':
      return null;
  }
}

/** ln P(from ≤ x ≤ to) of a beta variable, where the whole of its range is from `lo` to `hi`. */
function logShareMass(
  graph: Graph,
  prior: Extract<PriorOf<NodeId>, { readonly family: 'beta' | 'scaled_beta' }>,
  from: NodeId,
  to: NodeId,
): NodeId | null {
  const { subtract, divide, constant } = operations(graph);
  const { lo, hi } = wholeSupportOf(prior, constant) as { readonly lo: NodeId; readonly hi: NodeId };
  const width = subtract(hi, lo);
  const share = (bound: NodeId) => divide(subtract(bound, lo), width);
  const complement = (bound: NodeId) => divide(subtract(hi, bound), width);
  // At an end of its own the density may be infinite, and nothing is cut off: that does not move with any latent.
  const inside = (distance: NodeId, value: NodeId, atEnd: number) =>
    graph.apply('whereNonNegative', [subtract(distance, constant(SMALLEST)), value, constant(atEnd)]);
  const isWhole = from === lo && to === hi;
  if (isWhole) return null;
  const [below, above] = [share(from), complement(to)];
  return graph.apply('logBetaMass', [
    prior.a,
    prior.b,
    from === lo ? constant(0) : inside(below, below, 0),
    from === lo ? constant(1) : complement(from),
    to === hi ? constant(1) : inside(above, share(to), 1),
    to === hi ? constant(0) : inside(above, above, 0),
  ]);
}
