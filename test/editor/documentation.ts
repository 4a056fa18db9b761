/** The blocks of code of docs/guides/editors.md. */
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/guides/editors.md', import.meta.url), 'utf8');

/** The first block that is marked as of this language. */
export function blockOf(language: string): string {
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)![1]!;
}
