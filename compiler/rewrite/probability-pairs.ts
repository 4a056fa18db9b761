/**
 * A probability is a pair (p, 1 - p), carried through every operation without subtracting, so that neither half loses
 * relative precision however close to 0 it is. Afterwards the graph has reals alone.
 */
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { reachable, rebuild } from './rewrite.ts';

interface Pair {
  readonly p: NodeId;
  readonly q: NodeId;
}

/** Lowers every probability node that the roots read; returns the roots' new nodes. */
export function probabilityPairs(graph: Graph, roots: readonly NodeId[]): readonly NodeId[] {
  const pairs = new Map<NodeId, Pair>();
  const reals = new Map<NodeId, NodeId>();
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    const real = (index: number) => reals.get(node.inputs[index]!)!;
    const pair = (index: number) => pairs.get(node.inputs[index]!)!;
    const lowered = lowerPair(graph, node, real, pair);
    if (lowered !== undefined) {
      pairs.set(id, lowered);
      nameHalves(graph, id, lowered);
    } else if (node.op === 'valueOf') {
      reals.set(id, pair(0).p);
    } else if (node.op === 'logOf') {
      reals.set(id, graph.apply('logProbability', [pair(0).p, pair(0).q]));
    } else {
      const next = rebuild(
        graph,
        node,
        node.inputs.map((input) => reals.get(input)!),
      );
      const name = graph.nameOf(id);
      if (name !== undefined) graph.name(next, name);
      reals.set(id, next);
    }
  }
  return roots.map((root) => reals.get(root)!);
}

function lowerPair(
  graph: Graph,
  node: Node,
  real: (index: number) => NodeId,
  pair: (index: number) => Pair,
): Pair | undefined {
  const add = (a: NodeId, b: NodeId) => graph.apply('add', [a, b]);
  switch (node.op) {
    case 'pLogistic': {
      const margin = real(0);
      return {
        p: graph.apply('logistic', [margin]),
        q: graph.apply('logistic', [graph.apply('negate', [margin])]),
      };
    }
    case 'pHalves':
      return { p: real(0), q: real(1) };
    case 'pNot':
      return { p: pair(0).q, q: pair(0).p };
    case 'pAnd': {
      const [a, b] = [pair(0), pair(1)];
      const p = weighted(graph, a.p, b.p);
      // 1 - ab = (1 - a) + a (1 - b): no subtraction; its derivative is the product's, with the other sign.
      return { p, q: complement(graph, add(valueOf(graph, a.q), weighted(graph, a.p, valueOf(graph, b.q))), p) };
    }
    case 'pMix': {
      const [w, a, b] = [pair(0), pair(1), pair(2)];
      const p = add(weighted(graph, w.q, a.p), weighted(graph, w.p, b.p));
      const q = add(
        weighted(graph, w.q, valueOf(graph, a.q)),
        weighted(graph, w.p, valueOf(graph, b.q)),
      );
      return { p, q: complement(graph, q, p) };
    }
    default:
      return undefined;
  }
}

/** 1 - p by a value of its own; its derivative is p's, with the other sign. */
function complement(graph: Graph, value: NodeId, p: NodeId): NodeId {
  return graph.apply('complement', [value, p]);
}

/** The value of a complement, which says nothing of its derivative. */
function valueOf(graph: Graph, id: NodeId): NodeId {
  const node = graph.node(id);
  return node.op === 'complement' ? node.inputs[0]! : id;
}

/** The product of two factors in [0, 1], where a factor that is 0 is finite and so leaves nothing. */
function weighted(graph: Graph, a: NodeId, b: NodeId): NodeId {
  if (graph.constantValue(a) === 0 || graph.constantValue(b) === 0) return graph.constant(0);
  return graph.apply('multiply', [a, b]);
}

/** `memoryP` names its success half; the other half is `notMemoryP`. */
function nameHalves(graph: Graph, id: NodeId, { p, q }: Pair): void {
  const name = graph.nameOf(id);
  if (name === undefined) return;
  graph.name(p, name);
  graph.name(q, `not${name[0]!.toUpperCase()}${name.slice(1)}`);
  const margin = graph.node(p).op === 'logistic' ? graph.node(p).inputs[0]! : null;
  if (margin !== null && graph.node(margin).inputs.length > 0) graph.name(margin, `${name}Margin`);
}
