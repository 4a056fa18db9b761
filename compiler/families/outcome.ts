/**
 * The record of a family of outcome distributions, from which the checker, the graph, the generated code and the
 * documentation are made.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { OtherForm } from './other-form.ts';
import type { Given, OutcomeParameters } from './parameters.ts';
import type { Ends } from './prior.ts';

/**
 * The values that an outcome may have. `flag`: 0 or 1. `count`: whole numbers from 0 to the number of trials. `grade`:
 * whole numbers from 1 to one more than the number of cut points. `tally`: whole numbers from 0, without an end. `share`:
 * numbers between 0 and 1. `closedShare`: the same with 0 and 1. `positive`: numbers above 0. `line`: all numbers. The last two may have a unit.
 */
export type OutcomeValues =
  | 'flag'
  | 'count'
  | 'grade'
  | 'tally'
  | 'share'
  | 'closedShare'
  | 'positive'
  | 'line';

/** The rows in which an outcome is observed, over which its log likelihood is summed. */
export interface OutcomeRows {
  /** The outcome in the row. */
  readonly y: NodeId;
  /** The choice beside it, NaN where it is missing; null if the family has none. */
  readonly given: NodeId | null;
  /** Σ of a term over all observed rows. */
  sum(term: NodeId): NodeId;
  /** Σ over the rows that succeeded, or that failed. */
  sumWhere(success: 0 | 1, term: NodeId): NodeId;
  /** Σ over the rows with a grade; grades start at 1. */
  sumOfGrade(grade: number, term: NodeId): NodeId;
  /** Those of the rows in which a node of data has a value; `word` says in a name what they are. */
  where(node: NodeId, equals: number, word: string): OutcomeRows;
}

/** Probabilities of ranges, and the distribution within one. An end of null is open. */
export interface OutcomeRanges<P extends OutcomeParameters> {
  /** ln P(lo ≤ y ≤ hi) */
  logMass(graph: Graph, parameters: Given<P, NodeId>, range: Ends<NodeId>): NodeId;
  /** E[y | lo ≤ y ≤ hi]; NaN where there is none. */
  mean(graph: Graph, parameters: Given<P, NodeId>, range: Ends<NodeId>): NodeId;
  /** How such a value is drawn. */
  draw(graph: Graph, parameters: Given<P, NodeId>, range: Ends<NodeId>): OutcomeDraw;
}

/** Writes a call of a function in runtime/random/outcomes.ts. */
export type RuntimeCall = (name: string, ...values: readonly string[]) => string;

/** How an outcome is drawn in a row. */
export interface OutcomeDraw {
  /** What the draw depends on. */
  readonly from: readonly NodeId[];
  /** The AssemblyScript of a draw, given that of the values of `from`. */
  code(values: readonly string[], call: RuntimeCall): string;
}

/** A draw by a function in runtime/random/outcomes.ts, given these values. */
export function drawnBy(name: string, ...from: readonly NodeId[]): OutcomeDraw {
  return { from, code: (values, call) => call(name, ...values) };
}

/** A draw of a value from 1 on, given each P(y > k): a single uniform deviate is compared with all of them. */
export function drawnByExceedances(from: readonly NodeId[]): OutcomeDraw {
  return {
    from,
    code: (values, call) =>
      values.reduce((sum, above) => `${sum} + ${call('isRatedAbove', above)}`, call('openRating')),
  };
}

/** A draw within a range by a function in runtime/random/outcomes.ts, given these values and both ends. */
export function drawnWithin(
  name: string,
  graph: Graph,
  { lo, hi }: Ends<NodeId>,
  ...from: readonly NodeId[]
): OutcomeDraw {
  return drawnBy(name, ...from, lo ?? graph.constant(-Infinity), hi ?? graph.constant(Infinity));
}

/** A family of distributions with parameters of kinds P. Parametrised as in the Stan Functions Reference (2.36). */
export interface OutcomeDefinition<P extends OutcomeParameters = OutcomeParameters> {
  /** In the order of the arguments. */
  readonly parameters: P;
  readonly values: OutcomeValues;
  /** Whether the values have no order, so that their mean says nothing. */
  readonly isNominal?: true;
  /** Other parameters that it may be written with, by name. */
  readonly otherForm?: OtherForm;
  /**
   * The family of the choice that is observed beside the outcome, of which each parameter is one of this family too. The
   * likelihood is that of the outcome given the choice.
   */
  readonly choice?: string;
  /** What the distribution is for, in the documentation. */
  readonly documentation: string;

  /**
   * The terms of the normalised log likelihood. Each is what `sum`, `sumWhere` or `sumOfGrade` of the rows gives, or its
   * negation: a factor belongs inside the sum. Terms with different latents are separate sums.
   */
  logLikelihood(graph: Graph, parameters: Given<P, NodeId>, rows: OutcomeRows): readonly NodeId[];
  /** What is known of ranges of values. A family without it can be neither censored nor truncated. */
  readonly ranges?: OutcomeRanges<P>;
  /** The mean: of a flag the probability of 1, of grades the mean grade; NaN where the distribution has none. */
  mean(graph: Graph, parameters: Given<P, NodeId>): NodeId;
  draw(graph: Graph, parameters: Given<P, NodeId>): OutcomeDraw;
}

/** 1 where a node has this value, else 0. */
export function whereEqual(graph: Graph, node: NodeId, value: number): NodeId {
  const off = graph.apply('subtract', [node, graph.constant(value)]);
  const square = graph.apply('multiply', [off, off]);
  return graph.apply('whereNonNegative', [
    graph.apply('negate', [square]),
    graph.constant(1),
    graph.constant(0),
  ]);
}

/** What is known of rows but their sums. */
type RowsToSum = Pick<OutcomeRows, 'y' | 'given' | 'where'>;

/** A single row, whose sums are the term itself where the row belongs to them, else 0. */
export function oneRow(rows: RowsToSum, isIn: (equals: number, term: NodeId) => NodeId): OutcomeRows {
  return { ...rows, sum: (term) => term, sumWhere: isIn, sumOfGrade: isIn };
}

/** A row in which the outcome has this value. */
export function rowOfValue(graph: Graph, rows: RowsToSum, value: number): OutcomeRows {
  return oneRow(rows, (equals, term) => (equals === value ? term : graph.constant(0)));
}

/** Lets the type checker infer the kinds of the parameters from the record. */
export function defineOutcome<const P extends OutcomeParameters>(
  definition: OutcomeDefinition<P>,
): OutcomeDefinition<P> {
  return definition;
}
