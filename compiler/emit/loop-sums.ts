/** How a loop over members takes its sums: pair by pair, or run by run where members that count alike stand together. */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type Node, type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import { isOwnCount } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';

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

/**
 * The sums Σ count · x of a step, which leaves the nodes `left` in memory: those of the profile, and of the levels by which the members are
 * ordered.
 */
export function countedSums(
  graph: Graph,
  step: Step,
  left: readonly NodeId[],
  count: NodeId | null,
  sides: readonly DomainId[],
): CountedSums {
  const isCountable = (domain: DomainId) => domain === PROFILE || sides.includes(domain);
  const elsewhere = new Set([...left, ...step.nodes.flatMap((id) => graph.node(id).inputs)]);
  const terms = new Map<NodeId, NodeId>();
  const products = new Set<NodeId>();
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (node.op === 'reduceLog' || !isCountable(node.domain)) {
      for (const input of node.inputs) elsewhere.add(input);
    }
  }
  for (const reduction of step.reductions) {
    const { op, domain, inputs } = graph.node(reduction);
    const product = inputs[0]!;
    const term = countedTerm(graph, product, count);
    if (op !== 'reduce' || !isCountable(domain) || term === undefined || elsewhere.has(product)) continue;
    terms.set(reduction, term);
    products.add(product);
  }
  return { terms, products };
}

/** All members, pair by pair. */
export function memberLoop(each: readonly string[]): string[] {
  return ['for (let at: usize = 0; at < end; at += 16) {', ...inner(each), '}'];
}

/** The variables that point to what a loop must know of its runs. */
export interface Runs {
  /** Where each ends. */
  readonly ends: string;
  /** Which member of another domain each belongs to, and the variable that is to have it; null where runs belong to none. */
  readonly groups: { readonly of: string; readonly at: string } | null;
}

/**
 * Members that count alike, and that belong to one level where they are ordered by levels, stand together: the loop goes run by run, and the
 * count is the same all through a run.
 */
export function runLoop(
  each: readonly string[],
  twoPairs: TwoPairs | null,
  { runBegins, runEnds, logs }: LoopParts,
  { ends, groups }: Runs,
  local: (hint: string) => string,
): string[] {
  const [next, end] = [local('nextRunEnd'), local('runEnd')];
  const nextGroup = groups === null ? null : local('nextGroup');
  return [
    `let ${next} = ${ends};`,
    ...(groups === null ? [] : [`let ${nextGroup} = ${groups.of};`]),
    'for (let at: usize = 0; at < end; ) {',
    ...inner([
      ...(groups === null
        ? []
        : [`const ${groups.at} = <usize>load<u32>(${nextGroup}) << 3;`, `${nextGroup} += 4;`]),
      ...runBegins,
      `const ${end} = <usize>load<u32>(${next});`,
      `${next} += 4;`,
      ...turnLoop(each, twoPairs, logs, end, local),
      ...runEnds,
    ]),
    '}',
  ];
}

/** The pairs of a run, up to the variable `end`. */
export function turnLoop(
  each: readonly string[],
  twoPairs: TwoPairs | null,
  logs: readonly LogSum[],
  end: string,
  local: (hint: string) => string,
): readonly string[] {
  if (logs.length > 0) return logLoop(logs, each, twoPairs, end, local('isSmall'));
  return [`for (; at < ${end}; at += 16) {`, ...inner(each), '}'];
}

