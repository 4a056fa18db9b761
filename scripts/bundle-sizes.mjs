/**
 * Measures what a page loads: the package's entries, bundled and minified as by a page's author, in bytes, raw and
 * compressed. Written to docs/guides/sizes.json, and to the table of docs/guides/browser.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chainWorkerText } from './inline-worker.mjs';

const root = new URL('../', import.meta.url);
const dist = new URL('dist/', root);

/**
 * Parts that only some pages load, each in a separate file: the words for problems with a fit or a module, or for why
 * no chain found a start; many rows, several tables, files of draws, hints, predictions, the number of scouts, reports, per-level
 * statistics, and running without workers.
 */
const ON_DEMAND = [
  'adapt-again',
  'diagnose/evidence',
  'diagnose/modes',
  'diagnose/verdict',
  'diagnose/ways',
  'diagnose/lost-modes',
  'distinct-rows',
  'estimate/estimated-model',
  'explain-no-start',
  'draws-csv',
  'hints/find-hints',
  'level-facts',
  'predict/log-likelihood',
  'predict/new-columns',
  'predict/predict',
  'refused-module',
  'reported',
  'row-tables',
  'sampler-instance',
  'send-scouts',
  'survey-places',
  'this-thread',
];

const host = "export * from 'theodolite/host';";
const onDemand = ON_DEMAND.map((file) => `*/${file}.js`);

/** A measured bundle: its name, its description, and how it is made. */
export const BUNDLES = {
  host: {
    meaning: '`theodolite/host`: load, bind, densities, fit, summary, draws',
    make: () => bundled(host, [...onDemand, '*/worker-pool.js']),
  },
  'host with its workers': {
    meaning: 'the same with the pool and the code of its workers: all that a usual fit loads',
    make: () => bundled(host, onDemand),
  },
  worker: {
    meaning: 'of that, the code of a worker',
    make: () => chainWorkerText(dist),
  },
  'on demand': {
    meaning:
      'loaded where something is wrong with a fit, for 10 000 rows and more, for files of draws, hints, predictions, and chains without workers',
    make: () => bundled(ON_DEMAND.map((file) => `export * from './dist/host/${file}.js';`).join('')),
  },
  compiler: {
    meaning: '`theodolite/compiler`: its JavaScript, the runtime’s AssemblyScript and asc among it',
    make: () => bundled("export { compile } from 'theodolite/compiler';"),
  },
  binaryen: {
    meaning: 'Binaryen, which the compiler fetches: `binaryen.wasm`',
    make: () => readFileSync(new URL('vendor/assemblyscript/binaryen.wasm', dist)),
  },
};

/** A module for pages, in one file. */
async function bundled(contents, external = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(root) },
    bundle: true,
    external,
    format: 'esm',
    legalComments: 'none',
    logLevel: 'error',
    minify: true,
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text;
}

/** The size in bytes: raw, and by gzip and Brotli at their highest levels. */
export function sizeOf(content) {
  const bytes = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
  };
}

/** Replaces the table between the two marks. */
function withTable(text, sizes) {
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const rows = Object.entries(sizes).map(
    ([what, { raw, gzip, brotli }]) =>
      `| ${BUNDLES[what].meaning} | ${[raw, gzip, brotli].map(kilobytes).join(' | ')} |`,
  );
  const table = ['| kB | raw | gzip | Brotli |', '| --- | --: | --: | --: |', ...rows].join('\n');
  return text.replace(/(<!-- sizes -->\n).*?(\n<!-- end of sizes -->)/s, `$1${table}$2`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = {};
  for (const [name, { make }] of Object.entries(BUNDLES)) sizes[name] = sizeOf(await make());
  const page = new URL('docs/guides/browser.md', root);
  writeFileSync(new URL('docs/guides/sizes.json', root), `${JSON.stringify(sizes, null, 2)}\n`);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), sizes));
  console.table(sizes);
}
