/**
 * `partial_credit(eta, b1, b2, …)`: a grade from 1 on; of two neighbours the higher has the log odds eta − bₖ. Masters (1982), A
 * Rasch model for partial credit scoring, Psychometrika 47, 149–174; with a slope within eta and each step that of Muraki
 * (1992), Applied Psychological Measurement 16, 159–176.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnByExceedances } from '../outcome.ts';
import { exceedances, logMassOfValues, meanOfValues } from './categorical-logit.ts';

export const partialCreditOutcome = defineOutcome({
  parameters: { eta: 'number', step: 'steps' },
  values: 'grade',
  documentation: 'ratings step by step; P(y = k + 1)/P(y = k) is exp(eta − bₖ)',

  logLikelihood: (graph, given, rows) => logMassOfValues(graph, logitsOf(graph, given), rows),
  mean: (graph, given) => meanOfValues(graph, logitsOf(graph, given)),
  draw: (graph, given) => drawnByExceedances(exceedances(graph, logitsOf(graph, given))),
});

/** The logits of the grades: 0, and then each the one before and the log odds of the step. */
function logitsOf(
  graph: Graph,
  { eta, step: steps }: { readonly eta: NodeId; readonly step: readonly NodeId[] },
): readonly NodeId[] {
  const { add, subtract, constant } = nodeArithmetic(graph);
  const logits = [constant(0)];
  for (const step of steps) logits.push(add(logits.at(-1)!, subtract(eta, step)));
  return logits;
}
