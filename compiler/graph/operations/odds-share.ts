/**
 * The share a/(a + b) of the odds a : b, and the derivative of its logarithm, from a single division. If a is 1 that is
 * 1/(a + b). Otherwise it is r = 1/(a (a + b)): a r is 1/(a + b), and b r the derivative of ln(a/(a + b)). If a could
 * be 0, two divisions are used instead: the share is then 0 and the slope infinite, as they should be.
 */
import type { DomainId, NodeId } from '../node-id.ts';
import type { Nodes } from './operation.ts';

export interface OddsShare {
  /** 1/(a + b) */
  readonly wholeReciprocal: NodeId;
  /** b/(a (a + b)), the derivative of ln(a/(a + b)) with respect to a; null where a is 1. */
  readonly slope: NodeId | null;
}

/** The parts from which the value and the derivative of ln(a/(a + b)) are computed. */
export function oddsShare(
  graph: Nodes<'add' | 'multiply' | 'divide'>,
  a: NodeId,
  b: NodeId,
  domain: DomainId,
): OddsShare {
  const apply = (op: 'add' | 'multiply' | 'divide', ...inputs: NodeId[]) => graph.apply(op, inputs, domain);
  const one = graph.constant(1);
  const whole = apply('add', a, b);
  if (graph.constantValue(a) === 1) return { wholeReciprocal: apply('divide', one, whole), slope: null };
  if (!isPositive(graph, a)) {
    const wholeReciprocal = apply('divide', one, whole);
    return { wholeReciprocal, slope: apply('divide', apply('multiply', b, wholeReciprocal), a) };
  }
  const reciprocal = apply('divide', one, apply('multiply', a, whole));
  return {
    wholeReciprocal: apply('multiply', a, reciprocal),
    slope: apply('multiply', b, reciprocal),
  };
}

/** Whether a sum of non-negative terms is certainly above 0, because one of them is e^{-m} or a positive constant. */
function isPositive(graph: Nodes<never>, id: NodeId): boolean {
  const { op, inputs } = graph.node(id);
  switch (op) {
    case 'oddsAgainst':
      return true;
    case 'constant':
      return graph.constantValue(id)! > 0;
    case 'add':
      return inputs.some((input) => isPositive(graph, input));
    case 'multiply':
      return inputs.every((input) => isPositive(graph, input));
    default:
      return false;
  }
}
