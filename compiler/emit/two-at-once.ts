/**
 * Chooses nodes of the profile's code that are computed two at a time: those for which the runtime computes two lanes
 * anyway and a single call wastes one, such as exponentials, and nodes that depend on both lanes in the same way.
 */
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { operationOf } from '../graph/operations/operations.ts';

/** Two nodes with the same operation, neither of which depends on the other: the lanes of one pair. */
export type Twins = readonly [NodeId, NodeId];

/** Whether and how two nodes of an operation are computed at once. */
function twoAtOnce({ op }: Node): 'starts' | 'continues' | undefined {
  return operationOf(op)?.twoAtOnce;
}

/** The nodes of a block, each once and after its inputs, as many of them paired as possible. */
export function twoAtATime(graph: Graph, nodes: readonly NodeId[]): readonly (NodeId | Twins)[] {
  const twins = twinsOf(graph, nodes);
  const pending = new Set(nodes);
  const ordered: (NodeId | Twins)[] = [];
  for (const wanted of nodes) {
    const waiting = [wanted];
    for (let id = waiting.at(-1); id !== undefined; id = waiting.at(-1)) {
      const both = twins.get(id);
      const placed = both ?? [id];
      const first = pending.has(id)
        ? placed.flatMap((each) => graph.node(each).inputs).find((input) => pending.has(input))
        : undefined;
      if (first !== undefined) {
        waiting.push(first);
        continue;
      }
      if (pending.has(id)) ordered.push(both ?? id);
      for (const each of placed) pending.delete(each);
      waiting.pop();
    }
  }
  return ordered;
}

/** The inputs of two nodes, paired by position. */
export function readByBoth(graph: Graph, [a, b]: Twins): readonly Twins[] {
  const others = graph.node(b).inputs;
  return graph.node(a).inputs.map((input, place) => [input, others[place]!]);
}

/** A lane of a pair; `pair` is made of the ids of both nodes. */
interface Lane {
  readonly pair: string;
  readonly lane: 0 | 1;
}

/**
 * Pairs nodes of equal operation, in order. A node that reads one lane of a pair is paired with the node that reads the
 * other lane in the same way.
 */
function twinsOf(graph: Graph, nodes: readonly NodeId[]): ReadonlyMap<NodeId, Twins> {
  const twins = new Map<NodeId, Twins>();
  /** The lanes of twins, and of pairs assembled for them. */
  const lanes = new Map<NodeId, Lane>();
  const isConstant = (id: NodeId) => graph.constantValue(id) !== undefined;
  const setLanes = (both: Twins): void => {
    for (const lane of [0, 1] as const) lanes.set(both[lane], { pair: both.join('&'), lane });
  };
  /** A key for an input that is available for both twins: a constant, or the right lane of a pair; null otherwise. */
  const slotOf = (input: NodeId, lane: 0 | 1 | undefined): string | null => {
    if (isConstant(input)) return `constant ${input}`;
    const known = lanes.get(input);
    return known === undefined || known.lane !== lane ? null : known.pair;
  };
  for (const rank of byCalls(graph, nodes)) {
    const alone = new Map<string, NodeId>();
    for (const id of rank) {
      const node = graph.node(id);
      const { op, inputs } = node;
      const ofTwins = inputs.find((input) => twins.has(input));
      const lane = ofTwins === undefined ? undefined : lanes.get(ofTwins)!.lane;
      const slots = inputs.map((input) => slotOf(input, lane));
      const follows = twoAtOnce(node) === 'continues' && lane !== undefined && !slots.includes(null);
      if (!follows && twoAtOnce(node) !== 'starts') continue;
      const key = [op, ...slots].join(' ');
      const other = alone.get(key);
      if (other === undefined) {
        alone.set(key, id);
        continue;
      }
      alone.delete(key);
      const both: Twins = lane === 0 ? [id, other] : [other, id];
      for (const each of both) twins.set(each, both);
      setLanes(both);
      for (const [a, b] of readByBoth(graph, both)) {
        const areSingle = a !== b && [a, b].every((input) => !isConstant(input) && !lanes.has(input));
        if (areSingle) setLanes([a, b]);
      }
    }
  }
  return twins;
}

/**
 * The nodes grouped by how many calls must come before them in sequence: within a group, no call depends on another. In
 * each group calls come last, the others by their depth, so that what two calls read is already paired.
 */
function byCalls(graph: Graph, nodes: readonly NodeId[]): readonly (readonly NodeId[])[] {
  const before = new Map<NodeId, { readonly calls: number; readonly steps: number }>();
  const ranks: NodeId[][] = [];
  const isCall = (id: NodeId) => twoAtOnce(graph.node(id)) === 'starts';
  for (const id of nodes) {
    let [calls, steps] = [0, 0];
    for (const input of graph.node(id).inputs) {
      const known = before.get(input);
      if (known === undefined) continue;
      calls = Math.max(calls, known.calls + (isCall(input) ? 1 : 0));
      steps = Math.max(steps, known.steps + 1);
    }
    before.set(id, { calls, steps });
    const rank = ranks[calls] ?? [];
    rank.push(id);
    ranks[calls] = rank;
  }
  const place = (id: NodeId) => (isCall(id) ? Number.POSITIVE_INFINITY : before.get(id)!.steps);
  return ranks.map((rank) => [...rank].sort((a, b) => (place(a) === place(b) ? a - b : place(a) - place(b))));
}
