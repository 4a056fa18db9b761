/** Where the members of domains have their values: one array a node, named when it is first asked for. */
import { isReduction, type NodeId } from '../graph/node.ts';
import type { EmitContext } from './context.ts';
import { type DomainNames, rowsWord } from './data-code.ts';
import { capitalised, dataName } from './identifiers.ts';

/** What a node of a domain is called in the code. */
export function hintOf({ graph }: EmitContext, id: NodeId): string {
  const node = graph.node(id);
  if (node.op === 'stored') return dataName(graph, node.expression);
  if (node.op === 'count') {
    const { rows } = node;
    return rows.kind === 'all' || rows.kind === 'levels'
      ? 'count'
      : rowsWord(rows).replace(/^./, (c) => c.toLowerCase());
  }
  return graph.nameOf(id) ?? (isReduction(node) ? 'adjoint' : 'term');
}

/** The variable that points to a node's values, one f64 a member of its domain. */
export function arrayOf(context: EmitContext, domains: ReadonlyMap<number, DomainNames>, id: NodeId): string {
  const owner = domains.get(context.graph.node(id).domain)!;
  const known =
    owner.arrays.get(id) ?? context.ids.claim(`${owner.title}${capitalised(hintOf(context, id))}`);
  owner.arrays.set(id, known);
  return known;
}
