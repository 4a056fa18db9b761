/**
 * Sums that share one array. If rows of several domains add to the levels of another, and only the sum or difference of
 * these sums is used, all of them add to one array, which is cleared once and read once.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, isReduction, type NodeId, PROFILE } from '../graph/node.ts';
import type { Schedule } from './schedule.ts';

/** How a reduction contributes to a joint sum. */
export interface JointPart {
  /** The sum or difference of this reduction and another. */
  readonly node: NodeId;
  /** Whether its terms are subtracted. */
  readonly isNegative: boolean;
  /** Whether this part is summed first, and so clears the array. */
  readonly isFirst: boolean;
}

export interface JointSums {
  /** The schedule without the nodes that joint sums replace. */
  readonly schedule: Schedule;
  readonly parts: ReadonlyMap<NodeId, JointPart>;
}

/** Which reductions can add to an array that is not empty: those of no grid. */
export function canAddOf(
  graph: Graph,
  grids: ReadonlyMap<DomainId, unknown>,
): (reduction: NodeId) => boolean {
  return (reduction) => {
    const node = graph.node(reduction);
    return node.op === 'reduce' && !grids.has(node.from);
  };
}

/** Finds the joint sums of a program. `canAdd` says which reductions can add to an array that is not empty. */
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
    // Two reductions in the same loop add one after the other.
    const isFirst = stepOf.get(a)! <= stepOf.get(b)!;
    parts.set(a, { node, isNegative: false, isFirst });
    parts.set(b, { node, isNegative: op === 'subtract', isFirst: !isFirst });
    joint.add(node);
  }
  const left = steps.map((step) => ({ ...step, nodes: step.nodes.filter((id) => !joint.has(id)) }));
  return { schedule: { steps: left, stepOf }, parts };
}
