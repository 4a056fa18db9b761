/**
 * The odds e^{−m} against an event of probability σ(m), as a product of a profile factor, one factor for each domain
 * from which m looks up values, and a data factor: e^{−(f(θ) + h(θ_j) + g(x))} = e^{−f(θ)} · e^{−h(θ_j)} · e^{−g(x)},
 * the last computed when data are bound.
 *
 * g is centred on the middle of its range in the data, so that neither factor is larger than necessary.
 */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { PairNodes } from '../graph/probability.ts';
import { bottomUp } from '../graph/traverse.ts';
import { marginParts } from './margin-parts.ts';

export interface SeparatedOdds {
  readonly odds: NodeId;
  /**
   * The domains of the latents' factors: the profile, domains from which m looks up values, or the values of data that
   * latents multiply.
   */
  readonly factorAt: readonly DomainId[];
  /** A profile node that bounds |exponent| of each factor and of the product. */
  readonly range: NodeId;
}

/**
 * e^{−m} for the members of `domain`. Null if m is not a sum of such parts, or if all of it is known at one place, so
 * that nothing separates. If latents are multiplied by data, `levelsOf` gives the smaller domain of these data's
 * values, or null if there is none that helps.
 */
export function separatedOdds(
  graph: Graph,
  m: NodeId,
  domain: DomainId,
  levelsOf: (data: readonly NodeId[]) => DomainId | null,
): SeparatedOdds | null {
  const parts = marginParts(graph, m, domain);
  if (parts === null) return null;
  const { profile, levels, products, data } = parts;
  if (data === null && levels.size < 2) return null;
  if (profile === null && levels.size === 0 && products.length === 0) return null;
  const ofProducts = products.length === 0 ? PROFILE : levelsOf(products.map((product) => product.data));
  if (ofProducts === null) return null;

  const once = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const extreme = (statistic: 'min' | 'max', of: NodeId) =>
    graph.intern({ op: 'statistic', statistic, inputs: [of] });
  const stored = (expression: NodeId, at: DomainId) =>
    graph.intern({ op: 'stored', expression, inputs: [], domain: at });
  const half = graph.constant(0.5);
  const whole = graph.wholeOf(m);
  const named = (id: NodeId, part: string) => {
    if (whole !== undefined) graph.name(id, whole, part);
    return id;
  };

  /** The middle of the data's range, which is moved from the data's part to the profile's. */
  const centre =
    data === null
      ? null
      : named(once('multiply', half, once('add', extreme('min', data), extreme('max', data))), 'Centre');
  const spread =
    data === null
      ? null
      : named(once('multiply', half, once('subtract', extreme('max', data), extreme('min', data))), 'Spread');
  const atCentre = centre === null ? null : stored(centre, PROFILE);
  const ofProfile =
    profile === null ? atCentre : atCentre === null ? profile : once('add', profile, atCentre);

  /** The exponents of the latents' factors, by domain. */
  const exponents = new Map(levels);
  const addTo = (at: DomainId, term: NodeId) => {
    const sum = exponents.get(at);
    exponents.set(at, sum === undefined ? term : graph.apply('add', [sum, term], at));
  };
  // The profile's part joins the first factor, if there is one.
  if (ofProfile !== null) addTo(exponents.keys().next().value ?? ofProducts, ofProfile);
  for (const product of products)
    addTo(
      ofProducts,
      graph.apply('multiply', [product.coefficient, stored(product.data, ofProducts)], ofProducts),
    );

  const magnitudes = [
    ...(ofProfile === null ? [] : [once('abs', ofProfile)]),
    ...(spread === null ? [] : [stored(spread, PROFILE)]),
    ...[...levels].map(([at, part]) => largestOf(graph, part, at)),
    ...products.map(({ coefficient, data: scaled }) =>
      once('multiply', once('abs', coefficient), stored(extreme('max', once('abs', scaled)), PROFILE)),
    ),
  ];
  const factors = [...exponents].map(([at, exponent]) =>
    named(graph.apply('exp', [graph.apply('negate', [exponent], at)], at), 'OddsFactor'),
  );
  const ofData =
    data === null
      ? []
      : [stored(named(once('exp', once('negate', once('subtract', data, centre!))), 'OddsOfData'), domain)];
  const odds = [...factors, ...ofData].reduce((product, factor) =>
    graph.apply('multiply', [product, factor], domain),
  );
  named(odds, 'Odds');
  return {
    odds,
    factorAt: [...exponents.keys()],
    range: magnitudes.reduce((sum, each) => once('add', sum, each)),
  };
}

/**
 * A profile node that bounds |x| over the members of `domain`. It is computed from the parts of x where x is made by
 * sums and products of profile nodes, stored values and values of other domains; otherwise it is the maximum over all
 * members.
 */
export function largestMagnitude(graph: Graph, x: NodeId, domain: DomainId): NodeId {
  const once = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  return bottomUp(
    graph,
    (id, of): NodeId => {
      const node = graph.node(id);
      if (node.domain === PROFILE) return once('abs', id);
      switch (node.domain === domain ? node.op : null) {
        case 'stored': {
          const size = once('abs', node.op === 'stored' ? node.expression : id);
          const largest = graph.intern({ op: 'statistic', statistic: 'max', inputs: [size] });
          return graph.intern({ op: 'stored', expression: largest, inputs: [], domain: PROFILE });
        }
        case 'negate':
          return of(node.inputs[0]!);
        case 'add':
        case 'subtract':
          return once('add', ...node.inputs.map(of));
        case 'multiply':
          return once('multiply', ...node.inputs.map(of));
        default:
          return largestOf(graph, id, node.domain);
      }
    },
    (node) => (node.domain === domain ? node.inputs : []),
  )(x);
}

/** The maximum absolute value of a node over the members of its domain. */
function largestOf(graph: Graph, id: NodeId, domain: DomainId): NodeId {
  return graph.intern({
    op: 'reduceMax',
    from: domain,
    inputs: [graph.apply('abs', [id], domain)],
    domain: PROFILE,
  });
}

/** σ(m) = 1/(1 + u) and σ(−m) = u/(1 + u), from the odds u = e^{−m} against. */
export function pairFromOdds(graph: Graph, u: NodeId, domain: DomainId): PairNodes {
  const one = graph.constant(1);
  const p = graph.apply('divide', [one, graph.apply('add', [one, u], domain)], domain);
  return { p, q: graph.apply('multiply', [u, p], domain) };
}
