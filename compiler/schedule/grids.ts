/**
 * Chooses which domains are laid out as grids. A value that depends only on the levels of two domains can be computed
 * for every pair of levels. If most pairs occur in the data, this costs less than looking up the levels of each member:
 * two nested loops over the levels read and write consecutive numbers.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, type Op, PROFILE, readsNeighbours } from '../graph/node.ts';
import { operationOf } from '../graph/operations/operations.ts';
import type { Domain } from '../stage/domain.ts';
import type { MemberOrder } from '../stage/member-order.ts';
import { domainSize } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import type { Schedule } from './schedule.ts';

/** A domain whose members form a grid: one row per member of `outer`, with one cell per member of `inner`. */
export interface Grid {
  readonly outer: DomainId;
  readonly inner: DomainId;
}

/**
 * Minimum share of cells that occur in the data. A cell costs a third of a member that is looked up, so a grid pays
 * above this.
 */
export const OCCUPIED_SHARE = 0.5;

/** The grids among the domains, given all schedules that loop over them. */
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
  // A side must not be a grid itself, since its cells would be pairs of pairs.
  return new Map([...grids].filter(([, { outer, inner }]) => !grids.has(outer) && !grids.has(inner)));
}

/** The two domains that the loops over `domain` read and add to; null if their number is not two. */
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
        // In cells without a row, values must be finite, so that they contribute nothing where the adjoint is 0. A sum
        // over all cells would include them.
        const fits = isReduction
          ? node.op === 'reduce' && node.domain !== PROFILE
          : operationOf(node.op)?.keepsFinite === true;
        if (!fits) return null;
        if (isReduction) sides.add(node.domain);
        for (const input of node.inputs) {
          const read = graph.node(input);
          // Stored values and counts exist only for members with a row.
          if (read.domain === domain ? ['stored', 'count'].includes(read.op) : isUnbounded(input))
            return null;
          if (read.domain !== domain && read.domain !== PROFILE) sides.add(read.domain);
        }
      }
    }
  }
  return sides.size === 2 ? [...sides] : null;
}

/**
 * The member orders that all loops over a domain can use. With an order by pairs, cells without a row are computed and
 * their share subtracted again, so their values must be finite; and such a loop cannot store values per member.
 */
export function possibleOrders(
  graph: Graph,
  orders: ReadonlyMap<DomainId, MemberOrder>,
  schedules: readonly Schedule[],
): ReadonlyMap<DomainId, MemberOrder> {
  const steps = schedules.flatMap(({ steps }) => steps);
  return new Map(
    [...orders].filter(([domain, order]) => {
      const own = steps.filter((step) => step.domain === domain);
      const reads = own.flatMap(({ nodes, reductions }) =>
        [...nodes, ...reductions].flatMap((id) => graph.node(id).inputs),
      );
      if (own.some(({ nodes }) => nodes.some((id) => readsNeighbours(graph.node(id).op)))) return false;
      if (order.kind === 'groups') return own.length > 0;
      const sides = [order.outer, order.inner];
      const isNear = (id: NodeId) => [PROFILE, domain, ...sides].includes(graph.node(id).domain);
      return (
        own.length ===
          schedules.filter(({ steps: all }) => all.some((step) => step.domain === domain)).length &&
        reads.every(isNear) &&
        reads.every((id) => graph.node(id).domain !== domain || graph.node(id).op !== 'stored') &&
        own.every(({ nodes, reductions }) => {
          const readHere = new Set([...nodes, ...reductions].flatMap((id) => graph.node(id).inputs));
          return (
            nodes.every((id) => readHere.has(id) && isFiniteOfLevels(graph, id)) &&
            reductions.every((id) => isNear(id) && graph.node(id).op !== 'reduceMax')
          );
        })
      );
    }),
  );
}

/** Whether a node is finite for every pair of levels, given a bound on the exponents. */
function isFiniteOfLevels(graph: Graph, id: NodeId): boolean {
  const { op, inputs } = graph.node(id);
  if (op === 'divide') return isAboveZero(graph, inputs[1]!);
  if (op === 'log1p') return isAboveZero(graph, inputs[0]!);
  return FINITE_IN_RANGE.includes(op) || operationOf(op)?.keepsFinite === true;
}

/** Finite if their inputs are finite and exponents bounded. */
const FINITE_IN_RANGE: readonly Op[] = [
  'exp',
  'expInRange',
  'expNumerator',
  'timesOrZero',
  'abs',
  'min',
  'whereNonNegative',
];

function isAboveZero(graph: Graph, id: NodeId): boolean {
  const { op, inputs } = graph.node(id);
  switch (op) {
    case 'constant':
      return graph.constantValue(id)! > 0;
    case 'exp':
    case 'expInRange':
    case 'expDenominator':
    case 'expNumerator':
      return true;
    case 'add':
    case 'multiply':
      return inputs.every((input) => isAboveZero(graph, input));
    default:
      return false;
  }
}
