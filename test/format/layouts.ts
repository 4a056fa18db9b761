/** The layouts of the repository: files, and blocks of code in its pages. */
import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** Every file of the repository that holds layouts. */
export const STORED: readonly string[] = [
  'README.md',
  'docs/guides/choose-priors.md',
  'docs/guides/coming-from.md',
  'docs/guides/populations.md',
  'docs/reference/language.md',
  'docs/start/agents.md',
  ...readdirSync(new URL('stdlib-layouts/', ROOT), { recursive: true })
    .map((name) => `stdlib-layouts/${String(name).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ml'))
    .sort(),
];

/** The layouts in a file: all of it, or the blocks of a page that are of no other language. */
export function layoutsOf(path: string): string[] {
  const text = readFileSync(new URL(path, ROOT), 'utf8');
  if (path.endsWith('.ml')) return [text];
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => language === '')
    .map(([, , code]) => code!);
}
