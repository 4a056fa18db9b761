/** The declarations of a layout as an outline, with those of a table within it. */
import type { Span } from '../grammar/source.ts';
import type { Name } from '../grammar/syntax.ts';
import { annotationOf, typeOf } from './facts.ts';
import type { LayoutDocument } from './layout-document.ts';
import { type LayoutSymbol, type SymbolKind, symbolsOf } from './symbols.ts';

export interface OutlineEntry {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Its unit or type, and the category that indexes it. */
  readonly detail: string;
  /** The whole statement. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineEntry[];
}

/** One entry for each name that a statement declares. */
export function outlineOf(document: LayoutDocument): readonly OutlineEntry[] {
  const { syntax } = document.analysis;
  if (syntax === null) return [];
  const { global } = symbolsOf(document);
  const entries: OutlineEntry[] = [];
  const inTables = new Map<string, OutlineEntry[]>();
  for (const declaration of syntax.declarations) {
    const { span, table } = declaration;
    if (declaration.kind === 'table') {
      const { name } = declaration;
      const children: OutlineEntry[] = [];
      inTables.set(name.text, children);
      const whole = { start: span.start, end: endOfTable(document, span) };
      entries.push({
        name: name.text,
        kind: 'table',
        detail: '',
        span: whole,
        nameSpan: name.span,
        children,
      });
      continue;
    }
    const place = table === undefined ? entries : (inTables.get(table) ?? entries);
    for (const name of namesIn(declaration)) {
      const symbol = global.get(name.text);
      if (symbol === undefined) continue;
      const detail = detailOf(document, symbol);
      place.push({ name: name.text, kind: symbol.kind, detail, span, nameSpan: name.span, children: [] });
    }
  }
  return entries;
}

function namesIn(declaration: object): readonly Name[] {
  const { names, name, choice, outcome } = declaration as {
    readonly names?: readonly Name[];
    readonly name?: Name;
    readonly choice?: Name | null;
    readonly outcome?: Name;
  };
  return names ?? [name, choice, outcome].filter((each) => each !== undefined && each !== null);
}

function detailOf(document: LayoutDocument, symbol: LayoutSymbol): string {
  const type = typeOf(document, symbol);
  const annotation = type === null ? null : annotationOf(type);
  const index = symbol.indices.length === 0 ? '' : `[${symbol.indices.join(', ')}]`;
  return [index, annotation === null ? '' : `: ${annotation}`].filter((part) => part !== '').join(' ');
}

/** The end of the brace that closes a table. */
function endOfTable({ statements }: LayoutDocument, { start, end }: Span): number {
  return statements.find(({ first }) => first.image === '}' && first.startOffset > start)?.span.end ?? end;
}
