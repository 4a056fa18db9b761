/** Reads a layout for a test: the text through the parser and the checker. */
import { check } from '../../compiler/check/check.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import type { Selection } from '../../compiler/choose/alternatives.ts';
import { parse } from '../../grammar/parse.ts';

/** The typed layout of a text, with the selected alternatives or the first. Throws when the text has a mistake. */
export function readLayout(text: string, selection: Selection = {}): TypedLayout {
  const source = { name: 'test.ml', text };
  const parsed = parse(source);
  const layout = parsed.layout && check(parsed.layout, source, selection);
  if (!layout?.layout || parsed.diagnostics.length > 0) {
    throw new Error(JSON.stringify([...parsed.diagnostics, ...(layout?.diagnostics ?? [])], null, 2));
  }
  return layout.layout;
}
