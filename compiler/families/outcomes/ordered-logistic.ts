/**
 * `ordered_logistic(eta, cut…)`: a grade from 1 on, of which P(y > k) = σ(eta − cutₖ). McCullagh (1980), Regression models for
 * ordinal data, Journal of the Royal Statistical Society B 42, 109–142.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logisticOf, realOf } from '../../graph/probability.ts';
import { defineOutcome } from '../outcome.ts';

export const orderedLogisticOutcome = defineOutcome({
  parameters: { eta: 'number', cut: 'cuts' },
  values: 'grade',
  documentation: 'ratings; P(y > k) = σ(eta − cₖ)',

  /**
   * Grade k lies between two cut points: ln(σ(a) − σ(b)) = ln σ(a) + ln σ(−b) + ln(1 − e^{b − a}) with a = η − c_{k−1} and
   * b = η − c_k, of which the first and the last grade have one each.
   */
  logLikelihood(graph, { eta, cut: cuts }, { sum, sumOfGrade }) {
    const { subtract, constant } = nodeArithmetic(graph);
    // Cut points must be in order in every row that has an outcome, also where that lies elsewhere. Two that touch leave the
    // grade between them a probability of 0, which costs nothing where no row has it.
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
      // -∞ where the two touch, and NaN where the first is above the second.
      if (below !== undefined && above !== undefined)
        terms.push(graph.apply('logExponentialMass', [subtract(above, below)]));
      return terms.map((term) => sumOfGrade(index + 1, term));
    });
    return [...grades.flat(), ...order];
  },
  /** Each grade counts one for every cut point below the value. */
  mean(graph, { eta, cut: cuts }) {
    const { add, constant } = nodeArithmetic(graph);
    return exceedances(graph, eta, cuts).reduce((sum, above) => add(sum, above), constant(1));
  },
  drawnFrom: (graph, { eta, cut: cuts }) => exceedances(graph, eta, cuts),
  /** One uniform deviate settles how many of the cut points lie below. */
  drawCode: (values, call) =>
    values.reduce((sum, above) => `${sum} + ${call('isRatedAbove', above)}`, call('openRating')),
});

/** The probability of more than each grade but the last. */
function exceedances(graph: Graph, eta: NodeId, cuts: readonly NodeId[]): readonly NodeId[] {
  const { subtract } = nodeArithmetic(graph);
  return cuts.map((cut) => realOf(graph, logisticOf(graph, subtract(eta, cut))));
}
