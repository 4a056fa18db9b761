/** The units that the compiler infers, shown behind the names of lets and reports that do not state them. */
import type { Span } from '../grammar/source.ts';
import { annotationOf, typeInWords, typeOf } from './facts.ts';
import type { LayoutDocument } from './layout-document.ts';
import { symbolsOf } from './symbols.ts';

export interface InlayHintText {
  readonly offset: number;
  /** Such as `: m / s`. */
  readonly label: string;
  readonly tooltip: string;
}

/** The hints in a span. A number without a unit has none. */
export function inlayHintsIn(document: LayoutDocument, { start, end }: Span): InlayHintText[] {
  return symbolsOf(document).symbols.flatMap((symbol) => {
    const { kind, declaration, declared } = symbol;
    const isInferred =
      kind === 'let' ||
      (kind === 'report' && declaration?.kind === 'report' && declaration.annotation === null);
    const type = isInferred ? typeOf(document, symbol) : null;
    const annotation = type === null ? null : annotationOf(type);
    const span = declared[0]!;
    if (type === null || annotation === null || span.end < start || span.end > end) return [];
    const offset = kind === 'report' ? endOfIndex(document, span.end) : span.end;
    return [{ offset, label: `: ${annotation}`, tooltip: `The value is ${typeInWords(type)}.` }];
  });
}

/** Behind the brackets of a name, if it has them. */
function endOfIndex({ text }: LayoutDocument, offset: number): number {
  return offset + (/^\s*\[[^\]\n]*\]/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
}
