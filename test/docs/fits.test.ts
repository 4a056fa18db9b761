/** The fits that README.md and the guides show are those that the command prints. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';

const ROOT = new URL('../../', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, ROOT));
const DEMO_PAGES = ['README.md', 'docs/guides/read-a-fit.md'];
const LAYOUT_PAGE = 'docs/guides/write-a-layout.md';

/** What a table says besides how long sampling took. */
const lasting = (table: string) => table.replace(/sampled in [\d.]+ s/, 'sampled');

const blocksOf = (page: string) =>
  [...readFileSync(pathOf(page), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, language, code]) => ({ language, code: code! }),
  );
/** The first table of a fit that a page shows. */
const shownIn = (page: string) =>
  lasting(
    blocksOf(page).find(({ language, code }) => language === 'text' && code.startsWith('tesseract: '))!.code,
  ).trim();
const layout = blocksOf(LAYOUT_PAGE).find(({ language }) => language === '')!.code;

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
});
afterAll(() => workspace.remove());

describe('a fit that a page shows', () => {
  it('is the demo’s first table', async () => {
    const { scripts } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'));
    const [, , ...demo] = (scripts.demo as string).split(' ');
    const args = demo
      .map((argument) => (argument.startsWith('stdlib-layouts/') ? pathOf(argument) : argument))
      .map((argument) => argument.replace('read=tesseract,gocr,ocrad', 'read=tesseract'));
    const { status, stdout } = await workspace.run(...args);
    expect(status).toBe(0);
    for (const page of DEMO_PAGES) expect(lasting(stdout).trim(), page).toBe(shownIn(page));
  }, 60_000);

  it('is that of the first layout', async () => {
    workspace.write('reading.ml', layout);
    const table = pathOf('stdlib-layouts/ocr/words.csv');
    const { status, stdout } = await workspace.run('fit', 'reading.ml', table, '--outcome', 'read=tesseract');
    expect(status).toBe(0);
    expect(lasting(stdout).trim()).toBe(shownIn(LAYOUT_PAGE));
  }, 60_000);
});
