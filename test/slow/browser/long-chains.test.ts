import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, openPage, type Server, serveExample } from '../../browser/open-browser.ts';

let browser: Browser;
let server: Server;

beforeAll(async () => {
  if (CHROMIUM !== null) [browser, server] = await Promise.all([openBrowser(), serveExample()]);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** A worker of a browser has another stack than a thread of Node. */
it.skipIf(CHROMIUM === null)(
  'a browser compiles a thousand lets, each made of the one before, and 400 cut points',
  async () => {
    const lets = Array.from({ length: 1000 }, (_, i) => `let x${i + 1} = x${i} * 0.9999 + 0.001`);
    const cuts = Array.from({ length: 400 }, (_, i) => String(i / 10)).join(', ');
    const text = [
      ...['layout Long', 'param a ~ normal(0, 1)', 'let x0 = a', ...lets],
      ...['observe y ~ normal(x1000, 1)', `observe grade ~ ordered_logistic(a, ${cuts})`],
    ].join('\n');
    const { page } = await openPage(browser, server.address);
    // As text, since tests' own imports are rewritten.
    const header = await page.evaluate<number[]>(`(async () => {
      const { openCompiler } = await import('theodolite/compiler/worker');
      const compiler = openCompiler();
      const { bytes } = await compiler.compile(${JSON.stringify(`${text}\n`)});
      compiler.close();
      return Array.from(bytes.subarray(0, 4));
    })()`);
    expect(header).toEqual([0x00, 0x61, 0x73, 0x6d]);
  },
);
