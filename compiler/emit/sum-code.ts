/** The code by which a loop over members takes a sum: what it declares, does for each pair, after a run, and in the end. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';

/** Where the statements of a loop go. */
export interface LoopParts {
  /** Before the loop. */
  readonly before: string[];
  /** When a run of pairs that count alike begins, and when it has ended; both stay empty in a loop without runs. */
  readonly runBegins: string[];
  readonly runEnds: string[];
  /** For each pair of members, after everything is computed. */
  readonly each: string[];
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

/** Adds both lanes of a sum up in a variable of the module. */
export function foldSum(parts: LoopParts, sum: string, global: string): void {
  parts.before.push(`let ${sum} = ${ZERO};`);
  parts.after.push(`${global} = f64x2.extract_lane(${sum}, 0) + f64x2.extract_lane(${sum}, 1);`);
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

/** The variables of a sum of logarithms that are taken of products. */
export interface LogSum {
  readonly sum: string;
  readonly product: string;
  readonly next: string;
  /** The count that all factors of the product share: a run's own, or one that is compared with each pair's. */
  readonly shared: string;
  readonly count: string;
  readonly p: string;
  readonly q: string;
  /** Statements that compute 1 - p, where only the rare branch needs it. */
  readonly complement: readonly string[];
}

/**
 * Σ count · ln p: as long as the count stays the same, p are multiplied, and the logarithm of the product is taken when it
 * changes or the product could underflow.
 */
export function logSum(parts: LoopParts, log: LogSum): void {
  const { sum, product, shared, next, count, p, q, complement } = log;
  const flush = `${sum} = f64x2.add(${sum}, f64x2.mul(${shared}, logPair(${product})));`;
  if (shared === count) {
    parts.runBegins.push(`let ${product} = ${ONE};`);
    parts.runEnds.push(flush);
  } else {
    parts.before.push(`let ${product} = ${ONE};`, `let ${shared} = ${ONE};`);
    parts.each.push(
      `if (!i64x2.all_true(f64x2.eq(${count}, ${shared}))) {`,
      `  ${flush}`,
      `  ${product} = ${ONE};`,
      `  ${shared} = ${count};`,
      '}',
    );
    parts.after.unshift(flush);
  }
  parts.each.push(
    `const ${next} = f64x2.mul(${product}, ${p});`,
    `if (i64x2.bitmask(f64x2.lt(${next}, f64x2.splat(1e-140))) != 0) {`,
    ...complement.map((statement) => `  ${statement}`),
    `  ${sum} = f64x2.add(${sum}, f64x2.mul(${shared}, f64x2.add(logPair(${product}), logProbabilityPair(${p}, ${q}))));`,
    `  ${product} = ${ONE};`,
    `} else ${product} = ${next};`,
  );
}
