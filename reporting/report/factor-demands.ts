/** Which demands a factor of an outcome is about, as the layout's text says. */
import { highlight } from '../../grammar/highlight.ts';
import { parse } from '../../grammar/parse.ts';
import type { ManifestColumn } from '../../module/manifest.ts';

/**
 * The demands that a factor reads, itself or by the `let`s that it names, in the order of the layout; none where the text is not known.
 *
 * @param factor the name of a `let`, or the text of an expression
 */
export function demandsOfFactor(
  layoutText: string | undefined,
  factor: string,
  columns: readonly ManifestColumn[],
): ManifestColumn[] {
  if (layoutText === undefined) return [];
  const lets = letTexts(layoutText);
  const seen = new Set<string>();
  const follow = (text: string): void => {
    for (const name of namesInFactor(text)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const inner = lets.get(name);
      if (inner !== undefined) follow(inner);
    }
  };
  follow(factor);
  return columns.filter(({ name, role }) => role === 'demand' && seen.has(name));
}

/** The names in an expression. */
export function namesInFactor(text: string): string[] {
  return highlight(text)
    .filter(({ kind }) => kind === 'name')
    .map((piece) => piece.text);
}

/** The text of each `let`'s expression, by its name. */
function letTexts(text: string): ReadonlyMap<string, string> {
  const { layout } = parse({ name: 'layout.ml', text });
  return new Map(
    (layout?.declarations ?? []).flatMap((declaration) =>
      declaration.kind === 'let'
        ? [
            [
              declaration.name.text,
              text.slice(declaration.value.span.start, declaration.value.span.end),
            ] as const,
          ]
        : [],
    ),
  );
}
