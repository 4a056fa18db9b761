/** Sums of logs split: ln(p₁ and p₂) = ln p₁ + ln p₂, and a logistic's log needs no logistic. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { Rewrite } from './rewrite.ts';

export const splitLogs: Rewrite = {
  name: 'sums of logs split',
  apply(graph, node, [p]) {
    return node.op === 'logOf' ? logOf(graph, p!) : undefined;
  },
};

function logOf(graph: Graph, probability: NodeId): NodeId | undefined {
  const node = graph.node(probability);
  const [a, b] = node.inputs;
  if (node.op === 'pAnd') {
    const log = (factor: NodeId) => logOf(graph, factor) ?? graph.intern({ op: 'logOf', inputs: [factor] });
    return graph.apply('add', [log(a!), log(b!)]);
  }
  if (node.op === 'pLogistic') return graph.apply('logLogistic', [a!]);
  if (node.op === 'pNot' && graph.node(a!).op === 'pLogistic') {
    return graph.apply('logLogistic', [graph.apply('negate', [graph.node(a!).inputs[0]!])]);
  }
  return undefined;
}
