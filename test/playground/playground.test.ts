/** The playground in a browser, from a layout with a mistake to the draws of the command. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../browser/open-browser.ts';
import { openWorkspace } from '../cli/run-command.ts';
import { firstOf } from '../random-cases.ts';
import {
  downloaded,
  drop,
  expectQuiet,
  isReady,
  layoutText,
  openPlayground,
  type Playground,
  runFit,
  servePlayground,
  typeLayout,
} from './serve-playground.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const LAYOUT = `layout Jumps

unit m

demand height : m in [0, 5]

capability reach : m ~ normal(1, 1)

observe cleared ~ bernoulli(margin(reach, height, steepness = 3 / 1 m))
`;
const MISTAKEN = LAYOUT.replace('margin(reach', 'margin(raech');

/** Jumps of growing height, of which the lower ones succeed. */
const TABLE = `height,ada,bob\n${Array.from({ length: 60 }, (_, i) => `${(i / 30).toFixed(3)},${Number(i < 33 || i === 40)},${Number(i < 18)}`).join('\n')}\n`;

const SETTINGS = ['--seed', '7', '--chains', '2', '--draws', '150'];

describe.skipIf(CHROMIUM === null)('the playground', { timeout: 180_000 }, () => {
  let browser: Browser;
  let playground: Playground;

  beforeAll(async () => {
    [browser, playground] = await Promise.all([openBrowser(), servePlayground()]);
  });

  afterAll(async () => {
    await browser?.close();
    playground?.close();
  });

  const open = (options = {}) => openPlayground(browser, playground.address, options);

  async function writeSettings(page: Page): Promise<void> {
    await page.getByLabel('Columns of cleared').fill('ada,bob');
    await page.getByLabel('Columns of cleared').blur();
    await page.getByLabel('Seed').fill('7');
    await page.getByLabel('Chains', { exact: true }).fill('2');
    await page.getByLabel('Draws per chain').fill('150');
  }

  it('goes from a mistake to its remedy, a table, a fit, a link, and the draws of the command', async () => {
    const opened = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, context, requested } = opened;

    await typeLayout(page, MISTAKEN);
    await page.locator('.cm-lintRange-error').waitFor();
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('raech');
    const workspace = openWorkspace();
    workspace.write('layout.ml', MISTAKEN);
    const said = (await workspace.run('check', 'layout.ml')).stderr;
    for (const part of await page.locator('.problem p').allInnerTexts())
      expect(said.replaceAll('`', '')).toContain(part);

    await page.locator('.problem .fix').click();
    await page.getByText('No mistakes').waitFor();
    expect(await layoutText(page)).toBe(LAYOUT);

    await drop(page, { 'jumps.csv': TABLE });
    await page.getByRole('row', { name: 'height' }).waitFor();
    await writeSettings(page);
    expect(await page.getByRole('row', { name: 'height' }).innerText()).toMatch(
      /demand height\s+numbers\s+0\s+0 to 1.967/,
    );
    expect(await page.getByRole('row', { name: 'bob' }).innerText()).toContain('outcome cleared');

    await runFit(page);
    const report = page.frameLocator('iframe[title=Report]');
    await report.getByRole('heading', { level: 1 }).waitFor();
    expect(await report.getByRole('heading', { level: 1 }).textContent()).toBe('Ada leads in reach');
    const draws = await downloaded(page, 'results/ada/draws.csv');

    await page.getByRole('button', { name: 'Copy a link' }).click();
    await page.getByText('The link is copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await openPlayground(browser, link);
    await other.page.locator('.file', { hasText: 'jumps.csv' }).waitFor();
    expect(await layoutText(other.page)).toBe(LAYOUT);
    await runFit(other.page);
    expect((await downloaded(other.page, 'results/ada/draws.csv')).equals(draws)).toBe(true);

    // The commands that the page shows give the same bytes.
    workspace.write('ocr.ml', LAYOUT);
    workspace.write('jumps.csv', TABLE);
    await page.getByRole('tab', { name: 'As printed' }).click();
    const [first, second] = (await page.locator('[data-panel="As printed"] .command').innerText()).split(
      '\n',
    );
    const words = (line: string | undefined) => line!.replace('npx theodolite ', '').split(' ');
    expect(words(first)).toEqual([
      ...['fit', 'ocr.ml', 'jumps.csv', '--outcome', 'cleared=ada,bob'],
      ...[...SETTINGS, '--out', 'results'],
    ]);
    await workspace.run(...words(first));
    expect(workspace.read('results/ada/draws.csv')).toBe(draws.toString());
    expect(
      readFileSync(`${workspace.path}/results/ada/model.wasm`).equals(
        await downloaded(page, 'results/ada/model.wasm'),
      ),
    ).toBe(true);
    await workspace.run(...words(second));
    // The times that were taken differ, and last digits of statistics, which are made with the engine's own functions.
    const shownText = (html: string) =>
      html
        .replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
        .replaceAll(/\d+\.\d s\b/g, '')
        .replaceAll(/\s+/g, ' ');
    const ofCommand = shownText(workspace.read('report.html'));
    expect(ofCommand.length).toBeGreaterThan(5000);
    expect(shownText((await downloaded(page, 'report.html')).toString())).toBe(ofCommand);
    workspace.remove();

    for (const address of requested.filter((each) => /^http/.test(each)))
      expect(address).toContain(playground.address);
    expectQuiet(opened);
    expectQuiet(other);
    await Promise.all([context.close(), other.context.close()]);
  });

  it('shows how a call is written, with the parameter that is next', async () => {
    const { page, context } = await open();
    await typeLayout(page, 'layout Jumps\ncapability reach ~ normal');
    const shown = page.locator('.signature');
    await page.keyboard.type('(');
    await shown.waitFor();
    expect(await shown.locator('pre').first().innerText()).toMatch(/^normal\(/);
    const first = await shown.locator('strong').innerText();
    await page.keyboard.type('0');
    await page.keyboard.press('Escape');
    await page.keyboard.type(',');
    await shown.waitFor();
    expect(await shown.locator('strong').innerText()).not.toBe(first);
    await page.keyboard.type(' 1)');
    await shown.waitFor({ state: 'detached' });
    await context.close();
  });

  it('keeps everything through a reload', async () => {
    const opened = await open();
    const { page, context } = opened;
    await typeLayout(page, LAYOUT);
    await drop(page, { 'jumps.csv': TABLE });
    await page.getByRole('row', { name: 'height' }).waitFor();
    await writeSettings(page);
    await runFit(page);
    const draws = await downloaded(page, 'results/bob/draws.csv');
    await page.reload();
    await isReady(page);
    expect(await layoutText(page)).toBe(LAYOUT);
    expect(await page.getByLabel('Columns of cleared').inputValue()).toBe('ada,bob');
    expect(await page.getByLabel('Seed').inputValue()).toBe('7');
    await page.locator('.file', { hasText: 'jumps.csv' }).waitFor();
    expect((await downloaded(page, 'results/bob/draws.csv')).equals(draws)).toBe(true);
    expect(await page.locator('#result-age').isVisible()).toBe(false);
    await page.getByLabel('Seed').fill('8');
    await page.getByText('of an earlier layout, table or setting').waitFor();
    expectQuiet(opened);
    await context.close();
  });

  it('passes axe-core with a mistake, a table and a result', async () => {
    const { page, context } = await open();
    await typeLayout(page, LAYOUT);
    await drop(page, { 'jumps.csv': TABLE });
    await page.getByRole('row', { name: 'height' }).waitFor();
    await writeSettings(page);
    await runFit(page);
    await typeLayout(page, MISTAKEN);
    await page.locator('.cm-lintRange-error').waitFor();
    const looks = firstOf([
      ['light', 400],
      ['dark', 1280],
      ['light', 1280],
    ] as const);
    const expectNoViolations = async (shown: string) => {
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const what = `${shown}, ${colorScheme}, ${width} pixels wide`;
        expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(
          width,
        );
        expect(await violations(page), what).toEqual([]);
      }
    };
    for (const tab of ['Numbers', 'Figures', 'Predictive checks', 'As printed', 'Files']) {
      await page.getByRole('tab', { name: tab }).click();
      if (tab === 'Figures') await page.locator('.figure img').waitFor();
      await expectNoViolations(tab);
    }
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('dialog').waitFor();
    await expectNoViolations('Examples');
    await context.close();
  });

  /** What axe-core finds within an element, with everything unfolded. The report in its frame has a test of its own. */
  async function violations(page: Page, within = 'html'): Promise<string[]> {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.evaluate(AXE);
    type Axe = { run(within: string, options: object): Promise<AxeResults> };
    const { violations: found, passes } = await page.evaluate(
      (selector) => (globalThis as unknown as { axe: Axe }).axe.run(selector, { iframes: false }),
      within,
    );
    // Also within the shadow of an element.
    expect(passes.map(({ id }) => id)).toContain('button-name');
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
  }

  it('answers what goes wrong in the words of the command', async () => {
    const { page, context } = await open();
    const tableSaid = async () => {
      await page.locator('#table-said .note').first().waitFor();
      return page.locator('#table-said').innerText();
    };
    const fitSaid = async () => {
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await page.locator('#fit-said > *').first().waitFor();
      return page.locator('#fit-said').innerText();
    };
    await drop(page, { 'empty.csv': '' });
    await expect.poll(tableSaid).toContain('empty.csv');
    expect(await tableSaid()).toMatch(/^error: empty\.csv is empty/);

    await drop(page, { 'runs.parquet': 'PAR1 and no more' });
    await expect.poll(tableSaid).toMatch(/^error: runs\.parquet/);

    await page.getByRole('button', { name: 'Remove runs.parquet' }).click();
    await typeLayout(page, LAYOUT);
    expect(await fitSaid()).toContain('There is no table');

    await drop(page, { 'jumps.csv': TABLE });
    await page.getByText('The layout reads what no column of the table is called').waitFor();
    expect(await fitSaid()).toContain('has no column called cleared');
    await page.getByLabel('The outcome cleared is in').fill('ada');
    await page.getByLabel('The outcome cleared is in').blur();
    await page.getByRole('cell', { name: 'outcome cleared' }).waitFor();

    await typeLayout(page, MISTAKEN);
    expect(await fitSaid()).toContain('raech');
    expect(await fitSaid()).toContain('reach');

    await page.getByLabel('Address of a table').fill(`${playground.address}no-such-table.csv`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect.poll(tableSaid).toMatch(/cannot be fetched/);

    await page.evaluate(() => {
      location.hash = '#1.q1YqzkgsS';
    });
    await page.getByText('This link is cut off or changed').waitFor();

    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.getByLabel('Seed').fill('9');
    await page.getByText('The browser has no more room').waitFor();
    await context.close();
  });

  it('is embedded as an element, which checks, fits and reports', async () => {
    const files = { 'jumps.ml': LAYOUT, 'jumps.csv': TABLE };
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(playground.folder, '..', name), content);
    const tag =
      '<theodolite-layout src="jumps.ml" data="jumps.csv" outcome="cleared=ada,bob" options="--draws 150" fit>';
    const { page, context, said } = await embedded(`${tag}</theodolite-layout>`);
    await page
      .frameLocator('iframe[title=Report]')
      .getByRole('heading', { name: 'Ada leads in reach' })
      .waitFor();
    expect(await page.locator('.cm-line').first().textContent()).toBe('layout Jumps');
    expect(await violations(page, 'theodolite-layout')).toEqual([]);
    await page.getByRole('textbox', { name: 'Layout' }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(MISTAKEN);
    await page.locator('.problem', { hasText: 'raech' }).waitFor();
    expect(said).toEqual([]);
    await context.close();
  });

  it('reports on as many fits as the command would read in threads', async () => {
    const systems = Array.from({ length: 8 }, (_, place) => `system${place + 1}`);
    const rows = Array.from({ length: 30 }, (_, row) =>
      [row / 12, ...systems.map((__, place) => (row < 8 + 2 * place ? 1 : 0))].join(),
    );
    const files = { 'jumps.ml': LAYOUT, 'eight.csv': `height,${systems.join()}\n${rows.join('\n')}\n` };
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(playground.folder, '..', name), content);
    const tag = `<theodolite-layout src="jumps.ml" data="eight.csv" outcome="cleared=${systems.join()}" options="--draws 100 --scouts 0" fit>`;
    const { page, context, said } = await embedded(`${tag}</theodolite-layout>`);
    const report = page.frameLocator('iframe[title=Report]');
    await report.getByRole('heading', { level: 1 }).waitFor();
    expect(await report.locator('main').textContent()).toContain('system8');
    expect(said).toEqual([]);
    await context.close();
  });

  it('fits a module in under 150 kB, without a compiler, and compiles in under 3 MB', async () => {
    const workspace = openWorkspace();
    workspace.write('jumps.ml', LAYOUT);
    await workspace.run('build', 'jumps.ml', '-o', 'jumps.wasm');
    const module = readFileSync(join(workspace.path, 'jumps.wasm'));
    workspace.remove();
    for (const [name, content] of Object.entries({ 'jumps.wasm': module, 'jumps.csv': TABLE }))
      writeFileSync(join(playground.folder, '..', name), content);
    const tag = '<theodolite-layout module="jumps.wasm" data="jumps.csv" outcome="cleared=ada" fit>';
    const small = await embedded(`${tag}</theodolite-layout>`);
    await small.page.getByRole('rowheader', { name: 'reach' }).waitFor();
    expect(small.said).toEqual([]);
    const own = compressedBytes(small.requested, gzipSync);
    if (process.env.THEODOLITE_TIMES === '1') console.log(`to fit a module: ${own} bytes`);
    expect(own).toBeLessThan(150_000);
    expect(await violations(small.page, 'theodolite-layout')).toEqual([]);
    await small.context.close();

    const whole = await openPlayground(browser, playground.address, { serviceWorkers: 'block' });
    await whole.page.getByRole('row', { name: 'height_px' }).waitFor();
    // The worker in which the page fits compiles the layout, and does no more.
    const status = await whole.page.evaluate(
      ([text]) =>
        new Promise<number>((resolve) => {
          const worker = new Worker('command-worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => data.kind === 'done' && resolve(data.result.status);
          const files = [['jumps.ml', new TextEncoder().encode(text)]];
          worker.postMessage({ id: 0, words: ['build', 'jumps.ml', '-o', 'jumps.wasm'], files });
        }),
      [LAYOUT],
    );
    expect(status).toBe(0);
    const loaded = whole.requested.filter((address) => !address.includes('/examples/'));
    const bytes = compressedBytes(loaded, gzipSync);
    if (process.env.THEODOLITE_TIMES === '1')
      console.log(
        `to compile: ${bytes} bytes by gzip, ${compressedBytes(loaded, brotliCompressSync)} by Brotli`,
      );
    expect(loaded.some((address) => address.includes('binaryen.wasm.zst'))).toBe(true);
    expect(bytes).toBeGreaterThan(2_000_000);
    expect(bytes).toBeLessThan(3_000_000);
    await whole.context.close();
  });

  /** A page beside the playground with an element in it. */
  async function embedded(tag: string) {
    const script = '<script type="module" src="folder/theodolite-layout.js"></script>';
    const icon = '<link rel="icon" href="data:,">';
    writeFileSync(
      join(playground.folder, '..', 'page.html'),
      `<!doctype html><title>Page</title>${icon}${script}${tag}`,
    );
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const requested: string[] = [];
    const said: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(new URL('../page.html', playground.address).href);
    return { page, context, requested, said };
  }

  /** What the files of the playground among these have, compressed where they are not already. */
  function compressedBytes(addresses: readonly string[], compress: (content: Buffer) => Buffer): number {
    const paths = [...new Set(addresses)].filter((each) => each.startsWith(playground.address));
    return paths.reduce((sum, address) => {
      const path =
        new URL(address).pathname.slice(new URL(playground.address).pathname.length) || 'index.html';
      const content = readFileSync(join(playground.folder, path));
      return sum + (path.endsWith('.gz') ? content.length : compress(content).length);
    }, 0);
  }

  // The last one, since the server is gone after it.
  it('compiles, fits and reports without a network after the first visit', async () => {
    const opened = await open();
    const { page, context } = opened;
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    playground.stop();
    await page.reload();
    await isReady(page);
    await typeLayout(page, LAYOUT);
    await drop(page, { 'jumps.csv': TABLE });
    await page.getByRole('row', { name: 'height' }).waitFor();
    await writeSettings(page);
    await runFit(page);
    const report = page.frameLocator('iframe[title=Report]');
    expect(await report.getByRole('heading', { level: 1 }).textContent()).toBe('Ada leads in reach');
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: 'time-horizon/time-horizon' }).click();
    await page.locator('.file', { hasText: 'attempts.csv' }).waitFor();
    expectQuiet(opened);
    await context.close();
  });
});
