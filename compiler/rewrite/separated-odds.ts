/**
 * The odds e^{-m} against what has the probability σ(m), as a factor of the profile times one of the data:
 * e^{-(f(θ) + g(x))} = e^{-f(θ)} · e^{-g(x)}, the second computed when data is bound.
 *
 * g is centred on the middle of its range in the data, so that neither factor is larger than it must be.
 */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { marginParts } from './margin-parts.ts';

export interface SeparatedOdds {
  readonly odds: NodeId;
  /** Where the factor that latents decide is computed: the profile, or the levels of what they multiply. */
  readonly factorAt: DomainId;
  /** What neither |exponent| nor their sum exceeds: a node of the profile. */
  readonly range: NodeId;
}

/** σ(m) and σ(-m). */
export interface OddsPair {
  readonly p: NodeId;
  readonly q: NodeId;
}

/**
 * e^{-m} for the members of `domain`; null where m is no sum of a profile part and a data part. Where latents are multiplied by data,
 * `levelsOf` gives the smaller domain whose members tell these data apart, and null where there is none worth having.
 */
export function separatedOdds(
  graph: Graph,
  m: NodeId,
  domain: DomainId,
  levelsOf: (data: readonly NodeId[]) => DomainId | null,
): SeparatedOdds | null {
  const parts = marginParts(graph, m);
  if (parts?.data === null || parts === null) return null;
  const { profile, products, data } = parts;
  if (profile === null && products.length === 0) return null;
  const levels = products.length === 0 ? PROFILE : levelsOf(products.map((product) => product.data));
  if (levels === null) return null;

  const once = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const extreme = (statistic: 'min' | 'max', of: NodeId) =>
    graph.intern({ op: 'statistic', statistic, inputs: [of] });
  const stored = (expression: NodeId, at: DomainId) =>
    graph.intern({ op: 'stored', expression, inputs: [], domain: at });
  const half = graph.constant(0.5);
  const centre = once('multiply', half, once('add', extreme('min', data), extreme('max', data)));
  const spread = once('multiply', half, once('subtract', extreme('max', data), extreme('min', data)));
  const atCentre = stored(centre, PROFILE);
  const ofProfile = profile === null ? atCentre : once('add', profile, atCentre);

  const exponent = products.reduce(
    (sum, product) =>
      graph.apply(
        'add',
        [sum, graph.apply('multiply', [product.coefficient, stored(product.data, levels)], levels)],
        levels,
      ),
    ofProfile,
  );
  const range = products.reduce(
    (sum, { coefficient, data: scaled }) =>
      once(
        'add',
        sum,
        once('multiply', once('abs', coefficient), stored(extreme('max', once('abs', scaled)), PROFILE)),
      ),
    once('add', once('abs', ofProfile), stored(spread, PROFILE)),
  );

  const ofData = once('exp', once('negate', once('subtract', data, centre)));
  const profileFactor = graph.apply('exp', [graph.apply('negate', [exponent], levels)], levels);
  const odds = graph.apply('multiply', [profileFactor, stored(ofData, domain)], domain);
  const whole = graph.wholeOf(m);
  if (whole !== undefined) {
    graph.name(odds, whole, 'Odds');
    graph.name(profileFactor, whole, 'OddsFactor');
    graph.name(ofData, whole, 'OddsOfData');
    graph.name(centre, whole, 'Centre');
    graph.name(spread, whole, 'Spread');
  }
  return { odds, factorAt: levels, range };
}

/** With odds u against: σ(m) = 1/(1 + u) and σ(-m) = u/(1 + u). */
export function oddsPair(graph: Graph, u: NodeId, domain: DomainId): OddsPair {
  const one = graph.constant(1);
  const p = graph.apply('divide', [one, graph.apply('add', [one, u], domain)], domain);
  return { p, q: graph.apply('multiply', [u, p], domain) };
}
