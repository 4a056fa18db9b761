/** What the adjoint of a node contributes to the adjoints of its inputs, by the rule of its operation. */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type Node, type NodeId, PROFILE } from '../graph/node.ts';
import type { Arity, Tuples } from '../graph/operations/operation.ts';
import { operation } from '../graph/operations/operations.ts';

/** What is known of the numbers that the rules multiply. */
export interface Extremes {
  /** Whether a node may be infinite because data is 0 somewhere. */
  readonly isUnbounded: (id: NodeId) => boolean;
  /** Whether the adjoint came through a slope that is infinite at 0, and so may be infinite, or NaN. */
  readonly isSteep: boolean;
}

type Operation = Node & { readonly op: ArithmeticOp };

/** Whether the slope of a node is infinite where data make an input 0, though the density is finite there. */
export function isSteepAtZero(graph: Graph, { op, inputs }: Operation): boolean {
  return operation(op).isSteepAtZero?.(graph, inputs as Tuples<NodeId>[Arity]) ?? false;
}

/**
 * The contributions of `adjoint`, the adjoint of `id`, to the adjoints of the inputs of `id`, in their order; null where there is none.
 * Rules: Griewank & Walther, Evaluating Derivatives, 2nd ed., table 3.3 and section 3.2. Where data make a factor 0, the product with it is 0,
 * the limit, even if the other factor is infinite: it is not NaN.
 */
export function contributions(
  graph: Graph,
  id: NodeId,
  adjoint: NodeId,
  { isUnbounded, isSteep }: Extremes,
): readonly (NodeId | null)[] {
  const { op, inputs, domain } = graph.node(id) as Operation;
  const { derivative } = operation(op);
  if (derivative === null) throw new Error(`${op} comes into a graph only after its derivatives are taken`);
  const apply = (name: ArithmeticOp, ...parts: NodeId[]) => graph.apply(name, parts, domain);
  const { op: adjointOp, inputs: parts } = graph.node(adjoint);
  // A factor of an adjoint that a count weighs goes inside.
  const [count, share] = adjointOp === 'timesOrZero' ? (parts as [NodeId, NodeId]) : [null, adjoint];
  const withCount = (x: NodeId) => (count === null ? x : apply('timesOrZero', count, x));
  return derivative({
    graph,
    id,
    inputs: inputs as Tuples<NodeId>[Arity],
    domain,
    adjoint,
    count,
    share,
    isSteep,
    isUnbounded,
    apply,
    times: (slope) => withCount(apply('multiply', share, slope)),
    withCount,
    timesOrZero: (w, x) => {
      // On the profile, where no statistic is read and no slope is infinite, no data could make w 0.
      const isNeverZero = domain === PROFILE && !isSteep && !graph.readsData(w) && !graph.readsData(x);
      return apply(isNeverZero ? 'multiply' : 'timesOrZero', w, x);
    },
  });
}
