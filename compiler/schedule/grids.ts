/**
 * Which domains are laid out as grids. A value that is computed from the levels of two domains alone exists for every pair of
 * levels. Where most pairs occur, computing all of them costs less than looking up the levels of each: the loop goes
 * through the levels of one domain for each level of the other, and reads and writes neighbouring numbers.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { operationOf } from '../graph/operations/operations.ts';
import type { Domain } from '../stage/domain.ts';
import { domainSize } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import type { Schedule } from './schedule.ts';

/** A domain's members stand row by row: a row for each member of `outer`, in it a place for each of `inner`. */
export interface Grid {
  readonly outer: DomainId;
  readonly inner: DomainId;
}

/** A place of a grid costs a third of a member that is looked up, so that a grid pays where this share of its places is taken. */
export const OCCUPIED_SHARE = 0.5;

/** The grids among the domains, given every schedule that loops over them. */
export function gridsOf(
  graph: Graph,
  domains: readonly Domain[],
  schedules: readonly Schedule[],
  isUnbounded: (id: NodeId) => boolean,
  sketch: DataSketch,
): ReadonlyMap<DomainId, Grid> {
  const size = domainSize(graph, sketch);
  const sizeOf = (id: DomainId) => size(domains[id - 1]!.keys);
  const grids = new Map<DomainId, Grid>();
  for (const { id, rows } of domains) {
    if (rows.kind !== 'all') continue;
    const sides = sidesOf(graph, id, schedules, isUnbounded);
    if (sides === null || sides.some((side) => domains[side - 1]!.rows.kind !== 'all')) continue;
    const [outer, inner] = [...sides].sort((a, b) => sizeOf(a) - sizeOf(b)) as [DomainId, DomainId];
    if (sizeOf(id) >= OCCUPIED_SHARE * sizeOf(outer) * sizeOf(inner)) grids.set(id, { outer, inner });
  }
  // A side must not be a grid itself: its places would be as many as pairs of pairs.
  return new Map([...grids].filter(([, { outer, inner }]) => !grids.has(outer) && !grids.has(inner)));
}

/** The two domains that the loops over `domain` read and add to; null where it is anything but two. */
function sidesOf(
  graph: Graph,
  domain: DomainId,
  schedules: readonly Schedule[],
  isUnbounded: (id: NodeId) => boolean,
): readonly DomainId[] | null {
  const sides = new Set<DomainId>();
  for (const { steps } of schedules) {
    for (const step of steps) {
      if (step.domain !== domain) continue;
      for (const id of [...step.nodes, ...step.reductions]) {
        const node = graph.node(id);
        const isReduction = step.reductions.includes(id);
        // At a place that no row has, values must be finite, so that they give nothing where the adjoint is 0. A sum over all places
        // would count them.
        const fits = isReduction
          ? node.op === 'reduce' && node.domain !== PROFILE
          : operationOf(node.op)?.keepsFinite === true;
        if (!fits) return null;
        if (isReduction) sides.add(node.domain);
        for (const input of node.inputs) {
          const read = graph.node(input);
          // Stored values and counts exist only for members that some row has.
          if (read.domain === domain ? ['stored', 'count'].includes(read.op) : isUnbounded(input))
            return null;
          if (read.domain !== domain && read.domain !== PROFILE) sides.add(read.domain);
        }
      }
    }
  }
  return sides.size === 2 ? [...sides] : null;
}
