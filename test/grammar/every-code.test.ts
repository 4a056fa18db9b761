import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { typeMistakes } from '../check/type-mistakes.ts';
import { allDiagnostics } from './diagnose.ts';
import { syntaxMistakes } from './syntax-mistakes.ts';

/** The codes that a folder's files report, found in their text. */
function codesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    return [...text.matchAll(/(?:log\.(?:error|warning)\(\s*|code: )'([a-z-]+)'/g)].map(
      (match) => match[1] ?? '',
    );
  });
}

describe('the stored messages', () => {
  it('have an example of every kind of mistake that the front end reports', () => {
    const reported = new Set([...codesIn('grammar'), ...codesIn('compiler/check')]);
    const shown = new Set(
      [
        ...Object.values(syntaxMistakes),
        ...Object.values(typeMistakes),
        `layout L\n${'let = 3\n'.repeat(500)}`,
      ]
        .flatMap(allDiagnostics)
        .map(({ code }) => code),
    );
    expect(reported.size).toBeGreaterThan(50);
    expect([...reported].filter((code) => !shown.has(code))).toEqual([]);
  });

  it('end with a remedy that is a whole sentence', () => {
    for (const text of [...Object.values(syntaxMistakes), ...Object.values(typeMistakes)]) {
      for (const { message, remedy } of allDiagnostics(text)) {
        expect(message).toMatch(/^[A-Z`-].*\.$/);
        expect(remedy).toMatch(/^[A-Z].*[.?]$/);
      }
    }
  });
});
