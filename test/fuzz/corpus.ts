/** Real layouts, of which the fuzzer makes others: those of the library and the examples of the documentation. */
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const examples = [...read('docs/reference/language.md').matchAll(/^```\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text!,
);
const library = ['object-permanence', 'ocr', 'navigation'].map((name) =>
  read(`stdlib-layouts/${name}/${name}.ml`),
);

/** The examples twice: they are small, and go through the compiler the fastest. */
export const corpus: readonly string[] = [...examples, ...examples, ...library];

/** The words and signs of a layout, with the space between them, so that joining them gives the text back. */
export function tokensOf(text: string): string[] {
  return text.match(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|[\d.]+(?:e[+-]?\d+)?|\s+|[^\s\w]/g) ?? [];
}

/** All that stand in the corpus, each once. */
export const vocabulary: readonly string[] = [...new Set(corpus.flatMap(tokensOf))].filter(
  (token) => token.length < 40,
);
