/** The site as readers have it: its search finds what newcomers ask, axe-core finds nothing, and no page asks for what is not there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../../browser/open-browser.ts';

const ROOT = new URL('../../../', import.meta.url);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What newcomers type, and the page that should be first. */
const QUESTIONS: readonly (readonly [asked: string, page: string])[] = [
  ['choose a prior', 'guides/choose-priors'],
  ['R-hat', 'guides/read-a-fit'],
  ['missing values', 'reference/language'],
  ['my table is long', 'reference/tables'],
  ['compare two models', 'guides/compare'],
  ['install python', 'guides/python'],
  ['slurm', 'examples/slurm'],
  ['censored times', 'reference/language'],
  ['2PL', 'start/psychometrics'],
  ['embed in a page', 'guides/browser'],
];

const MAIN_PAGES = [
  'index',
  'start/profile',
  'guides/choose-priors',
  'guides/coming-from',
  'reference/command',
  'reference/language',
  'explanation/trust',
  'layouts/ocr/ocr',
];

describe.skipIf(CHROMIUM === null)('the site of the documentation', () => {
  let browser: Browser;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    const build = fileURLToPath(new URL('dist/scripts/docs/run.js', ROOT));
    // The pages of the API take as long as all others, and TypeDoc has its own tests.
    execFileSync(process.execPath, [build, '--no-api'], { stdio: 'pipe' });
    const site = sirv(fileURLToPath(new URL('docs/.vitepress/dist', ROOT)));
    server = createServer((request, response) =>
      site(request, response, () => void response.writeHead(404).end()),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
    browser = await openBrowser();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(path: string, scheme: 'light' | 'dark' = 'light'): Promise<[Page, string[]]> {
    const page = await browser.newPage({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
    const said: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('response', (response) => response.status() >= 400 && said.push(response.url()));
    await page.goto(`${address}${path}.html`, { waitUntil: 'networkidle' });
    return [page, said];
  }

  describe('finds first, when a newcomer asks,', () => {
    let page: Page;

    beforeAll(async () => {
      [page] = await open('index');
      await page.keyboard.press('Control+k');
    });
    afterAll(() => page?.close());

    it.each(QUESTIONS)('“%s”: %s', async (asked, wanted) => {
      const input = page.locator('#localsearch-input');
      await input.fill('');
      await page.locator('.results .result').first().waitFor({ state: 'detached' });
      await input.fill(asked);
      const first = page.locator('.results .result').first();
      await first.waitFor();
      // The list is drawn anew once, when the index has been read.
      await page.waitForTimeout(300);
      const found = new URL((await first.getAttribute('href'))!, address).pathname;
      expect(found).toBe(`/${wanted}.html`);
    });
  });

  it.each(MAIN_PAGES.flatMap((path) => [[path, 'light'] as const, [path, 'dark'] as const]))(
    'has nothing on %s, in the %s theme, that axe-core finds',
    async (path, scheme) => {
      const [page, said] = await open(path, scheme);
      try {
        await page.addScriptTag({ content: AXE });
        const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0]!.html.slice(0, 120)}`),
        ).toEqual([]);
        expect(said).toEqual([]);
      } finally {
        await page.close();
      }
    },
  );

  it('shows figures in the colours of its theme', async () => {
    const grounds: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      const [page, said] = await open('start/profile', scheme);
      const shown = page.locator('.vp-doc img[src$=".svg"]:visible');
      expect(await shown.count()).toBe(1);
      const svg = await (await fetch(new URL((await shown.getAttribute('src'))!, address))).text();
      grounds.push(/<rect fill="(#\w+)"/.exec(svg)![1]!);
      expect(said).toEqual([]);
      await page.close();
    }
    expect(grounds).toEqual(['#ffffff', '#14171c']);
  });

  it('is no wider than a phone', async () => {
    for (const path of MAIN_PAGES) {
      const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
      await page.goto(`${address}${path}.html`, { waitUntil: 'networkidle' });
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(400);
      await page.close();
    }
  });
});
