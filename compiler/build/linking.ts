/** The built-in linking functions as graph nodes. */
import type { ProbabilityFunction } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import { probabilityOf, realOf } from '../graph/probability.ts';

/** The node of a linking function, from its arguments' nodes in the order that `ProbabilityFunction` states. */
export function linkingFunction(graph: Graph, name: ProbabilityFunction, inputs: readonly NodeId[]): NodeId {
  const [a, b, c] = inputs as [NodeId, NodeId, NodeId];
  switch (name) {
    case 'logistic':
      return graph.probability('pLogistic', [a]);
    case 'and':
      return all(graph, inputs);
    case 'or':
      return not(
        graph,
        all(
          graph,
          inputs.map((input) => not(graph, input)),
        ),
      );
    case 'power_mean':
      return powerMean(graph, inputs);
    case 'not':
      return not(graph, a);
    case 'lesser':
      return chosen(graph, greaterBy(graph, b, a), a, b);
    case 'greater':
      return chosen(graph, greaterBy(graph, a, b), a, b);
    case 'mix':
      return graph.probability('pMix', [a, b, c]);
  }
}

/**
 * How much greater one probability is than another: a number at least 0 if it is not the smaller one. From one half on
 * it compares the complements, which keep their digits near 1.
 */
function greaterBy(graph: Graph, p: NodeId, than: NodeId): NodeId {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const [value, other] = [realOf(graph, p), realOf(graph, than)];
  const near1 = apply('subtract', realOf(graph, not(graph, than)), realOf(graph, not(graph, p)));
  return apply(
    'whereNonNegative',
    apply('subtract', value, graph.constant(0.5)),
    near1,
    apply('subtract', value, other),
  );
}

/** `p` where a number is at least 0, else `q`; the complement is chosen with it. */
function chosen(graph: Graph, where: NodeId, p: NodeId, q: NodeId): NodeId {
  const choose = (a: NodeId, b: NodeId) =>
    graph.apply('whereNonNegative', [where, realOf(graph, a), realOf(graph, b)]);
  return probabilityOf(graph, choose(p, q), choose(not(graph, p), not(graph, q)));
}

function not(graph: Graph, p: NodeId): NodeId {
  return graph.probability('pNot', [p]);
}

function all(graph: Graph, factors: readonly NodeId[]): NodeId {
  return factors.reduce((product, factor) => graph.probability('pAnd', [product, factor]));
}

/**
 * ln M = ln(mean of pʳ) / r, or the mean of ln p for r = 0. M and 1 − M = 1 − e^(ln M) keep their digits near 0 and 1.
 * The derivatives are given explicitly, since those of the logarithms and powers have no limit where a p is 0.
 */
function powerMean(graph: Graph, [exponent, ...probabilities]: readonly NodeId[]): NodeId {
  if (probabilities.length === 1) return probabilities[0]!;
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const logs = probabilities.map((p) => graph.intern({ op: 'logOf', inputs: [p] }));
  const mean = (terms: readonly NodeId[]) =>
    apply(
      'divide',
      terms.reduce((sum, term) => apply('add', sum, term)),
      graph.constant(terms.length),
    );
  const r = graph.constantValue(exponent!) ?? Number.NaN;
  if (r === 1) {
    const ofEach = (each: (p: NodeId) => NodeId) => mean(probabilities.map((p) => realOf(graph, each(p))));
    const p = ofEach((each) => each);
    return probabilityOf(
      graph,
      p,
      apply(
        'complement',
        ofEach((each) => not(graph, each)),
        p,
      ),
    );
  }
  const logMean = r === 0 ? mean(logs) : logPowerMean(graph, r, logs, mean);
  const p = differentiatedAs(graph, apply('exp', logMean), slopesOf(graph, r, probabilities, logs, logMean));
  return probabilityOf(graph, p, apply('complement', apply('negate', apply('expm1', logMean)), p));
}

/**
 * ln(mean of pʳ) / r from the logarithms of p, as ln b + ln(mean of (p / b)ʳ) / r, where b is the p with the greatest
 * power. This neither overflows nor loses the smaller powers, however large r or small p.
 */
function logPowerMean(
  graph: Graph,
  r: number,
  logs: readonly NodeId[],
  mean: (terms: readonly NodeId[]) => NodeId,
): NodeId {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const min = (a: NodeId, b: NodeId) => apply('min', a, b);
  const max = (a: NodeId, b: NodeId) => apply('negate', min(apply('negate', a), apply('negate', b)));
  // Bounded below, since −∞ − (−∞) is NaN.
  const anchor = max(logs.reduce(r > 0 ? max : min), graph.constant(-Number.MAX_VALUE));
  const excess = logs.map((ln) =>
    apply('expm1', apply('multiply', graph.constant(r), apply('subtract', ln, anchor))),
  );
  return apply('add', anchor, apply('divide', apply('log1p', mean(excess)), graph.constant(r)));
}

/** `value`, with Σ slope · x as its differential. A `complement` is differentiated as 1 minus its second input. */
function differentiatedAs(
  graph: Graph,
  value: NodeId,
  slopes: readonly (readonly [slope: NodeId, x: NodeId])[],
): NodeId {
  const sum = slopes
    .map(([slope, x]) => graph.apply('timesOrZero', [slope, x]))
    .reduce((total, term) => graph.apply('add', [total, term]));
  return graph.apply('complement', [value, graph.apply('subtract', [graph.constant(1), sum])]);
}

/**
 * ∂M/∂p = (M/p)^(1 − r) / n for each p. Where a p is 0 this is the limit as that p alone rises. For r ≤ 0 the limit is
 * 0 if another p is 0 too, else n^(−1/r), which is infinite for r = 0. For r > 0 it is n^(−1/r) if all others are 0
 * too, else infinite for r < 1 and 0 for r > 1.
 *
 * If one latent makes two of them 0, they rise together and no separate slopes are right: they are infinite, and
 * runtime/edge-slopes.ts takes the limit of the slope with respect to the latent.
 */
function slopesOf(
  graph: Graph,
  r: number,
  probabilities: readonly NodeId[],
  logs: readonly NodeId[],
  logMean: NodeId,
): readonly (readonly [slope: NodeId, x: NodeId])[] {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const n = probabilities.length;
  const values = probabilities.map((p) => realOf(graph, p));
  const ifZero = (x: NodeId, then: NodeId, otherwise: NodeId) =>
    apply('whereNonNegative', apply('negate', x), then, otherwise);
  const scale = r === 0 ? Number.POSITIVE_INFINITY : n ** (-1 / r);
  const unknown = graph.constant(Number.POSITIVE_INFINITY);
  return values.map((x, index) => {
    const ratio = apply('multiply', graph.constant(1 - r), apply('subtract', logMean, logs[index]!));
    const slope = apply('divide', apply('exp', ratio), graph.constant(n));
    const isTied = (other: number) => graph.shareLatents(x, values[other]!);
    const others = [...values.keys()].filter((other) => other !== index);
    const tied = others.filter(isTied);
    const free = others.filter((other) => !isTied(other));
    const beside = graph.constant(r <= 0 ? scale : r < 1 ? Number.POSITIVE_INFINITY : 0);
    const none = graph.constant(0);
    const amongTied = tied.reduce((rest, other) => ifZero(values[other]!, unknown, rest), beside);
    const limit =
      r <= 0
        ? free.reduce((rest, other) => ifZero(values[other]!, none, rest), amongTied)
        : others.reduce(
            (rest, other) => ifZero(values[other]!, rest, beside),
            tied.length === 0 ? graph.constant(scale) : unknown,
          );
    return [ifZero(x, limit, slope), x];
  });
}
