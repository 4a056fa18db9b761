import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import { CHROMIUM, openBrowser } from '../browser/open-browser.ts';
import { DRAWN } from './drawn.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM !== null) browser = await openBrowser();
}, 60_000);

afterAll(() => browser?.close());

/** The examples as a script of a page with the Plot of the package, which names Node's document and never asks for it. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { openFrame } from './reporting/figures/index.ts'; export { DRAWN } from './test/figures/drawn.ts';`,
      resolveDir: ROOT,
    },
    bundle: true,
    format: 'iife',
    globalName: 'figures',
    external: ['linkedom'],
    alias: { '@observablehq/plot': './dist/vendor/plot.mjs' },
    absWorkingDir: ROOT,
    write: false,
  });
  return outputFiles[0]!.text;
}

describe.skipIf(CHROMIUM === null)('in a browser', { timeout: 60_000 }, () => {
  it('each kind of figure is the text that it is in Node', async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.addScriptTag({ content: await script() });
    for (const [name, draw] of Object.entries(DRAWN)) {
      // As text, since tests' own imports are rewritten.
      const drawn = await page.evaluate<string>(
        `figures.openFrame().then((frame) => figures.DRAWN[${JSON.stringify(name)}](frame).svg)`,
      );
      expect(drawn, name).toBe(draw(await openFrame()).svg);
    }
    expect(said).toEqual([]);
    await page.close();
  });
});
