/**
 * In which order the members of a domain of rows stand, where they look values of other domains up. Rows of one level stand together, so that
 * what the level decides is read once for all of them; and where rows have most pairs of levels of two domains, every pair has a place, so that
 * nothing needs to be looked up.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { Domain } from './domain.ts';
import { domainSize } from './placement.ts';
import type { DataSketch } from './sketch.ts';

/** How the members of a domain stand. */
export type MemberOrder =
  /** Those of one member of the domain `by` stand together. */
  | { readonly kind: 'groups'; readonly by: DomainId }
  /** There is a place for each pair of members of two domains: a row of places for each of `outer`, in it one for each of `inner`. */
  | { readonly kind: 'pairs'; readonly outer: DomainId; readonly inner: DomainId };

/** The domains whose levels the members are ordered by. */
export function sidesOf(order: MemberOrder | undefined): readonly DomainId[] {
  if (order === undefined) return [];
  return order.kind === 'groups' ? [order.by] : [order.outer, order.inner];
}

/** A group begins and ends a loop, which costs as much as this many members. */
const MIN_GROUP = 16;

/**
 * A place costs so much less than a member that looks two levels up that places pay where rows have this share of the pairs: what differs
 * from one row per pair is taken off again, or added, pair by pair.
 */
const OCCUPIED_SHARE = 0.6;

/** The orders of the domains whose members stand for counted rows, given the staged roots. */
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
    const { kind } = domains[id - 1]!.rows;
    if (!isCounted || kind === 'levels' || kind === 'each') continue;
    const sides = [...lookups].filter(isSide).sort((a, b) => sizeOf(a) - sizeOf(b));
    const [first, second] = sides;
    if (first === undefined) continue;
    const isOfPairs = second !== undefined && lookups.size === 2 && !storesData;
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