function inner(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Where the statements of a loop go. */
export interface LoopParts {
  /** Before the loop. */
  readonly before: string[];
  /** When a run of pairs that count alike begins, and when it has ended; both stay empty in a loop without runs. */
  readonly runBegins: string[];
  readonly runEnds: string[];
  /** For each pair of members, after everything is computed. */
  readonly each: string[];
  /** The sums of logarithms that are taken in runs. */
  readonly logs: LogSum[];
  readonly after: string[];
}

const ZERO = 'f64x2.splat(0.0)';
const ONE = 'f64x2.splat(1.0)';

/** What a sum over counts adds up apart from the count of its run: x of count · x; undefined where it is no such product. */
export function countedTerm(graph: Graph, term: NodeId, count: NodeId | null): NodeId | undefined {
  const node = graph.node(term);
  if (count === null || node.op !== 'multiply' || !node.inputs.includes(count)) return undefined;
  return node.inputs[node.inputs[0] === count ? 1 : 0];
}

/**
 * Begins a sum, or a largest value, and in the end makes one number of both its lanes: in a variable of the file, or as what the loop's
 * function returns. What is begun elsewhere is added to.
 */
export function foldSum(
  parts: LoopParts,
  sum: string,
  global: string | null,
  op: Node['op'],
  isBegunElsewhere = false,
): void {
  parts.before.push(`let ${sum} = ${ZERO};`);
  const fold = op === 'reduceMax' ? 'largerLane' : 'sumOfLanes';
  parts.after.push(
    `${global === null ? 'return' : `${global} ${isBegunElsewhere ? '+=' : '='}`} ${fold}(${sum});`,
  );
}

/** Σ term. */
export function plainSum(parts: LoopParts, sum: string, term: string): void {
  parts.each.push(`${sum} = f64x2.add(${sum}, ${term});`);
}

/** Σ count · term, where the count stays the same in a run. */
export function runSum(parts: LoopParts, sum: string, ofRun: string, count: string, term: string): void {
  parts.runBegins.push(`let ${ofRun} = ${ZERO};`);
  parts.each.push(`${ofRun} = f64x2.add(${ofRun}, ${term});`);
  parts.runEnds.push(`${sum} = f64x2.add(${sum}, f64x2.mul(${count}, ${ofRun}));`);
}

/** A sum of logarithms that are taken of products, and its variables. */
export interface LogSum {
  readonly sum: string;
  readonly product: string;
  readonly next: string;
  /** What the next product begins with. */
  readonly first: string;
  /** The count of the run. */
  readonly count: string;
  readonly p: string;
}

/** What is done for two pairs at once, and what they multiply the products by. */
export interface TwoPairs {
  readonly statements: readonly string[];
  readonly products: readonly string[];
}

/**
 * Σ count · ln p over a run of pairs of members that count alike, of which `each` is done: p are multiplied, and the logarithm
 * of the product is taken when the run ends or before the product could underflow. For that the loop over pairs is left
 * and entered again: a call inside it would keep what it has in registers in memory, at every turn.
 */
export function logLoop(
  logs: readonly LogSum[],
  each: readonly string[],
  twoPairs: TwoPairs | null,
  runEnd: string,
  isSmall: string,
): readonly string[] {
  return [
    ...logs.map(({ first }) => `let ${first} = ${ONE};`),
    `let ${isSmall}: bool;`,
    'do {',
    `  ${isSmall} = false;`,
    ...logs.map(({ product, first }) => `  let ${product} = ${first};`),
    ...(twoPairs === null
      ? [`  for (; at < ${runEnd}; at += 16) {`]
      : [
          `  for (; at + 16 < ${runEnd}; at += 32) {`,
          ...turn(twoPairs.statements, twoPairs.products, 32),
          '  }',
          `  for (; at < ${runEnd} && !${isSmall}; at += 16) {`,
        ]),
    ...turn(
      each,
      logs.map(({ p }) => p),
      16,
    ),
    '  }',
    ...logs.map(
      ({ sum, count, product }) => `  ${sum} = f64x2.add(${sum}, f64x2.mul(${count}, logPair(${product})));`,
    ),
    `} while (${isSmall});`,
  ];

  /** One turn of the loop, and what it multiplies the products by. */
  function turn(statements: readonly string[], factors: readonly string[], bytes: number): string[] {
    return [
      ...statements,
      ...logs.map(({ next, product }, index) => `const ${next} = f64x2.mul(${product}, ${factors[index]});`),
      `if (${logs.map(({ next }) => `anySmall(${next})`).join(' || ')}) {`,
      ...logs.map(({ first }, index) => `  ${first} = ${factors[index]};`),
      `  ${isSmall} = true;`,
      `  at += ${bytes};`,
      '  break;',
      '}',
      ...logs.map(({ next, product }) => `${product} = ${next};`),
    ].map((line) => `    ${line}`);
  }
}
