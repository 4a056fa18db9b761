/**
 * The extension in VS Code itself, as code-server serves it to a browser: `THEODOLITE_CODE_SERVER` names its `out/node/entry.js`
 * (`npm install code-server`).
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../../browser/open-browser.ts';

const SERVER = process.env.THEODOLITE_CODE_SERVER ?? null;
const PACKER = new URL('../../../packages/vscode/build.mjs', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PORT = 18_123;

const LAYOUT = `layout Jumps
unit m
demand height : m in [0, 3]
capability reach : m ~ half_normal(2)

observe cleared ~ bernoulli(margin(reach, height, steepness = 4 / 1 m))
`;

describe.skipIf(SERVER === null || CHROMIUM === null)('the extension in VS Code', () => {
  let folder: string;
  let served: ChildProcess;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'theodolite-code-'));
    const { packExtension } = (await import(PACKER)) as { packExtension(): Promise<Uint8Array> };
    writeFileSync(join(folder, 'theodolite.vsix'), await packExtension());
    const work = join(folder, 'work');
    mkdirSync(join(work, 'node_modules'), { recursive: true });
    symlinkSync(ROOT, join(work, 'node_modules/theodolite'));
    writeFileSync(join(work, 'jumps.ml'), LAYOUT);
    const rows = Array.from({ length: 60 }, (_, row) => `${row / 24},${row < 32 ? 1 : 0}`);
    writeFileSync(join(work, 'jumps.csv'), `height,cleared\n${rows.join('\n')}\n`);
    mkdirSync(join(work, '.vscode'));
    writeFileSync(join(work, '.vscode/settings.json'), '{"theodolite.table": "jumps.csv"}');
    const own = ['--extensions-dir', join(folder, 'extensions'), '--user-data-dir', join(folder, 'data')];
    const env = { ...process.env, HOME: folder };
    const installed = spawnSync(
      ...([
        process.execPath,
        [SERVER!, ...own, '--install-extension', join(folder, 'theodolite.vsix')],
      ] as const),
      { env },
    );
    expect(installed.status).toBe(0);
    const options = ['--auth', 'none', '--bind-addr', `127.0.0.1:${PORT}`, '--disable-workspace-trust'];
    served = spawn(process.execPath, [SERVER!, ...own, ...options, work], { env, stdio: 'ignore' });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    for (let tries = 0; ; tries++) {
      const found = await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null);
      if (found?.ok === true) break;
      if (tries === 60) throw new Error('the server did not start');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await page.goto(`http://127.0.0.1:${PORT}/?folder=${work}`);
    await page.getByText('jumps.ml').first().dblclick({ timeout: 30_000 });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    served?.kill();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('fits a layout from its lens, shows the report, and the posterior in a hover', async () => {
    const lens = page.locator('.codelens-decoration a').first();
    await lens.click({ timeout: 30_000 });
    expect(await lens.textContent()).toContain('Fit to jumps.csv');
    const file = join(folder, 'work/.vscode/settings.json');
    const settings = () => {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch {
        return null;
      }
    };
    await expect
      .poll(settings, { timeout: 30_000 })
      .toEqual({ 'theodolite.table': 'jumps.csv', 'theodolite.fit': 'results/jumps/cleared' });
    expect(await page.getByText('Profile: jumps.ml').count()).toBeGreaterThan(0);
    const line = page.locator('.view-line', { hasText: 'capability' });
    const box = (await line.boundingBox())!;
    await expect
      .poll(
        async () => {
          await page.mouse.move(box.x + 10, box.y + 200);
          await page.mouse.move(box.x + 100, box.y + 9);
          await page.waitForTimeout(1500);
          return (await page.locator('.monaco-hover:visible').allTextContents()).join(' ');
        },
        { timeout: 30_000 },
      )
      .toMatch(/By the fit in results\/jumps\/cleared:.*reach: mean 1\.\d/s);
  }, 120_000);

  it('underlines a mistake, and mends it', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.view-line', { hasText: 'capability' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('let twice = raech * 2');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached', timeout: 20_000 });
    await page.keyboard.press('Control+.');
    await page.getByText('Write `reach`').waitFor({ timeout: 20_000 });
    await page.keyboard.press('Enter');
    const mended = page.locator('.view-line', { hasText: 'twice' });
    await expect.poll(() => mended.textContent()).toMatch(/twice\s=\sreach/);
  }, 60_000);
});
