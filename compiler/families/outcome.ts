/** What a family of outcomes' distributions is: the one record that the checker, the graph, the generated code and the documentation ask. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { Given, OutcomeParameters } from './parameters.ts';

/**
 * What values an outcome may have: 0 and 1; whole numbers from 0 to a number of trials; whole numbers from 1 to one more than
 * there are cut points; numbers between 0 and 1; numbers above 0; all numbers. The last two may have a unit.
 */
export type OutcomeValues = 'flag' | 'count' | 'grade' | 'share' | 'positive' | 'line';

/** The rows in which an outcome is not missing: what its log likelihood is summed over. */
export interface OutcomeRows {
  /** The outcome of the row. */
  readonly y: NodeId;
  /** Σ of a term over all of these rows. */
  sum(term: NodeId): NodeId;
  /** Σ over those that succeeded, or that failed. */
  sumWhere(success: 0 | 1, term: NodeId): NodeId;
  /** Σ over those of a grade, from 1 on. */
  sumOfGrade(grade: number, term: NodeId): NodeId;
}

/** A family of distributions whose parameters are of the kinds P. Parametrised as in the Stan Functions Reference (2.36). */
export interface OutcomeDefinition<P extends OutcomeParameters = OutcomeParameters> {
  /** In the order of the arguments. */
  readonly parameters: P;
  readonly values: OutcomeValues;
  /** What the documentation says that it is for. */
  readonly documentation: string;

  /** The terms of the log likelihood, normalised, and taken apart as far as the sums over the rows separate. */
  logLikelihood(graph: Graph, parameters: Given<P, NodeId>, rows: OutcomeRows): readonly NodeId[];
  /** Of 0 and 1 the probability of 1, of grades the mean of their numbers; NaN where the distribution has none. */
  mean(graph: Graph, parameters: Given<P, NodeId>): NodeId;
  /** What `drawCode` takes. */
  drawnFrom(graph: Graph, parameters: Given<P, NodeId>): readonly NodeId[];
  /** The AssemblyScript of a draw. `call` writes a call of a function of runtime/random/outcomes.ts. */
  drawCode(values: readonly string[], call: (name: string, ...values: readonly string[]) => string): string;
}

/** Has the checker infer the kinds of the parameters from the record itself. */
export function defineOutcome<const P extends OutcomeParameters>(
  definition: OutcomeDefinition<P>,
): OutcomeDefinition<P> {
  return definition;
}
