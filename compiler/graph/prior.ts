/** Priors: the log density of each family, its transform from the whole line, and the transform's log Jacobian. */
import type { Prior, TypedExpression } from '../check/typed-layout.ts';
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

/** A latent's value, and for a probability its complement, known by itself. */
export interface LatentNodes {
  readonly value: NodeId;
  readonly complement: NodeId | null;
}

/** A transform from the unconstrained scale: the latent's own scale and the log Jacobian. */
export interface Transformed extends LatentNodes {
  readonly logJacobian: NodeId;
}

/** A prior's parameters as nodes, by their names. */
export type PriorNodes =
  | { readonly family: 'uniform'; readonly lo: NodeId; readonly hi: NodeId }
  | { readonly family: 'normal'; readonly mean: NodeId; readonly sd: NodeId }
  | { readonly family: 'half_normal'; readonly sd: NodeId }
  | { readonly family: 'beta'; readonly a: NodeId; readonly b: NodeId };

/** The nodes of a prior's parameters. */
export function priorNodes(prior: Prior, build: (parameter: TypedExpression) => NodeId): PriorNodes {
  switch (prior.family) {
    case 'uniform':
      return { family: 'uniform', lo: build(prior.lo), hi: build(prior.hi) };
    case 'normal':
      return { family: 'normal', mean: build(prior.mean), sd: build(prior.sd) };
    case 'half_normal':
      return { family: 'half_normal', sd: build(prior.sd) };
    case 'beta':
      return { family: 'beta', a: build(prior.a), b: build(prior.b) };
  }
}

const HALF_LOG_TWO_PI = 0.9189385332046728;
const LOG_TWO = Math.LN2;

/** The normalised log density inside the support. Parametrisation: Stan Functions Reference, continuous distributions. */
export function logPrior(graph: Graph, prior: PriorNodes, latent: LatentNodes): NodeId {
  const { add, subtract, multiply, divide, log, constant } = operations(graph);
  switch (prior.family) {
    case 'uniform':
      return graph.apply('negate', [log(subtract(prior.hi, prior.lo))]);
    case 'normal': {
      const z = divide(subtract(latent.value, prior.mean), prior.sd);
      return subtract(
        multiply(constant(-0.5), multiply(z, z)),
        add(log(prior.sd), constant(HALF_LOG_TWO_PI)),
      );
    }
    case 'half_normal': {
      const z = divide(latent.value, prior.sd);
      return subtract(
        multiply(constant(-0.5), multiply(z, z)),
        add(log(prior.sd), constant(HALF_LOG_TWO_PI - LOG_TWO)),
      );
    }
    case 'beta': {
      const complement = latent.complement ?? subtract(constant(1), latent.value);
      const weighted = (shape: NodeId, half: NodeId, other: NodeId) => {
        const weight = subtract(shape, constant(1));
        // A weight of zero leaves the term out: 0 · ln 0 would be NaN at the edge.
        if (graph.constantValue(weight) === 0) return constant(0);
        return multiply(weight, graph.apply('logProbability', [half, other]));
      };
      return subtract(
        add(weighted(prior.a, latent.value, complement), weighted(prior.b, complement, latent.value)),
        logBeta(graph, prior.a, prior.b),
      );
    }
  }
}

function logBeta(graph: Graph, a: NodeId, b: NodeId): NodeId {
  const { add, subtract } = operations(graph);
  if (graph.constantValue(a) === 1 && graph.constantValue(b) === 1) return graph.constant(0);
  const logGamma = (x: NodeId) => graph.apply('logGamma', [x]);
  return subtract(add(logGamma(a), logGamma(b)), logGamma(add(a, b)));
}

/**
 * The transform from the whole line onto the prior's support. An interval's is lo + (hi - lo)Φ(u), by the normal
 * distribution function: a uniform latent that the data does not move is then standard normal on the unconstrained scale,
 * and one piled up against a bound still has a tail as light, where the logit of Stan's reference manual leaves it an
 * exponential one, which no single step size suits. The others are that manual's (Constraint transforms).
 */
export function transform(graph: Graph, prior: PriorNodes, u: NodeId, isProbability: boolean): Transformed {
  const { add, subtract, multiply, log, constant } = operations(graph);
  switch (prior.family) {
    case 'normal':
      return { value: u, complement: null, logJacobian: constant(0) };
    case 'half_normal':
      return { value: graph.apply('exp', [u]), complement: null, logJacobian: u };
    case 'beta':
    case 'uniform': {
      const lo = prior.family === 'uniform' ? prior.lo : constant(0);
      const hi = prior.family === 'uniform' ? prior.hi : constant(1);
      const width = subtract(hi, lo);
      const minusU = graph.apply('negate', [u]);
      const lower = graph.apply('normalCdf', [u]);
      const upper = graph.apply('normalCdf', [minusU]);
      return {
        value: add(lo, multiply(width, lower)),
        // The distance to 1 is measured from 1's side, so that it keeps its precision however small it is.
        complement: isProbability ? add(subtract(constant(1), hi), multiply(width, upper)) : null,
        logJacobian: subtract(
          subtract(log(width), multiply(constant(0.5), multiply(u, u))),
          constant(HALF_LOG_TWO_PI),
        ),
      };
    }
  }
}

/** Which transform a prior's support calls for, as the manifest names it. */
export function transformName(prior: {
  readonly family: Prior['family'];
}): 'identity' | 'positive' | 'interval' {
  return prior.family === 'normal' ? 'identity' : prior.family === 'half_normal' ? 'positive' : 'interval';
}

function operations(graph: Graph) {
  return {
    add: (a: NodeId, b: NodeId) => graph.apply('add', [a, b]),
    subtract: (a: NodeId, b: NodeId) => graph.apply('subtract', [a, b]),
    multiply: (a: NodeId, b: NodeId) => graph.apply('multiply', [a, b]),
    divide: (a: NodeId, b: NodeId) => graph.apply('divide', [a, b]),
    log: (a: NodeId) => graph.apply('log', [a]),
    constant: (value: number) => graph.constant(value),
  };
}
