/**
 * Separates exponentials: e^{−(f(θ) + g(x))} = e^{−f(θ)} · e^{−g(x)}, the second factor computed when data are bound. A
 * logistic of an affine margin then needs no exponential per row: with u = e^{−m}, σ(m) = 1/(1 + u) and σ(−m) = u/(1 +
 * u).
 *
 * u must not overflow, nor products of all 1 + u, nor the fourth powers of those, since two pairs of members may share
 * a division by squares (see emit/two-pairs.ts). So g is centred on the middle of its range in the data, and the
 * rewritten program is used only at points where the `ranges` sum to at most RANGE_LIMIT. At other points a program
 * with the original exponentials is used.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { PairNodes } from '../graph/probability.ts';
import { unsignedMargin } from './margin-parts.ts';
import { rewriteGraph } from './rewrite.ts';
import { largestMagnitude, pairFromOdds, separatedOdds } from './separated-odds.ts';

export interface Separated {
  readonly roots: readonly NodeId[];
  /** For each separated exponential, the largest |exponent| of either factor, as profile nodes. */
  readonly ranges: readonly NodeId[];
  /** The reciprocals 1/(1 + u) that were made: even the product of all their divisors stays far from overflow. */
  readonly reciprocals: readonly NodeId[];
}

/**
 * With every u below e^range, the fourth power of the product of n factors 1 + u is below 16^n e^640, which does not
 * overflow for n ≤ 24.
 */
export const RANGE_LIMIT = 160;

/** Separates the exponentials of the logistics in those domains for which `isLarge` is true. */
export function separateExponentials(
  graph: Graph,
  roots: readonly NodeId[],
  isLarge: (domain: DomainId) => boolean,
): Separated {
  const ranges = new Set<NodeId>();
  const known = new Map<NodeId, PairNodes | null>();
  const oddsOf = (m: NodeId, domain: DomainId): NodeId | null => {
    const separated = separatedOdds(graph, m, domain, () => null);
    if (separated !== null) ranges.add(separated.range);
    return separated?.odds ?? null;
  };
  /** e^{−m} as it is; the ranges ensure that it does not overflow. */
  const boundedOdds = (m: NodeId, domain: DomainId): NodeId => {
    ranges.add(largestMagnitude(graph, m, domain));
    return graph.apply('expInRange', [graph.apply('negate', [m], domain)], domain);
  };
  const separate = (m: NodeId, domain: DomainId): PairNodes | null => {
    const odds = oddsOf(m, domain);
    return odds === null ? null : pairFromOdds(graph, odds, domain);
  };
  const pairOf = (m: NodeId, domain: DomainId): PairNodes | null => {
    const { base, sign } = unsignedMargin(graph, m);
    const pair = known.get(base) ?? separate(base, domain);
    known.set(base, pair);
    return pair === null || sign > 0 ? pair : { p: pair.q, q: pair.p };
  };
  const { roots: rewritten } = rewriteGraph(graph, roots, {
    apply(_graph, node, [m]) {
      if (node.domain === PROFILE) return undefined;
      if (node.op === 'oddsAgainst') return oddsOf(m!, node.domain) ?? boundedOdds(m!, node.domain);
      if (!isLarge(node.domain) || (node.op !== 'logistic' && node.op !== 'logLogistic')) return undefined;
      const pair = pairOf(m!, node.domain);
      if (pair === null) return undefined;
      return node.op === 'logistic' ? pair.p : graph.apply('logProbability', [pair.p, pair.q], node.domain);
    },
  });
  const reciprocals = [...known.values()].flatMap((pair) => (pair === null ? [] : [pair.p]));
  return { roots: rewritten, ranges: [...ranges], reciprocals };
}
