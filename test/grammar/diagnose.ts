/** Runs the front end over a text and shows what it says, as the tests store it. */
import { check } from '../../compiler/check/check.ts';
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import { parse } from '../../grammar/parse.ts';
import { renderDiagnostics } from '../../grammar/render-diagnostics.ts';
import type { Source } from '../../grammar/source.ts';

export function sourceOf(text: string): Source {
  return { name: 'layout.ml', text };
}

/** What the grammar says of a text. */
export function syntaxDiagnostics(text: string): Diagnostic[] {
  return parse(sourceOf(text)).diagnostics;
}

/** What the grammar and then the checks say of a text. */
export function allDiagnostics(text: string): Diagnostic[] {
  const source = sourceOf(text);
  const { layout, diagnostics } = parse(source);
  return layout === null ? diagnostics : [...diagnostics, ...check(layout, source).diagnostics];
}

/** The diagnostics as a person reads them. */
export function shown(text: string, diagnostics: readonly Diagnostic[]): string {
  return renderDiagnostics(sourceOf(text), diagnostics);
}

/** `a misspelt name` as `a-misspelt-name`. */
export function fileName(title: string): string {
  return title.replaceAll(/[^a-zA-Z0-9]+/g, '-');
}
