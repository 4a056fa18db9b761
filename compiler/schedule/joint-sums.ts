/**
 * Sums that share one array. Where rows of several domains add to the levels of another, and only the sum of these sums, or
 * their difference, is read, all of them add to one array: it is cleared once, and read once.
 */
import type { Graph } from '../graph/graph.ts';
import { isReduction, type NodeId, PROFILE } from '../graph/node.ts';
import type { Schedule } from './schedule.ts';

/** How a reduction takes part in a joint sum. */
export interface JointPart {
  /** The sum or difference of this reduction and another. */
  readonly node: NodeId;
  /** Whether its terms are subtracted. */
  readonly isNegative: boolean;
  /** Whether this is the part that is summed first, and clears the array. */
  readonly isFirst: boolean;
}

export interface JointSums {
  /** The schedule without the nodes that are summed where their parts are. */
  readonly schedule: Schedule;
  readonly parts: ReadonlyMap<NodeId, JointPart>;
}

/** Finds the joint sums of a program; `canAdd` says which reductions can add to what is there. */
export function jointSums(
  graph: Graph,
  schedule: Schedule,
  outputs: readonly NodeId[],
  canAdd: (reduction: NodeId) => boolean,
): JointSums {
  const { steps, stepOf } = schedule;
  const reads = new Map<NodeId, number>();
  for (const { nodes, reductions } of steps) {
    for (const id of [...nodes, ...reductions].flatMap((reader) => graph.node(reader).inputs))
      reads.set(id, (reads.get(id) ?? 0) + 1);
  }
  const parts = new Map<NodeId, JointPart>();
  const joint = new Set<NodeId>();
  for (const node of steps.flatMap(({ nodes }) => nodes)) {
    const { op, inputs, domain } = graph.node(node);
    if ((op !== 'add' && op !== 'subtract') || domain === PROFILE) continue;
    const isPart = (id: NodeId) =>
      isReduction(graph.node(id)) && canAdd(id) && reads.get(id) === 1 && !outputs.includes(id);
    if (outputs.includes(node) || !inputs.every(isPart)) continue;
    const [a, b] = inputs as [NodeId, NodeId];
    // Two reductions of one loop add in turn.
    const isFirst = stepOf.get(a)! <= stepOf.get(b)!;
    parts.set(a, { node, isNegative: false, isFirst });
    parts.set(b, { node, isNegative: op === 'subtract', isFirst: !isFirst });
    joint.add(node);
  }
  const left = steps.map((step) => ({ ...step, nodes: step.nodes.filter((id) => !joint.has(id)) }));
  return { schedule: { steps: left, stepOf }, parts };
}
