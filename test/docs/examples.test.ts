import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { analyse } from '../../compiler/analyse.ts';
import { renderDiagnostics } from '../../grammar/render-diagnostics.ts';

const ROOT = new URL('../../', import.meta.url);

/** The blocks of code of a page that are marked as of this language, or as of none. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, marked]) => marked === language)
    .map(([, , code]) => code!);
}

describe.each(['README.md', 'docs/language.md'])('every layout in %s', (page) => {
  const layouts = blocks(page, '');

  it('is found', () => {
    expect(layouts.length).toBeGreaterThan(0);
  });

  it.each(layouts)('is well formed: %s', (text) => {
    const { layout, diagnostics } = analyse({ name: page, text });
    expect(diagnostics).toEqual([]);
    expect(layout).not.toBeNull();
  });
});

describe('the programs in README.md', () => {
  // Inside the package, where `theodolite` is the package itself.
  const file = new URL(`dist/readme-program-${process.pid}.mjs`, ROOT);
  afterAll(() => rmSync(file, { force: true }));

  const run = async (program: number) => {
    writeFileSync(file, blocks('README.md', 'js')[program]!);
    return promisify(execFile)(process.execPath, [fileURLToPath(file)]);
  };

  it('print a converged fit', async () => {
    const { stdout } = await run(0);
    // The comment in the page gives the draws of one version; another may draw others from the same posterior.
    expect(stdout).toMatch(/^converged 1\.[23]\d 0\.[12]\d\n$/);
  });

  it('print what was simulated and found', async () => {
    const { stdout } = await run(1);
    expect(blocks('README.md', 'js')[1]).toContain(`// ${stdout.split(' ')[0]} `);
    const [truth, mean, sd] = stdout.split(' ').map(Number);
    expect(Math.abs(mean! - truth!)).toBeLessThan(3 * sd!);
  });
});

describe('the mistakes that README.md shows', () => {
  it('are told as it shows them', () => {
    const [layout] = blocks('README.md', '');
    const wrong = layout!
      .replace('margin(blurTolerance, blur_px', 'margin(blurTolerance, height_px * blur_px')
      .replace('sees and unblurs', 'sees and unblur');
    const { diagnostics } = analyse({ name: 'reading.ml', text: wrong });
    const rendered = renderDiagnostics({ name: 'reading.ml', text: wrong }, diagnostics, { color: false });
    expect(blocks('README.md', 'text')).toContain(`${rendered.trimEnd()}\n`);
  });
});
