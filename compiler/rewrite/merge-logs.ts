/**
 * Merges logarithms: Σ count · ln p over the members of a domain multiplies the p whose count is 1 and takes the
 * logarithm of the product now and then. The derivative, taken before, does not change.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type Node, type NodeId, PROFILE } from '../graph/node.ts';
import { chainOf } from './chain.ts';
import type { Rewrite } from './rewrite.ts';

export const mergeLogs: Rewrite = {
  apply(graph, node, inputs) {
    if (node.op !== 'reduce') return undefined;
    const parts = countAndLog(graph, node, inputs[0]!);
    if (parts === undefined) return undefined;
    return graph.intern({ op: 'reduceLog', from: node.from, domain: node.domain, inputs: parts });
  },
};

/** The inputs count and p of a term count · (ln p₁ + ln p₂ …) whose logarithms are computed per member. */
function countAndLog(graph: Graph, reduce: Node, term: NodeId): readonly NodeId[] | undefined {
  const node = graph.node(term);
  if (node.op !== 'multiply' || reduce.domain !== PROFILE) return undefined;
  const [count, logs] = node.inputs as [NodeId, NodeId];
  const parts = chainOf(graph, 'add', logs);
  const factors = parts.flatMap((part) => factorOf(graph, part, node.domain) ?? []);
  if (graph.node(count).op !== 'count' || factors.length < parts.length) return undefined;
  return [count, factors.reduce((a, b) => graph.apply('multiply', [a, b], node.domain))];
}

/** The p of ln p; undefined for anything else. */
function factorOf(graph: Graph, id: NodeId, domain: DomainId): NodeId | undefined {
  const { op, inputs, domain: at } = graph.node(id);
  return op === 'logProbability' && at === domain ? inputs[0] : undefined;
}
