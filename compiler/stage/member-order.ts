/**
 * The order of the members of a domain of rows that looks up values of other domains. Rows of the same level are
 * adjacent, so that what the level determines is read once for all of them. If rows have most pairs of the levels of two
 * domains, every pair gets a place, so that nothing needs to be looked up.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { Domain } from './domain.ts';
import { domainSize } from './placement.ts';
import type { DataSketch } from './sketch.ts';

/** How the members of a domain are ordered. */
export type MemberOrder =
  /** Members that look up the same member of the domain `by` are adjacent. */
  | { readonly kind: 'groups'; readonly by: DomainId }
  /**
   * There is a place for each pair of members of two domains: one row of places per member of `outer`, with one place
   * per member of `inner`.
   */
  | { readonly kind: 'pairs'; readonly outer: DomainId; readonly inner: DomainId };

/** The domains whose levels the members are ordered by. */
export function sidesOf(order: MemberOrder | undefined): readonly DomainId[] {
  if (order === undefined) return [];
  return order.kind === 'groups' ? [order.by] : [order.outer, order.inner];
}

/** Starting and ending the loop of a group costs about as much as this many members. */
const MIN_GROUP = 16;

/**
 * The share of the pairs that rows must have for places to pay: a place costs much less than a member that looks two
 * levels up. Pairs without a row, or with several, are corrected one by one afterwards.
 */
const OCCUPIED_SHARE = 0.6;

/** The orders of the domains whose members represent counted rows, given the staged roots. */
export function memberOrders(
  graph: Graph,
  roots: readonly NodeId[],
  domains: readonly Domain[],
  sketch: DataSketch,
): ReadonlyMap<DomainId, MemberOrder> {
  const size = domainSize(graph, sketch);
  const sizeOf = (id: DomainId) => size(domains[id - 1]!.keys);
  const isSide = (id: DomainId) => domains[id - 1]!.rows.kind === 'levels';
  const orders = new Map<DomainId, MemberOrder>();
  for (const [id, { lookups, isCounted, storesData }] of readingsOf(graph, roots)) {
    const { rows } = domains[id - 1]!;
    const { kind } = rows;
    if (!isCounted || kind === 'levels' || kind === 'each') continue;
    const sides = [...lookups].filter(isSide).sort((a, b) => sizeOf(a) - sizeOf(b));
    const [first, second] = sides;
    if (first === undefined) continue;
    // A place counts one row. What a weight says is one by one another number.
    const isWeighted = 'weight' in rows && rows.weight !== undefined;
    const isOfPairs = second !== undefined && lookups.size === 2 && !storesData && !isWeighted;
    if (isOfPairs && sizeOf(id) >= OCCUPIED_SHARE * sizeOf(first) * sizeOf(second))
      orders.set(id, { kind: 'pairs', outer: first, inner: second });
    else if (MIN_GROUP * sizeOf(first) <= sizeOf(id)) orders.set(id, { kind: 'groups', by: first });
  }
  return orders;
}

/** What the members of a domain read. */
interface Reading {
  /** The other domains that they look values up in. */
  readonly lookups: Set<DomainId>;
  isCounted: boolean;
  /** Whether values of data are stored for each member. */
  storesData: boolean;
}

function readingsOf(graph: Graph, roots: readonly NodeId[]): ReadonlyMap<DomainId, Reading> {
  const readings = new Map<DomainId, Reading>();
  const readingOf = (domain: DomainId) => {
    const reading = readings.get(domain) ?? { lookups: new Set(), isCounted: false, storesData: false };
    readings.set(domain, reading);
    return reading;
  };
  for (const id of reachable(graph, roots)) {
    const { op, inputs, domain } = graph.node(id);
    if (domain === PROFILE) continue;
    const reading = readingOf(domain);
    if (op === 'count') reading.isCounted = true;
    if (op === 'stored') reading.storesData = true;
    for (const input of inputs) {
      const other = graph.node(input).domain;
      if (other !== PROFILE && other !== domain) reading.lookups.add(other);
    }
  }
  return readings;
}
