/**
 * `ordered_logistic(eta, cut…)`: a grade from 1 on, with P(y > k) = σ(eta − cutₖ). McCullagh (1980), Regression models
 * for ordinal data, Journal of the Royal Statistical Society B 42, 109–142.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logisticOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnByExceedances } from '../outcome.ts';

export const orderedLogisticOutcome = defineOutcome({
  parameters: { eta: 'number', cut: 'cuts' },
  values: 'grade',
  documentation: 'ratings; P(y > k) = σ(eta − cₖ)',

  /**
   * Grade k lies between two cut points: ln(σ(a) − σ(b)) = ln σ(a) + ln σ(−b) + ln(1 − e^{b − a}) with a = η − c_{k−1}
   * and b = η − c_k. The first grade has only b, the last only a.
   */
  logLikelihood(graph, { eta, cut: cuts }, { sum, sumOfGrade }) {
    const { subtract, constant } = nodeArithmetic(graph);
    // Cut points must be in order in every row with an outcome, whichever grade it has. Two equal cut points give the
    // grade between them probability 0, which does no harm if no row has that grade.
    const order = cuts.slice(1).flatMap((above, index) => {
      const rise = subtract(above, cuts[index]!);
      const inOrder = graph.apply('whereNonNegative', [rise, constant(0), constant(Number.NaN)]);
      return graph.constantValue(inOrder) === 0 ? [] : [sum(inOrder)];
    });
    const logLogistic = (x: NodeId) => graph.apply('logLogistic', [x]);
    const grades = Array.from({ length: cuts.length + 1 }, (_, index) => {
      const [below, above] = [cuts[index - 1], cuts[index]];
      const terms: NodeId[] = [];
      if (below !== undefined) terms.push(logLogistic(subtract(eta, below)));
      if (above !== undefined) terms.push(logLogistic(subtract(above, eta)));
      // −∞ if the two are equal, NaN if they are out of order.
      if (below !== undefined && above !== undefined)
        terms.push(graph.apply('logExponentialMass', [subtract(above, below)]));
      return terms.map((term) => sumOfGrade(index + 1, term));
    });
    return [...grades.flat(), ...order];
  },
  /** Mean grade = 1 + Σ P(y > k). */
  mean(graph, { eta, cut: cuts }) {
    const { add, constant } = nodeArithmetic(graph);
    return exceedances(graph, eta, cuts).reduce((sum, above) => add(sum, above), constant(1));
  },
  draw: (graph, { eta, cut: cuts }) => drawnByExceedances(exceedances(graph, eta, cuts)),
});

/** P(y > k) for each cut point. */
function exceedances(graph: Graph, eta: NodeId, cuts: readonly NodeId[]): readonly NodeId[] {
  const { subtract } = nodeArithmetic(graph);
  return cuts.map((cut) => realOf(graph, logisticOf(graph, subtract(eta, cut))));
}
