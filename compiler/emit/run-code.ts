/** Loops over members that count alike together: which sums take a count once a run, and the loop that goes run by run. */
import type { Graph } from '../graph/graph.ts';
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import { isOwnCount } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';
import { countedTerm, type LoopParts, logLoop, type TwoPairs } from './sum-code.ts';

/** The sums of a loop that are taken run by run. */
export interface CountedSums {
  /** Of each sum Σ count · x, x. */
  readonly terms: ReadonlyMap<NodeId, NodeId>;
  /** The products count · x that nothing else reads. */
  readonly products: ReadonlySet<NodeId>;
}

/** The count by which a domain's members are sorted, where a loop reads it. */
export function runCount({ graph, domains }: EmitContext, step: Step): NodeId | null {
  const read = [...step.nodes, ...step.reductions].flatMap((id) => graph.node(id).inputs);
  return read.find((id) => isOwnCount(graph, id, domains)) ?? null;
}

/** The sums Σ count · x of a step, which leaves the nodes `left` in memory. */
export function countedSums(
  graph: Graph,
  step: Step,
  left: readonly NodeId[],
  count: NodeId | null,
): CountedSums {
  const elsewhere = new Set([...left, ...step.nodes.flatMap((id) => graph.node(id).inputs)]);
  const terms = new Map<NodeId, NodeId>();
  const products = new Set<NodeId>();
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (node.op === 'reduceLog' || node.domain !== PROFILE) {
      for (const input of node.inputs) elsewhere.add(input);
    }
  }
  for (const reduction of step.reductions) {
    const { op, domain, inputs } = graph.node(reduction);
    const product = inputs[0]!;
    const term = countedTerm(graph, product, count);
    if (op !== 'reduce' || domain !== PROFILE || term === undefined || elsewhere.has(product)) continue;
    terms.set(reduction, term);
    products.add(product);
  }
  return { terms, products };
}

/** All members, pair by pair. */
export function memberLoop(each: readonly string[]): string[] {
  return ['for (let at: usize = 0; at < end; at += 16) {', ...inner(each), '}'];
}

/**
 * Members that count alike stand together: the loop goes run by run, and the count is the same all through a run.
 *
 * @param ends the variable that points to where runs end
 */
export function runLoop(
  each: readonly string[],
  twoPairs: TwoPairs | null,
  { runBegins, runEnds, logs }: LoopParts,
  ends: string,
  local: (hint: string) => string,
): string[] {
  const [next, end] = [local('nextRunEnd'), local('runEnd')];
  return [
    `let ${next} = ${ends};`,
    'for (let at: usize = 0; at < end; ) {',
    ...inner([
      ...runBegins,
      `const ${end} = <usize>load<u32>(${next});`,
      `${next} += 4;`,
      ...(logs.length > 0
        ? logLoop(logs, each, twoPairs, end, local('isSmall'))
        : [`for (; at < ${end}; at += 16) {`, ...inner(each), '}']),
      ...runEnds,
    ]),
    '}',
  ];
}

function inner(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
