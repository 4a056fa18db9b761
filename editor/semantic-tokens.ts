/** The words of a layout by what they mean, for colours that a grammar of text alone cannot give. */

import { functionNames, isOutcome, isPrior } from '../compiler/check/functions.ts';
import { pieceKind } from '../grammar/highlight.ts';
import type { Span } from '../grammar/source.ts';
import { spanOf } from '../grammar/statements.ts';
import type { LayoutDocument } from './layout-document.ts';
import { type SymbolKind, symbolsOf } from './symbols.ts';

/** The types of the Language Server Protocol that occur. */
export const SEMANTIC_TYPES = [
  'namespace',
  'type',
  'enum',
  'enumMember',
  'property',
  'variable',
  'parameter',
  'function',
  'keyword',
  'number',
  'string',
  'comment',
  'operator',
] as const;

export type SemanticType = (typeof SEMANTIC_TYPES)[number];

/** The modifiers that occur, in the order of their bits. */
export const SEMANTIC_MODIFIERS = ['declaration', 'readonly', 'defaultLibrary', 'documentation'] as const;

export type SemanticModifier = (typeof SEMANTIC_MODIFIERS)[number];

export interface SemanticToken extends Span {
  readonly type: SemanticType;
  readonly modifiers: readonly SemanticModifier[];
}

/** Columns are properties, latents are variables, and lets are variables that cannot change. */
const TYPES: Readonly<Record<SymbolKind, SemanticType>> = {
  layout: 'namespace',
  table: 'namespace',
  unit: 'type',
  category: 'enum',
  dimension: 'enum',
  'dimension value': 'enumMember',
  alternative: 'enumMember',
  choice: 'enum',
  demand: 'property',
  outcome: 'property',
  latent: 'variable',
  class: 'variable',
  let: 'variable',
  report: 'variable',
  parameter: 'parameter',
  link: 'function',
};

const READ_ONLY: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['let', 'report']);

/** In source order; none overlaps another. A comment of several lines is one token. */
export function semanticTokensOf(document: LayoutDocument): SemanticToken[] {
  const { tokens, comments } = document;
  const occurrences = new Map(symbolsOf(document).occurrences.map((each) => [each.span.start, each]));
  const builtIn = new Set(functionNames());
  const found: SemanticToken[] = comments.map(({ start, end, isDocumentation }) => ({
    ...{ start, end, type: 'comment' },
    modifiers: isDocumentation ? ['documentation'] : [],
  }));
  for (const [i, token] of tokens.entries()) {
    const span = spanOf(token);
    const occurrence = occurrences.get(span.start);
    if (occurrence !== undefined) {
      const { symbol, isDeclaration } = occurrence;
      const modifiers: SemanticModifier[] = isDeclaration ? ['declaration'] : [];
      if (READ_ONLY.has(symbol.kind)) modifiers.push('readonly');
      found.push({ ...span, type: TYPES[symbol.kind], modifiers });
      continue;
    }
    const kind = pieceKind(token, tokens[i + 1]);
    if (token.image.startsWith('"')) found.push({ ...span, type: 'string', modifiers: [] });
    else if (kind === 'keyword' || kind === 'word') found.push({ ...span, type: 'keyword', modifiers: [] });
    else if (kind === 'number') found.push({ ...span, type: 'number', modifiers: [] });
    else if (kind === 'call') {
      const isKnown = builtIn.has(token.image) || isPrior(token.image) || isOutcome(token.image);
      found.push({ ...span, type: 'function', modifiers: isKnown ? ['defaultLibrary'] : [] });
    } else if (['flag', 'count', 'probability', 'inf'].includes(token.image))
      found.push({ ...span, type: 'keyword', modifiers: [] });
    else if (/^[-+*/^~=]$/.test(token.image)) found.push({ ...span, type: 'operator', modifiers: [] });
  }
  return found.sort((a, b) => a.start - b.start);
}
