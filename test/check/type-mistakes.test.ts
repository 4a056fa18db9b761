import { describe, expect, it } from 'vitest';
import { allDiagnostics, fileName, shown } from '../grammar/diagnose.ts';
import { typeMistakes } from './type-mistakes.ts';

describe('checking explains', () => {
  for (const [title, text] of Object.entries(typeMistakes)) {
    it(title, async () => {
      const diagnostics = allDiagnostics(text);
      expect(diagnostics.length).toBeGreaterThan(0);
      await expect(shown(text, diagnostics)).toMatchFileSnapshot(`messages/${fileName(title)}.txt`);
    });
  }
});
