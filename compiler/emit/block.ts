/** Writes straight-line code for a list of nodes: a statement for what is named or used twice, the rest inside expressions. */

import type { NodeId } from '../graph/node.ts';
import { isArithmetic } from '../graph/traverse.ts';
import { atom, type Code } from './dialect.ts';
import type { BlockRequest } from './pair-code.ts';
import { pairCode } from './pair-code.ts';

export interface Block {
  readonly statements: readonly string[];
  /** The code by which a node is read after the block. */
  readonly code: (id: NodeId) => Code;
}

/** Longer expressions get a variable of their own, so that lines stay readable. */
const LONGEST_INLINE = 72;

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
    if (value !== undefined) return dialect.constant(value);
    if (inBlock.has(id)) throw new Error(`node ${id} is read before it is written`);
    return request.operand(id);
  };
  const write = (id: NodeId, expression: Code): void => {
    const outside = request.readOutside(id);
    const once = (reads.get(id) ?? 0) + outside <= 1;
    if (outside === 0 && once && graph.nameOf(id) === undefined && expression.text.length <= LONGEST_INLINE) {
      written.set(id, expression);
      return;
    }
    const { name, assigned } = request.variable(id);
    statements.push(`${assigned ? '' : 'const '}${name} = ${expression.text};`);
    written.set(id, atom(name));
  };
  const pairs = pairCode(request, code, statements);
  for (const each of nodes) {
    for (const input of typeof each === 'number' ? graph.node(each).inputs : pairs.readAlone(each))
      reads.set(input, (reads.get(input) ?? 0) + 1);
  }
  for (const each of nodes) {
    if (typeof each !== 'number') {
      const lanes = pairs.write(each);
      for (const lane of [0, 1] as const) {
        // What is read as a pair alone needs no variable for its lanes.
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
