/** Emits the sums of a loop over members: pair by pair, or run by run if members with equal counts are adjacent. */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type Node, type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import { isOwnCount } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';

/** The sums of a loop that are accumulated run by run. */
export interface CountedSums {
  /** For each sum Σ count · x, its x. */
  readonly terms: ReadonlyMap<NodeId, NodeId>;
  /** The products count · x that nothing else reads. */
  readonly products: ReadonlySet<NodeId>;
}

/** The count by which a domain's members are sorted, if a loop reads it. */
export function runCount({ graph, domains }: EmitContext, step: Step): NodeId | null {
  const read = [...step.nodes, ...step.reductions].flatMap((id) => graph.node(id).inputs);
  return read.find((id) => isOwnCount(graph, id, domains)) ?? null;
}

/**
 * The sums Σ count · x of a step that stores the nodes `left`: those that go to the profile, and to the levels by which
 * the members are ordered.
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

/** A loop over all members, pair by pair. */
export function memberLoop(each: readonly string[], begin = '0'): string[] {
  return [`for (let at: usize = ${begin}; at < end; at += 16) {`, ...inner(each), '}'];
}

/** The variables that point to a loop's runs. */
export interface Runs {
  /** The end of each run. */
  readonly ends: string;
  /**
   * The member of another domain that each run belongs to, and the variable that receives it; null if there is none.
   */
  readonly groups: { readonly of: string; readonly at: string } | null;
  /** The first member and the offset of its run, where the loop runs over a shard. */
  readonly shard: { readonly begin: string; readonly firstRun: string } | null;
}

/**
 * A loop over runs. Members with equal counts (and of one level, if they are ordered by levels) are adjacent, so the
 * count is constant within a run.
 */
export function runLoop(
  each: readonly string[],
  twoPairs: TwoPairs | null,
  { runBegins, runEnds, logs }: LoopParts,
  { ends, groups, shard }: Runs,
  local: (hint: string) => string,
): string[] {
  const [next, end] = [local('nextRunEnd'), local('runEnd')];
  const nextGroup = groups === null ? null : local('nextGroup');
  const first = shard === null ? '' : ` + ${shard.firstRun}`;
  const endOfRun = `<usize>load<u32>(${next})`;
  return [
    `let ${next} = ${ends}${first};`,
    ...(groups === null ? [] : [`let ${nextGroup} = ${groups.of}${first};`]),
    `for (let at: usize = ${shard?.begin ?? '0'}; at < end; ) {`,
    ...inner([
      ...(groups === null
        ? []
        : [`const ${groups.at} = <usize>load<u32>(${nextGroup}) << 3;`, `${nextGroup} += 4;`]),
      ...runBegins,
      `const ${end} = ${shard === null ? endOfRun : `min(${endOfRun}, end)`};`,
      `${next} += 4;`,
      ...iterationLoop(each, twoPairs, logs, end, local),
      ...runEnds,
    ]),
    '}',
  ];
}

/** A loop over the pairs of a run, up to the variable `end`. */
export function iterationLoop(
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

/** The parts of a loop's code. */
export interface LoopParts {
  /** Before the loop. */
  readonly before: string[];
  /** At the start and at the end of a run; both stay empty in a loop without runs. */
  readonly runBegins: string[];
  readonly runEnds: string[];
  /** For each pair of members, after its values are computed. */
  readonly each: string[];
  /** Sums of logarithms, accumulated run by run. */
  readonly logs: LogSum[];
  readonly after: string[];
}

const ZERO = 'f64x2.splat(0.0)';
const ONE = 'f64x2.splat(1.0)';

/** The x of a term count · x, which is summed before multiplying by the run's count; undefined for any other term. */
export function countedTerm(graph: Graph, term: NodeId, count: NodeId | null): NodeId | undefined {
  const node = graph.node(term);
  if (count === null || node.op !== 'multiply' || !node.inputs.includes(count)) return undefined;
  return node.inputs[node.inputs[0] === count ? 1 : 0];
}

/**
 * Initialises a sum or maximum, and at the end combines its two lanes into a file variable or into the return value. If
 * it is `isBegunElsewhere`, it is added to.
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

/** Σ count · term, with a count that is constant within a run. */
export function runSum(parts: LoopParts, sum: string, ofRun: string, count: string, term: string): void {
  parts.runBegins.push(`let ${ofRun} = ${ZERO};`);
  parts.each.push(`${ofRun} = f64x2.add(${ofRun}, ${term});`);
  parts.runEnds.push(`${sum} = f64x2.add(${sum}, f64x2.mul(${count}, ${ofRun}));`);
}

/** The variables of a sum of logarithms, which are taken of products. */
export interface LogSum {
  readonly sum: string;
  readonly product: string;
  readonly next: string;
  /** The initial value of the next product. */
  readonly first: string;
  /** The count of the run. */
  readonly count: string;
  readonly p: string;
}

/** What an iteration over two pairs does, and the factors of the products. */
export interface TwoPairs {
  readonly statements: readonly string[];
  readonly products: readonly string[];
}

/**
 * Σ count · ln p over the pairs of a run: the p are multiplied, and the logarithm of the product is taken at the end of
 * the run, or before the product could underflow. For this the inner loop is left and re-entered: a call inside it
 * would spill registers in every iteration.
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
          ...iteration(twoPairs.statements, twoPairs.products, 32),
          '  }',
          `  for (; at < ${runEnd} && !${isSmall}; at += 16) {`,
        ]),
    ...iteration(
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

  /** One iteration of the loop, which multiplies the products by the factors. */
  function iteration(statements: readonly string[], factors: readonly string[], bytes: number): string[] {
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
