/** The log likelihoods of outcomes as nodes: as sums over rows, and for a single row. */
import type { Censoring, Observation, TypedExpression } from '../check/typed-layout.ts';
import { type OutcomeRows, whereEqual } from '../families/outcome.ts';
import { mapOutcome, outcomeDefinition } from '../families/outcomes.ts';
import type { Ends } from '../families/prior.ts';
import type { Graph } from '../graph/graph.ts';
import {
  type ArithmeticOp,
  type NodeId,
  qualifiersOf,
  type RowQualifiers,
  type RowSet,
} from '../graph/node.ts';

/**
 * The terms of an outcome's normalised log likelihood, each a sum over rows.
 *
 * @param by a category: then the sums are those over the rows of each of its levels
 */
export function logLikelihood(
  graph: Graph,
  observation: Observation,
  build: (parameter: TypedExpression) => NodeId,
  by: string | null = null,
): readonly NodeId[] {
  const { outcome, weight, censoring, given } = observation;
  const { parameters } = mapOutcome<TypedExpression, NodeId>(observation, build);
  const definition = outcomeDefinition(observation);
  const y = graph.intern({ op: 'column', name: outcome, inputs: [] });
  const sumOver = (rows: RowSet, term: NodeId) =>
    by === null
      ? graph.intern({ op: 'sum', rows, inputs: [term] })
      : graph.intern({ op: 'sumByLevel', rows, inputs: [term, graph.categoryColumn(by)] });
  const rowsWhere = (where?: RowQualifiers['where']): OutcomeRows => {
    const qualifiers = qualifiersOf({
      ...(where === undefined ? {} : { where }),
      ...(weight === null ? {} : { weight: weight.column }),
    });
    return {
      y,
      given: given === null ? null : graph.intern({ op: 'column', name: given, inputs: [] }),
      sum: (term) => sumOver({ kind: 'observed', outcome, ...qualifiers }, term),
      sumWhere: (success, term) =>
        sumOver({ kind: 'outcome', outcome, equals: success, ...qualifiers }, term),
      where: (node, equals, word) => rowsWhere({ node, equals, word }),
      sumOfGrade: (grade, term) => sumOver({ kind: 'grade', outcome, equals: grade, ...qualifiers }, term),
    };
  };
  const isMixture = observation.family === 'mixture';
  const range = observation.truncation && rangeNodes(observation.truncation, build);
  const logMass = (of: Ends<NodeId>) => definition.ranges!.logMass(graph, parameters, of);
  const ofRange =
    range === null
      ? []
      : [graph.apply('negate', [rowsWhere().sum(logMass(range))]), ...outside(graph, y, range, rowsWhere())];
  if (censoring === null) return [...definition.logLikelihood(graph, parameters, rowsWhere()), ...ofRange];
  const { state, exact, censored } = censoredRows(graph, y, censoring, range, build);
  return [
    ...ofRange,
    ...definition.logLikelihood(graph, parameters, rowsWhere({ node: state, ...exact })),
    ...censored.map(({ range: known, ...rows }) =>
      rowsWhere({ node: state, ...rows }).sum(logMass(isMixture ? inOrder(graph, known) : known)),
    ),
  ];
}

export function rangeNodes(
  { lo, hi }: Ends<TypedExpression>,
  build: (limit: TypedExpression) => NodeId,
): Ends<NodeId> {
  return { lo: lo && build(lo), hi: hi && build(hi) };
}

/**
 * The range with its upper end above the lower one in every row. A mass may be computed for rows outside of its sum: what a
 * component of a mixture reads is not in the domain of the mixture, where a count of 0 removes what is NaN.
 */
function inOrder(graph: Graph, { lo, hi }: Ends<NodeId>): Ends<NodeId> {
  if (lo === null || hi === null) return { lo, hi };
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const one = graph.constant(1);
  const above = apply('whereNonNegative', lo, apply('add', apply('add', lo, lo), one), one);
  return { lo, hi: apply('whereNonNegative', apply('subtract', lo, hi), above, hi) };
}

/** −∞ for each row whose value is outside of its range. For numbers as ends the manifest refuses such rows. */
function outside(graph: Graph, y: NodeId, { lo, hi }: Ends<NodeId>, rows: OutcomeRows): NodeId[] {
  const isKnown = (end: NodeId | null) => end === null || graph.constantValue(end) !== undefined;
  const unless = (difference: NodeId) =>
    rows.sum(graph.apply('whereNonNegative', [difference, graph.constant(0), graph.constant(-Infinity)]));
  return [
    ...(isKnown(lo) ? [] : [unless(graph.apply('subtract', [y, lo!]))]),
    ...(isKnown(hi) ? [] : [unless(graph.apply('subtract', [hi!, y]))]),
  ];
}

/** The rows in which a data node has one value. */
interface RowsInState {
  readonly equals: number;
  readonly word: string;
}

