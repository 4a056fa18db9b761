/** Priors as nodes: their transforms, and their log densities, normalised over the truncated range. */

import type { Ends, LatentNodes } from '../families/prior.ts';
import { isWhole, type PriorOf, priorDefinition, transformName, wholeSupportOf } from '../families/priors.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import type { Standard } from '../interpret/transform.ts';
import { fromStandardised, type Standardised } from './centring.ts';

/** A prior whose parameters and bounds are nodes. */
export type PriorNodes = PriorOf<NodeId>;

/** The normalised log density inside the support. */
export function logPrior(graph: Graph, prior: PriorNodes, latent: LatentNodes): NodeId {
  const { inOrder } = prior;
  const alone = logPriorAlone(graph, prior, latent);
  // The joint density of n latents in order is n! times the product of their densities.
  return inOrder === undefined || inOrder.place === 1
    ? alone
    : graph.apply('add', [alone, graph.constant(Math.log(inOrder.place))]);
}

/** The normalised log density of a latent that no other one bounds. */
function logPriorAlone(graph: Graph, prior: PriorNodes, latent: LatentNodes): NodeId {
  const definition = priorDefinition(prior);
  if (prior.truncation !== undefined && definition.logTruncatedDensity !== undefined) {
    const range = rangeNodes(graph, prior);
    return definition.logTruncatedDensity(graph, prior.parameters, latent.value, range);
  }
  const density = definition.logDensity(graph, prior.parameters, latent);
  const mass = logMass(graph, prior);
  if (mass === null) return density;
  const known = graph.constantValue(mass);
  return known === undefined
    ? graph.apply('subtract', [density, mass])
    : graph.apply('add', [density, graph.constant(-known)]);
}

/** The log of the normalising constant that divides the family's `logDensity`; null if that is normalised already. */
function logMass(graph: Graph, prior: PriorNodes): NodeId | null {
  const { isHalf, logMass: logMassOf } = priorDefinition(prior);
  const range = rangeNodes(graph, prior);
  const whole = wholeSupportOf(prior, (value) => graph.constant(value));
  if (isSameEnd(graph, range.lo, whole.lo) && isSameEnd(graph, range.hi, whole.hi))
    return isHalf ? graph.constant(-Math.LN2) : null;
  return logMassOf!(graph, prior.parameters, range);
}

function isSameEnd(graph: Graph, a: NodeId | null, b: NodeId | null): boolean {
  if (a === null || b === null) return a === b;
  const value = graph.constantValue(a);
  return a === b || (value !== undefined && value === graph.constantValue(b));
}

/** The ends of a prior's support. */
export function supportNodes(graph: Graph, prior: PriorNodes): Ends<NodeId> {
  const { lo, hi } = rangeNodes(graph, prior);
  return { lo: prior.inOrder?.after ?? lo, hi };
}

/** The ends over which a prior is normalised: a bound beyond the family's own end cuts off nothing. */
function rangeNodes(graph: Graph, prior: PriorNodes): Ends<NodeId> {
  const { lo = null, hi = null } = prior.truncation ?? {};
  const whole = wholeSupportOf(prior, (value) => graph.constant(value));
  return { lo: nearer(graph, lo, whole.lo, 'above'), hi: nearer(graph, hi, whole.hi, 'below') };
}

/** A bound, or the family's own end if that is nearer. */
function nearer(
  graph: Graph,
  bound: NodeId | null,
  own: NodeId | null,
  side: 'above' | 'below',
): NodeId | null {
  if (bound === null || own === null || bound === own) return bound ?? own;
  const [from, to] = side === 'above' ? [own, bound] : [bound, own];
  return graph.apply('whereNonNegative', [graph.apply('subtract', [to, from]), bound, own]);
}

/** A transform from the unconstrained scale: the value on the constrained scale and the log Jacobian. */
export interface Transformed extends LatentNodes {
  readonly logJacobian: NodeId;
}

