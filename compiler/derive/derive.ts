/**
 * Symbolic reverse-mode differentiation on the staged graph. An adjoint is a node like any other, in the domain of the
 * node it belongs to. If a larger domain reads a node of a smaller one, its adjoint is the sum over the members that
 * read it.
 */

import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, Node, NodeId } from '../graph/node.ts';
import { PROFILE } from '../graph/node.ts';
import type { Arity, Tuples } from '../graph/operations/operation.ts';
import { operation, operationOf } from '../graph/operations/operations.ts';
import { bottomUp, isArithmetic, reachable } from '../graph/traverse.ts';

/** The derivatives of `output`, a profile node, with respect to each node of `inputs`. */
export function derive(graph: Graph, output: NodeId, inputs: readonly NodeId[]): readonly NodeId[] {
  const order = reachable(graph, [output]);
  const isUnbounded = unboundedByData(graph);
  const active = activeNodes(graph, order, new Set(inputs));
  /** The contributions to each node's adjoint so far, added up by the domain that they come from. */
  const pending = new Map<NodeId, Map<DomainId, NodeId>>();
  /**
   * Nodes whose adjoints may be infinite: they are read, directly or not, by a node whose slope is infinite somewhere.
   */
  const steep = new Set<NodeId>();
  const contribute = (to: NodeId, within: DomainId, contribution: NodeId) => {
    if (!active.has(to)) return;
    const byDomain = pending.get(to) ?? new Map<DomainId, NodeId>();
    const sum = byDomain.get(within);
    byDomain.set(within, sum === undefined ? contribution : graph.apply('add', [sum, contribution], within));
    pending.set(to, byDomain);
  };
  const adjoints = new Map<NodeId, NodeId>();
  const adjointOf = (id: NodeId): NodeId | undefined => {
    const { domain } = graph.node(id);
    const name = graph.nameOf(id);
    let total: NodeId | undefined;
    for (const [from, contribution] of pending.get(id) ?? []) {
      const part = from === domain ? contribution : reduced(graph, contribution, from, domain);
      if (name !== undefined) graph.name(part, `${name}Adjoint`);
      total = total === undefined ? part : graph.apply('add', [total, part], domain);
    }
    return total;
  };

  contribute(output, graph.node(output).domain, graph.constant(1));
  for (const id of order.reverse()) {
    const adjoint = adjointOf(id);
    if (adjoint === undefined) continue;
    adjoints.set(id, adjoint);
    const node = graph.node(id);
    if (node.op === 'reduce') {
      contribute(node.inputs[0]!, node.from, adjoint);
      if (steep.has(id)) steep.add(node.inputs[0]!);
    } else if (node.op === 'shift') {
      const by = node.by === 1 ? -1 : 1;
      const back = graph.intern({ op: 'shift', by, inputs: [adjoint], domain: node.domain });
      contribute(node.inputs[0]!, node.domain, back);
      if (steep.has(id)) steep.add(node.inputs[0]!);
    } else if (node.op === 'recurrence') {
      // With λ the adjoint of the recurrence, Σ over what each level moves: λ = adjoint + (factor · λ) of the level that reads this one.
      const [factor, term] = node.inputs as [NodeId, NodeId];
      const { by, domain } = node;
      const from = by === 1 ? -1 : 1;
      const factorThere = graph.intern({ op: 'shift', by: from, inputs: [factor], domain });
      const total = graph.intern({ op: 'recurrence', by: from, inputs: [factorThere, adjoint], domain });
      contribute(term, domain, total);
      const read = graph.intern({ op: 'shift', by, inputs: [id], domain });
      contribute(factor, domain, graph.apply('multiply', [total, read], domain));
      if (steep.has(id)) for (const input of node.inputs) steep.add(input);
    } else if (isArithmetic(node)) {
      const isSteep = steep.has(id);
      const parts = contributions(graph, id, adjoint, { isUnbounded, isSteep });
      node.inputs.forEach((input, index) => {
        if (isSteep || isSteepAtZero(graph, node)) steep.add(input);
        const part = parts[index];
        if (part !== null && part !== undefined) contribute(input, node.domain, part);
      });
    }
  }
  return inputs.map((input) => {
    const adjoint = adjoints.get(input);
    if (adjoint === undefined) return graph.constant(0);
    const name = graph.nameOf(input);
    if (name !== undefined) graph.name(adjoint, `${name}Adjoint`);
    return adjoint;
  });
}

