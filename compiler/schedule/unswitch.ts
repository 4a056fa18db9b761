/**
 * Loop unswitching (Allen & Cocke 1972, A catalogue of optimizing transformations): if a loop selects between two
 * values by the sign of a profile node, the choice is the same for all members. The loop is emitted once for each
 * choice, and the test is made before it.
 */
import type { Graph } from '../graph/graph.ts';
import { type NodeId, PROFILE, readsNeighbours } from '../graph/node.ts';
import { isArithmetic, reachable, rebuild } from '../graph/traverse.ts';
import type { Step } from './schedule.ts';

/** One variant of a loop. */
export interface LoopBody {
  readonly nodes: readonly NodeId[];
  /** For each node that later code reads, its equivalent in this variant. */
  readonly values: ReadonlyMap<NodeId, NodeId>;
}

export interface LoopChoice {
  /** The profile node whose sign decides. */
  readonly by: NodeId;
  readonly whereNonNegative: LoopBody;
  readonly otherwise: LoopBody;
}

/**
 * The choice that a loop makes. `left` are the nodes that later code reads. Null if there is no choice, or if the loop
 * accumulates a sum or reads other members.
 */
export function loopChoice(graph: Graph, step: Step, left: readonly NodeId[]): LoopChoice | null {
  if (step.domain === PROFILE || step.reductions.length > 0) return null;
  if (step.nodes.some((id) => readsNeighbours(graph.node(id).op))) return null;
  const isChoice = (id: NodeId) => {
    const { op, inputs } = graph.node(id);
    return op === 'whereNonNegative' && graph.node(inputs[0]!).domain === PROFILE;
  };
  const first = step.nodes.find(isChoice);
  if (first === undefined) return null;
  const [by] = graph.node(first).inputs as [NodeId];
  const way = (taken: 1 | 2): LoopBody => {
    const became = new Map<NodeId, NodeId>();
    const now = (id: NodeId) => became.get(id) ?? id;
    for (const id of step.nodes) {
      const node = graph.node(id);
      const isTaken = isChoice(id) && node.inputs[0] === by;
      const next = isTaken ? now(node.inputs[taken]!) : rebuild(graph, node, node.inputs.map(now));
      graph.nameLike(next, id);
      became.set(id, next);
    }
    const values = new Map(left.map((id) => [id, now(id)]));
    const own = new Set(became.values());
    const nodes = reachable(graph, [...values.values()]).filter(
      (id) => own.has(id) && graph.node(id).domain === step.domain && isArithmetic(graph.node(id)),
    );
    return { nodes, values };
  };
  return { by, whereNonNegative: way(1), otherwise: way(2) };
}
