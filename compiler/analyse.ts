/** The front end: from text to a typed layout, with all diagnostics. */
import type { Diagnostic } from '../grammar/diagnostic.ts';
import { parse } from '../grammar/parse.ts';
import type { Source } from '../grammar/source.ts';
import type { LayoutSyntax } from '../grammar/syntax.ts';
import { check } from './check/check.ts';
import type { Type, TypedLayout } from './check/typed-layout.ts';
import { alternativesOf, type Choice, type Selection } from './choose/alternatives.ts';

export interface Analysis {
  readonly syntax: LayoutSyntax | null;
  /** The choices that the layout offers. */
  readonly choices: readonly Choice[];
  /** Null if there is an error among the diagnostics. */
  readonly layout: TypedLayout | null;
  /** The types that are known by name, also of a layout with mistakes: see `CheckedLayout`. */
  readonly types: ReadonlyMap<string, Type>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses and checks a layout with all its alternatives. The typed layout has the selected alternatives, or the first
 * ones. Never throws for a mistake in the layout.
 */
export function analyseSource(source: Source, selection: Selection = {}): Analysis {
  const parsed = parse(source);
  if (parsed.layout === null)
    return {
      ...{ syntax: null, choices: [], layout: null, types: new Map() },
      diagnostics: parsed.diagnostics,
    };
  const checked = check(parsed.layout, source, selection);
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics].sort(
    (a, b) => a.span.start - b.span.start,
  );
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  const choices = alternativesOf(parsed.layout);
  return {
    ...{ syntax: parsed.layout, choices, layout: failed ? null : checked.layout },
    ...{ types: checked.types, diagnostics },
  };
}
