/** Arithmetic on a graph's nodes, so that code reads like the formula it builds. */
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

export function nodeArithmetic(graph: Graph) {
  return {
    add: (a: NodeId, b: NodeId) => graph.apply('add', [a, b]),
    subtract: (a: NodeId, b: NodeId) => graph.apply('subtract', [a, b]),
    multiply: (a: NodeId, b: NodeId) => graph.apply('multiply', [a, b]),
    divide: (a: NodeId, b: NodeId) => graph.apply('divide', [a, b]),
    negate: (a: NodeId) => graph.apply('negate', [a]),
    log: (a: NodeId) => graph.apply('log', [a]),
    exp: (a: NodeId) => graph.apply('exp', [a]),
    logGamma: (a: NodeId) => graph.apply('logGamma', [a]),
    constant: (value: number) => graph.constant(value),
    /** The larger of a node and a number. */
    atLeast: (least: number, a: NodeId) => {
      const known = graph.constantValue(a);
      if (known !== undefined) return graph.constant(Math.max(least, known));
      const bound = graph.constant(least);
      return graph.apply('whereNonNegative', [graph.apply('subtract', [a, bound]), a, bound]);
    },
  };
}