/** What determines, besides the prior, how a latent is sampled. */
export interface Sampling {
  readonly isProbability: boolean;
  /** The part of its location and scale that is removed; null if none is. */
  readonly standardised: Standardised | null;
  /** Null where the prior's scale depends on the data. */
  readonly standard: Standard | null;
}

const HALF_LOG_TWO_PI = 0.9189385332046728;

/**
 * Maps the sampler's u to the constrained scale: `fromWhole` of centre + spread · u. The middle of the prior is then at
 * u = 0, and u has a standard deviation of about 1.
 */
export function transformNodes(graph: Graph, prior: PriorNodes, u: NodeId, sampling: Sampling): Transformed {
  const { add, multiply, log, constant } = nodeArithmetic(graph);
  if (sampling.standard === null) {
    const scale = isWhole(prior) ? priorDefinition(prior).typicalScale?.(graph, prior.parameters) : undefined;
    return fromWhole(graph, prior, scale === undefined ? u : add(log(scale), u), sampling);
  }
  const { centre, spread } = sampling.standard;
  const whole = add(constant(centre), multiply(constant(spread), u));
  const { logJacobian, ...nodes } = fromWhole(graph, prior, whole, sampling);
  return { ...nodes, logJacobian: add(logJacobian, log(constant(spread))) };
}

/**
 * The transform from the whole line onto the prior's support.
 *
 * For an interval it is lo + (hi − lo)Φ(u), with the normal distribution function Φ. A uniform latent that the data do
 * not inform is then standard normal on the unconstrained scale, and one that piles up at a bound still has tails that
 * light. The logit of Stan's reference manual leaves such a latent exponential tails, which no single step size suits.
 *
 * Heavy tails on the whole line get location + spread · sinh u: a Student's t with spread scale √df then has a density
 * proportional to (cosh u)^−df, log-concave with exponential tails. The others are those of Stan's reference manual
 * (Constraint transforms).
 */
function fromWhole(
  graph: Graph,
  prior: PriorNodes,
  u: NodeId,
  { isProbability, standardised }: Sampling,
): Transformed {
  const { add, subtract, multiply, negate, exp, log, constant } = nodeArithmetic(graph);
  const definition = priorDefinition(prior);
  const { lo, hi } = supportNodes(graph, prior);
  const real = (value: NodeId, logJacobian: NodeId): Transformed => ({
    value,
    complement: null,
    logJacobian,
  });
  if (standardised !== null) {
    const { value, logJacobian } = fromStandardised(graph, standardised, u);
    return real(value, logJacobian);
  }
  switch (transformName(prior, false)) {
    case 'noncentred':
      throw new Error(`${prior.family} is sampled in one way alone`);
    case 'identity':
      return real(u, constant(0));
    case 'sinh': {
      const [up, down] = [exp(u), exp(negate(u))];
      const half = (x: NodeId) => multiply(constant(0.5), x);
      const { location, spread } = definition.heavyTails!(graph, prior.parameters);
      return real(
        add(location, multiply(spread, half(subtract(up, down)))),
        add(log(spread), log(half(add(up, down)))),
      );
    }
    case 'positive':
      return real(exp(u), u);
    case 'lower':
      return real(add(lo!, exp(u)), u);
    case 'upper':
      return real(subtract(hi!, exp(u)), u);
    case 'interval': {
      const width = subtract(hi!, lo!);
      const minusU = negate(u);
      const lower = graph.apply('normalCdf', [u]);
      const upper = graph.apply('normalCdf', [minusU]);
      return {
        value: add(lo!, multiply(width, lower)),
        // The distance to 1 is computed from the upper end, so that it stays precise however small it is.
        complement: isProbability ? add(subtract(constant(1), hi!), multiply(width, upper)) : null,
        logJacobian: subtract(
          subtract(log(width), multiply(constant(0.5), multiply(u, u))),
          constant(HALF_LOG_TWO_PI),
        ),
      };
    }
  }
}
