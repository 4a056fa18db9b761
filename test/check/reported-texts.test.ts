/** What is said of layouts that people wrote by mistake, and of those that should be right: ../shared/repro/language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allDiagnostics, shown } from '../grammar/diagnose.ts';

const TEXTS = new URL('../../../shared/repro/language/', import.meta.url);

describe.skipIf(!existsSync(TEXTS))('of a text that was reported', () => {
  const names = existsSync(TEXTS) ? readdirSync(TEXTS).filter((name) => name.endsWith('.ml')) : [];

  it.each(names)('%s the answer is known', async (name) => {
    const text = readFileSync(new URL(name, TEXTS), 'utf8');
    const found = shown(text, allDiagnostics(text));
    await expect(found).toMatchFileSnapshot(`messages/reported/${name.replace('.ml', '.txt')}`);
  });
});
