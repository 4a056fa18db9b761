/** Constant folding, and the identities that hold exactly in floating point. */
import type { Graph } from './graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from './node.ts';

/** What each op computes on numbers; `undefined` where the module's own arithmetic must do it (its last bits differ from JavaScript's). */
function evaluate(op: ArithmeticOp, [a, b, c]: readonly number[]): number | undefined {
  switch (op) {
    case 'negate':
      return -a!;
    case 'abs':
      return Math.abs(a!);
    case 'sqrt':
      return Math.sqrt(a!);
    case 'add':
      return a! + b!;
    case 'subtract':
      return a! - b!;
    case 'multiply':
      return a! * b!;
    case 'divide':
      return a! / b!;
    case 'min':
      return Math.min(a!, b!);
    case 'complement':
      return a;
    case 'whereNonNegative':
      return a! >= 0 ? b : c;
    case 'exp':
      return a === 0 ? 1 : undefined;
    case 'log':
      return a === 1 ? 0 : undefined;
    default:
      return undefined;
  }
}

/** The simpler node that an application equals, or undefined where it is its own simplest form. */
export function fold(
  graph: Graph,
  op: ArithmeticOp,
  inputs: readonly NodeId[],
  domain: DomainId,
): NodeId | undefined {
  const values = inputs.map((input) => graph.constantValue(input));
  if (values.every((value) => value !== undefined)) {
    const value = evaluate(op, values);
    if (value !== undefined && Number.isFinite(value)) return graph.constant(value);
  }
  const [a, b] = inputs as [NodeId, NodeId];
  const [x, y] = values;
  const negated = (id: NodeId) => (graph.node(id).op === 'negate' ? graph.node(id).inputs[0] : undefined);
  switch (op) {
    case 'add': {
      if (x === 0) return b;
      if (y === 0) return a;
      const minusB = negated(b);
      if (minusB !== undefined) return graph.apply('subtract', [a, minusB], domain);
      const minusA = negated(a);
      if (minusA !== undefined) return graph.apply('subtract', [b, minusA], domain);
      return undefined;
    }
    case 'subtract': {
      if (y === 0) return a;
      if (x === 0) return graph.apply('negate', [b], domain);
      const minusB = negated(b);
      if (minusB !== undefined) return graph.apply('add', [a, minusB], domain);
      const minusA = negated(a);
      if (minusA !== undefined) return negate(graph, graph.apply('add', [minusA, b], domain), domain);
      return undefined;
    }
    case 'multiply': {
      if (x === 1) return b;
      if (y === 1) return a;
      if (x === -1) return graph.apply('negate', [b], domain);
      if (y === -1) return graph.apply('negate', [a], domain);
      const minusA = negated(a);
      const minusB = negated(b);
      if (minusA !== undefined && minusB !== undefined)
        return graph.apply('multiply', [minusA, minusB], domain);
      if (minusA !== undefined) return negate(graph, graph.apply('multiply', [minusA, b], domain), domain);
      if (minusB !== undefined) return negate(graph, graph.apply('multiply', [a, minusB], domain), domain);
      return undefined;
    }
    case 'divide': {
      if (y === 1) return a;
      const minusA = negated(a);
      return minusA === undefined
        ? undefined
        : negate(graph, graph.apply('divide', [minusA, b], domain), domain);
    }
    case 'negate': {
      const inner = graph.node(a);
      if (inner.op === 'negate') return inner.inputs[0];
      if (inner.op === 'subtract')
        return graph.apply('subtract', [inner.inputs[1]!, inner.inputs[0]!], domain);
      return undefined;
    }
    case 'complement': {
      // What no latent touches is never differentiated.
      const kind = graph.kind(a);
      return kind === 'profile' || kind === 'level' ? undefined : a;
    }
    case 'whereNonNegative':
      return x === undefined ? undefined : x >= 0 ? b : inputs[2];
    case 'power':
      if (y === 0) return graph.constant(1);
      if (y === 1) return a;
      return y === 2 ? graph.apply('multiply', [a, a], domain) : undefined;
    default:
      return undefined;
  }
}

function negate(graph: Graph, id: NodeId, domain: DomainId): NodeId {
  return graph.apply('negate', [id], domain);
}
