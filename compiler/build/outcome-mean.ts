/** Outcomes as they are predicted: the mean of each distribution, and what a draw from it takes. */
import type { OutcomeFamily } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import { realOf } from '../graph/probability.ts';

/**
 * The mean of an outcome's distribution, given the nodes of its parameters: of 0 and 1 the probability of 1, of ratings the mean of the
 * categories' numbers. Gelman et al., Bayesian Data Analysis, 3rd edition (2013), table A.1. A t distribution with one degree of freedom or
 * fewer has none: NaN.
 */
export function meanOf(graph: Graph, family: OutcomeFamily, parameters: readonly NodeId[]): NodeId {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const constant = (value: number) => graph.constant(value);
  const [a, b, c] = parameters as [NodeId, NodeId, NodeId];
  switch (family) {
    case 'bernoulli':
    case 'beta_proportion':
      return realOf(graph, a);
    case 'bernoulli_logit':
      return logistic(graph, a);
    case 'binomial':
      return apply('multiply', a, realOf(graph, b));
    case 'binomial_logit':
      return apply('multiply', a, logistic(graph, b));
    case 'beta_binomial':
      return apply('divide', apply('multiply', a, b), apply('add', b, c));
    case 'normal':
      return a;
    case 'student_t':
      return apply('whereNonNegative', apply('subtract', constant(1), a), constant(Number.NaN), b);
    case 'lognormal':
      return apply('exp', apply('add', a, apply('multiply', constant(0.5), apply('multiply', b, b))));
    case 'ordered_logistic':
      // Each category counts one for every cut point below the value.
      return parameters
        .slice(1)
        .map((cut) => logistic(graph, apply('subtract', a, cut)))
        .reduce((sum, above) => apply('add', sum, above), constant(1));
  }
}

/**
 * What a draw takes: of 0 and 1 the probability, of counts the trials and the probability or both shapes, of proportions both shapes, of
 * ratings the probability of more than each category, and of all others the parameters in their order.
 */
export function parametersOfDraw(
  graph: Graph,
  family: OutcomeFamily,
  parameters: readonly NodeId[],
): readonly NodeId[] {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const [a, b] = parameters as [NodeId, NodeId];
  switch (family) {
    case 'bernoulli':
      return [realOf(graph, a)];
    case 'bernoulli_logit':
      return [logistic(graph, a)];
    case 'binomial':
      return [a, realOf(graph, b)];
    case 'binomial_logit':
      return [a, logistic(graph, b)];
    case 'beta_proportion':
      // The complement by itself, so that it stays precise for a mean near 1.
      return [a, graph.probability('pNot', [a])].map((share) => apply('multiply', b, realOf(graph, share)));
    case 'ordered_logistic':
      return parameters.slice(1).map((cut) => logistic(graph, apply('subtract', a, cut)));
    default:
      return parameters;
  }
}

function logistic(graph: Graph, logit: NodeId): NodeId {
  return realOf(graph, graph.probability('pLogistic', [logit]));
}
