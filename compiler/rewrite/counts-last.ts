/**
 * Moves counts outward: Σ n_i · …, where the summand is linear in n_i, becomes Σ n_i · x_i with no count in x_i. A loop
 * over members with equal counts then multiplies by the count once. This applies only to domains whose sums all go to
 * the profile, or to the levels by which the members are ordered: a loop that adds to other levels must multiply each
 * addend by its count anyway.
 */
import type { Graph } from '../graph/graph.ts';
import {
  type ArithmeticOp,
  type DomainId,
  isReduction,
  type Node,
  type NodeId,
  PROFILE,
} from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { type MemberOrder, sidesOf } from '../stage/member-order.ts';
import type { Rewrite } from './rewrite.ts';

/** What the pass needs to know about domains. */
interface Counting {
  /** Whether a count is the one by which its domain's members are sorted. */
  isOwnCount(id: NodeId): boolean;
  readonly orders: ReadonlyMap<DomainId, MemberOrder>;
}

export function countsLast(
  graph: Graph,
  roots: readonly NodeId[],
  { isOwnCount, orders }: Counting,
): Rewrite {
  const scattering = new Set<DomainId>();
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    if (isReduction(node) && node.domain !== PROFILE && !sidesOf(orders.get(node.from)).includes(node.domain))
      scattering.add(node.from);
  }
  /** Splits a node n or n · x into n and x. */
  const counted = (id: NodeId): { count: NodeId; rest: NodeId } | null => {
    const node = graph.node(id);
    if (node.op === 'count') return isOwnCount(id) ? { count: id, rest: graph.constant(1) } : null;
    const [count, rest] = node.inputs as [NodeId, NodeId];
    const isProduct = node.op === 'multiply' && graph.node(count).op === 'count' && isOwnCount(count);
    return isProduct ? { count, rest } : null;
  };
  return {
    apply(_graph, node, inputs) {
      if (node.domain === PROFILE || scattering.has(node.domain)) return undefined;
      const result = withCountOutside(node, inputs);
      return result === graph.intern({ ...node, inputs }) ? undefined : result;
    },
  };

  function withCountOutside(node: Node, inputs: readonly NodeId[]): NodeId | undefined {
    const [a, b] = inputs as [NodeId, NodeId];
    const apply = (op: ArithmeticOp, ...parts: NodeId[]) => graph.apply(op, parts, node.domain);
    switch (node.op) {
      case 'multiply': {
        const left = counted(a);
        if (left !== null) return apply('multiply', left.count, apply('multiply', left.rest, b));
        const right = counted(b);
        return right === null ? undefined : apply('multiply', right.count, apply('multiply', a, right.rest));
      }
      case 'divide': {
        const top = counted(a);
        return top === null ? undefined : apply('multiply', top.count, apply('divide', top.rest, b));
      }
      case 'negate': {
        const inner = counted(a);
        return inner === null
          ? undefined
          : graph.intern({
              op: 'multiply',
              inputs: [inner.count, apply('negate', inner.rest)],
              domain: node.domain,
            });
      }
      case 'add':
      case 'subtract': {
        const [left, right] = [counted(a), counted(b)];
        if (left === null || right === null || left.count !== right.count) return undefined;
        return apply('multiply', left.count, apply(node.op, left.rest, right.rest));
      }
      default:
        return undefined;
    }
  }
}
