/**
 * Moves factors to smaller domains: w · (p_j · r_k) = (w · p_j) · r_k, and w · (q_j + p_j · r_k) + c = (w · q_j + c) +
 * (w · p_j) · r_k. A row then needs one product and one sum; the rest is computed once for each of the fewer values of
 * j.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { WORTHWHILE_SHARE } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { chainOf } from './chain.ts';
import { valueCounts } from './fewest-values.ts';
import type { Rewrite } from './rewrite.ts';

type Associative = 'add' | 'multiply';

export function liftFactors(graph: Graph, sketch: DataSketch): Rewrite {
  const counts = valueCounts(graph, sketch);
  return {
    apply(_graph, node, inputs) {
      if (node.op !== 'multiply' && node.op !== 'add') return undefined;
      const before = graph.apply(node.op, inputs);
      if (graph.kind(before) !== 'level') return undefined;
      const after = (node.op === 'multiply' ? distributed(inputs) : undefined) ?? ordered(node.op, inputs);
      return after === before ? undefined : after;
    },
  };

  /** Whether these nodes take so few distinct values together that combining them separately pays. */
  function areFew(part: readonly NodeId[], all: readonly NodeId[]): boolean {
    return counts.together(part) <= WORTHWHILE_SHARE * counts.together(all);
  }

  function ordered(op: Associative, inputs: readonly NodeId[]): NodeId | undefined {
    const parts = inputs.flatMap((input) => chainOf(graph, op, input));
    if (parts.length < 3) return undefined;
    // Whichever part comes last, one of the two halves is among the others. If neither half takes few values, the
    // others never do, and no order helps.
    const half = parts.length >> 1;
    if (!areFew(parts.slice(0, half), parts) && !areFew(parts.slice(half), parts)) return undefined;
    const order = counts.order(parts);
    if (!areFew(order.slice(0, -1), parts)) return undefined;
    return order.reduce((left, right) => graph.apply(op, [left, right]));
  }

  /** f · (a + b r) as f a + (f b) r, if only r takes many values; undefined if this does not help. */
  function distributed(inputs: readonly NodeId[]): NodeId | undefined {
    const place = inputs.findIndex((input) => graph.node(input).op === 'add');
    if (place < 0) return undefined;
    const sum = inputs[place]!;
    // Filtered by index, since both inputs may be the same sum.
    const factors = inputs
      .filter((_, index) => index !== place)
      .flatMap((each) => chainOf(graph, 'multiply', each));
    const terms = chainOf(graph, 'add', sum);
    const [many, ...others] = terms.filter((term) => !areFew([...factors, term], inputs));
    if (many === undefined || others.length > 0 || terms.length < 2) return undefined;
    const last = ordered('multiply', [...factors, many]);
    if (last === undefined) return undefined;
    const few = terms
      .filter((term) => term !== many)
      .map((term) => [...factors, term].reduce((left, right) => graph.apply('multiply', [left, right])));
    return [...few, last].reduce((left, right) => graph.apply('add', [left, right]));
  }
}
