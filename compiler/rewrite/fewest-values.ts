/** Orders what is multiplied or summed so that each partial result takes as few distinct values as it can. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { dataKeys } from '../stage/domain.ts';
import { domainSize } from '../stage/home.ts';
import type { DataSketch } from '../stage/sketch.ts';

/** How many distinct values nodes take over the rows, by a sketch of the data. */
export interface ValueCounts {
  /** How many distinct tuples of values these nodes take together. */
  together(nodes: readonly NodeId[]): number;
  /** Greedily: next comes the node after which the partial result has the fewest distinct values. */
  order(nodes: readonly NodeId[]): readonly NodeId[];
}

export function valueCounts(graph: Graph, sketch: DataSketch): ValueCounts {
  const keysOf = dataKeys(graph);
  const size = domainSize(graph, sketch);
  const keysOfAll = (nodes: readonly NodeId[]) => [...new Set(nodes.flatMap((node) => keysOf(node)))];
  return {
    together: (nodes) => size(keysOfAll(nodes)),
    order(nodes) {
      const left = [...nodes];
      const ordered: NodeId[] = [];
      let keys: readonly NodeId[] = [];
      while (left.length > 0) {
        const sizes = left.map((node) => size([...new Set([...keys, ...keysOf(node)])]));
        const [next] = left.splice(sizes.indexOf(Math.min(...sizes)), 1) as [NodeId];
        ordered.push(next);
        keys = [...new Set([...keys, ...keysOf(next)])];
      }
      return ordered;
    },
  };
}
