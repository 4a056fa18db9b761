/**
 * `categorical_logit(l1, l2, …)`: a value from 1 on, with P(y = k) proportional to exp(lₖ). Bock (1972), Estimating item
 * parameters and latent ability when responses are scored in two or more nominal categories, Psychometrika 37, 29–51.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logisticOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnByExceedances, type OutcomeRows } from '../outcome.ts';

export const categoricalLogitOutcome = defineOutcome({
  parameters: { logit: 'logits' },
  values: 'grade',
  isNominal: true,
  documentation: 'choices; P(y = k) is proportional to exp(lₖ)',

  logLikelihood: (graph, { logit: logits }, rows) => logMassOfValues(graph, logits, rows),
  mean: (graph, { logit: logits }) => meanOfValues(graph, logits),
  draw: (graph, { logit: logits }) => drawnByExceedances(exceedances(graph, logits)),
});

/**
 * For each value, Σ ln σ(lₖ − L) over its rows, where L is the log of Σ exp of the other logits: this keeps its digits where
 * the value is nearly certain.
 */
export function logMassOfValues(
  graph: Graph,
  logits: readonly NodeId[],
  { sumOfGrade }: OutcomeRows,
): readonly NodeId[] {
  const { subtract } = nodeArithmetic(graph);
  return logits.map((logit, index) => {
    const others = logSumOfExponentials(graph, logits.toSpliced(index, 1));
    return sumOfGrade(index + 1, graph.apply('logLogistic', [subtract(logit, others)]));
  });
}

/** 1 + Σ P(y > k). */
export function meanOfValues(graph: Graph, logits: readonly NodeId[]): NodeId {
  const { add, constant } = nodeArithmetic(graph);
  return exceedances(graph, logits).reduce((sum, above) => add(sum, above), constant(1));
}

/** P(y > k) for each value but the last. */
export function exceedances(graph: Graph, logits: readonly NodeId[]): readonly NodeId[] {
  const { subtract } = nodeArithmetic(graph);
  return logits.slice(1).map((_, index) => {
    const [upTo, above] = [logits.slice(0, index + 1), logits.slice(index + 1)];
    const odds = subtract(logSumOfExponentials(graph, above), logSumOfExponentials(graph, upTo));
    return realOf(graph, logisticOf(graph, odds));
  });
}

/** ln(e^a + e^b + …): a − ln σ(a − b) for two of them. */
function logSumOfExponentials(graph: Graph, logits: readonly NodeId[]): NodeId {
  const { subtract } = nodeArithmetic(graph);
  return logits.reduce((a, b) => subtract(a, graph.apply('logLogistic', [subtract(a, b)])));
}
