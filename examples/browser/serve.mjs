/**
 * Serves the pages of this folder, or of the one that is given, with the package as built, the OCR layout and its data. Any server of files
 * would do: the pages need no headers.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sirv from 'sirv';

const root = new URL('../../', import.meta.url);
const pages = process.argv[2] === undefined ? new URL('.', import.meta.url) : pathToFileURL(process.argv[2]);
const served = (folder) => sirv(fileURLToPath(folder), { dev: true });

/** By the beginning of the path, the longest first. */
const folders = [
  ['/theodolite/', served(new URL('dist/', root))],
  ['/csv-parse/', served(new URL('.', import.meta.resolve('csv-parse/browser/esm/sync')))],
  ['/data/', served(new URL('stdlib-layouts/ocr/', root))],
  ['/', served(pages)],
];

const { compile } = await import(new URL('dist/compiler/index.js', root).href);
const source = { name: 'ocr.ml', text: readFileSync(new URL('stdlib-layouts/ocr/ocr.ml', root), 'utf8') };
const { bytes } = await compile(source);

const server = createServer((request, response) => {
  if (request.url === '/data/ocr.wasm') {
    response.writeHead(200, { 'content-type': 'application/wasm' }).end(bytes);
    return;
  }
  const [prefix, serve] = folders.find(([beginning]) => request.url.startsWith(beginning));
  request.url = `/${request.url.slice(prefix.length)}`;
  serve(request, response, () => response.writeHead(404).end('There is no such file.'));
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}/`;
  console.log(`from a layout to a profile:      ${address}`);
  console.log(`a profile from a ready module:   ${address}ready.html`);
});
