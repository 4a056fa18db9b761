/** A graph whose nodes a test places in domains by hand. */
import { buildGraph } from '../../compiler/build/build.ts';
import type { Graph } from '../../compiler/graph/graph.ts';
import type { DomainId, NodeId } from '../../compiler/graph/node.ts';
import { readLayout } from '../interpret/read-layout.ts';

const LAYOUT = `layout Staged
demand x, y, z in [0, 1]
capability c ~ uniform(0, 1)
observe done ~ bernoulli(logistic(c - x))
`;

export interface StagedGraph {
  readonly graph: Graph;
  /** A column's values for the members of a domain. */
  stored(name: string, domain: DomainId): NodeId;
  /** Sums over the members of one domain for those of another. */
  sum(from: DomainId, domain: DomainId, term: NodeId): NodeId;
}

export function openStagedGraph(): StagedGraph {
  const { graph } = buildGraph(readLayout(LAYOUT), LAYOUT);
  return {
    graph,
    stored: (name, domain) => {
      const expression = graph.intern({ op: 'column', name, inputs: [] });
      return graph.intern({ op: 'stored', expression, inputs: [], domain });
    },
    sum: (from, domain, term) => graph.intern({ op: 'reduce', from, inputs: [term], domain }),
  };
}
