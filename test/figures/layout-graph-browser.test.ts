import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';
import { layoutGraph } from '../../reporting/figures/data/layout-graph.ts';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import { drawLayoutGraph } from '../../reporting/figures/kinds/layout-graph.ts';
import { CHROMIUM, openBrowser } from '../browser/open-browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What draws a graph, as a script of a page. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { openFrame } from './reporting/figures/draw/frame.ts'; export { drawLayoutGraph } from './reporting/figures/kinds/layout-graph.ts';`,
      resolveDir: ROOT,
    },
    ...{ bundle: true, format: 'iife', globalName: 'figures', external: ['linkedom'] },
    ...{ absWorkingDir: ROOT, write: false },
  });
  return outputFiles[0]!.text;
}

it.skipIf(CHROMIUM === null)(
  'a browser places and draws the graph of a layout as Node does',
  async () => {
    const text = readFileSync('stdlib-layouts/object-permanence/object-permanence.ml', 'utf8');
    const { syntax, layout } = analyseSource({ name: 'layout.ml', text });
    const graph = layoutGraph(syntax!, layout!, text);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: await script() });
      // As text, since tests' own imports are rewritten.
      const drawn = await page.evaluate<string>(
        `figures.openFrame().then(async (frame) => (await figures.drawLayoutGraph(${JSON.stringify(graph)}, frame)).svg)`,
      );
      expect(drawn).toBe((await drawLayoutGraph(graph, await openFrame())).svg);
    } finally {
      await browser.close();
    }
  },
  60_000,
);
