/** What is read of a program at each distinct row: an array of the rows, one of levels that rows look up, or one number for all. */
import { type NodeId, PROFILE } from '../graph/node.ts';
import { arrayOf } from './arrays.ts';
import type { EmitContext } from './context.ts';
import type { DomainNames } from './data-code.ts';

/** Where the code of outputs is written. */
export interface OutputContext {
  readonly context: EmitContext;
  readonly domains: ReadonlyMap<number, DomainNames>;
  readonly eachRow: DomainNames;
}

/** A node's values in the generated code. */
export type Output =
  | { readonly kind: 'number'; readonly text: string }
  /** The variable that points to one f64 a distinct row. */
  | { readonly kind: 'rows'; readonly text: string }
  /** The variable that points to one f64 a level, and which of the domains that distinct rows are looked up in those are of. */
  | { readonly kind: 'levels'; readonly text: string; readonly place: number };

/** Finds a node's values. To be called before binding is written. */
export function placeOutput(
  { context, domains, eachRow }: OutputContext,
  id: NodeId,
  code: () => string,
): Output {
  const node = context.graph.node(id);
  if (node.domain === PROFILE) return { kind: 'number', text: code() };
  const owner = domains.get(node.domain)!;
  const text = arrayOf(context, domains, id);
  if (owner === eachRow) return { kind: 'rows', text };
  return { kind: 'levels', text, place: eachRow.lookups.indexOf(node.domain) };
}

/** Statements that write the values to `out`, one f64 a distinct row. */
export function outputStatements({ context, eachRow }: OutputContext, output: Output): readonly string[] {
  const { members } = eachRow;
  switch (output.kind) {
    case 'number':
      context.runtime('levels', 'fillEach');
      return [`fillEach(out, ${members}, ${output.text});`];
    case 'rows':
      return [`memory.copy(out, ${output.text}, <usize>${members} << 3);`];
    case 'levels':
      context.runtime('levels', 'expandLevels');
      return [
        `expandLevels(out, ${output.text}, ${eachRow.index}, ${output.place}, ${eachRow.lookups.length}, ${members});`,
      ];
  }
}
