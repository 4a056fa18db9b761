/** Recognises texts of other languages, whose every line would be a mistake here. */
import type { Span } from './source.ts';

interface OtherLanguage {
  readonly name: string;
  /** The beginning of a line that no layout has. */
  readonly sign: RegExp;
}

const LANGUAGES: readonly OtherLanguage[] = [
  {
    name: 'a Stan program',
    sign: /^[ \t]*(?:functions|data|transformed[ \t]+data|parameters|transformed[ \t]+parameters|model|generated[ \t]+quantities)[ \t]*\{/m,
  },
  { name: 'a JAGS or BUGS model', sign: /^[ \t]*for[ \t]*\([ \t]*\w+[ \t]+in[ \t]+1[ \t]*:/m },
  {
    name: 'a Python program',
    sign: /^[ \t]*(?:import[ \t]+\w+|from[ \t]+[\w.]+[ \t]+import\b|with[ \t]+pm\.Model\b|def[ \t]+\w+\()/m,
  },
  { name: 'an R script', sign: /^[ \t]*(?:library\(|[\w.]+[ \t]*<-|brm\(|(?:l|gl)mer\()/m },
];

/** What language a text is of, and where that shows; null where it has a `layout` line or is of none that is known. */
export function otherLanguage(text: string): { readonly name: string; readonly span: Span } | null {
  if (/^[ \t]*layout\b/m.test(text)) return null;
  for (const { name, sign } of LANGUAGES) {
    const found = sign.exec(text);
    if (found === null) continue;
    const start = found.index + found[0].search(/\S/);
    return { name, span: { start, end: found.index + found[0].length } };
  }
  return null;
}
