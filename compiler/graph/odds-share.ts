/**
 * The share a/(a + b) of odds a : b, from one division: 1/(a + b) where a is 1, and otherwise r = 1/(a (a + b)), of which
 * a r is 1/(a + b) and b r what the derivative of ln(a/(a + b)) wants.
 */
import type { Graph } from './graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from './node.ts';

export interface OddsShare {
  /** 1/(a + b) */
  readonly wholeReciprocal: NodeId;
  /** b/(a (a + b)), the derivative of ln(a/(a + b)) by a; null where a is 1. */
  readonly slope: NodeId | null;
}

/** What both the derivative and the value of ln(a/(a + b)) are made of. */
export function oddsShare(graph: Graph, a: NodeId, b: NodeId, domain: DomainId): OddsShare {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs, domain);
  const one = graph.constant(1);
  const whole = a < b ? apply('add', a, b) : apply('add', b, a);
  if (graph.constantValue(a) === 1) return { wholeReciprocal: apply('divide', one, whole), slope: null };
  const reciprocal = apply('divide', one, apply('multiply', a, whole));
  return {
    wholeReciprocal: apply('multiply', a, reciprocal),
    slope: apply('multiply', b, reciprocal),
  };
}
