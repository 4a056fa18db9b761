/** Which other domains the loops over a domain read values of, or add sums to: each member looks its place in those up. */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { Schedule } from './schedule.ts';

/** For every domain with such loops, the other domains, in the order in which they are first read. */
export function lookupsOf(
  graph: Graph,
  schedules: readonly Schedule[],
): ReadonlyMap<DomainId, readonly DomainId[]> {
  const lookups = new Map<DomainId, Set<DomainId>>();
  for (const { domain, nodes, reductions } of schedules.flatMap(({ steps }) => steps)) {
    if (domain === PROFILE) continue;
    const domainOf = (id: NodeId) => graph.node(id).domain;
    const read = [...nodes, ...reductions].flatMap((id) => graph.node(id).inputs);
    const wanted = lookups.get(domain) ?? new Set();
    for (const other of [...read, ...reductions].map(domainOf)) {
      if (other !== PROFILE && other !== domain) wanted.add(other);
    }
    if (wanted.size > 0) lookups.set(domain, wanted);
  }
  return new Map([...lookups].map(([domain, wanted]) => [domain, [...wanted]]));
}
