/** The language server in a web worker: it talks with the page that started it by messages, each of which is one of the protocol. */
import { BrowserMessageReader, BrowserMessageWriter } from 'vscode-languageserver/browser';
import { serveLayouts } from './serve.ts';

const page = globalThis as unknown as ConstructorParameters<typeof BrowserMessageReader>[0] & {
  close(): void;
};

void serveLayouts(new BrowserMessageReader(page), new BrowserMessageWriter(page)).then(() => page.close());
