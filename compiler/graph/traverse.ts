/** Walks over an expression graph, and the kinds of its operations. */
import type { Graph } from './graph.ts';
import type { ArithmeticOp, Node, NodeId, ProbabilityOp } from './node.ts';
import { DENSITY_OPS } from './node.ts';

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
