/**
 * Takes the pictures of docs/guides/report.md: the first screen of a report on a laptop and on a phone. Needs the built
 * command, and Chromium: `npm run report-pictures`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PICTURES = join(ROOT, 'docs/guides/report');
const SCREENS = [
  { name: 'laptop', width: 1100, height: 820 },
  { name: 'phone', width: 390, height: 820 },
];

const folder = mkdtempSync(join(tmpdir(), 'theodolite-pictures-'));
try {
  // The commands of the guide.
  const run = (...args) =>
    execFileSync(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const layout = join(ROOT, 'stdlib-layouts/ocr');
  const outcome = 'read=tesseract,gocr,ocrad';
  run('fit', join(layout, 'ocr.ml'), join(layout, 'words.csv'), '--outcome', outcome, '--out', 'results');
  run('report', 'results', '-o', 'report.html');
  mkdirSync(PICTURES, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.THEODOLITE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  for (const { name, width, height } of SCREENS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.close();
  }
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}
