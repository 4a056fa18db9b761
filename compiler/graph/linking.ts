/** The linking functions that are built in as graph nodes: the few lines of probability that every layout is made of. */
import type { ProbabilityFunction } from '../check/typed-layout.ts';
import type { Graph } from './graph.ts';
import type { ArithmeticOp, NodeId } from './node.ts';

/** Builds the node of a linking function from its arguments' nodes, in the order `ProbabilityFunction` states. */
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
    case 'mix':
      return graph.probability('pMix', [a, b, c]);
  }
}

/** A probability as a real. */
export function realOf(graph: Graph, probability: NodeId): NodeId {
  return graph.intern({ op: 'valueOf', inputs: [probability] });
}

/** A real in [0, 1] as a probability; `complement` where 1 - real is known by itself. */
export function probabilityOf(
  graph: Graph,
  real: NodeId,
  complement = graph.apply('subtract', [graph.constant(1), real]),
): NodeId {
  return graph.probability('pHalves', [real, complement]);
}

function not(graph: Graph, p: NodeId): NodeId {
  return graph.probability('pNot', [p]);
}

function all(graph: Graph, factors: readonly NodeId[]): NodeId {
  return factors.reduce((product, factor) => graph.probability('pAnd', [product, factor]));
}

/**
 * ln M = ln(mean of pʳ) / r, or the mean of ln p where r is 0. Beside the mean of pʳ that of 1 − pʳ is taken by itself, so
 * that M is precise near 0 and near 1, and so is its complement 1 − e^(ln M).
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
  const powers = logs.map((ln) => apply('multiply', exponent!, ln));
  const excess = () => mean(powers.map((ln) => apply('expm1', ln)));
  const logSum = () =>
    r > 0
      ? apply('logProbability', mean(powers.map((ln) => apply('exp', ln))), apply('negate', excess()))
      : apply('log1p', excess());
  const logMean = r === 0 ? mean(logs) : apply('divide', logSum(), exponent!);
  const p = apply('exp', logMean);
  return probabilityOf(graph, p, apply('complement', apply('negate', apply('expm1', logMean)), p));
}
