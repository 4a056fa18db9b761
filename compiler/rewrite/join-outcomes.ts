/**
 * Joins successes and failures. Since ln σ(−m) = ln σ(m) − m, Σ ln σ(m) over the successes plus Σ ln σ(−m) over the
 * failures is Σ ln σ(m) over all rows in which the outcome is observed, minus Σ m over the failures. The latter is
 * linear in the latents, and splits into sums over levels that are known when data are bound; the remaining loop reads
 * no outcome.
 *
 * ln σ(m) − m loses digits for large m, so this is only for a program with a bound on |m| (see
 * separate-exponentials.ts).
 */
import type { Graph } from '../graph/graph.ts';
import {
  isLatent,
  type NodeId,
  observedRows,
  qualifiersOf,
  type RowSet,
  type RowsOfOutcome,
} from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { chainOf } from './chain.ts';
import { type Rewritten, rewriteGraph } from './rewrite.ts';

/** Joins sums among the terms of `root` whose logistics are represented by odds. */
export function joinOutcomes(graph: Graph, root: NodeId, inOdds: ReadonlySet<NodeId>): Rewritten {
  const terms = chainOf(graph, 'add', root);
  const replaced = new Map<NodeId, NodeId>();
  for (const failures of terms) {
    const found = failuresOf(graph, failures);
    if (found === null || !inOdds.has(found.logistic)) continue;
    const { rows, logistic } = found;
    const { outcome } = rows;
    const qualifiers = qualifiersOf(rows);
    const sum = (rows: RowSet, of: NodeId) => graph.intern({ op: 'sum', rows, inputs: [of] });
    const logarithm = graph.intern({ op: 'logOf', inputs: [logistic] });
    const successes = sum({ kind: 'outcome', outcome, equals: 1, ...qualifiers }, logarithm);
    const isTerm = (id: NodeId) => terms.filter((term) => term === id).length === 1;
    if (!isTerm(successes) || !isTerm(failures)) continue;
    const [margin] = graph.node(logistic).inputs as [NodeId];
    if (!readsLevels(graph, margin)) continue;
    replaced.set(successes, sum(observedRows(rows), logarithm));
    replaced.set(failures, graph.apply('negate', [sum(rows, margin)]));
  }
  return rewriteGraph(graph, [root], { apply: (_graph, _node, _inputs, id) => replaced.get(id) });
}

/** Whether a node reads an indexed latent: only then is most of a row's work the lookup of levels. */
function readsLevels(graph: Graph, id: NodeId): boolean {
  return reachable(graph, [id]).some(
    (each) => isLatent(graph.node(each).op) && graph.node(each).inputs.length > 0,
  );
}

/** The rows and the logistic σ(m) of a sum of ln(1 − σ(m)) over the failures; null for any other node. */
function failuresOf(
  graph: Graph,
  sum: NodeId,
): { readonly rows: RowsOfOutcome; readonly logistic: NodeId } | null {
  const node = graph.node(sum);
  if (node.op !== 'sum' || node.rows.kind !== 'outcome' || node.rows.equals !== 0) return null;
  const { op, inputs } = graph.node(node.inputs[0]!);
  const negation = op === 'logOf' ? graph.node(inputs[0]!) : null;
  if (negation?.op !== 'pNot') return null;
  const [logistic] = negation.inputs as [NodeId];
  return graph.node(logistic).op === 'pLogistic' ? { rows: node.rows, logistic } : null;
}
