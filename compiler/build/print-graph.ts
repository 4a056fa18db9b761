/** Prints an expression graph, one node per line, for `theodolite build --show graph`. */

import { formula, rowSetText } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { ModelGraph } from './build.ts';

export function printGraph({ graph, latents, logDensity, logJacobian }: ModelGraph): string {
  const roots = [
    logDensity,
    logJacobian,
    ...latents
      .flatMap(({ transformed }) => [transformed.value, transformed.complement])
      .filter((id) => id !== null),
  ];
  const nodes = reachable(graph, roots);
  const numbers = new Map(nodes.map((id, index) => [id, `%${index}`]));
  const width = String(nodes.length).length + 1;
  const lines = nodes.map((id) => {
    const name = graph.nameOf(id);
    return `${numbers.get(id)!.padEnd(width)} = ${describeNode(graph, id, numbers).padEnd(40)} ${graph.kind(id).padEnd(9)}${
      name === undefined ? '' : ` ${name}`
    }`.trimEnd();
  });
  const results = [
    `log density = ${numbers.get(logDensity)}`,
    `log Jacobian = ${numbers.get(logJacobian)}`,
    ...latents.map(({ name, transformed }) => `${name} = ${numbers.get(transformed.value)}`),
  ];
  return `${[...lines, '', ...results].join('\n')}\n`;
}

/** A node as its operation and the names of its inputs. */
export function describeNode(graph: Graph, id: NodeId, numbers: ReadonlyMap<NodeId, string>): string {
  const node = graph.node(id);
  const inputs = node.inputs.map((input) => numbers.get(input)).join(', ');
  switch (node.op) {
    case 'constant':
      return String(node.value);
    case 'column':
    case 'latent':
    case 'latentComplement':
    case 'unconstrained':
    case 'cotangent':
    case 'centring':
      return `${node.op} ${node.name}`;
    case 'statistic':
      return `${node.statistic}(${inputs})`;
    case 'sum':
      return `sum(${inputs}) over ${rowSetText(node.rows)}`;
    case 'sumByLevel':
      return `sum(${inputs}) over ${rowSetText(node.rows)}, by level`;
    case 'stored':
      return `stored ${formula(graph, node.expression, { expand: true })}`;
    case 'count':
      return `count of ${rowSetText(node.rows)}`;
    case 'reduce':
    case 'reduceLog':
    case 'reduceMax':
      return `${node.op}(${inputs}) over domain ${node.from}`;
    case 'shift':
    case 'recurrence':
      return `${node.op}(${inputs}) by ${node.by}`;
    default:
      return `${node.op}(${inputs})`;
  }
}
