/** What a reader sees first of a report on a layout that does not describe its table, and of one that does. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../../browser/open-browser.ts';
import { openWorkspace, type Workspace } from '../../cli/run-command.ts';
import { type Chance, RIGHT, ROWS, SEEDS, tableOf, truth, WRONG } from '../checks/wrong-layouts.ts';

/** A laptop's screen, and that of a phone. */
const SCREENS = [
  { width: 1280, height: 720 },
  { width: 400, height: 800 },
] as const;

describe.skipIf(CHROMIUM === null)('the first screen of a report', () => {
  let browser: Browser;
  let workspace: Workspace;

  beforeAll(async () => {
    [browser, workspace] = [await openBrowser(), openWorkspace()];
  });
  afterAll(async () => {
    await browser?.close();
    workspace?.remove();
  });

  /** Fits the layout to a table that is drawn with these chances, and writes the report. */
  async function report(text: string, chance: Chance, seed: number): Promise<string> {
    const columns = [...tableOf(chance, seed)];
    const rows = Array.from({ length: ROWS }, (_, row) => columns.map(([, values]) => values[row]).join());
    workspace.write('climb.ml', text);
    workspace.write('rows.csv', `${columns.map(([name]) => name).join()}\n${rows.join('\n')}\n`);
    await workspace.run('fit', 'climb.ml', 'rows.csv', '--seed', String(seed), '--out', 'fit');
    await workspace.run('report', 'fit', '--no-live', '-o', 'report.html');
    return pathToFileURL(join(workspace.path, 'report.html')).href;
  }

  /** The warnings that stand wholly on the screen before anyone scrolls, on screens of both sizes. */
  async function warnings(address: string): Promise<string[]> {
    const seen: string[][] = [];
    for (const viewport of SCREENS) {
      const page = await browser.newPage({ viewport });
      await page.goto(address);
      seen.push(
        await page
          .locator('.alerts .note')
          .evaluateAll((notes) =>
            notes
              .filter((note) => note.getBoundingClientRect().bottom <= innerHeight)
              .map((note) => note.textContent ?? ''),
          ),
      );
      await page.close();
    }
    return seen.map((texts) => texts.join(' '));
  }

  const MISFIT = /The layout does not describe these data\. .*expected .* and observed /i;

  it.each(Object.entries(WRONG))('has the misfit in all tables with %s', async (_, { text, chance }) => {
    const missing: number[] = [];
    for (const seed of SEEDS.slice(0, 10)) {
      const seen = await warnings(await report(text, chance, seed));
      if (!seen.every((warning) => MISFIT.test(warning))) missing.push(seed);
    }
    expect(missing).toEqual([]);
  });

  it('has no misfit for a right layout, in at least 95 % of tables', async () => {
    const wrong: number[] = [];
    for (const seed of SEEDS) {
      const [seen] = await warnings(await report(RIGHT, truth, seed));
      if (seen!.includes('does not describe')) wrong.push(seed);
    }
    console.log(`called wrong: ${wrong.length} of ${SEEDS.length} right layouts`);
    expect(wrong.length).toBeLessThanOrEqual(0.05 * SEEDS.length);
  });
});
