/** The linking functions that are built in as graph nodes: the few lines of probability that every layout is made of. */
import type { ProbabilityFunction } from '../check/typed-layout.ts';
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

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
