/** A report opened from disk in a browser: it says nothing, asks for nothing, passes axe-core, and can be used by keyboard. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportChanges } from '../../reporting/report/change-page.ts';
import { reportEstimates } from '../../reporting/report/estimate-page.ts';
import { report } from '../../reporting/report/page.ts';
import type { ReportFit } from '../../reporting/report/subjects.ts';
import { CHROMIUM, openBrowser } from '../browser/open-browser.ts';
import { firstOf, triesAll } from '../random-cases.ts';
import { madeEstimate } from './made-estimates.ts';
import { expectedRows, GOCR, madeFit, OCRAD, TESSERACT } from './made-fits.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const engines = () => [
  madeFit({ name: 'gocr', normals: GOCR, successes: 43, expected: expectedRows('gocr', [0.5, 0.2]) }),
  madeFit({ name: 'ocrad', normals: OCRAD, successes: 50, expected: expectedRows('ocrad', [0.6, 0.21]) }),
  madeFit({ name: 'tesseract', normals: TESSERACT, successes: 65, expected: expectedRows('t', [0.7, 0.4]) }),
];

describe.skipIf(CHROMIUM === null)('a report in a browser', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await openBrowser();
    folder = mkdtempSync(join(tmpdir(), 'theodolite-report-'));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    content: readonly ReportFit[] | string,
    scheme: 'light' | 'dark' = 'light',
    width = 1280,
  ) {
    const file = join(folder, 'report.html');
    writeFileSync(file, typeof content === 'string' ? content : await report(content));
    const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
    const said: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    const address = pathToFileURL(file).href;
    await page.goto(address);
    return { page, said, others: () => requested.filter((each) => each !== address) };
  }

  /** What axe-core finds, with everything unfolded. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.evaluate(AXE);
    const { violations: found } = await page.evaluate(() =>
      (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
  }

  it.each(
    firstOf([
      ['light', 400],
      ['light', 1280],
      ['dark', 1280],
    ] as const),
  )('passes axe-core, and says and asks for nothing: %s, %i pixels wide', async (scheme, width) => {
    const broken = madeFit({ name: 'broken', normals: GOCR, status: 'failed' });
    const { page, said, others } = await open([...engines(), broken], scheme, width);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(said).toEqual([]);
    expect(others()).toEqual([]);
    await page.close();
  });

  it('of one subject passes too', async () => {
    const { page, said } = await open(engines().slice(0, 1));
    expect(await violations(page)).toEqual([]);
    expect(said).toEqual([]);
    await page.close();
  });

  it.each(firstOf(['dark', 'light'] as const))('of point estimates passes too: %s', async (scheme) => {
    const told = { acuity: [0.1, 0.01], blurTolerance: [3, 1], patience: [1, 1], slip: [0.1, 0.01] } as const;
    const estimates = [
      madeEstimate({ name: 'sharp', told }),
      madeEstimate({ name: 'ends', told: { ...told, acuity: 'upper', patience: 'none' } }),
      madeEstimate({ name: 'lost', told, status: 'failed' }),
    ];
    const { page, said, others } = await open(await reportEstimates(estimates), scheme);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    expect([said, others()]).toEqual([[], []]);
    await page.close();
  });

  it.each(
    firstOf([
      ['dark', 400],
      ['light', 1280],
      ['dark', 1280],
      ['light', 400],
    ] as const),
  )('on what changed passes too: %s, %i pixels wide', async (scheme, width) => {
    const later = engines().map((fit) => ({ ...fit, path: `april/${fit.name}` }));
    const { page, said, others } = await open(
      await reportChanges(
        { label: 'march', fits: engines() },
        { label: 'april', fits: [...later].reverse() },
      ),
      scheme,
      width,
    );
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect([said, others()]).toEqual([[], []]);
    await page.close();
  });

  it('cannot be made to load or run anything else', async () => {
    const { page } = await open(engines());
    const blocked = await page.evaluate(async () => {
      const found: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        found.push(effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.body.append(script);
      const image = new Image();
      image.src = 'https://example.org/pixel.png';
      document.body.append(image);
      await fetch('https://example.org/').catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { found: found.sort(), title: document.title };
    });
    expect(blocked).toEqual({
      found: ['connect-src', 'img-src', 'script-src-elem'],
      title: 'Tesseract leads in acuity, blur tolerance and patience',
    });
    await page.close();
  });

  it('sorts by the keyboard, and says in which order', async () => {
    const { page } = await open(engines());
    const names = () => page.locator('#profiles-tables tbody th').allTextContents();
    const head = page.locator('#profiles-tables th', { hasText: 'successes' });
    await head.locator('button').focus();
    await page.keyboard.press('Enter');
    expect(await names()).toEqual(['gocr', 'ocrad', 'tesseract']);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    expect(await names()).toEqual(['tesseract', 'ocrad', 'gocr']);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.locator('#profiles-tables th button', { hasText: 'slip' }).click();
    expect(await names()).toEqual(['tesseract', 'ocrad', 'gocr']);
    expect(await head.getAttribute('aria-sort')).toBeNull();
    await page.close();
  });

  it('filters subjects, hides those that are not chosen, and tells how many are left', async () => {
    const { page } = await open(engines());
    await page.locator('#filter').fill('ocr');
    await page.locator('#filter').fill('tess');
    expect(await page.locator('#profiles-tables tbody tr:visible').count()).toBe(1);
    expect(await page.locator('#filter-count').textContent()).toBe('1 of 3 shown, 3 chosen');
    await page.locator('#filter').fill('');
    await page.getByRole('checkbox', { name: 'gocr' }).uncheck();
    expect(await page.locator('article:visible').count()).toBe(2);
    expect(await page.locator('[data-subject="subject-1"]:not(svg *):visible').count()).toBe(0);
    expect(await page.locator('[data-subject="subject-2"]:visible').count()).toBeGreaterThan(3);
    // In figures of all the others keep their places.
    const paleness = (id: string) =>
      page
        .locator(`svg [data-subject="${id}"]`)
        .evaluateAll((marks) => [...new Set(marks.map((mark) => getComputedStyle(mark).opacity))]);
    expect(await paleness('subject-1')).toEqual(['0.15']);
    expect(await paleness('subject-2')).toEqual(['1']);
    expect(await violations(page)).toEqual([]);
    await page.locator('#choose-all').click();
    expect(await paleness('subject-1')).toEqual(['1']);
    expect(await page.locator('article:visible').count()).toBe(3);
    await page.close();
  });

  it('compares any two', async () => {
    const { page } = await open(engines());
    await page.locator('#first-1').selectOption('tesseract');
    await page.locator('#second-1').selectOption('gocr');
    const rows = await page.locator('.compare-two tbody tr').allTextContents();
    expect(rows[1]).toBe(
      'blur tolerance3.27 px (3.13 to 3.39)1.71 px (1.56 to 1.87)tesseract (virtually certain, over 99.8 %)',
    );
    expect(rows[3]).toMatch(/^slip.*gocr \(extremely likely, 95 %\)$/);
    await page.close();
  });

  it('is light or dark as the system is, or as the reader wants it', async () => {
    const { page } = await open(engines(), 'dark');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe('rgb(20, 23, 28)');
    await page.locator('#theme').selectOption('light');
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.locator('#theme').selectOption('dark');
    await page.emulateMedia({ media: 'print' });
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.close();
  });

  /** Thirty readers: ten lack acuity, ten are at its upper end, ten are between. */
  const thirty = () =>
    Array.from({ length: 30 }, (_, place) => {
      const acuity = [0.004, 0.249, 0.05 + 0.002 * place][place % 3]!;
      const sd = [0.002, 0.0004, 0.003][place % 3]!;
      const own = { ...TESSERACT, acuity: [acuity, sd] as const };
      return madeFit({
        name: `reader${place + 1}`,
        normals: place < 29 ? own : GOCR,
        status: place < 29 ? 'converged' : 'failed',
        expected: expectedRows(`reader${place + 1}`, [0.6, 0.3]),
      });
    });

  it('has a line for each of many subjects, in groups that stand alike', async () => {
    const { page, said } = await open(thirty(), 'light', 400);
    const section = page.locator('section', { has: page.locator('#subjects') });
    expect(await section.locator('h3').allTextContents()).toEqual([
      'At the ceiling of acuity',
      'At neither end of any ability',
      'At the floor of acuity',
      'Fits that failed',
    ]);
    expect(await section.locator('article').count()).toBe(30);
    const line = section.locator('article').filter({ has: page.getByText('reader1', { exact: true }) });
    expect(await line.locator('summary').innerText()).toMatch(
      /^reader1\s+good\s+60.% succeeded; neither above nor below most in any ability$/,
    );
    expect(await line.locator('p').isVisible()).toBe(false);
    await line.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await line.locator('p').innerText()).toMatch(/^reader1 succeeded in 60 of 100 rows/);
    // Of so long a page axe-core takes long.
    if (triesAll()) expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    expect(said).toEqual([]);
    await page.close();
  });

  it('prints thirty subjects on under 15 sheets, and what is folded only if it was opened', async () => {
    const { page } = await open(thirty());
    const sheets = async () =>
      (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
    const folded = await sheets();
    expect(folded).toBeGreaterThan(3);
    expect(folded).toBeLessThan(15);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('All parameters of reader1,').isVisible()).toBe(false);
    expect(await page.locator('#subject-1 summary').isVisible()).toBe(true);
    expect(await page.locator('#pairs').isVisible()).toBe(false);
    // A heading that reaches out of its cell runs into the next one, or is cut off at the edge of the table.
    const reachOut = await page.evaluate(() =>
      [...document.querySelectorAll('th button')]
        .filter((button) => {
          const [own, cell] = [button, button.closest('th')!].map((each) => each.getBoundingClientRect());
          return own!.width > 0 && (own!.left < cell!.left - 0.5 || own!.right > cell!.right + 0.5);
        })
        .map((button) => button.textContent),
    );
    expect(reachOut).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Open all folded parts' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('All parameters of reader1,').isVisible()).toBe(true);
    expect(await page.locator('#pairs').isVisible()).toBe(true);
    expect(await sheets()).toBeGreaterThan(2 * folded);
    await page.close();
  });

  it('shows figures in the width for which they are drawn, on a phone, on a laptop and on paper', async () => {
    const { page } = await open(engines(), 'light', 400);
    const shown = () =>
      page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        return [...document.querySelectorAll('figure')].flatMap((figure) => {
          const svgs = [...figure.querySelectorAll('svg')].filter((svg) => svg.getClientRects().length > 0);
          return svgs.map((svg) => ({
            title: figure.querySelector('strong')!.textContent,
            drawn: svg.viewBox.baseVal.width,
            width: svg.getBoundingClientRect().width,
            room: figure.getBoundingClientRect().width,
            isScrolled: svg.closest('.scroll') !== null,
          }));
        });
      });
    const titles = (found: Awaited<ReturnType<typeof shown>>) => [
      ...new Set(found.map(({ title }) => title)),
    ];
    const phone = await shown();
    expect(titles(phone).length).toBeGreaterThan(2);
    for (const { title, drawn, width, room, isScrolled } of phone) {
      expect(isScrolled, title).toBe(false);
      expect(drawn, title).toBeLessThanOrEqual(360);
      expect(width, title).toBeLessThanOrEqual(room);
      // Not so much smaller that its words cannot be read.
      expect(width, title).toBeGreaterThan(0.9 * drawn);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const laptop = await shown();
    expect(titles(laptop)).toEqual(titles(phone));
    for (const { title, drawn } of laptop) expect(drawn, title).toBeGreaterThan(600);
    await page.emulateMedia({ media: 'print' });
    expect(await shown()).toHaveLength(laptop.length);
    await page.close();
  });

  it('has cards in the place of wide tables on a phone, in which each value says what it is', async () => {
    const { page } = await open(engines(), 'light', 400);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    const cards = page.locator('table.cards');
    expect(await cards.count()).toBeGreaterThan(2);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('table.cards')]
        .map((table) => table.closest('.scroll') ?? table)
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.getAttribute('aria-label')),
    );
    expect(wide).toEqual([]);
    const acuity = page.locator('#profiles-tables td[data-column^="acuity"]').first();
    expect(await acuity.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe(
      '"acuity (1 / px)"',
    );
    // To a screen reader it is the table that it was.
    expect(await page.getByRole('table').count()).toBeGreaterThan(2);
    expect(await page.getByRole('columnheader', { name: 'blur tolerance' }).count()).toBeGreaterThan(0);
    await page.close();
  });

  it('can be read without a script', async () => {
    const file = join(folder, 'still.html');
    writeFileSync(file, await report(engines()));
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    expect(await page.locator('.needs-script:visible').count()).toBe(0);
    expect(await page.locator('article:visible').count()).toBe(3);
    await context.close();
  });
});
