/** Reports declarations that stand on a circle, told from the one that comes first in the text. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import { quote } from '../../grammar/quote.ts';
import type { Name } from '../../grammar/syntax.ts';

/** `says` gives what is wrong with the declaration that comes first, before the path; `remedy` what to do. */
export function reportCircle<T extends { readonly name: Name }>(
  declared: readonly T[],
  says: (first: T) => string,
  remedy: string,
  log: DiagnosticLog,
): void {
  // Whichever the search met first.
  const start = declared.reduce(
    (first, { name }, i) => (name.span.start < (declared[first]?.name.span.start ?? 0) ? i : first),
    0,
  );
  const [head, ...rest] = [...declared.slice(start), ...declared.slice(0, start)];
  if (head === undefined) return;
  const shown = [head, ...rest, head].map(({ name }) => quote(name.text));
  const path = shown.length <= 10 ? shown : [...shown.slice(0, 5), '…', ...shown.slice(-4)];
  log.error(
    'cycle',
    head.name.span,
    `${says(head)}: ${path.join(' → ')}.`,
    remedy,
    rest
      .slice(0, 8)
      .map(({ name }) => ({ span: name.span, message: `${quote(name.text)} is on the circle` })),
  );
}
