/**
 * Splits logarithms: ln(p₁ and p₂) = ln p₁ + ln p₂, and the logarithm of a logistic needs no logistic. Probabilities
 * represented by odds stay together, since their product needs only one division.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { chainOf } from './chain.ts';
import type { Rewrite } from './rewrite.ts';

export function splitLogs(inOdds: ReadonlySet<NodeId> = new Set()): Rewrite {
  /** Memoised: in a chain of n that each read the previous one twice, the first would be split 2ⁿ times. */
  const known = new Map<NodeId, NodeId | undefined>();
  return {
    apply(graph, node, [p]) {
      return node.op === 'logOf' ? logOf(graph, p!) : undefined;
    },
  };

  function logOf(graph: Graph, probability: NodeId): NodeId | undefined {
    if (known.has(probability)) return known.get(probability);
    const found = split(graph, probability);
    known.set(probability, found);
    return found;
  }

  function split(graph: Graph, probability: NodeId): NodeId | undefined {
    const node = graph.node(probability);
    const [a, b] = node.inputs;
    if (node.op === 'pAnd') {
      const factors = chainOf(graph, 'pAnd', probability);
      const together = factors.filter((factor) => inOdds.has(factor));
      if (together.length === factors.length) return undefined;
      if (together.length > 1) {
        const apart = factors.filter((factor) => !inOdds.has(factor));
        const joined = together.reduce((left, right) => graph.probability('pAnd', [left, right]));
        return [...apart, joined]
          .map((factor) => log(graph, factor))
          .reduce((left, right) => graph.apply('add', [left, right]));
      }
      return graph.apply('add', [log(graph, a!), log(graph, b!)]);
    }
    if (node.op === 'pLogistic' && !inOdds.has(probability)) return graph.apply('logLogistic', [a!]);
    if (node.op === 'pNot' && graph.node(a!).op === 'pLogistic' && !inOdds.has(a!)) {
      return graph.apply('logLogistic', [graph.apply('negate', [graph.node(a!).inputs[0]!])]);
    }
    return undefined;
  }

  function log(graph: Graph, factor: NodeId): NodeId {
    return logOf(graph, factor) ?? graph.intern({ op: 'logOf', inputs: [factor] });
  }
}
