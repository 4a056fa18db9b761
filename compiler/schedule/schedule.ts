/** Schedules the nodes of a staged program: straight code for the profile, and loops over domains. */
import type { Graph } from '../graph/graph.ts';
import {
  type DomainId,
  isReduction,
  type Node,
  type NodeId,
  PROFILE,
  readsNeighbours,
} from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { MemberOrder } from '../stage/member-order.ts';

/** Code that runs once (for the profile) or once per member of a domain. */
export interface Step {
  readonly domain: DomainId;
  /** The nodes computed here, each after its inputs. */
  readonly nodes: readonly NodeId[];
  /** The reductions whose sums are accumulated in this loop. */
  readonly reductions: readonly NodeId[];
}

export interface Schedule {
  readonly steps: readonly Step[];
  /** The step that computes each node. */
  readonly stepOf: ReadonlyMap<NodeId, number>;
}

/** The nodes of a step that other steps read or the program outputs, so that its loop must store them in memory. */
export function leftForLater(
  graph: Graph,
  { steps }: Schedule,
  outputs: readonly NodeId[],
  step: Step,
): readonly NodeId[] {
  const readElsewhere = steps.flatMap((other) =>
    other === step
      ? []
      : [...other.nodes, ...other.reductions].flatMap((reader) => graph.node(reader).inputs),
  );
  const read = new Set([...outputs, ...readElsewhere]);
  return step.nodes.filter((id) => read.has(id));
}

/** Whether a node is known before a program starts: a constant, a stored value, or an input of the program. */
export function isLeaf(node: Node): boolean {
  return node.inputs.length === 0;
}

/**
 * Schedules a program. A node's rank is the number of changes of domain on the way to it, so that all nodes of one
 * domain and rank can be computed in one loop. A domain that is needed again later gets a second loop.
 */
export function schedule(graph: Graph, outputs: readonly NodeId[]): Schedule {
  const order = reachable(graph, outputs);
  const ranks = new Map<NodeId, number>();
  for (const id of order) ranks.set(id, rankOf(graph, id, ranks));
  sink(graph, order, ranks);

  const keys = new Map<string, { rank: number; domain: DomainId; nodes: NodeId[]; reductions: NodeId[] }>();
  const stepAt = (rank: number, domain: DomainId) => {
    const key = `${rank}@${domain}`;
    const step = keys.get(key) ?? { rank, domain, nodes: [], reductions: [] };
    keys.set(key, step);
    return step;
  };
  for (const id of order) {
    const node = graph.node(id);
    if (isLeaf(node)) continue;
    if (isReduction(node)) stepAt(ranks.get(id)! - 1, node.from).reductions.push(id);
    else stepAt(ranks.get(id)!, node.domain).nodes.push(id);
  }
  const steps = [...keys.values()].sort((a, b) => a.rank - b.rank || a.domain - b.domain);
  const stepOf = new Map<NodeId, number>();
  steps.forEach((step, index) => {
    for (const id of [...step.nodes, ...step.reductions]) stepOf.set(id, index);
  });
  return { steps, stepOf };
}

function rankOf(graph: Graph, id: NodeId, ranks: ReadonlyMap<NodeId, number>): number {
  const node = graph.node(id);
  if (isLeaf(node)) return 0;
  const within = isReduction(node) ? node.from : node.domain;
  let rank = within === PROFILE ? 0 : 1;
  for (const input of node.inputs) {
    const other = graph.node(input);
    if (isLeaf(other)) continue;
    rank = Math.max(rank, ranks.get(input)! + (other.domain === within ? 0 : 1));
  }
  // It reads other members, so the loop that computes them must have ended.
  if (readsNeighbours(node.op)) {
    for (const input of node.inputs)
      if (!isLeaf(graph.node(input))) rank = Math.max(rank, ranks.get(input)! + 1);
  }
  // A sum is ready when the loop that accumulates it has ended.
  return isReduction(node) ? rank + 1 : rank;
}

/**
 * Moves a node that is read only in a later loop over the same domain into that loop, with those of its inputs that
 * nothing else reads. Computing it there costs less than storing and loading it.
 */
function sink(graph: Graph, order: readonly NodeId[], ranks: Map<NodeId, number>): void {
  const readers = new Map<NodeId, NodeId[]>();
  for (const id of order)
    for (const input of graph.node(id).inputs) readers.set(input, [...(readers.get(input) ?? []), id]);
  const isComputed = (id: NodeId, domain: DomainId) =>
    !isLeaf(graph.node(id)) && graph.node(id).domain === domain;
  const canMove = (id: NodeId) => {
    const node = graph.node(id);
    return node.domain !== PROFILE && !isLeaf(node) && !isReduction(node) && !readsNeighbours(node.op);
  };
  const moving = new Set(order.filter(canMove));
  const later = new Map(ranks);
  /** The rank at which a node is first read; −1 if another domain, or another member, reads it. */
  const readAt = (id: NodeId) => {
    const { domain } = graph.node(id);
    const reading = (readers.get(id) ?? []).map((reader) => {
      const other = graph.node(reader);
      if (isReduction(other)) return other.from === domain ? ranks.get(reader)! - 1 : -1;
      return other.domain === domain && !readsNeighbours(other.op) ? later.get(reader)! : -1;
    });
    return reading.length === 0 ? -1 : Math.min(...reading);
  };
  /**
   * Whether a node has an input that stays in the earlier loop: a moved node must load it, which cancels the saving.
   */
  const staysBehind = (id: NodeId) => {
    const { domain, inputs } = graph.node(id);
    return inputs.some((input) => isComputed(input, domain) && later.get(input)! < later.get(id)!);
  };
  for (let size = -1; size !== moving.size; ) {
    size = moving.size;
    for (const id of [...order].reverse())
      later.set(id, moving.has(id) ? Math.max(ranks.get(id)!, readAt(id)) : ranks.get(id)!);
    for (const id of order) {
      if (!moving.has(id) || (later.get(id)! > ranks.get(id)! && !staysBehind(id))) continue;
      moving.delete(id);
      later.set(id, ranks.get(id)!);
    }
  }
  for (const id of moving) ranks.set(id, later.get(id)!);
}

/**
 * For each domain, the other domains from which its loops look up values, in the order of first use. Members that are
 * grouped by a domain need no lookup in it.
 */
export function lookupsOf(
  graph: Graph,
  schedules: readonly Schedule[],
  orders: ReadonlyMap<DomainId, MemberOrder> = new Map(),
): ReadonlyMap<DomainId, readonly DomainId[]> {
  const lookups = new Map<DomainId, Set<DomainId>>();
  for (const { domain, nodes, reductions } of schedules.flatMap(({ steps }) => steps)) {
    if (domain === PROFILE) continue;
    const domainOf = (id: NodeId) => graph.node(id).domain;
    const read = [...nodes, ...reductions].flatMap((id) => graph.node(id).inputs);
    const wanted = lookups.get(domain) ?? new Set();
    const order = orders.get(domain);
    const group = order?.kind === 'groups' ? order.by : PROFILE;
    for (const other of [...read, ...reductions].map(domainOf)) {
      if (other !== PROFILE && other !== domain && other !== group) wanted.add(other);
    }
    if (wanted.size > 0) lookups.set(domain, wanted);
  }
  return new Map([...lookups].map(([domain, wanted]) => [domain, [...wanted]]));
}
