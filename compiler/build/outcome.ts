/** The log likelihoods of outcomes as nodes: as sums over rows, and for a single row. */
import type { Observation, TypedExpression } from '../check/typed-layout.ts';
import { mapOutcome, outcomeDefinition } from '../families/outcomes.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId, RowSet } from '../graph/node.ts';

/** The terms of an outcome's normalised log likelihood, each a sum over rows. */
export function logLikelihood(
  graph: Graph,
  observation: Observation,
  build: (parameter: TypedExpression) => NodeId,
): readonly NodeId[] {
  const { outcome } = observation;
  const { parameters } = mapOutcome<TypedExpression, NodeId>(observation, build);
  const y = graph.intern({ op: 'column', name: outcome, inputs: [] });
  const sumOver = (rows: RowSet, term: NodeId) => graph.intern({ op: 'sum', rows, inputs: [term] });
  return outcomeDefinition(observation).logLikelihood(graph, parameters, {
    y,
    sum: (term) => sumOver({ kind: 'observed', outcome }, term),
    sumWhere: (success, term) => sumOver({ kind: 'outcome', outcome, equals: success }, term),
    sumOfGrade: (grade, term) => sumOver({ kind: 'grade', outcome, equals: grade }, term),
  });
}

/**
 * The log density or mass of the outcome of a row, NaN if it is missing: the terms of those sums that include the row.
 */
export function logLikelihoodOfRow(
  graph: Graph,
  observation: Observation,
  build: (parameter: TypedExpression) => NodeId,
): NodeId {
  const y = graph.intern({ op: 'column', name: observation.outcome, inputs: [] });
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const square = (x: NodeId) => apply('multiply', x, x);
  /** Indicator of a row set: 1 in its rows, else 0. */
  const isIn = (rows: RowSet): NodeId => {
    if (rows.kind === 'levels') throw new Error('an outcome is no sum over levels');
    if (rows.kind === 'all' || rows.kind === 'observed') return graph.constant(1);
    const off = square(apply('subtract', y, graph.constant(rows.equals)));
    const isEqual = apply('whereNonNegative', apply('negate', off), graph.constant(1), graph.constant(0));
    graph.name(isEqual, `${observation.outcome}Is${rows.equals}`);
    return isEqual;
  };
  const termOf = (id: NodeId): NodeId => {
    const { op, inputs, ...node } = graph.node(id);
    if (op === 'negate') return apply('negate', termOf(inputs[0]!));
    if (op !== 'sum' || !('rows' in node)) throw new Error(`${op} is no sum over rows`);
    const member = isIn(node.rows);
    return graph.constantValue(member) === 1 ? inputs[0]! : apply('timesOrZero', member, inputs[0]!);
  };
  const terms = logLikelihood(graph, observation, build).map(termOf);
  const sum = terms.reduce((total, term) => apply('add', total, term));
  const isThere = square(y);
  graph.name(isThere, `${observation.outcome}Squared`);
  const ofRow = apply('whereNonNegative', isThere, sum, graph.constant(Number.NaN));
  graph.name(ofRow, `${observation.outcome}LogLikelihood`);
  return ofRow;
}
