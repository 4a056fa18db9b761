import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, type Server, serveExample } from '../browser/open-browser.ts';
import { answersOf, stored } from './requests.ts';

let browser: Browser;
let server: Server;

beforeAll(async () => {
  if (CHROMIUM !== null) [browser, server] = await Promise.all([openBrowser(), serveExample()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

describe.skipIf(CHROMIUM === null)('the language server in a worker', () => {
  it('gives the answers that it gives over the standard streams', async () => {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.evaluate(() => {
      const worker = new Worker('/theodolite/editor/server/language-worker.js', { type: 'module' });
      const pending = new Map<unknown, (message: unknown) => void>();
      worker.onmessage = ({ data }) => {
        const key = data.id ?? `${data.method} ${data.params?.version}`;
        pending.get(key)?.(data);
        pending.delete(key);
      };
      let id = 0;
      Object.assign(window, {
        answered: (key: unknown) => new Promise((resolve) => pending.set(key, resolve)),
        send: (message: object) => worker.postMessage({ jsonrpc: '2.0', ...message }),
        ask: (method: string, params: unknown) => {
          id++;
          const answer = new Promise((resolve) => pending.set(id, resolve));
          worker.postMessage({ jsonrpc: '2.0', id, method, params });
          return answer;
        },
      });
    });
    const given: Record<string, Promise<unknown>> = {};
    const answers = await answersOf({
      request: async (method, params) => {
        const answer = await page.evaluate(
          ([asked, with_]) =>
            (window as never as { ask(a: unknown, b: unknown): Promise<{ result: unknown }> }).ask(
              asked,
              with_,
            ),
          [method, params] as const,
        );
        return answer.result;
      },
      notify(method, params) {
        given[method] = page.evaluate(
          ([asked, with_]) =>
            (window as never as { send(a: object): void }).send({ method: asked, params: with_ }),
          [method, params] as const,
        );
      },
      diagnostics: async (version) => {
        const message = await page.evaluate(
          (key) => (window as never as { answered(key: string): Promise<{ params: unknown }> }).answered(key),
          `textDocument/publishDiagnostics ${version}`,
        );
        return message.params;
      },
    });
    await Promise.all(Object.values(given));
    expect(stored(answers)).toBe(readFileSync(new URL('answers.txt', import.meta.url), 'utf8'));
  });
});
