/** The front half of the compiler: from text to a typed layout, with everything there is to say about it. */
import type { Diagnostic } from '../grammar/diagnostic.ts';
import { parse } from '../grammar/parse.ts';
import type { Source } from '../grammar/source.ts';
import type { LayoutSyntax } from '../grammar/syntax.ts';
import { check } from './check/check.ts';
import type { TypedLayout } from './check/typed-layout.ts';

export interface Analysis {
  readonly syntax: LayoutSyntax | null;
  /** Null when there is an error among the diagnostics. */
  readonly layout: TypedLayout | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and checks a layout. Never throws for a mistake in it. */
export function analyse(source: Source): Analysis {
  const parsed = parse(source);
  if (parsed.layout === null) return { syntax: null, layout: null, diagnostics: parsed.diagnostics };
  const checked = check(parsed.layout, source);
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics].sort(
    (a, b) => a.span.start - b.span.start,
  );
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return { syntax: parsed.layout, layout: failed ? null : checked.layout, diagnostics };
}
