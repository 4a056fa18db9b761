/**
 * Exponentials separate at levels too: where the members of a domain are looked up by rows, their logistics are computed
 * from e^{-f(θ)} · e^{-g(x)} as long as that cannot overflow, and directly otherwise.
 *
 * Both ways stand in one program, as `whereNonNegative` of how far the point is from the limit. Its loop is written for each way (see
 * schedule/unswitch.ts), where a second program would repeat all other loops too. Latents that multiply data, as a bias
 * does the side of a goal, have an exponential for each value of those data, of which there must be few.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { Domain } from '../stage/domain.ts';
import { unsignedMargin } from './margin-parts.ts';
import { type Rewritten, rewriteGraph } from './rewrite.ts';
import { type OddsPair, oddsPair, type SeparatedOdds, separatedOdds } from './separated-odds.ts';

/** Neither factor of the odds, nor their product, is beyond e^{±600}: normal numbers, whose reciprocals are normal too. */
export const LEVEL_RANGE_LIMIT = 600;

/** Below this many members a loop's exponentials cost less than what separating them brings with it. */
export const FEW_MEMBERS = 32;

/** How many members may share an exponential of latents times data, at least. */
const SHARED_BY = 4;

/** What is known of the domains of a staged graph. */
export interface LevelDomains {
  readonly domains: readonly Domain[];
  size(keys: readonly NodeId[]): number;
  /** Whether a second program is kept for a domain's exponentials (see separate-exponentials.ts). */
  isLarge(domain: DomainId): boolean;
  /** The domain of the distinct values of some data nodes, among the rows of another domain. */
  within(domain: Domain, keys: readonly NodeId[]): DomainId;
}

/** Separates the logistics of domains over which nothing is summed that the rows count in. */
export function separateLevels(graph: Graph, roots: readonly NodeId[], levels: LevelDomains): Rewritten {
  const order = reachable(graph, roots);
  const counted = new Set(
    order.filter((id) => graph.node(id).op === 'count').map((id) => graph.node(id).domain),
  );
  const isWorthwhile = (domain: DomainId) =>
    domain !== PROFILE &&
    !counted.has(domain) &&
    levels.size(levels.domains[domain - 1]!.keys) >= FEW_MEMBERS;

  const separated = new Map<NodeId, SeparatedOdds>();
  const rangeAt = new Map<DomainId, NodeId>();
  for (const id of order) {
    const { op, inputs, domain } = graph.node(id);
    if (op !== 'logistic' || !isWorthwhile(domain)) continue;
    const { base } = unsignedMargin(graph, inputs[0]!);
    const odds = separated.has(base)
      ? null
      : separatedOdds(graph, base, domain, (data) => fewer(levels, domain, data));
    // A factor of the profile for many members is what the second program has.
    if (odds === null || (odds.factorAt.every((at) => at === PROFILE) && levels.isLarge(domain))) continue;
    separated.set(base, odds);
    const range = rangeAt.get(domain);
    rangeAt.set(domain, range === undefined ? odds.range : graph.apply('add', [range, odds.range]));
  }

  return rewriteGraph(graph, roots, {
    apply(_graph, node, [m]) {
      if (node.op !== 'logistic' || node.domain === PROFILE) return undefined;
      const { base, sign } = unsignedMargin(graph, m!);
      const odds = separated.get(base)?.odds;
      if (odds === undefined) return undefined;
      const left = graph.apply('subtract', [graph.constant(LEVEL_RANGE_LIMIT), rangeAt.get(node.domain)!]);
      const whole = graph.wholeOf(base);
      if (whole !== undefined) graph.name(left, whole, 'RangeLeft');
      const { p, q }: OddsPair = oddsPair(graph, odds, node.domain);
      const direct = graph.apply('logistic', [m!], node.domain);
      return graph.apply('whereNonNegative', [left, sign > 0 ? p : q, direct], node.domain);
    },
  });
}

/** The domain of the values of `data` within another; null where it is not much smaller. */
function fewer(levels: LevelDomains, domain: DomainId, data: readonly NodeId[]): DomainId | null {
  const within = levels.domains[domain - 1]!;
  const keys = [...new Set(data)].sort((a, b) => a - b);
  const isOfRows = within.rows.kind !== 'levels' && within.rows.kind !== 'each';
  return isOfRows && levels.size(keys) * SHARED_BY <= levels.size(within.keys)
    ? levels.within(within, keys)
    : null;
}
