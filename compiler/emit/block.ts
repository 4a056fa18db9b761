/**
 * Emits straight-line code for a list of nodes: a statement for each node that has a name or is read twice, and the
 * rest inside expressions. Two nodes that are computed at once share a statement, as the two lanes of a vector.
 */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import { isArithmetic } from '../graph/traverse.ts';
import { atom, type Code, type Dialect, pair } from './dialect.ts';
import { nameOfBoth } from './names.ts';
import { readByBoth, type Twins } from './two-at-once.ts';

export interface Block {
  readonly statements: readonly string[];
  /** The code that reads a node after the block. */
  readonly code: (id: NodeId) => Code;
}

export interface BlockRequest {
  readonly graph: Graph;
  readonly dialect: Dialect;
  /** The nodes to compute, each after its inputs. In a block of f64s, twins may be computed by one two-lane call. */
  readonly nodes: readonly (NodeId | Twins)[];
  /** How often each node is read by statements after the block. */
  readonly readOutside: (id: NodeId) => number;
  /**
   * Whether a node that is read after the block may be computed where it is read, because its inputs do not change
   * until then.
   */
  readonly isLast?: (id: NodeId) => boolean;
  /** The variable for a node that needs one. `assigned` means that it is declared elsewhere. */
  readonly variable: (id: NodeId) => { readonly name: string; readonly assigned: boolean };
  /** Makes a fresh local variable name in the enclosing function. */
  readonly local: (hint: string) => string;
  /** The code of a node that is not computed in this block. */
  readonly operand: (id: NodeId) => Code;
  /** The code of a constant. */
  readonly constant: (id: NodeId, value: number) => Code;
  /** The name of a node, used to name a pair of which it is a lane; undefined if it has none. */
  readonly nameOf?: (id: NodeId) => string | undefined;
  /** Called for every operation that is emitted, to collect imports. */
  readonly used: (op: ArithmeticOp, dialect: Dialect) => void;
}

/** A longer expression gets a variable of its own, to keep lines readable. */
const MAX_INLINE_LENGTH = 72;

export function writeBlock(request: BlockRequest): Block {
  const { graph, dialect, nodes } = request;
  const inBlock = new Set(nodes.flat());
  const reads = new Map<NodeId, number>();
  const written = new Map<NodeId, Code>();
  const statements: string[] = [];
  const code = (id: NodeId): Code => {
    const known = written.get(id);
    if (known !== undefined) return known;
    const value = graph.constantValue(id);
    if (value !== undefined) return request.constant(id, value);
    if (inBlock.has(id)) throw new Error(`node ${id} is read before it is written`);
    return request.operand(id);
  };
  const write = (id: NodeId, expression: Code): void => {
    const outside = request.readOutside(id);
    const once = (reads.get(id) ?? 0) + outside <= 1;
    const isShort =
      expression.text.length <= MAX_INLINE_LENGTH && (outside === 0 || expression.precedence > 0);
    const isInside = outside === 0 || request.isLast?.(id) === true;
    const isNamed = graph.nameOf(id) !== undefined && outside === 0;
    if (isInside && once && !isNamed && isShort) {
      written.set(id, expression);
      return;
    }
    const { name, assigned } = request.variable(id);
    statements.push(`${assigned ? '' : 'const '}${name} = ${expression.text};`);
    written.set(id, atom(name));
  };
  const pairs = pairsOf(request, code, statements);
  for (const each of nodes) {
    for (const input of typeof each === 'number' ? graph.node(each).inputs : pairs.readAlone(each))
      reads.set(input, (reads.get(input) ?? 0) + 1);
  }
  for (const each of nodes) {
    if (typeof each !== 'number') {
      const lanes = pairs.write(each);
      for (const lane of [0, 1] as const) {
        // A value that is only read as part of a pair needs no variable for its lane.
        const id = each[lane];
        if (reads.has(id) || request.readOutside(id) > 0) write(id, lanes[lane]);
        else written.set(id, lanes[lane]);
      }
      continue;
    }
    const node = graph.node(each);
    if (!isArithmetic(node)) throw new Error(`${node.op} cannot be computed in place`);
    request.used(node.op, dialect);
    write(each, dialect.apply(node.op, node.inputs.map(code)));
  }
  return { statements, code };
}

interface Pairs {
  /** Emits the computation of two nodes, and returns their codes. */
  write(twins: Twins): readonly [Code, Code];
  /** The nodes that twins read one by one, not as an existing pair. */
  readAlone(twins: Twins): readonly NodeId[];
}

/** Emits pairs into `statements`, with `code` for nodes that are read one by one. */
function pairsOf(
  { graph, nodes, local, used, constant, nameOf = (id) => graph.nameOf(id) }: BlockRequest,
  code: (id: NodeId) => Code,
  statements: string[],
): Pairs {
  const twins = nodes.filter((each) => typeof each !== 'number');
  const areTwins = new Set(twins.map((both) => both.join()));
  const reads = new Map<string, number>();
  for (const read of twins.flatMap((both) => readByBoth(graph, both)))
    reads.set(read.join(), (reads.get(read.join()) ?? 0) + 1);

  const held = new Map<string, Code>();
  const hold = (both: Twins, expression: string): Code => {
    const [first, second] = both.map(nameOf);
    const hint = first === undefined || second === undefined ? 'both' : nameOfBoth(first, second);
    const name = local(hint);
    statements.push(`const ${name} = ${expression};`);
    held.set(both.join(), atom(name));
    return atom(name);
  };
  const operand = (both: Twins): Code => {
    const known = held.get(both.join());
    if (known !== undefined) return known;
    const [a, b] = both;
    const value = graph.constantValue(a);
    if (value !== undefined && a === b) {
      const { text } = constant(a, value);
      return atom(`f64x2.splat(${text})`);
    }
    const [first, second] = [code(a).text, code(b).text];
    const together = a === b ? `f64x2.splat(${first})` : `f64x2(${first}, ${second})`;
    return reads.get(both.join()) === 1 ? atom(together) : hold(both, together);
  };
  return {
    write(both) {
      const op = graph.node(both[0]).op as ArithmeticOp;
      used(op, pair);
      const { text } = hold(both, pair.apply(op, readByBoth(graph, both).map(operand)).text);
      return [atom(`f64x2.extract_lane(${text}, 0)`), atom(`f64x2.extract_lane(${text}, 1)`)];
    },
    readAlone: (both) =>
      readByBoth(graph, both)
        .filter((read) => !areTwins.has(read.join()))
        .flat(),
  };
}
