/** `beta(a, b)` for probabilities, and the log mass of a range, which the scaled beta shares. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEAN_AND_PRECISION } from '../other-form.ts';
import { definePrior } from '../prior.ts';
import { areSmall, logBetaDensity, logBetaNode, SMALLEST, weighted } from '../shapes.ts';

export const betaPrior = definePrior({
  parameters: { a: 'shape', b: 'shape' },
  support: 'unit',
  otherForm: MEAN_AND_PRECISION,
  documentation: 'without unit; for probabilities alone',

  logDensity(graph, { a, b }, latent) {
    const { add, subtract, constant } = nodeArithmetic(graph);
    const { value } = latent;
    const complement = latent.complement ?? subtract(constant(1), value);
    if (!areSmall(graph, a, b)) return logBetaDensity(graph, a, b, value, complement);
    const logarithm = (p: NodeId, rest: NodeId) => graph.apply('logProbability', [p, rest]);
    return subtract(
      add(
        weighted(graph, a, () => logarithm(value, complement)),
        weighted(graph, b, () => logarithm(complement, value)),
      ),
      logBetaNode(graph, a, b),
    );
  },
  logMass(graph, { a, b }, range) {
    const whole = { lo: graph.constant(0), hi: graph.constant(1) };
    return logShareMass(graph, a, b, whole, range as { readonly lo: NodeId; readonly hi: NodeId });
  },
});

/** ln P(lo ≤ x ≤ hi), where (x − whole.lo)/(whole.hi − whole.lo) is a beta variable. */
export function logShareMass(
  graph: Graph,
  a: NodeId,
  b: NodeId,
  whole: { readonly lo: NodeId; readonly hi: NodeId },
  { lo, hi }: { readonly lo: NodeId; readonly hi: NodeId },
): NodeId {
  const { subtract, divide, constant } = nodeArithmetic(graph);
  const width = subtract(whole.hi, whole.lo);
  const share = (end: NodeId) => divide(subtract(end, whole.lo), width);
  const complement = (end: NodeId) => divide(subtract(whole.hi, end), width);
  // At the family's own end nothing is cut off. The density may be infinite there, so the distance is replaced by a
  // constant that depends on no latent.
  const inside = (distance: NodeId, value: NodeId, atEnd: number) =>
    graph.apply('whereNonNegative', [subtract(distance, constant(SMALLEST)), value, constant(atEnd)]);
  const [below, above] = [share(lo), complement(hi)];
  return graph.apply('logBetaMass', [
    a,
    b,
    lo === whole.lo ? constant(0) : inside(below, below, 0),
    lo === whole.lo ? constant(1) : complement(lo),
    hi === whole.hi ? constant(1) : inside(above, share(hi), 1),
    hi === whole.hi ? constant(0) : inside(above, above, 0),
  ]);
}
