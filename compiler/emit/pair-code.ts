/** The code of two nodes that are computed at once: a statement that holds both, of which each is a lane. */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import type { Dialect } from './dialect.ts';
import { atom, type Code, pair } from './dialect.ts';
import { nameOfBoth } from './identifiers.ts';
import { readByBoth, type Twins } from './two-at-once.ts';

export interface PairCode {
  /** Writes what computes two nodes; their codes. */
  write(twins: Twins): readonly [Code, Code];
  /** The nodes that computing two nodes reads one by one, and not as a pair that is there. */
  readAlone(twins: Twins): readonly NodeId[];
}

/** Writes into `statements`, with `code` for what is read one by one. */
export function pairCode(
  { graph, nodes, local, used }: Pick<BlockRequest, 'graph' | 'nodes' | 'local' | 'used'>,
  code: (id: NodeId) => Code,
  statements: string[],
): PairCode {
  const twins = nodes.filter((each) => typeof each !== 'number');
  const areTwins = new Set(twins.map((both) => both.join()));
  const reads = new Map<string, number>();
  for (const read of twins.flatMap((both) => readByBoth(graph, both)))
    reads.set(read.join(), (reads.get(read.join()) ?? 0) + 1);

  const held = new Map<string, Code>();
  const hold = (both: Twins, names: readonly (string | undefined)[], expression: string): Code => {
    const [first, second] = names;
    const hint = first === undefined || second === undefined ? 'terms' : nameOfBoth(first, second);
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
    if (value !== undefined && a === b) return pair.constant(value);
    const [first, second] = [code(a).text, code(b).text];
    const together = a === b ? `f64x2.splat(${first})` : `f64x2(${first}, ${second})`;
    if (reads.get(both.join()) === 1) return atom(together);
    const names = [first, second].map((text) => (/^\w+$/.test(text) ? text : undefined));
    return hold(both, names, together);
  };
  return {
    write(both) {
      const op = graph.node(both[0]).op as ArithmeticOp;
      used(op, pair);
      const names = both.map((id) => graph.nameOf(id));
      const { text } = hold(both, names, pair.apply(op, readByBoth(graph, both).map(operand)).text);
      return [atom(`f64x2.extract_lane(${text}, 0)`), atom(`f64x2.extract_lane(${text}, 1)`)];
    },
    readAlone: (both) =>
      readByBoth(graph, both)
        .filter((read) => !areTwins.has(read.join()))
        .flat(),
  };
}

export interface BlockRequest {
  readonly graph: Graph;
  readonly dialect: Dialect;
  /** What to compute, each after what it reads; of f64s two nodes may be computed by one call for a pair. */
  readonly nodes: readonly (NodeId | Twins)[];
  /** How often each node is read by the statements that follow the block, besides by its own nodes. */
  readonly readOutside: (id: NodeId) => number;
  /** The name of the variable for a node that needs one. `assigned` says that it is declared elsewhere. */
  readonly variable: (id: NodeId) => { readonly name: string; readonly assigned: boolean };
  /** Hands out a name for a variable of the function that the block is in. */
  readonly local: (hint: string) => string;
  /** The code of a node that is not computed in this block. */
  readonly operand: (id: NodeId) => Code;
  /** Told of every op that is written, for the imports. */
  readonly used: (op: ArithmeticOp, dialect: Dialect) => void;
}
