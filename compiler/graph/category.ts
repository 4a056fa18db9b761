/** The column of a category. */
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

/** The number of the level that a category has in the row, from 0. */
export function categoryColumn(graph: Graph, name: string): NodeId {
  return graph.intern({ op: 'column', name, isCategory: true, inputs: [] });
}
