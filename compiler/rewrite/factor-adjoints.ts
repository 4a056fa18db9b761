/**
 * (x + x y) z = x (z + y z), if y z is computed anyway. The adjoints of odds have this form: for n = u + v + u v, u's
 * share of the adjoint is (n̄ + n̄ v) u, and u v is there already.
 */
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { Rewrite } from './rewrite.ts';

export function factorAdjoints(graph: Graph, roots: readonly NodeId[]): Rewrite {
  const products = new Map<string, NodeId>();
  const keyOf = (domain: DomainId, a: NodeId, b: NodeId) => `${domain}:${Math.min(a, b)}*${Math.max(a, b)}`;
  for (const id of reachable(graph, roots)) {
    const { op, domain, inputs } = graph.node(id);
    if (op === 'multiply') products.set(keyOf(domain, inputs[0]!, inputs[1]!), id);
  }
  const isProduct = (id: NodeId) => graph.node(id).op === 'multiply';
  /** The x and y of x + x y; null for any other node. */
  const factored = (id: NodeId): readonly [NodeId, NodeId] | null => {
    const { op, inputs } = graph.node(id);
    if (op !== 'add') return null;
    for (const [x, product] of [inputs, [...inputs].reverse()] as [NodeId, NodeId][]) {
      const factors = graph.node(product).inputs;
      if (isProduct(product) && factors.includes(x)) return [x, factors[factors[0] === x ? 1 : 0]!];
    }
    return null;
  };
  return {
    apply(_graph, node, inputs) {
      if (node.op !== 'multiply') return undefined;
      for (const [sum, z] of [inputs, [...inputs].reverse()] as [NodeId, NodeId][]) {
        const parts = factored(sum);
        const known = parts === null ? undefined : products.get(keyOf(node.domain, parts[1], z));
        if (parts === null || known === undefined) continue;
        const whole = graph.apply('add', [z, known], node.domain);
        return graph.apply('multiply', [parts[0], whole], node.domain);
      }
      return undefined;
    },
  };
}
