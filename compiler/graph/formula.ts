/** A node as a formula, for people: plans, printed graphs and comments in the generated code. */
import type { Graph } from './graph.ts';
import type { DomainRows, NodeId } from './node.ts';

const INFIX: Readonly<Record<string, readonly [symbol: string, precedence: number]>> = {
  add: ['+', 1],
  subtract: ['-', 1],
  multiply: ['*', 2],
  divide: ['/', 2],
  power: ['^', 3],
  pAnd: ['and', 0],
};

/** More than anybody reads: what is shared is written as often as it is read, and may be so 2ⁿ times. */
const MOST_NODES = 1000;

interface Writing {
  readonly graph: Graph;
  readonly expand: boolean;
  /** How many nodes may still be written out. */
  left: number;
}

/** Writes a node out. Named nodes below it stand as their names unless `expand` is set; what is too long ends in `…`. */
export function formula(
  graph: Graph,
  id: NodeId,
  { expand = false }: { readonly expand?: boolean } = {},
): string {
  return write({ graph, expand, left: MOST_NODES }, id, 0, true);
}

function write(writing: Writing, id: NodeId, outer: number, top: boolean): string {
  const { graph, expand } = writing;
  const node = graph.node(id);
  const name = graph.nameOf(id);
  if (name !== undefined && !top && !expand) return name;
  if (writing.left-- <= 0) return '…';
  const inner = (input: NodeId, precedence = 0) => write(writing, input, precedence, false);
  const infix = INFIX[node.op];
  if (infix !== undefined) {
    const [symbol, precedence] = infix;
    const [a, b] = node.inputs as [NodeId, NodeId];
    const text = `${inner(a, precedence)} ${symbol} ${inner(b, precedence + 1)}`;
    return precedence < outer ? `(${text})` : text;
  }
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
    case 'negate': {
      const text = `-${inner(node.inputs[0]!, 2)}`;
      return outer > 1 ? `(${text})` : text;
    }
    case 'statistic':
      return node.inputs.length > 1
        ? `${node.statistic}(${inner(node.inputs[0]!)}, by = ${inner(node.inputs[1]!)})`
        : `${node.statistic}(${list()})`;
    case 'given':
      return name ?? 'statistic';
    case 'sum':
      return `sum over ${rowSetText(node.rows)} of (${list()})`;
    case 'stored':
      return write(writing, node.expression, outer, top);
    case 'count':
      return 'count';
    case 'reduce':
      return `sum(${list()})`;
    case 'reduceLog':
      return `sum(${inner(node.inputs[0]!, 2)} * log(${inner(node.inputs[1]!)}))`;
    case 'pNot':
      return `not (${list()})`;
    case 'pHalves':
      return `probability(${inner(node.inputs[0]!)})`;
    case 'pLogistic':
      return `logistic(${list()})`;
    case 'pMix':
      return `mix(${list()})`;
    case 'logOf':
    case 'logProbability':
      return `log(${inner(node.inputs[0]!)})`;
    case 'whereNonNegative': {
      // A value that is not there below 0 is written as itself.
      const [, value, otherwise] = node.inputs as [NodeId, NodeId, NodeId];
      return Number.isNaN(graph.constantValue(otherwise) ?? 0)
        ? inner(value, outer)
        : `${node.op}(${list()})`;
    }
    case 'valueOf':
    case 'complement':
      return inner(node.inputs[0]!, outer);
    default:
      return `${node.op}(${list()})`;
  }
}

export function rowSetText(rows: DomainRows): string {
  if (rows.kind === 'all') return 'all rows';
  if (rows.kind === 'each') return 'each distinct row';
  if (rows.kind === 'observed') return `rows with ${rows.outcome}`;
  return rows.kind === 'levels' ? `levels of ${rows.category}` : `rows with ${rows.outcome} = ${rows.equals}`;
}
