/** From a name to its declaration and to all its uses, and renaming. */
import { mayBeDeclared } from '../compiler/check/names.ts';
import { DiagnosticLog } from '../grammar/diagnostic.ts';
import { quote } from '../grammar/quote.ts';
import type { Span } from '../grammar/source.ts';
import type { Change } from './diagnostics.ts';
import type { LayoutDocument } from './layout-document.ts';
import { type NameOccurrence, occurrenceAt, occurrencesOf, symbolsOf } from './symbols.ts';

/** The places that declare the name at an offset; empty if there is no name. */
export function definitionAt(document: LayoutDocument, offset: number): readonly Span[] {
  return occurrenceAt(document, offset)?.symbol.declared ?? [];
}

/** Every place at which the name at an offset is written, in source order, with or without its declarations. */
export function referencesAt(
  document: LayoutDocument,
  offset: number,
  { withDeclaration = true }: { readonly withDeclaration?: boolean } = {},
): readonly NameOccurrence[] {
  const found = occurrenceAt(document, offset);
  if (found === null) return [];
  const all = occurrencesOf(document, found.symbol);
  return withDeclaration ? all : all.filter(({ isDeclaration }) => !isDeclaration);
}

export type Renaming =
  | { readonly changes: readonly Change[] }
  /** Why the name cannot be changed to this one. */
  | { readonly refused: string };

/** The name at an offset, which may be renamed; null if there is none. */
export function renamedAt(document: LayoutDocument, offset: number): Span | null {
  return occurrenceAt(document, offset)?.span ?? null;
}

/** The changes that give the name at an offset another one everywhere. */
export function renameAt(document: LayoutDocument, offset: number, to: string): Renaming {
  const found = occurrenceAt(document, offset);
  if (found === null) return { refused: 'There is no name of the layout here.' };
  const { symbol } = found;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(to)) {
    return {
      refused: `${quote(to)} is no name: names are made of the letters a to z and A to Z, digits and \`_\`, and do not begin with a digit.`,
    };
  }
  if (to === symbol.name) return { changes: [] };
  const log = new DiagnosticLog();
  if (symbol.kind !== 'layout' && !mayBeDeclared({ text: to, span: found.span }, log)) {
    const [problem] = log.sorted();
    return { refused: `${problem!.message} ${problem!.remedy}` };
  }
  const taken = symbolsOf(document).symbols.find(
    (each) => each.name === to && (each.owner === symbol.owner || [each, symbol].every(isGlobal)),
  );
  if (taken !== undefined && isGlobal(taken) === isGlobal(symbol))
    return { refused: `The name ${quote(to)} is declared already, as ${withArticle(taken.kind)}.` };
  return { changes: occurrencesOf(document, symbol).map(({ span }) => ({ span, text: to })) };
}

const LOCAL: ReadonlySet<string> = new Set([
  'layout',
  'parameter',
  'dimension value',
  'table',
  'choice',
  'alternative',
]);

function isGlobal({ kind }: NameOccurrence['symbol']): boolean {
  return !LOCAL.has(kind);
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
