/** Outcomes: the log density of each family as sums over the rows, taken apart as far as the sums separate. */
import type { Observation, OutcomeFamily, TypedExpression } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { BinaryOp, NodeId, RowSet, UnaryOp } from '../graph/node.ts';
import { realOf } from '../graph/probability.ts';

const LOG_TWO_PI = 1.8378770664093453;

/** The terms of an outcome's log likelihood, normalised; Stan Functions Reference (2.36), chapters 13 to 20. */
export function logLikelihood(
  graph: Graph,
  { outcome, family, parameters }: Observation,
  build: (parameter: TypedExpression) => NodeId,
): readonly NodeId[] {
  const given = parameters.map(build);
  const y = graph.intern({ op: 'column', name: outcome, inputs: [] });
  const rows: RowSet = { kind: 'observed', outcome };
  const [a, b, c] = given as [NodeId, NodeId, NodeId];
  const logistic = (logit: NodeId) => graph.probability('pLogistic', [logit]);
  switch (family) {
    case 'bernoulli':
      return bernoulli(graph, outcome, a);
    case 'bernoulli_logit':
      return bernoulli(graph, outcome, logistic(a));
    case 'binomial':
      return binomial(graph, rows, y, a, b);
    case 'binomial_logit':
      return binomial(graph, rows, y, a, logistic(b));
    case 'ordered_logistic':
      return ordered(graph, outcome, a, given.slice(1));
    default:
      return continuous(graph, family, rows, y, a, b, c);
  }
}

/**
 * The log density or mass of the outcome that a row has, NaN where it is missing: each sum's term where the row is one of the
 * sum's.
 */
export function logLikelihoodOfRow(
  graph: Graph,
  observation: Observation,
  build: (parameter: TypedExpression) => NodeId,
): NodeId {
  const y = graph.intern({ op: 'column', name: observation.outcome, inputs: [] });
  const apply = (op: UnaryOp | BinaryOp | 'whereNonNegative', ...inputs: NodeId[]) => graph.apply(op, inputs);
  const square = (x: NodeId) => apply('multiply', x, x);
  /** 1 in the rows of a set, else 0. */
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
    return graph.constantValue(member) === 1 ? inputs[0]! : apply('weigh', member, inputs[0]!);
  };
  const terms = logLikelihood(graph, observation, build).map(termOf);
  const sum = terms.reduce((total, term) => apply('add', total, term));
  const isThere = square(y);
  graph.name(isThere, `${observation.outcome}Squared`);
  const ofRow = apply('whereNonNegative', isThere, sum, graph.constant(Number.NaN));
  graph.name(ofRow, `${observation.outcome}LogLikelihood`);
  return ofRow;
}

/** ln(1 − e^{below − above}): -∞ where the two touch, and not there where below is above. */
function gap(graph: Graph, below: NodeId, above: NodeId): NodeId {
  return graph.apply('logExponentialMass', [graph.apply('subtract', [above, below])]);
}

type Continuous = Exclude<
  OutcomeFamily,
  'bernoulli' | 'bernoulli_logit' | 'binomial' | 'binomial_logit' | 'ordered_logistic'
>;

/** The families whose sums all run over every row in which the outcome is not missing. */
function continuous(
  graph: Graph,
  family: Continuous,
  rows: RowSet,
  y: NodeId,
  a: NodeId,
  b: NodeId,
  c: NodeId,
): readonly NodeId[] {
  const o = operations(graph, rows);
  const half = o.constant(0.5);
  switch (family) {
    case 'normal':
      return normal(graph, rows, y, a, b);
    case 'lognormal': {
      const logY = o.log(y);
      return [...normal(graph, rows, logY, a, b), o.negate(o.sum(logY))];
    }
    case 'student_t': {
      const z = o.divide(o.subtract(y, b), c);
      // Beside the √(2π) of a normal: Γ((df + 1)/2)/(Γ(df/2) √(df/2)), which tends to 1.
      const norm = o.subtract(graph.apply('logGammaHalfStep', [o.multiply(half, a)]), o.log(c));
      const kernel = graph.apply('studentKernel', [a, z]);
      return [o.sum(norm), o.sum(o.constant(-0.5 * LOG_TWO_PI)), o.sum(kernel)];
    }
    case 'beta_proportion': {
      const logY = o.log(y);
      const logRest = o.log1p(o.negate(y));
      const first = o.multiply(b, realOf(graph, a));
      // The complement by itself, so that it stays precise for a mean near 1.
      const second = o.multiply(b, realOf(graph, graph.probability('pNot', [a])));
      return [
        o.negate(o.sum(graph.apply('logBeta', [first, second]))),
        o.sum(o.multiply(logY, first)),
        o.sum(o.multiply(logRest, second)),
        o.negate(o.sum(o.add(logY, logRest))),
      ];
    }
    case 'beta_binomial':
      // One function: of its log-gammas by themselves no digit is right at large shapes.
      return [o.sum(graph.apply('logBetaBinomial', [a, y, b, c]))];
  }
}

