import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../compiler/index.ts';
import { openWorkspace } from '../cli/run-command.ts';
import { triesAll } from '../random-cases.ts';
import { bundleExample } from './bundle-example.ts';
import { CHROMIUM, openBrowser, openPage, pageReady, type Server, serveExample } from './open-browser.ts';

const OCR = fileURLToPath(new URL('../../stdlib-layouts/ocr/ocr.ml', import.meta.url));
const WORDS = fileURLToPath(new URL('../../stdlib-layouts/ocr/words.csv', import.meta.url));

let browser: Browser;
let server: Server;
let commandDraws: string;

beforeAll(async () => {
  if (CHROMIUM === null) return;
  [browser, server, commandDraws] = await Promise.all([openBrowser(), serveExample(), drawsOfCommand()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** What `theodolite fit` writes of the module that `theodolite build` makes of the layout alone. */
async function drawsOfCommand(): Promise<string> {
  const workspace = openWorkspace();
  try {
    await workspace.run('build', OCR, '-o', 'ocr.wasm');
    await workspace.run(
      'fit',
      'ocr.wasm',
      WORDS,
      '--outcome',
      'read=tesseract',
      '--seed',
      '1',
      '--out',
      'out',
    );
    return workspace.read('out/tesseract/draws.csv');
  } finally {
    workspace.remove();
  }
}

async function runFit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.getByRole('table').waitFor({ timeout: 110_000 });
}

/** The cells of the table, row by row, as a screen reader meets them. */
function rows(page: Page): Promise<string[][]> {
  return page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

async function downloadedDraws(page: Page): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download draws.csv' }).click();
  return readFileSync(await (await started).path(), 'utf8');
}

function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

describe.skipIf(CHROMIUM === null)('the page that compiles a layout', { timeout: 120_000 }, () => {
  it('goes from text to a profile, and to the draws of the command', async () => {
    const { page, said } = await openPage(browser, server.address);
    await runFit(page);
    const [head, first, ...others] = await rows(page);
    expect(head).toEqual(['parameter', 'unit', 'mean', 'sd', '95 % HDI', 'ESS bulk', 'ESS tail', 'R-hat']);
    expect([first![0], first![1]]).toEqual(['acuity', '1 / px']);
    expect(Number(first![2])).toBeCloseTo(0.109, 2);
    expect(others.map(([name]) => name)).toEqual([
      'blurTolerance',
      'noiseTolerance',
      'rotationTolerance',
      'faintTolerance',
      'spelling',
      'slip',
    ]);
    expect(await page.getByRole('caption').textContent()).toMatch(
      /^tesseract: 3000 rows, 1950 successes \(65\.0 %\), sampled in \d+\.\d s$/,
    );
    expect(digest(await downloadedDraws(page))).toBe(digest(commandDraws));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(said).toEqual([]);
    await page.close();
  });

  it('makes the module that Node makes', async () => {
    const { page } = await openPage(browser, server.address);
    const text = await page.getByLabel('Layout').inputValue();
    // As text, since tests' own imports are rewritten.
    const bytes = await page.evaluate<number[]>(`(async () => {
      const { openCompiler } = await import('theodolite/compiler/worker');
      const compiler = openCompiler();
      const { bytes } = await compiler.compile(${JSON.stringify(text)});
      compiler.close();
      return Array.from(bytes);
    })()`);
    expect(digest(Uint8Array.from(bytes))).toBe(digest((await compile(text)).bytes));
    await page.close();
  });

  it('shows what is wrong with a layout as the command does, and takes none of it for HTML', async () => {
    const { page, said } = await openPage(browser, server.address);
    const layout = page.getByLabel('Layout');
    const text = await layout.inputValue();
    await layout.fill(text.replace('sees and unblurs', 'sees and <b>unblur</b>'));
    await page.getByRole('button', { name: 'Fit' }).click();
    const problem = page.getByRole('alert');
    await expect.poll(() => problem.textContent(), { timeout: 30_000 }).toContain('error[');
    const line = text.slice(0, text.indexOf('sees and unblurs')).split('\n').length;
    expect(await problem.textContent()).toContain(`--> layout.ml:${line}:`);
    expect(await problem.locator('b').count()).toBe(0);
    await layout.fill(text.replace('sees and unblurs', 'sees and unblur'));
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect
      .poll(() => problem.textContent())
      .toMatch(/There is no name `unblur`\..*Did you mean `unblurs`\?/s);
    await layout.fill(text);
    await runFit(page);
    expect(await problem.isVisible()).toBe(false);
    expect(said).toEqual([]);
    await page.close();
  });

  it('keeps what was written through a reload, and the focus through a fit', async () => {
    const { page } = await openPage(browser, server.address);
    const layout = page.getByLabel('Layout');
    const example = await layout.inputValue();
    await layout.fill(`${example}\n// A line of mine.\n`);
    await page.reload();
    await pageReady(page);
    expect(await layout.inputValue()).toContain('// A line of mine.');
    await page.getByLabel('Draws a chain').fill('200');
    await page.getByRole('button', { name: 'Fit' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table').waitFor({ timeout: 110_000 });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fit');
    // An empty box brings the example back.
    await layout.fill('');
    await page.reload();
    await pageReady(page);
    expect(await layout.inputValue()).toBe(example);
    await page.close();
  });

  it('takes a column of successes and failures for the outcome, and forgets the problem of an earlier table', async () => {
    const { page } = await openPage(browser, server.address);
    const outcome = page.getByLabel('Outcome is in column');
    const upload = (name: string, text: string) =>
      page.getByLabel('Table (CSV)').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await upload('empty.csv', 'a,b\n');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('empty.csv has no rows');
    await upload('mine.csv', 'size,right,note\n3,1,x\n4,0,y\n');
    await expect.poll(() => outcome.inputValue()).toBe('right');
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    await upload('sizes.csv', 'size,weight\n3,7\n4,8\n');
    await expect.poll(() => outcome.inputValue()).toBe('');
    // The browser asks for a column before anything is fitted.
    await page.getByRole('button', { name: 'Fit' }).click();
    expect(await outcome.evaluate((select) => (select as HTMLSelectElement).validity.valueMissing)).toBe(
      true,
    );
    await page.close();
  });

  it.skipIf(!triesAll())(
    'says when a file of the compiler cannot be fetched, and compiles once it can',
    async () => {
      const { page } = await openPage(browser, server.address);
      await page.context().route('**/binaryen.wasm', (route) => route.fulfill({ status: 503 }));
      await page.getByRole('button', { name: 'Fit' }).click();
      await expect
        .poll(() => page.getByRole('alert').textContent(), { timeout: 30_000 })
        .toMatch(/^error: http\S+\/binaryen\.wasm cannot be fetched: the server answers 503$/);
      await page.context().unroute('**/binaryen.wasm');
      await runFit(page);
      await page.close();
    },
  );

  it('stops in the middle of sampling, and fits again', async () => {
    const { page, said } = await openPage(browser, server.address);
    await page.getByLabel('Draws a chain').fill('300000');
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.getByRole('progressbar').waitFor({ timeout: 60_000 });
    await page.getByText(/^[1-9]\d* of 1204000 draws/).waitFor({ timeout: 60_000 });
    expect(page.workers().length).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Stopped.');
    // The compiler's is left. Chromium lets a busy one go on for two seconds.
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(1);
    await page.getByLabel('Draws a chain').fill('1000');
    await runFit(page);
    expect((await rows(page)).length).toBe(8);
    expect(said).toEqual([]);
    await page.close();
  });
});

describe.skipIf(CHROMIUM === null)('the page with a ready module', { timeout: 120_000 }, () => {
  it('has the same draws, and never asks for the compiler', async () => {
    const { page, requested, said } = await openPage(browser, `${server.address}ready.html`);
    await runFit(page);
    expect(digest(await downloadedDraws(page))).toBe(digest(commandDraws));
    expect(requested.some((url) => url.endsWith('/theodolite/host/index.js'))).toBe(true);
    expect(requested.filter((url) => /\/(?:compiler|grammar|vendor|node)\//.test(url))).toEqual([]);
    expect(said).toEqual([]);
    await page.close();
  });

  it('says what is wrong with a file that is no module', async () => {
    const { page } = await openPage(browser, `${server.address}ready.html`);
    await page
      .getByLabel('Module (WebAssembly)')
      .setInputFiles({ name: 'a.wasm', mimeType: 'application/wasm', buffer: Buffer.from('no module') });
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toMatch(/^error: This is not a WebAssembly module/);
    await page.close();
  });
});

describe.skipIf(CHROMIUM === null)(
  'a page whose policy forbids workers made of text',
  { timeout: 120_000 },
  () => {
    it.skipIf(!triesAll())('is told so, and fits with the file of the worker', async () => {
      const { page } = await openPage(browser, `${server.address}ready.html`, "worker-src 'self'");
      await page.getByRole('button', { name: 'Fit' }).click();
      await expect
        .poll(() => page.getByRole('alert').textContent(), { timeout: 30_000 })
        .toMatch(
          /^error: A worker could not be started from text.*\n {2}= help: Allow `worker-src blob:`, or give `openWorkers`/,
        );
      const status = await page.evaluate<string>(`(async () => {
      const { load, openWorkers } = await import('theodolite/host');
      const { readTable } = await import('/read-table.js');
      const { columns } = await readTable(await fetch('data/words.csv'), 'words.csv');
      const model = await load(await (await fetch('data/ocr.wasm')).arrayBuffer());
      const bound = await model.bind({ ...columns, read: columns.gocr });
      const pool = await openWorkers(2, new URL('/theodolite/host/web/chain-worker.js', location.href));
      const fit = await bound.fit({ pool, seed: 3 });
      await pool.close();
      return fit.verdict.status;
    })()`);
      expect(status).not.toBe('failed');
      await page.close();
    });
  },
);

describe.skipIf(CHROMIUM === null)('pages whose modules are bundled', { timeout: 120_000 }, () => {
  it.skipIf(!triesAll())('compile and fit as well', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'theodolite-bundle-'));
    await bundleExample(folder);
    const bundled = await serveExample(folder);
    try {
      const { page, requested, said } = await openPage(browser, bundled.address);
      await runFit(page);
      expect(digest(await downloadedDraws(page))).toBe(digest(commandDraws));
      expect(requested.filter((url) => url.includes('/theodolite/'))).toEqual([]);
      expect(said).toEqual([]);
      await page.close();
    } finally {
      bundled.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
