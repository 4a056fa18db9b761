/** Bottom-up rewriting of a hash-consed graph: each node once, inputs before the node that reads them. */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, DENSITY_OPS, type Node, type NodeId, type ProbabilityOp } from '../graph/node.ts';

/** One rewrite: what a node becomes, given its inputs as already rewritten and the id it had; undefined leaves it as it is. */
export interface Rewrite {
  /** As `--show plan` calls it. */
  readonly name: string;
  apply(graph: Graph, node: Node, inputs: readonly NodeId[], id: NodeId): NodeId | undefined;
}

export interface Rewritten {
  readonly roots: readonly NodeId[];
  /** How many nodes the rewrite changed. */
  readonly fired: number;
}

/** Applies a rewrite to everything the roots read. Names follow a node to what it became. */
export function rewriteGraph(graph: Graph, roots: readonly NodeId[], rewrite: Rewrite): Rewritten {
  const rewritten = new Map<NodeId, NodeId>();
  let fired = 0;
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    const inputs = node.inputs.map((input) => rewritten.get(input)!);
    const replaced = rewrite.apply(graph, node, inputs, id);
    if (replaced !== undefined) fired++;
    const next = replaced ?? rebuild(graph, node, inputs);
    const name = graph.nameOf(id);
    if (name !== undefined) graph.name(next, name);
    rewritten.set(id, next);
  }
  return { roots: roots.map((root) => rewritten.get(root)!), fired };
}

/** The nodes that the roots read, themselves included, each after its inputs. */
export function reachable(graph: Graph, roots: readonly NodeId[]): NodeId[] {
  const seen = new Set<NodeId>();
  const pending = [...roots];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    pending.push(...graph.node(id).inputs);
  }
  return [...seen].sort((a, b) => a - b);
}

export const PROBABILITY_OPS: ReadonlySet<string> = new Set<ProbabilityOp>([
  'pLogistic',
  'pAnd',
  'pNot',
  'pMix',
  'pHalves',
]);
const ARITHMETIC_OPS: ReadonlySet<string> = new Set<ArithmeticOp>([
  'negate',
  'abs',
  'exp',
  'log',
  'log1p',
  'expm1',
  'sqrt',
  'oddsAgainst',
  'logistic',
  'logLogistic',
  'normalCdf',
  'normalDensity',
  'normalKernel',
  'normalTail',
  'logExponentialMass',
  'logNormalMass',
  'logCauchyMass',
  'logGammaMass',
  'gammaMassSlope',
  'logBetaMass',
  'betaMassSlope',
  'logStudentMass',
  'studentMassSlope',
  ...DENSITY_OPS,
  'productLess',
  'add',
  'subtract',
  'multiply',
  'divide',
  'power',
  'min',
  'logProbability',
  'logShare',
  'complement',
  'weigh',
  'whereNonNegative',
]);

export function isArithmetic(node: Node): node is Node & { readonly op: ArithmeticOp } {
  return ARITHMETIC_OPS.has(node.op);
}

/** The same node over other inputs, simplified again. */
export function rebuild(graph: Graph, node: Node, inputs: readonly NodeId[]): NodeId {
  if (isArithmetic(node)) return graph.apply(node.op, inputs, node.domain);
  if (PROBABILITY_OPS.has(node.op)) return graph.probability(node.op as ProbabilityOp, inputs);
  return graph.intern({ ...node, inputs });
}
