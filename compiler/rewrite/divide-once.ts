/**
 * A logistic from an exponential and one division. The exponential is itself a quotient, e^x = a/d (see
 * operations/exp-quotient.ts), so that 1/(1 + e^x) = d · 1/(d + a) and e^x/(1 + e^x) = a · 1/(d + a).
 */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { type Rewritten, rewriteGraph } from './rewrite.ts';

/** e^x as a quotient, and the reciprocal of 1 + e^x without the division for e^x. */
interface Quotient {
  readonly numerator: NodeId;
  readonly denominator: NodeId;
  readonly reciprocal: NodeId;
}

/** Applies it to the bounded exponentials of which nothing but 1/(1 + e^x) and e^x/(1 + e^x) is wanted. */
export function divideOnce(graph: Graph, roots: readonly NodeId[]): Rewritten {
  const { nearShares, farShares } = sharesOfExponentials(graph, roots);
  const exponents = new Map<NodeId, NodeId>();
  const quotients = new Map<NodeId, Quotient>();
  const quotientOf = (exponential: NodeId): Quotient => {
    const { domain } = graph.node(exponential);
    const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs, domain);
    const known = quotients.get(exponential);
    if (known !== undefined) return known;
    const x = exponents.get(exponential)!;
    const power = apply('nearestPower', x);
    const rest = apply('expRest', x, power);
    const denominator = apply('expDenominator', rest);
    const numerator = apply('expNumerator', rest, denominator, power);
    const reciprocal = apply('divide', graph.constant(1), apply('add', denominator, numerator));
    const quotient = { numerator, denominator, reciprocal };
    quotients.set(exponential, quotient);
    return quotient;
  };
  return rewriteGraph(graph, roots, {
    apply(_graph, node, inputs, id) {
      if (node.op === 'expInRange') exponents.set(id, inputs[0]!);
      const ofNear = nearShares.get(id);
      const ofFar = farShares.get(id);
      const exponential = ofNear ?? ofFar;
      if (exponential === undefined) return undefined;
      const { numerator, denominator, reciprocal } = quotientOf(exponential);
      return graph.apply(
        'multiply',
        [ofNear === undefined ? numerator : denominator, reciprocal],
        node.domain,
      );
    },
  });
}

interface Shares {
  /** The exponential u of each node 1/(1 + u). */
  readonly nearShares: ReadonlyMap<NodeId, NodeId>;
  /** The exponential u of each node u/(1 + u). */
  readonly farShares: ReadonlyMap<NodeId, NodeId>;
}

/** The shares of those exponentials that no other node reads. */
function sharesOfExponentials(graph: Graph, roots: readonly NodeId[]): Shares {
  const order = reachable(graph, roots);
  const readers = new Map<NodeId, NodeId[]>(order.map((id) => [id, []]));
  for (const id of order) for (const input of new Set(graph.node(id).inputs)) readers.get(input)!.push(id);
  const isRoot = new Set(roots);
  const nearShares = new Map<NodeId, NodeId>();
  const farShares = new Map<NodeId, NodeId>();
  for (const exponential of order) {
    if (graph.node(exponential).op !== 'expInRange' || isRoot.has(exponential)) continue;
    const reads = readers.get(exponential)!;
    const wholes = reads.filter((id) => isOnePlus(graph, id, exponential));
    const near = wholes.flatMap((whole) => readers.get(whole)!);
    const far = reads.filter((id) => isProductWithOneOf(graph, id, exponential, near));
    const isAllThereIs =
      reads.length === wholes.length + far.length &&
      !wholes.some((whole) => isRoot.has(whole)) &&
      near.every((id) => isReciprocal(graph, id));
    if (!isAllThereIs) continue;
    for (const id of near) nearShares.set(id, exponential);
    for (const id of far) farShares.set(id, exponential);
  }
  return { nearShares, farShares };
}

function isOnePlus(graph: Graph, id: NodeId, exponential: NodeId): boolean {
  const { op, inputs } = graph.node(id);
  return (
    op === 'add' && inputs.includes(exponential) && inputs.some((input) => graph.constantValue(input) === 1)
  );
}

function isReciprocal(graph: Graph, id: NodeId): boolean {
  const { op, inputs } = graph.node(id);
  return op === 'divide' && graph.constantValue(inputs[0]!) === 1;
}

function isProductWithOneOf(
  graph: Graph,
  id: NodeId,
  exponential: NodeId,
  factors: readonly NodeId[],
): boolean {
  const { op, inputs } = graph.node(id);
  return (
    op === 'multiply' &&
    inputs.includes(exponential) &&
    inputs.some((input) => input !== exponential && factors.includes(input))
  );
}
