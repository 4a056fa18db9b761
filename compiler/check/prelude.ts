/** The linking functions that are written in the language itself: the links of the package's prelude. */
import { parse } from '../../grammar/parse.ts';
import type { LinkDeclaration } from '../../grammar/syntax.ts';
import { PRELUDE, packageFile } from '../package-file.ts';

let known: ReadonlyMap<string, LinkDeclaration> | null = null;

/** The links of the prelude by name; read and parsed at first use. */
export function prelude(): ReadonlyMap<string, LinkDeclaration> {
  known ??= readPrelude();
  return known;
}

function readPrelude(): ReadonlyMap<string, LinkDeclaration> {
  const text = packageFile(PRELUDE);
  if (text === null) throw new Error(`the package is incomplete: its ${PRELUDE} is missing`);
  const { layout, diagnostics } = parse({ name: PRELUDE, text });
  const [mistake] = diagnostics;
  if (layout === null || mistake !== undefined) throw new Error(`${PRELUDE}: ${mistake?.message}`);
  return new Map(
    layout.declarations.flatMap((declaration) =>
      declaration.kind === 'link' ? [[declaration.name.text, declaration] as const] : [],
    ),
  );
}

/** Whether a link of the prelude may be called from a layout. Names that begin with `_` are private to the prelude. */
export function isPreludeLink(name: string): boolean {
  return !name.startsWith('_') && prelude().has(name);
}

export function preludeNames(): string[] {
  return [...prelude().keys()].filter(isPreludeLink);
}
