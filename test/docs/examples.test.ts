import { readFileSync } from 'node:fs';
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

describe.each(['README.md', 'docs/reference/language.md'])('every layout in %s', (page) => {
  const layouts = blocks(page, '');

  it('is found', () => {
    expect(layouts.length).toBeGreaterThan(0);
  });

  it.each(layouts)('is well formed: %s', (text) => {
    const { layout, diagnostics } = analyseSource({ name: page, text });
    expect(diagnostics).toEqual([]);
    expect(layout).not.toBeNull();
  });
});

describe('the mistakes that README.md shows', () => {
  it('are told as it shows them', () => {
    const [layout] = blocks('README.md', '');
    const wrong = layout!
      .replace('margin(blurTolerance, blur_px', 'margin(blurTolerance, height_px * blur_px')
      .replace('sees and unblurs', 'sees and unblur');
    const { diagnostics } = analyseSource({ name: 'reading.ml', text: wrong });
    const rendered = renderDiagnostics({ name: 'reading.ml', text: wrong }, diagnostics);
    expect(blocks('README.md', 'text')).toContain(`${rendered.trimEnd()}\n`);
  });
});
