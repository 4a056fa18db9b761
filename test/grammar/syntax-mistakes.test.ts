import { describe, expect, it } from 'vitest';
import { fileName, shown, syntaxDiagnostics } from './diagnose.ts';
import { syntaxMistakes } from './syntax-mistakes.ts';

describe('the grammar explains', () => {
  for (const [title, text] of Object.entries(syntaxMistakes)) {
    it(title, async () => {
      const diagnostics = syntaxDiagnostics(text);
      expect(diagnostics.length).toBeGreaterThan(0);
      await expect(shown(text, diagnostics)).toMatchFileSnapshot(`messages/${fileName(title)}.txt`);
    });
  }
});
