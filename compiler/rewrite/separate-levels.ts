/**
 * Separates exponentials of per-level values too: in domains whose members rows look up, logistics are computed from
 * e^{−f(θ)} · e^{−g(x)} as long as that cannot overflow, and directly otherwise.
 *
 * Both ways are in one program, as a `whereNonNegative` of the distance from the limit, and the loop is emitted once
 * for each way (see schedule/unswitch.ts); a second program would repeat all other loops too. Latents that multiply
 * data (as a bias does the side of a goal) have one exponential per value of those data, of which there must be few.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { Domain } from '../stage/domain.ts';
import { unsignedMargin } from './margin-parts.ts';
import { type Rewritten, rewriteGraph } from './rewrite.ts';
import { pairFromOdds, type SeparatedOdds, separatedOdds } from './separated-odds.ts';

/**
 * With this bound neither factor of the odds, nor their product, exceeds e^{±600}: these are normal numbers with normal
 * reciprocals.
 */
export const LEVEL_RANGE_LIMIT = 600;

/** With fewer members, a loop's exponentials cost less than the overhead of separating them. */
export const FEW_MEMBERS = 32;

/** How many members at least must share an exponential of latents times data. */
const SHARED_BY = 4;

/** What is known of the domains of a staged graph. */
export interface LevelDomains {
  readonly domains: readonly Domain[];
  size(keys: readonly NodeId[]): number;
  /** Whether a second program is made for a domain's exponentials (see separate-exponentials.ts). */
  isLarge(domain: DomainId): boolean;
  /** The domain of the distinct values of some data nodes among the rows of another domain. */
  within(domain: Domain, keys: readonly NodeId[]): DomainId;
}

/** Separates the logistics of domains in which no count of rows is used. */
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
    // A single profile factor for a large domain is what the second program does already.
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
      const { p, q } = pairFromOdds(graph, odds, node.domain);
      const direct = graph.apply('logistic', [m!], node.domain);
      return graph.apply('whereNonNegative', [left, sign > 0 ? p : q, direct], node.domain);
    },
  });
}

/** The domain of the values of `data` within another; null if it is not much smaller. */
function fewer(levels: LevelDomains, domain: DomainId, data: readonly NodeId[]): DomainId | null {
  const within = levels.domains[domain - 1]!;
  const keys = [...new Set(data)].sort((a, b) => a - b);
  const isOfRows = within.rows.kind !== 'levels' && within.rows.kind !== 'each';
  return isOfRows && levels.size(keys) * SHARED_BY <= levels.size(within.keys)
    ? levels.within(within, keys)
    : null;
}
