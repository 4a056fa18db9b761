/** The front half of the compiler: from text to a typed layout, with everything there is to say about it. */
import type { Diagnostic } from '../grammar/diagnostic.ts';
import { parse } from '../grammar/parse.ts';
import type { Source } from '../grammar/source.ts';
import type { LayoutSyntax } from '../grammar/syntax.ts';
import { check } from './check/check.ts';
import type { TypedLayout } from './check/typed-layout.ts';
import { alternativesOf, type Choice, type Selection } from './choose/alternatives.ts';

export interface Analysis {
  readonly syntax: LayoutSyntax | null;
  /** What can be chosen in it. */
  readonly choices: readonly Choice[];
  /** Null when there is an error among the diagnostics. */
  readonly layout: TypedLayout | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses and checks a layout, with all its alternatives; the typed layout has the selected ones, or else the first. Never
 * throws for a mistake in it.
 */
export function analyseSource(source: Source, selection: Selection = {}): Analysis {
  const parsed = parse(source);
  if (parsed.layout === null)
    return { syntax: null, choices: [], layout: null, diagnostics: parsed.diagnostics };
  const checked = check(parsed.layout, source, selection);
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics].sort(
    (a, b) => a.span.start - b.span.start,
  );
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  const choices = alternativesOf(parsed.layout);
  return { syntax: parsed.layout, choices, layout: failed ? null : checked.layout, diagnostics };
}
