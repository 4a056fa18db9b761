/** The linking functions as graph nodes: the few lines of probability that every layout is made of. */
import type { ProbabilityFunction } from '../check/typed-layout.ts';
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

/** Builds the node of a linking function from its arguments' nodes, in the order `ProbabilityFunction` states. */
export function linkingFunction(graph: Graph, name: ProbabilityFunction, inputs: readonly NodeId[]): NodeId {
  const [a, b, c, d, e] = inputs as [NodeId, NodeId, NodeId, NodeId, NodeId];
  switch (name) {
    case 'logistic':
      return graph.probability('pLogistic', [a]);
    case 'margin':
      return graph.probability('pLogistic', [scaled(graph, c, graph.apply('subtract', [a, b]))]);
    case 'scaled_margin': {
      const odds = graph.apply('divide', [realOf(graph, e), realOf(graph, graph.probability('pNot', [e]))]);
      const slope = graph.apply('divide', [graph.apply('log', [odds]), graph.apply('subtract', [d, c])]);
      return graph.probability('pLogistic', [scaled(graph, slope, graph.apply('subtract', [a, b]))]);
    }
    case 'log_margin': {
      const ratio = graph.apply('subtract', [graph.apply('log', [a]), graph.apply('log', [b])]);
      return graph.probability('pLogistic', [scaled(graph, c, ratio)]);
    }
    case 'presence':
      // 1 - (1 - ability) flag: certain where the flag is down, the ability where it is up.
      return graph.probability('pMix', [b, certain(graph), a]);
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
    case 'downscale':
      return all(graph, [not(graph, a), b]);
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

function certain(graph: Graph): NodeId {
  return probabilityOf(graph, graph.constant(1));
}

function not(graph: Graph, p: NodeId): NodeId {
  return graph.probability('pNot', [p]);
}

function all(graph: Graph, factors: readonly NodeId[]): NodeId {
  return factors.reduce((product, factor) => graph.probability('pAnd', [product, factor]));
}

function scaled(graph: Graph, steepness: NodeId, margin: NodeId): NodeId {
  return graph.apply('multiply', [steepness, margin]);
}
