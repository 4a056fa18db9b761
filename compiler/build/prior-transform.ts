/** The transforms of latents from the whole line onto the support of their priors, with the log Jacobians. */
import { positiveScaleOf, transformName } from '../check/prior-families.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { operations } from '../graph/operations.ts';
import type { Standard } from '../interpret/transform.ts';
import type { LatentNodes, PriorNodes } from './prior.ts';
import { supportNodes } from './truncation.ts';

/** A transform from the unconstrained scale: the latent's own scale and the log Jacobian. */
export interface Transformed extends LatentNodes {
  readonly logJacobian: NodeId;
}

/** What else than its prior decides how a latent is sampled. */
export interface Sampling {
  readonly isProbability: boolean;
  /** As a standardised distance from its location: Papaspiliopoulos, Roberts & Sköld (2007), Stat. Sci. 22, 59. */
  readonly isNonCentred: boolean;
  /** Null where only the data know the prior's scale. */
  readonly standard: Standard | null;
}

const HALF_LOG_TWO_PI = 0.9189385332046728;

/**
 * The latent's own scale of the sampler's u: what `fromWhole` makes of centre + spread · u. The prior has its middle at u = 0, and
 * about its standard deviation is 1.
 */
export function transform(graph: Graph, prior: PriorNodes, u: NodeId, sampling: Sampling): Transformed {
  const { add, multiply, divide, log, constant } = operations(graph);
  if (sampling.standard === null) {
    const scale = positiveScaleOf(prior, divide, constant);
    return fromWhole(graph, prior, scale === null ? u : add(log(scale), u), sampling);
  }
  const { centre, spread } = sampling.standard;
  const whole = add(constant(centre), multiply(constant(spread), u));
  const { logJacobian, ...nodes } = fromWhole(graph, prior, whole, sampling);
  return { ...nodes, logJacobian: add(logJacobian, log(constant(spread))) };
}

/**
 * The transform from the whole line onto the prior's support. An interval's is lo + (hi - lo)Φ(u), by the normal
 * distribution function: a uniform latent that the data does not move is then standard normal on the unconstrained scale,
 * and one piled up against a bound still has a tail as light, where the logit of Stan's reference manual leaves it an
 * exponential one, which no single step size suits. The others are that manual's (Constraint transforms), but that
 * of a Cauchy or a Student's t on the whole line: its tails are too heavy for any step size, and so it is
 * location + scale √df sinh u, which makes of its density one proportional to (cosh u)^-df, log-concave with exponential tails.
 */
function fromWhole(
  graph: Graph,
  prior: PriorNodes,
  u: NodeId,
  { isProbability, isNonCentred }: Sampling,
): Transformed {
  const { add, subtract, multiply, exp, constant } = operations(graph);
  const { lo, hi } = supportNodes(graph, prior);
  const real = (value: NodeId, logJacobian: NodeId): Transformed => ({
    value,
    complement: null,
    logJacobian,
  });
  switch (transformName(prior, isNonCentred)) {
    case 'noncentred':
      return nonCentred(graph, prior, u);
    case 'identity':
      return real(u, constant(0));
    case 'sinh':
      return fromSinh(graph, prior, u);
    case 'positive':
      return real(exp(u), u);
    case 'lower':
      return real(add(lo!, exp(u)), u);
    case 'upper':
      return real(subtract(hi!, exp(u)), u);
    case 'interval': {
      const { log } = operations(graph);
      const width = subtract(hi!, lo!);
      const minusU = graph.apply('negate', [u]);
      const lower = graph.apply('normalCdf', [u]);
      const upper = graph.apply('normalCdf', [minusU]);
      return {
        value: add(lo!, multiply(width, lower)),
        // The distance to 1 is measured from 1's side, so that it keeps its precision however small it is.
        complement: isProbability ? add(subtract(constant(1), hi!), multiply(width, upper)) : null,
        logJacobian: subtract(
          subtract(log(width), multiply(constant(0.5), multiply(u, u))),
          constant(HALF_LOG_TWO_PI),
        ),
      };
    }
  }
}

/** location + scale u, and e to that for a lognormal: u is then standard normal whatever the latents do that the prior reads. */
function nonCentred(graph: Graph, prior: PriorNodes, u: NodeId): Transformed {
  const { add, multiply, exp, log } = operations(graph);
  if (prior.family === 'normal') {
    return { value: add(prior.mean, multiply(prior.sd, u)), complement: null, logJacobian: log(prior.sd) };
  }
  if (prior.family !== 'lognormal') throw new Error(`${prior.family} is sampled in one way alone`);
  const logarithm = add(prior.mu, multiply(prior.sigma, u));
  return { value: exp(logarithm), complement: null, logJacobian: add(log(prior.sigma), logarithm) };
}

function fromSinh(graph: Graph, prior: PriorNodes, u: NodeId): Transformed {
  const { add, subtract, multiply, negate, exp, log, constant } = operations(graph);
  if (prior.family !== 'cauchy' && prior.family !== 'student_t')
    throw new Error(`the tails of ${prior.family} are not heavy`);
  const [up, down] = [exp(u), exp(negate(u))];
  const half = (x: NodeId) => multiply(constant(0.5), x);
  const spread =
    prior.family === 'cauchy' ? prior.scale : multiply(prior.scale, graph.apply('sqrt', [prior.df]));
  return {
    value: add(prior.location, multiply(spread, half(subtract(up, down)))),
    complement: null,
    logJacobian: add(log(spread), log(half(add(up, down)))),
  };
}
