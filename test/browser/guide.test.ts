import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { CHROMIUM, openBrowser, serveExample } from './open-browser.ts';

const ROOT = new URL('../../', import.meta.url);

/** A code block of a guide. */
function block(guide: string, language: string, holding: string): string {
  const page = readFileSync(new URL(`docs/guides/${guide}.md`, ROOT), 'utf8');
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.find(([, marked, code]) => marked === language && code!.includes(holding))![2]!;
}

it.skipIf(CHROMIUM === null)(
  'the page that the guide shows prints the table of the guide to Node',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'theodolite-page-'));
    mkdirSync(join(folder, 'node_modules', 'theodolite'), { recursive: true });
    symlinkSync(fileURLToPath(new URL('dist', ROOT)), join(folder, 'node_modules', 'theodolite', 'dist'));
    writeFileSync(join(folder, 'index.html'), block('browser', 'html', 'importmap'));
    const [browser, server] = await Promise.all([openBrowser(), serveExample(folder)]);
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(server.address);
      const profile = page.locator('#profile');
      await expect.poll(() => profile.textContent(), { timeout: 60_000 }).not.toBe('…');
      expect(await profile.textContent()).toBe(block('node', 'text', 'leap  m').trimEnd());
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
