/** A live report as the command writes it, opened from disk: its numbers are those of `predict`, and of a fit with the other prior. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../browser/open-browser.ts';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { firstOf } from '../random-cases.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const stdlib = (path: string) => fileURLToPath(new URL(`../../stdlib-layouts/${path}`, import.meta.url));
const OCR = stdlib('ocr/ocr.ml');
const WORDS = stdlib('ocr/words.csv');

/** `85.1 % (83.0 to 87.2)` as numbers. */
const numbersIn = (text: string) => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));

describe.skipIf(CHROMIUM === null)('a live report', () => {
  let browser: Browser;
  let workspace: Workspace;

  beforeAll(async () => {
    [browser, workspace] = [await openBrowser(), openWorkspace()];
    const moved = readFileSync(OCR, 'utf8').replace('beta(1, 9)', 'beta(2, 9)');
    workspace.write('moved.ml', moved);
    workspace.write('far.ml', moved.replace('beta(2, 9)', 'beta(400, 9)'));
    const outcomes = ['--outcome', 'read=gocr,tesseract'];
    await workspace.run('fit', OCR, WORDS, ...outcomes, '--seed', '1', '--out', 'fits');
    await workspace.run('fit', 'moved.ml', WORDS, ...outcomes, '--seed', '1', '--out', 'moved');
    await workspace.run('fit', 'far.ml', WORDS, '--outcome', 'read=gocr', '--seed', '2', '--out', 'far');
    await workspace.run('report', 'fits', '-o', 'report.html');
  });
  afterAll(async () => {
    await browser?.close();
    workspace?.remove();
  });

  async function open(scheme: 'light' | 'dark' = 'light', width = 1280) {
    const address = pathToFileURL(join(workspace.path, 'report.html')).href;
    const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => {
      // Only the page itself, and the worker that it makes of its own text.
      if (request.url() !== address && !request.url().startsWith('blob:')) said.push(request.url());
    });
    await page.goto(address);
    await expect.poll(() => cells(page, 'gocr').then(([, text]) => text)).toMatch(/%/);
    return { page, said };
  }

  const cells = (page: Page, subject: string) =>
    page.locator('#live-results tbody tr', { hasText: subject }).locator('th, td').allTextContents();

  const status = (page: Page) => page.locator('#live-status').textContent();

  it('says of a row that a slider makes what predict says of it', async () => {
    const { page, said } = await open();
    const before = await cells(page, 'gocr');
    const height = page.getByRole('slider', { name: 'Height' });
    await height.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    await page.getByRole('slider', { name: 'Blur' }).fill('1');
    await page.locator('#live-form').getByLabel('Nonword').selectOption('yes');
    await expect.poll(() => status(page), { timeout: 10_000 }).toMatch(/blur 1 px.*nonword yes: gocr/);
    const row = await page
      .locator('[data-demand]')
      .evaluateAll((inputs) =>
        inputs.map((input) => [
          (input as HTMLInputElement).dataset.demand!,
          (input as HTMLInputElement).value,
        ]),
      );
    expect(row[0]![1]).not.toBe('40');
    expect(await height.getAttribute('aria-valuetext')).toBe(`${row[0]![1]} px`);
    workspace.write(
      'row.csv',
      `${row.map(([name]) => name).join()}\n${row.map(([, value]) => value).join()}\n`,
    );
    for (const subject of ['gocr', 'tesseract']) {
      const told = ['--every', '10', '--interval', '0.95', '--hdi', '--json'];
      const { stdout } = await workspace.run('predict', `fits/${subject}`, 'row.csv', ...told);
      const { mean, lower, upper } = predicted(stdout);
      const [, text] = await cells(page, subject);
      const decimals = /\.\d/.test(text!) ? 1 : 0;
      expect(numbersIn(text!)).toEqual(
        [mean, lower, upper].map((value) => Number((100 * value).toFixed(decimals))),
      );
    }
    expect(await cells(page, 'gocr')).not.toEqual(before);
    expect(said).toEqual([]);
    await page.close();
  });

  it('weighs its draws by another prior, and fits again with one that is too far, as a fit with that prior has them', async () => {
    const { page, said } = await open();
    await page.getByText('Move a prior').click();
    await page.getByLabel('prior of').selectOption('slip');
    const a = page.getByRole('spinbutton', { name: 'a', exact: true });
    await expect.poll(() => cells(page, 'gocr').then(([, , , slip]) => slip)).toMatch(/^0\.0/);
    const [, , , fitted] = await cells(page, 'gocr');
    await a.fill('2');
    await expect.poll(() => cells(page, 'gocr').then(([, , , , k]) => k)).toMatch(/^weighed, k̂ .* of 0\.62$/);
    const [, , , slip] = await cells(page, 'gocr');
    const { mean, sd } = JSON.parse(workspace.read('moved/gocr/summary.json')).parameters.slip;
    expect(Math.abs(numbersIn(slip!)[0]! - mean)).toBeLessThan(0.2 * sd);
    expect(Math.abs(numbersIn(fitted!)[0]! - mean)).toBeGreaterThan(0.2 * sd);
    await expect.poll(() => status(page)).toContain('with another prior of slip');

    await a.fill('400');
    await expect
      .poll(() => cells(page, 'gocr').then(([, , , , how]) => how), { timeout: 10_000 })
      .toMatch(/^fitted again, R\u2011hat 1\.0\d$/);
    const [, , , far] = await cells(page, 'gocr');
    const refitted = JSON.parse(workspace.read('far/gocr/summary.json')).parameters.slip;
    expect(Math.abs(numbersIn(far!)[0]! - refitted.mean)).toBeLessThan(0.3 * refitted.sd);
    expect(Math.abs(numbersIn(slip!)[0]! - refitted.mean)).toBeGreaterThan(5 * refitted.sd);
    // Another row is answered by the same fits.
    const before = await cells(page, 'gocr');
    await page.getByRole('slider', { name: 'Blur' }).fill('4');
    await expect.poll(() => cells(page, 'gocr').then(([, text]) => text)).not.toBe(before[1]);
    expect((await cells(page, 'gocr'))[3]).toBe(before[3]);
    await a.fill('-1');
    await expect
      .poll(() => cells(page, 'gocr').then(([, text]) => text))
      .toBe('these numbers give no distribution');
    await page.getByLabel('prior of').selectOption('acuity');
    await page.getByRole('button', { name: 'All priors as fitted' }).click();
    await page.getByRole('spinbutton', { name: 'hi', exact: true }).fill('0.5');
    await expect
      .poll(() => cells(page, 'tesseract').then(([, , , , how]) => how), { timeout: 10_000 })
      .toMatch(/^fitted again/);
    await page.getByRole('button', { name: 'All priors as fitted' }).click();
    await expect.poll(() => cells(page, 'gocr').then(([, text]) => text)).toMatch(/%/);
    expect(said).toEqual([]);
    await page.close();
  });

  it.each(
    firstOf([
      ['light', 400],
      ['light', 1280],
      ['dark', 800],
    ] as const),
  )('passes axe-core, and says and asks for nothing: %s, %i pixels wide', async (scheme, width) => {
    const { page, said } = await open(scheme, width);
    await page.getByText('Move a prior').click();
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(said).toEqual([]);
    await page.close();
  });

  it('still runs nothing but its own text', async () => {
    const { page } = await open();
    const found = await page.evaluate(async () => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        refused.push(effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.body.append(script);
      await fetch('https://example.org/').catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return refused.sort();
    });
    expect(found).toEqual(['connect-src', 'script-src-elem']);
    await page.close();
  });

  it('is a page like any other without a script, or with --no-live', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(workspace.path, 'report.html')).href);
    expect(await page.getByText('Try a row').locator('visible=true').count()).toBe(0);
    expect(await page.locator('article:visible').count()).toBe(2);
    await context.close();
    await workspace.run('report', 'fits', '--no-live', '-o', 'still.html');
    const [live, still] = [workspace.read('report.html'), workspace.read('still.html')];
    expect(still).not.toMatch(/live-data|Try a row|wasm-unsafe-eval/);
    expect(live.length).toBeLessThan(2e6);
    expect(live.length).toBeGreaterThan(still.length + 100_000);
  });
});

function predicted(json: string): { readonly mean: number; readonly lower: number; readonly upper: number } {
  const found = JSON.parse(json) as {
    readonly outcomes: Readonly<Record<string, Record<string, readonly number[]>>>;
  };
  const { mean, lower, upper } = found.outcomes.read!;
  return { mean: mean![0]!, lower: lower![0]!, upper: upper![0]! };
}
