/** The playground as it is built, on a server of files that does nothing else, and its pages in a browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import sirv from 'sirv';
import { expect } from 'vitest';

interface Script {
  playgroundFiles(): Promise<Map<string, string | Uint8Array>>;
  writePlayground(folder: string): Promise<void>;
}

export const { playgroundFiles, writePlayground } = (await import(
  new URL('../../packages/playground/build.mjs', import.meta.url).href
)) as Script;

export interface Playground {
  /** The folder in which it was built, which is not the root of the server. */
  readonly folder: string;
  /** Ends in a slash. */
  readonly address: string;
  /** Answers nothing more, as a server that is not reached. */
  stop(): void;
  close(): void;
}

/** Builds the playground, and serves it from a folder below the root. */
export async function servePlayground(): Promise<Playground> {
  const root = mkdtempSync(join(tmpdir(), 'theodolite-playground-'));
  const folder = join(root, 'some', 'folder');
  await writePlayground(folder);
  const serve = sirv(root, { dev: true });
  const server = createServer((request, response) =>
    serve(request, response, () => void response.writeHead(404).end('There is no such file.')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    ...{ folder, stop },
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`,
    close() {
      stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A page of the playground in a profile of its own. */
export interface OpenPlayground {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page and its workers asked for. */
  readonly requested: readonly string[];
  /** What the console said. */
  readonly said: readonly string[];
}

export async function openPlayground(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPlayground> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requested: string[] = [];
  const said: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(address);
  await isReady(page);
  return { context, page, requested, said };
}

export async function isReady(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** Writes a layout in place of the one that is there, as a person types, and waits until it has been read. */
export async function typeLayout(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Layout' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await page.waitForTimeout(0);
}

/** The text of the layout. */
export function layoutText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}

/** Drops files on the page, as from the desktop. */
export async function drop(page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const contents = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }));
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
  }, contents);
}

/** Fits, and waits for the result. */
export async function runFit(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('#result-body')!.replaceChildren());
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await Promise.race([
    page.locator('#result-body [role=tab]').first().waitFor({ timeout: 100_000 }),
    page
      .locator('#fit-said > *')
      .first()
      .waitFor({ timeout: 100_000 })
      .then(async () => {
        throw new Error(await page.locator('#fit-said').innerText());
      }),
  ]);
}

/** A file of the result. */
export async function downloaded(page: Page, path: string): Promise<Buffer> {
  await page.getByRole('tab', { name: 'Files' }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${path}` }).click();
  const stream = await (await started).createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export function expectQuiet({ said }: OpenPlayground): void {
  expect(said).toEqual([]);
}
