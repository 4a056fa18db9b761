/** Stores a fit again in a folder below another, as `fit --out` does: `node store-fit.mjs TO SOURCE/FOLDER`. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const DIST = new URL('../../dist/', import.meta.url);
const { ResultFolder } = await import(new URL('cli/process/results.js', DIST).href);
const { staleFiles } = await import(new URL('cli/fit/result-files.js', DIST).href);

const [to, source] = process.argv.slice(2);
const { files, sha256: _, ...summary } = JSON.parse(readFileSync(join(source, 'summary.json'), 'utf8'));
const names = Object.keys(files);
const formats = [
  ...(names.includes('draws.csv') ? ['csv'] : []),
  ...(names.includes('draws.parquet') ? ['parquet'] : []),
];
const folder = new ResultFolder(to);
const name = basename(source);
folder.prepare(name);
folder.writeFit(
  name,
  { files: names.map((path) => ({ path, content: readFileSync(join(source, path)) })), summary },
  staleFiles(join(to, name), formats, summary.sampler.chains, names.includes('model.wasm')),
);
