/** Orders the operands of a product or sum so that each partial result takes as few distinct values as possible. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { dataKeys, knownColumns } from '../stage/domain.ts';
import { domainSize } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';

/** How many distinct values nodes take over the rows, estimated from a sketch of the data. */
export interface ValueCounts {
  /** The number of distinct tuples of values of these nodes. */
  together(nodes: readonly NodeId[]): number;
  /** A greedy order: each next node keeps the number of distinct values of the partial result as small as possible. */
  order(nodes: readonly NodeId[]): readonly NodeId[];
}

export function valueCounts(graph: Graph, sketch: DataSketch): ValueCounts {
  const keysOf = dataKeys(graph);
  const columnsOfEach = knownColumns(graph);
  const size = domainSize(graph, sketch);
  const keysOfAll = (nodes: readonly NodeId[]) => [...new Set(nodes.flatMap((node) => keysOf(node)))];
  return {
    together: (nodes) => size(keysOfAll(nodes)),
    order(nodes) {
      // Nodes that read the same columns are equivalent, so only the first remaining one of them is a candidate.
      const alike = new Map<string, number[]>();
      nodes.forEach((node, place) => {
        const key = [...new Set(keysOf(node).flatMap(columnsOfEach))].sort().join();
        const places = alike.get(key);
        if (places === undefined) alike.set(key, [place]);
        else places.push(place);
      });
      let left = [...alike.values()].map((places) => ({
        places,
        keys: keysOf(nodes[places[0]!]!),
        taken: 0,
      }));
      const ordered: NodeId[] = [];
      let keys: readonly NodeId[] = [];
      const most = size(keysOfAll(nodes));
      while (left.length > 0) {
        if (size(keys) === most) {
          // These take as many values as all nodes together, and the rest cannot add to that: they are tied and keep
          // their order.
          const rest = left.flatMap(({ places, taken }) => places.slice(taken)).sort((a, b) => a - b);
          ordered.push(...rest.map((place) => nodes[place]!));
          break;
        }
        const sizes = left.map((group) => size([...new Set([...keys, ...group.keys])]));
        const least = Math.min(...sizes);
        const placeOf = (group: (typeof left)[number]) => group.places[group.taken]!;
        const next = left
          .filter((_, index) => sizes[index] === least)
          .reduce((first, group) => (placeOf(group) < placeOf(first) ? group : first));
        ordered.push(nodes[placeOf(next)]!);
        if (next.taken === 0) keys = [...new Set([...keys, ...next.keys])];
        next.taken++;
        left = left.filter(({ places, taken }) => taken < places.length);
      }
      return ordered;
    },
  };
}
