/** Writes a node as a formula for people: in plans, printed graphs and comments of the generated code. */
import type { Graph } from './graph.ts';
import type { ArithmeticOp, DomainRows, Node, NodeId } from './node.ts';
import type { Arity, Infix, Printing, Tuples } from './operations/operation.ts';
import { operation } from './operations/operations.ts';
import { isArithmetic } from './traverse.ts';

/**
 * Limit on the nodes of a formula. A node is written out each time it is read, so nested sharing doubles the length at
 * every level.
 */
const MAX_NODES = 1000;

interface Writing {
  readonly graph: Graph;
  readonly expand: boolean;
  /** How many nodes may still be written out. */
  left: number;
}

/**
 * Writes a node as a formula. Named nodes below it appear as their names unless `expand` is set; a formula that is too
 * long ends in `…`.
 */
export function formula(
  graph: Graph,
  id: NodeId,
  { expand = false }: { readonly expand?: boolean } = {},
): string {
  return writeNode({ graph, expand, left: MAX_NODES }, id, 0, true);
}

function writeNode(writing: Writing, id: NodeId, outer: number, top: boolean): string {
  const { graph, expand } = writing;
  const node = graph.node(id);
  const name = graph.nameOf(id);
  if (name !== undefined && !top && !expand) return name;
  if (writing.left-- <= 0) return '…';
  const inner = (input: NodeId, precedence = 0) => writeNode(writing, input, precedence, false);
  if (isArithmetic(node)) return writeOperation(writing, node, outer);
  const list = () => node.inputs.map((input) => inner(input)).join(', ');
  switch (node.op) {
    case 'constant':
      return String(node.value);
    case 'column':
    case 'latent':
      return node.name;
    case 'latentComplement':
      return `(1 - ${node.name})`;
    case 'unconstrained':
      return `unconstrained(${node.name})`;
    case 'cotangent':
      return `adjoint(${node.name})`;
    case 'centring':
      return `centring(${node.name})`;
    case 'statistic':
      return node.inputs.length > 1
        ? `${node.statistic}(${inner(node.inputs[0]!)}, by = ${inner(node.inputs[1]!)})`
        : `${node.statistic}(${list()})`;
    case 'given':
      return name ?? 'statistic';
    case 'sum':
      return `sum over ${rowSetText(node.rows)} of (${list()})`;
    case 'sumByLevel':
      return `sum over ${rowSetText(node.rows)} of (${inner(node.inputs[0]!)}), by ${inner(node.inputs[1]!)}`;
    case 'stored':
      return writeNode(writing, node.expression, outer, top);
    case 'count':
      return 'count';
    case 'reduce':
      return `sum(${list()})`;
    case 'reduceMax':
      return `largest(${list()})`;
    case 'reduceLog':
      return `sum(${inner(node.inputs[0]!, 2)} * log(${inner(node.inputs[1]!)}))`;
    case 'pAnd':
      return writeInfix(['and', 0], node, inner, outer);
    case 'pNot':
      return `not (${list()})`;
    case 'pHalves':
      return `probability(${inner(node.inputs[0]!)})`;
    case 'pLogistic':
      return `logistic(${list()})`;
    case 'pMix':
      return `mix(${list()})`;
    case 'logOf':
      return `log(${inner(node.inputs[0]!)})`;
    case 'valueOf':
      return inner(node.inputs[0]!, outer);
    default:
      return `${node.op}(${list()})`;
  }
}

/** An operation as its record prints it, with its operator, or as a call of its name. */
function writeOperation(writing: Writing, node: Node & { readonly op: ArithmeticOp }, outer: number): string {
  const { formula: own, code } = operation(node.op);
  const write = (input: NodeId, precedence = 0) => writeNode(writing, input, precedence, false);
  const call = () => `${node.op}(${node.inputs.map((input) => write(input)).join(', ')})`;
  const printing: Printing<Arity> = {
    inputs: node.inputs as Tuples<NodeId>[Arity],
    outer,
    write,
    call,
    constantValue: (id) => writing.graph.constantValue(id),
  };
  if (typeof own === 'function') return own(printing);
  const infix = own ?? (code !== null && 'infix' in code ? code.infix : undefined);
  return infix === undefined ? call() : writeInfix(infix, node, write, outer);
}

function writeInfix(
  [symbol, precedence]: Infix,
  { inputs }: Node,
  write: (input: NodeId, precedence?: number) => string,
  outer: number,
): string {
  const [a, b] = inputs as [NodeId, NodeId];
  const text = `${write(a, precedence)} ${symbol} ${write(b, precedence + 1)}`;
  return precedence < outer ? `(${text})` : text;
}

/** A set of rows in words. */
export function rowSetText(rows: DomainRows): string {
  if (rows.kind === 'all') return 'all rows';
  if (rows.kind === 'each') return 'each distinct row';
  if (rows.kind === 'levels') return `levels of ${rows.category}`;
  const condition = rows.kind === 'observed' ? '' : ` = ${rows.equals}`;
  const where = rows.where === undefined ? '' : `, ${rows.where.word}`;
  const weight = rows.weight === undefined ? '' : `, each counting ${rows.weight} times`;
  return `rows with ${rows.outcome}${condition}${where}${weight}`;
}
