import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';
import { renderDiagnostics } from '../../grammar/render-diagnostics.ts';

const ROOT = new URL('../../', import.meta.url);

/** The blocks of code of a page that are marked as of this language, or as of none. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, marked]) => marked === language)
    .map(([, , code]) => code!);
}

/** The layouts of a page: of a part that is shown by itself no one can say whether it is well formed. */
const layoutsIn = (page: string) => blocks(page, '').filter((text) => /^layout \w/m.test(text));

/** The pages that show layouts, in blocks that are marked as of no language. */
const PAGES = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
    .map((path) => `docs/${path}`),
].filter((page) => layoutsIn(page).length > 0);

it('the pages that show layouts are found', () => {
  expect(PAGES).toContain('README.md');
  expect(PAGES).toContain('docs/reference/language.md');
  expect(PAGES.length).toBeGreaterThan(8);
});

describe.each(PAGES)('every layout in %s', (page) => {
  const layouts = layoutsIn(page);

  it.each(layouts)('is well formed: %s', (text) => {
    const { layout, diagnostics } = analyseSource({ name: page, text });
    expect(diagnostics).toEqual([]);
    expect(layout).not.toBeNull();
  });
});

describe('the mistakes that the guide to layouts shows', () => {
  const GUIDE = 'docs/guides/write-a-layout.md';

  it('are told as it shows them', () => {
    const [layout] = blocks(GUIDE, '');
    const wrong = layout!
      .replace('margin(blurTolerance, blur_px', 'margin(blurTolerance, height_px * blur_px')
      .replace('sees and unblurs', 'sees and unblur');
    const { diagnostics } = analyseSource({ name: 'reading.ml', text: wrong });
    const rendered = renderDiagnostics({ name: 'reading.ml', text: wrong }, diagnostics);
    expect(blocks(GUIDE, 'text')).toContain(`${rendered.trimEnd()}\n`);
  });
});

describe('the first layout', () => {
  it('is the same wherever it is shown', () => {
    const [shown] = blocks('README.md', '');
    for (const page of ['docs/guides/write-a-layout.md', 'docs/start/profile.md'])
      expect(blocks(page, ''), page).toContain(shown);
  });
});
