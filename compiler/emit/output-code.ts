/**
 * Where a program's outputs are for each distinct row: an array of the rows, a per-level array that rows look up, or a
 * single number.
 */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { EmitContext } from './context.ts';
import type { DomainCode } from './domain-code.ts';

/** The context in which the code of outputs is emitted. */
export interface OutputContext {
  readonly context: EmitContext;
  readonly eachRow: DomainCode;
}

/** Where a node's values are in the generated code. */
export type Output =
  | { readonly kind: 'number'; readonly text: string }
  /** The variable that points to one f64 per distinct row. */
  | { readonly kind: 'rows'; readonly text: string }
  /**
   * The variable that points to one f64 per level, and the position of its domain among those that distinct rows look
   * up.
   */
  | { readonly kind: 'levels'; readonly text: string; readonly place: number };

/** Finds a node's values. Must be called before the binding code is emitted. */
export function placeOutput({ context, eachRow }: OutputContext, id: NodeId, code: () => string): Output {
  const node = context.graph.node(id);
  if (node.domain === PROFILE) return { kind: 'number', text: code() };
  const owner = context.domainCode.get(node.domain)!;
  const text = owner.arrayOf(id);
  if (owner === eachRow) return { kind: 'rows', text };
  return { kind: 'levels', text, place: eachRow.lookups.indexOf(node.domain) };
}

/** Statements that write the values to `out`, one f64 per distinct row. */
export function outputStatements({ context, eachRow }: OutputContext, output: Output): readonly string[] {
  const { members } = eachRow;
  switch (output.kind) {
    case 'number':
      context.runtime('fillEach');
      return [`fillEach(out, ${members}, ${output.text});`];
    case 'rows':
      return [`memory.copy(out, ${output.text}, <usize>${members} << 3);`];
    case 'levels':
      context.runtime('expandLevels');
      return [
        `expandLevels(out, ${output.text}, ${eachRow.index}, ${output.place}, ${eachRow.lookups.length}, ${members});`,
      ];
  }
}
