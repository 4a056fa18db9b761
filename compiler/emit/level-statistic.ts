/** Statistics by the levels of a category: one number for the rows of each, in an array that binding fills. */

import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { columnsOf } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';
import type { Code } from './dialect.ts';
import { categoryOf, isLevelStatistic, rowExpression } from './row-expression.ts';
import { indent } from './text.ts';

/** The statistics by levels that some nodes read, each after those that it reads. */
export function levelStatisticsIn(graph: Graph, nodes: readonly NodeId[]): readonly NodeId[] {
  return reachable(graph, nodes).filter((id) => isLevelStatistic(graph.node(id)));
}

/** The function that computes a statistic for every level into an array; false when there is no more memory. */
export function levelStatisticFunction(
  context: EmitContext,
  id: NodeId,
  name: string,
  array: string,
  operand: (id: NodeId) => Code,
): string {
  const { graph } = context;
  const node = graph.node(id);
  if (!isLevelStatistic(node)) throw new Error(`${node.op} is no statistic by levels`);
  const [argument] = node.inputs;
  const { statements, value } = rowExpression(context, argument, operand);
  const missing = columnsOf(graph, argument)
    .filter((column) => context.isOutcome(column))
    .map((column) => `if (isNaN<f64>(${context.column(column)})) continue;`);
  const column = categoryOf(graph, node);
  context.runtime('bind', 'levelCount');
  context.runtime('memory', 'allocate');
  const rows = (lines: readonly string[]) => [
    'for (let row: usize = 0; row < <usize>rows; row++) {',
    ...indent(
      [...missing, ...statements, `const at = <usize>${context.column(column)} << 3;`, ...lines],
      2,
    ).split('\n'),
    '}',
  ];
  const levels = (line: string) => [`for (let at: usize = 0; at < <usize>levels << 3; at += 8) ${line}`];
  const room = (pointer: string) => `${pointer} = allocate(<usize>levels << 3);`;
  const add = (pointer: string, term: string) =>
    `store<f64>(${pointer} + at, load<f64>(${pointer} + at) + ${term});`;
  const fill = (number: string) => {
    context.runtime('levels', 'fillEach');
    return `fillEach(${array}, levels, ${number});`;
  };
  const count = '<f64>load<u32>(rowCounts + (row << 2))';
  const average = (target: string, sums: string, less = '') =>
    levels(`store<f64>(${target} + at, load<f64>(${sums} + at) / (load<f64>(totals + at)${less}));`);
  const totals = [`const totals = allocate(<usize>levels << 3);`, 'if (totals == 0) return false;'];
  const body = (): readonly string[] => {
    switch (node.statistic) {
      case 'count':
        return rows([add(array, count)]);
      case 'sum':
        return rows([add(array, `${count} * ${value}`)]);
      case 'min':
        return [
          fill('Infinity'),
          ...rows([`store<f64>(${array} + at, min<f64>(load<f64>(${array} + at), ${value}));`]),
        ];
      case 'max':
        return [
          fill('-Infinity'),
          ...rows([`store<f64>(${array} + at, max<f64>(load<f64>(${array} + at), ${value}));`]),
        ];
      case 'mean':
        return [
          ...totals,
          ...rows([add(array, `${count} * ${value}`), add('totals', count)]),
          ...average(array, array),
        ];
      case 'sd':
        return [
          ...totals,
          `const means = allocate(<usize>levels << 3);`,
          'if (means == 0) return false;',
          ...rows([add('means', `${count} * ${value}`), add('totals', count)]),
          ...average('means', 'means'),
          ...rows([
            `const deviation = ${value} - load<f64>(means + at);`,
            add(array, `${count} * (deviation * deviation)`),
          ]),
          ...average(array, array, ' - 1.0'),
          ...levels(`store<f64>(${array} + at, sqrt<f64>(load<f64>(${array} + at)));`),
        ];
    }
  };
  return `/** ${formula(graph, id, { expand: true })}, of the data that is bound; false when there is no more memory. */
function ${name}(): bool {
${indent([`const levels = levelCount(${context.columnPointer(column)});`, room(array), `if (${array} == 0) return false;`, ...body(), 'return true;'], 2)}
}`;
}
