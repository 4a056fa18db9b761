/** What a truncation leaves of a prior: the range of its values, and the log probability of that range. */
import { families, type PriorOf, supportOf, type Truncation } from '../check/prior-families.ts';
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';
import { operations } from './operations.ts';

/** The smallest normal f64. */
const SMALLEST = 2 ** -1022;

/** The bounds of a prior's values; null is unbounded. Below 0 a positive family has none, whatever it is cut off at. */
export function supportNodes(graph: Graph, prior: PriorOf<NodeId>): Truncation<NodeId> {
  const { lo, hi } = supportOf(prior, (value) => graph.constant(value));
  const { atLeast } = operations(graph);
  if (families[prior.family].support !== 'positive' || lo === null) return { lo, hi };
  return { lo: atLeast(0, lo), hi };
}

/**
 * ln P(lo ≤ x ≤ hi) for x of the family's density as `logDensity` writes it, where a half family's is that of the
 * family it is half of; null for 0, where that density is the whole one.
 */
export function logMass(graph: Graph, prior: PriorOf<NodeId>): NodeId | null {
  const { subtract, multiply, divide, negate, add, log, constant, atLeast } = operations(graph);
  const { lo, hi } = supportNodes(graph, prior);
  const isZero = lo !== null && graph.constantValue(lo) === 0;
  /** Between the bounds as z standardises them; an infinite side moves with no latent. */
  const between = (op: 'logNormalMass' | 'logCauchyMass', z: (bound: NodeId) => NodeId) =>
    graph.apply(op, [lo === null ? constant(-Infinity) : z(lo), hi === null ? constant(Infinity) : z(hi)]);
  switch (prior.family) {
    case 'normal':
      if (prior.truncation === undefined) return null;
      return between('logNormalMass', (bound) => divide(subtract(bound, prior.mean), prior.sd));
    case 'cauchy':
      if (prior.truncation === undefined) return null;
      return between('logCauchyMass', (bound) => divide(subtract(bound, prior.location), prior.scale));
    case 'half_normal':
      if (isZero && hi === null) return constant(-Math.LN2);
      return between('logNormalMass', (bound) => divide(bound, prior.sd));
    case 'half_cauchy':
      if (isZero && hi === null) return constant(-Math.LN2);
      return between('logCauchyMass', (bound) => divide(bound, prior.scale));
    case 'half_student_t':
      return constant(-Math.LN2);
    case 'lognormal': {
      if (isZero && hi === null) return null;
      // A bound of 0 that only the data or a latent makes 0 is the smallest number instead: its logarithm is finite,
      // and no number lies between.
      const z = (bound: NodeId) => divide(subtract(log(bound), prior.mu), prior.sigma);
      const lower = lo === null || isZero ? constant(-Infinity) : z(atLeast(SMALLEST, lo));
      return graph.apply('logNormalMass', [lower, hi === null ? constant(Infinity) : z(hi)]);
    }
    case 'exponential': {
      if (lo === null || (isZero && hi === null)) return null;
      const above = negate(multiply(prior.rate, lo));
      if (hi === null) return above;
      return add(above, graph.apply('logExponentialMass', [multiply(prior.rate, subtract(hi, lo))]));
    }
    default:
      return null;
  }
}
