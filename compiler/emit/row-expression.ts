/** The code of a data node at a row, including per-level statistics that it reads there. */

import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { writeBlock } from './block.ts';
import type { EmitContext } from './context.ts';
import type { Code } from './dialect.ts';
import { atom, scalar } from './dialect.ts';
import { dataName } from './names.ts';

type LevelStatistic = Extract<Node, { readonly op: 'statistic' }> & {
  readonly inputs: readonly [argument: NodeId, category: NodeId];
};

/** Whether a node is a per-level statistic. */
export function isLevelStatistic(node: Node): node is LevelStatistic {
  return node.op === 'statistic' && node.inputs.length > 1;
}

/** Whether a node is a per-level statistic, computed or given: an array with one number per level. */
export function isByLevel(node: Node): boolean {
  return isLevelStatistic(node) || (node.op === 'given' && node.inputs.length > 0);
}

/** The column of the category that groups it. */
export function categoryOfStatistic(graph: Graph, node: Node): string {
  const column = graph.node(node.inputs.at(-1)!);
  if (column.op !== 'column') throw new Error('a statistic by levels is taken by a column');
  return column.name;
}

/** The code of a per-level statistic at the distinct row `row`. */
export function levelStatisticCode(context: EmitContext, node: Node, array: string): string {
  return `load<f64>(${array} + (<usize>${context.column(categoryOfStatistic(context.graph, node))} << 3))`;
}

/**
 * The nodes computed for a data node at a row, each after its inputs, without the arguments of per-level statistics.
 */
function computedAtRow(graph: Graph, id: NodeId): readonly NodeId[] {
  const found = new Set<NodeId>();
  const visit = (input: NodeId): void => {
    const node = graph.node(input);
    if (found.has(input) || graph.kind(input) !== 'data' || node.op === 'column' || isByLevel(node)) return;
    found.add(input);
    node.inputs.forEach(visit);
  };
  visit(id);
  return [...found].sort((a, b) => a - b);
}

/**
 * Statements and an expression for a data node at the distinct row `row`; the names `given` are taken in the function.
 */
export function rowExpression(
  context: EmitContext,
  id: NodeId,
  operand: (id: NodeId) => Code,
  given: readonly string[],
) {
  const { graph } = context;
  const leaf = (input: NodeId): Code => {
    const node = graph.node(input);
    if (isByLevel(node)) return atom(levelStatisticCode(context, node, context.levelArray(input)));
    return node.op === 'column' ? atom(context.column(node.name)) : operand(input);
  };
  const nodes = computedAtRow(graph, id);
  const local = new Map<NodeId, string>();
  const claim = context.scope(...given);
  const block = writeBlock({
    graph,
    dialect: scalar,
    constant: (_, value) => context.constant(scalar, value),
    nodes,
    readOutside: (input) => (input === id ? 1 : 0),
    variable: (input) => {
      const name = local.get(input) ?? claim(dataName(graph, input));
      local.set(input, name);
      return { name, assigned: false };
    },
    local: claim,
    operand: leaf,
    used: context.used,
  });
  const value = graph.constantValue(id);
  const code =
    value === undefined ? (nodes.length === 0 ? leaf(id) : block.code(id)) : context.constant(scalar, value);
  return { statements: block.statements, value: code.precedence < 2 ? `(${code.text})` : code.text };
}