/** How the rows of a censored outcome are distinguished, and the range of the value in each. */
interface CensoredRows {
  /** A data node, which each kind of rows has a value of its own of. */
  readonly state: NodeId;
  /** The rows in which the recorded value is the value itself. */
  readonly exact: RowsInState;
  readonly censored: readonly (RowsInState & { readonly range: Ends<NodeId> })[];
}

function censoredRows(
  graph: Graph,
  y: NodeId,
  censoring: Censoring,
  truncation: Ends<NodeId> | null,
  build: (limit: TypedExpression) => NodeId,
): CensoredRows {
  const constant = (value: number) => graph.constant(value);
  /** One number where `a` is at least `b`, else another. */
  const where = (a: NodeId, b: NodeId, from: NodeId, below: NodeId) =>
    graph.apply('whereNonNegative', [graph.apply('subtract', [a, b]), from, below]);
  const named = (state: NodeId, word: string) => {
    graph.name(state, word);
    return state;
  };
  /** The end of a range. Rows without one are no rows of the range: there it is any number, so that no slope is NaN. */
  const finite = (end: NodeId) => {
    if (graph.constantValue(end) !== undefined) return end;
    const most = constant(Number.MAX_VALUE);
    const below = where(most, end, end, constant(1));
    return where(end, graph.apply('negate', [most]), below, constant(1));
  };
  const exact = { equals: 0, word: 'exact' };
  // Beyond the range to which the outcome is truncated there is nothing.
  const [least, most] = [truncation?.lo ?? null, truncation?.hi ?? null];
  switch (censoring.kind) {
    case 'where':
      return {
        state: graph.intern({ op: 'column', name: censoring.flag, inputs: [] }),
        exact: { equals: 1 - censoring.equals, word: 'exact' },
        censored: [{ equals: censoring.equals, word: 'censored', range: { lo: y, hi: most } }],
      };
    case 'to': {
      const written = build(censoring.to);
      const to = most === null ? written : where(written, most, most, written);
      // An interval without an end has rows of its own: its upper end has no slope.
      const inside = where(constant(Number.MAX_VALUE), to, constant(1), constant(2));
      return {
        state: named(where(y, to, constant(0), inside), 'interval'),
        exact,
        censored: [
          { equals: 1, word: 'between', range: { lo: y, hi: finite(to) } },
          { equals: 2, word: 'censored', range: { lo: y, hi: most } },
        ],
      };
    }
    case 'limits': {
      const below = censoring.below && build(censoring.below);
      const above = censoring.above && build(censoring.above);
      const atBottom = below === null ? constant(0) : where(below, y, constant(1), constant(0));
      const state = above === null ? atBottom : where(y, above, constant(2), atBottom);
      return {
        state: named(state, 'limit'),
        exact,
        censored: [
          ...(below === null
            ? []
            : [{ equals: 1, word: 'belowLimit', range: { lo: least, hi: finite(below) } }]),
          ...(above === null
            ? []
            : [{ equals: 2, word: 'aboveLimit', range: { lo: finite(above), hi: most } }]),
        ],
      };
    }
  }
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
  const equals = (node: NodeId, value: number, name: string): NodeId => {
    const isEqual = whereEqual(graph, node, value);
    if (graph.constantValue(isEqual) === undefined) graph.name(isEqual, name);
    return isEqual;
  };
  /** The indicators of which the product is 1 in the rows of a row set, else 0, times what each row counts. */
  const factorsOf = (rows: RowSet): readonly NodeId[] => {
    if (rows.kind === 'levels') throw new Error('an outcome is no sum over levels');
    if (rows.kind === 'all') return [];
    const { outcome, where, weight } = rows;
    const counted = weight === undefined ? [] : [graph.intern({ op: 'column', name: weight, inputs: [] })];
    const inState =
      where === undefined ? [] : [equals(where.node, where.equals, `${outcome}Is${capitalised(where.word)}`)];
    const equal = rows.kind === 'observed' ? [] : [equals(y, rows.equals, `${outcome}Is${rows.equals}`)];
    return [...counted, ...inState, ...equal];
  };
  const termOf = (id: NodeId): NodeId => {
    const { op, inputs, ...node } = graph.node(id);
    if (op === 'negate') return apply('negate', termOf(inputs[0]!));
    if (op !== 'sum' || !('rows' in node)) throw new Error(`${op} is no sum over rows`);
    return factorsOf(node.rows).reduce((term, factor) => apply('timesOrZero', factor, term), inputs[0]!);
  };
  const terms = logLikelihood(graph, observation, build).map(termOf);
  const sum = terms.reduce((total, term) => apply('add', total, term));
  const isThere = square(y);
  graph.name(isThere, `${observation.outcome}Squared`);
  const ofRow = apply('whereNonNegative', isThere, sum, graph.constant(Number.NaN));
  graph.name(ofRow, `${observation.outcome}LogLikelihood`);
  return ofRow;
}

function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