/** Σ ln p over the successes, Σ ln(1 − p) over the failures. */
function bernoulli(graph: Graph, outcome: string, success: NodeId): readonly NodeId[] {
  const { sum, logOf } = operations(graph);
  const failure = graph.probability('pNot', [success]);
  return [
    sum(logOf(success), { kind: 'outcome', outcome, equals: 1 }),
    sum(logOf(failure), { kind: 'outcome', outcome, equals: 0 }),
  ];
}

/** Σ ln C(n, k) + Σ k ln p + Σ (n − k) ln(1 − p), where no success adds nothing even to a p of 0. */
function binomial(graph: Graph, rows: RowSet, k: NodeId, n: NodeId, p: NodeId): readonly NodeId[] {
  const { sum, logOf, subtract, weigh } = operations(graph, rows);
  return [
    // Of data alone: a sum that binding takes once.
    sum(graph.apply('logChoose', [n, k])),
    sum(weigh(k, logOf(p))),
    sum(weigh(subtract(n, k), logOf(graph.probability('pNot', [p])))),
  ];
}

/** −½ Σ (y − μ)²/σ² − Σ ln σ − ½ Σ ln 2π, so that a σ that no row changes comes out of the sum. */
function normal(graph: Graph, rows: RowSet, y: NodeId, mean: NodeId, sd: NodeId): readonly NodeId[] {
  const o = operations(graph, rows);
  const deviation = o.subtract(y, mean);
  const precision = o.divide(o.constant(1), o.multiply(sd, sd));
  return [
    o.sum(o.multiply(o.multiply(o.constant(-0.5), precision), o.multiply(deviation, deviation))),
    o.negate(o.sum(o.log(sd))),
    o.sum(o.constant(-0.5 * LOG_TWO_PI)),
  ];
}

/**
 * Category k of K lies between two cut points: ln(σ(a) − σ(b)) = ln σ(a) + ln σ(−b) + ln(1 − e^{b − a}) with a = η − c_{k−1} and
 * b = η − c_k, of which the first and the last category have one each.
 */
function ordered(graph: Graph, outcome: string, eta: NodeId, cuts: readonly NodeId[]): readonly NodeId[] {
  const o = operations(graph);
  const observed: RowSet = { kind: 'observed', outcome };
  // Cut points must be in order in every row that has an outcome, also where that lies elsewhere. Two that touch leave the
  // grade between them a probability of 0, which costs nothing where no row has it.
  const order = cuts.slice(1).flatMap((above, index) => {
    const rise = o.subtract(above, cuts[index]!);
    const inOrder = graph.apply('whereNonNegative', [rise, o.constant(0), o.constant(Number.NaN)]);
    return graph.constantValue(inOrder) === 0 ? [] : [o.sum(inOrder, observed)];
  });
  const grades = Array.from({ length: cuts.length + 1 }, (_, index) => {
    const rows: RowSet = { kind: 'grade', outcome, equals: index + 1 };
    const [below, above] = [cuts[index - 1], cuts[index]];
    const terms: NodeId[] = [];
    if (below !== undefined) terms.push(o.logLogistic(o.subtract(eta, below)));
    if (above !== undefined) terms.push(o.logLogistic(o.subtract(above, eta)));
    if (below !== undefined && above !== undefined) terms.push(gap(graph, below, above));
    return terms.map((term) => o.sum(term, rows));
  });
  return [...grades.flat(), ...order];
}

/** `all` are the rows of a sum that is said no others. */
function operations(graph: Graph, all: RowSet = { kind: 'all' }) {
  const unary = (op: UnaryOp) => (x: NodeId) => graph.apply(op, [x]);
  const binary = (op: BinaryOp) => (x: NodeId, y: NodeId) => graph.apply(op, [x, y]);
  return {
    constant: (value: number) => graph.constant(value),
    sum: (summand: NodeId, rows: RowSet = all) => graph.intern({ op: 'sum', rows, inputs: [summand] }),
    logOf: (probability: NodeId) => graph.intern({ op: 'logOf', inputs: [probability] }),
    add: binary('add'),
    subtract: binary('subtract'),
    multiply: binary('multiply'),
    divide: binary('divide'),
    weigh: binary('weigh'),
    negate: unary('negate'),
    log: unary('log'),
    log1p: unary('log1p'),
    exp: unary('exp'),
    logLogistic: unary('logLogistic'),
  };
}
