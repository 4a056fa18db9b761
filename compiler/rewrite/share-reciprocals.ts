/**
 * Computes two reciprocals with one division: 1/x = y · 1/(xy) and 1/y = x · 1/(xy), since a division costs as much as
 * several products (Montgomery 1987, section 10.3.1). Only for reciprocals whose divisors' product is known not to
 * overflow.
 */
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId } from '../graph/node.ts';
import { type Rewritten, rewriteGraph } from './rewrite.ts';

/** Pairs those of `reciprocals` (nodes 1/x) that share a domain. */
export function shareReciprocals(
  graph: Graph,
  roots: readonly NodeId[],
  reciprocals: readonly NodeId[],
): Rewritten {
  const partners = new Map<NodeId, NodeId>();
  const waiting = new Map<DomainId, NodeId>();
  for (const id of reciprocals) {
    const { domain } = graph.node(id);
    const other = waiting.get(domain);
    if (other === undefined) {
      waiting.set(domain, id);
    } else {
      waiting.delete(domain);
      partners.set(id, other);
      partners.set(other, id);
    }
  }
  const divisors = new Map([...partners.keys()].map((id) => [graph.node(id).inputs[1]!, id]));
  return rewriteGraph(graph, roots, {
    apply(_graph, node, inputs) {
      if (node.op !== 'divide' || graph.constantValue(inputs[0]!) !== 1) return undefined;
      const self = divisors.get(inputs[1]!);
      const partner = self === undefined ? undefined : partners.get(self);
      if (partner === undefined) return undefined;
      const [x, y] = [inputs[1]!, graph.node(partner).inputs[1]!];
      const product = graph.apply('multiply', x < y ? [x, y] : [y, x], node.domain);
      return graph.apply(
        'multiply',
        [y, graph.apply('divide', [graph.constant(1), product], node.domain)],
        node.domain,
      );
    },
  });
}
