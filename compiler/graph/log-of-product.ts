/** The logarithm of a product: ln(a eˣ / eᶻ) = ln a + x − z. */
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

/** ln x: of a product with exponentials the sum of their exponents and the logarithm of its other factors, so that no row takes the logarithm of an exponential. */
export function logOfProduct(graph: Graph, x: NodeId): NodeId {
  const { rest, exponent } = divided(graph, x);
  if (exponent === null) return graph.apply('log', [x]);
  return rest === null ? exponent : graph.apply('add', [graph.apply('log', [rest]), exponent]);
}

/** x = `rest` · e^`exponent`; null for 1, and for 0. */
interface Divided {
  readonly rest: NodeId | null;
  readonly exponent: NodeId | null;
}

function divided(graph: Graph, x: NodeId): Divided {
  const { op, inputs } = graph.node(x);
  if (op === 'exp') return { rest: null, exponent: inputs[0]! };
  if (op !== 'multiply' && op !== 'divide') return { rest: x, exponent: null };
  const [a, b] = [divided(graph, inputs[0]!), divided(graph, inputs[1]!)];
  if (a.exponent === null && b.exponent === null) return { rest: x, exponent: null };
  const one = graph.constant(1);
  const exponentOf = ({ exponent }: Divided) => exponent ?? graph.constant(0);
  return {
    rest: a.rest === null && b.rest === null ? null : graph.apply(op, [a.rest ?? one, b.rest ?? one]),
    exponent: graph.apply(op === 'multiply' ? 'add' : 'subtract', [exponentOf(a), exponentOf(b)]),
  };
}
