/** A browser without a window, where there is one, and the example's server. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The browser that tests drive: what THEODOLITE_CHROMIUM names, or Debian's; null where there is none. */
export const CHROMIUM = executable();

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function executable(): string | null {
  const named = process.env.THEODOLITE_CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`THEODOLITE_CHROMIUM: there is no ${named}`);
  // An empty name says that there is none to be tried.
  const path = named ?? '/usr/bin/chromium';
  if (existsSync(path)) return path;
  console.warn(
    'The tests in a browser are skipped: there is no /usr/bin/chromium (Debian: apt-get install chromium), and THEODOLITE_CHROMIUM names none.',
  );
  return null;
}

/** With a profile folder of its own, which goes with it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM!, args: FLAGS });
}

/** A page with all that it has asked for, and all that it or its console has said. */
export interface Watched {
  readonly page: Page;
  readonly requested: readonly string[];
  readonly said: readonly string[];
}

/**
 * Opens an address in a page of its own, and waits until it can be used.
 *
 * @param policy the content security policy that the server would send with it
 */
export async function openPage(browser: Browser, address: string, policy?: string): Promise<Watched> {
  const page = await browser.newPage();
  if (policy !== undefined) {
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': policy },
      });
    });
  }
  const requested: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(address);
  await pageReady(page);
  return { page, requested, said };
}

/** Waits until the page's form can be used: until then a button takes neither clicks nor the focus. */
export async function pageReady(page: Page): Promise<void> {
  await page.locator('button[type=submit]:enabled').waitFor();
}

export interface Server {
  /** Ends in a slash. */
  readonly address: string;
  close(): void;
}

/** Starts the server of `examples/browser` on a free port, for its own pages or those of another folder. */
export async function serveExample(...pages: [folder?: string]): Promise<Server> {
  const script = fileURLToPath(new URL('../../examples/browser/serve.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, ...pages.map(String)], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      printed += piece;
      const found = /http:\S+\/(?=\n)/.exec(printed);
      if (found !== null) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`the server of the example ended with status ${code}`)));
  });
  return { address, close: () => void child.kill() };
}