/** The sum of a contribution over the members of `from`. A minus sign is moved outside, so that it is applied once. */
function reduced(graph: Graph, contribution: NodeId, from: DomainId, domain: DomainId): NodeId {
  const node = graph.node(contribution);
  if (node.op === 'negate') {
    return graph.apply('negate', [reduced(graph, node.inputs[0]!, from, domain)], domain);
  }
  return graph.intern({ op: 'reduce', from, inputs: [contribution], domain });
}

/** The nodes whose values depend on one of the inputs: only they have adjoints. */
function activeNodes(
  graph: Graph,
  order: readonly NodeId[],
  inputs: ReadonlySet<NodeId>,
): ReadonlySet<NodeId> {
  const active = new Set<NodeId>();
  for (const id of order) {
    if (inputs.has(id) || graph.node(id).inputs.some((input) => active.has(input))) active.add(id);
  }
  return active;
}

/** Whether a node is computed from a logarithm of data or a quotient by data, which may be infinite. */
export function unboundedByData(graph: Graph): (id: NodeId) => boolean {
  const readsRow = (id: NodeId) => graph.kind(id) === 'data' || graph.kind(id) === 'level';
  const inputsOf = (node: Node) => (node.op === 'stored' ? [node.expression] : node.inputs);
  return bottomUp(
    graph,
    (id, isUnbounded): boolean => {
      const node = graph.node(id);
      const inputs = inputsOf(node);
      if (!readsRow(id)) return false;
      if (node.op === 'stored') return inputs.some(isUnbounded);
      const { pole, passesInfinityOn = false } = operationOf(node.op) ?? {};
      return (
        (pole !== undefined && readsRow(inputs[pole]!)) || (passesInfinityOn && inputs.some(isUnbounded))
      );
    },
    inputsOf,
  );
}

/** What is known about infinite values in a product. */
interface Extremes {
  /** Whether a node may be infinite because data is 0 somewhere. */
  readonly isUnbounded: (id: NodeId) => boolean;
  /** Whether the adjoint contains a slope that is infinite at 0, and so may be infinite or NaN. */
  readonly isSteep: boolean;
}

type Applied = Node & { readonly op: ArithmeticOp };

/** Whether the slope of a node is infinite where data make an input 0, although the density is finite there. */
function isSteepAtZero(graph: Graph, { op, inputs }: Applied): boolean {
  return operation(op).isSteepAtZero?.(graph, inputs as Tuples<NodeId>[Arity]) ?? false;
}

/**
 * The contributions of `adjoint`, the adjoint of `id`, to the adjoints of the inputs of `id`, in their order; null
 * where there is none. Rules: Griewank & Walther, Evaluating Derivatives, 2nd ed., table 3.3 and section 3.2. Where
 * data make a factor 0, its product is 0, the limit, even if the other factor is infinite, rather than NaN.
 */
function contributions(
  graph: Graph,
  id: NodeId,
  adjoint: NodeId,
  { isUnbounded, isSteep }: Extremes,
): readonly (NodeId | null)[] {
  const { op, inputs, domain } = graph.node(id) as Applied;
  const { derivative } = operation(op);
  if (derivative === null) throw new Error(`${op} comes into a graph only after its derivatives are taken`);
  const apply = (name: ArithmeticOp, ...parts: NodeId[]) => graph.apply(name, parts, domain);
  const { op: adjointOp, inputs: parts } = graph.node(adjoint);
  // In an adjoint count · share, the derivative's factor is multiplied with the share, inside the guarded product.
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
      // A plain product is safe on the profile if neither factor reads data and the adjoint is finite.
      const isNeverZero = domain === PROFILE && !isSteep && !graph.readsData(w) && !graph.readsData(x);
      return apply(isNeverZero ? 'multiply' : 'timesOrZero', w, x);
    },
  });
}
