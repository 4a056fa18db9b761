/**
 * Builds the playground, a folder of static files: `node packages/playground/build.mjs [FOLDER]`, after `npm run build`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compress, init as loadZstandard } from '@bokuweb/zstd-wasm';
import { build, transformSync } from 'esbuild';
import { LIVE_SCRIPT, SCRIPT, STYLE } from '../../dist/reporting/report/assets.js';
import { themeStyle } from '../../dist/reporting/report/page-frame.js';
import { workedExamples } from './worked-examples.mjs';

const HERE = new URL('.', import.meta.url);
const ROOT = new URL('../../', HERE);
const DIST = new URL('dist/', ROOT);
const BUILT = new URL('packages/playground/', DIST);
const BINARYEN = readFileSync(new URL('vendor/assemblyscript/binaryen.wasm', DIST));
/** Higher levels take as long again, and save a thousandth. */
const ZSTANDARD_LEVEL = 19;
const VERSION = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version;

const pathOf = (url) => fileURLToPath(url);

/** What the command imports of Node, and what stands for it in a page: modules of `system`. */
const PLATFORM = {
  'node:buffer': 'bytes',
  'node:child_process': 'platform',
  'node:crypto': 'digests',
  'node:events': 'platform',
  'node:fs': 'disk',
  'node:fs/promises': 'disk',
  'node:net': 'platform',
  'node:os': 'platform',
  'node:path': 'paths',
  'node:stream': 'packing',
  'node:tty': 'platform',
  'node:url': 'platform',
  'node:util': 'platform',
  'node:worker_threads': 'threads',
  'node:zlib': 'packing',
  'cli-progress': 'platform',
};

/** Modules of which others are taken in a page. */
const REPLACED = {
  'compiler/assemble/web/instantiate-binaryen.js': 'packages/playground/work/fetch-binaryen.js',
  'cli/report/reading-threads.js': 'packages/playground/work/no-reading-threads.js',
  // Figures are drawn in a worker, which has no document.
  'reporting/figures/web/document.js': 'reporting/figures/node/document.js',
};

/** The commands of the page are the others. */
const ABSENT_COMMANDS = [
  ...['explore', 'fmt', 'evaluate', 'predict', 'compare', 'log-prob', 'sweep', 'simulate', 'recover'],
  'language-server',
];

/** Modules that are not in the page, nor what only they import. */
const ABSENT = new Set(
  [
    ...ABSENT_COMMANDS.map((name) => `cli/${name}/${name}.js`),
    ...['cli/evaluate/predictions-table.js', 'reporting/paper/paper.js'],
    ...['pdf', 'png', 'typeface'].map((name) => `reporting/figures/node/${name}.js`),
  ].map((path) => pathOf(new URL(path, DIST))),
);

const inPage = {
  name: 'in a page',
  setup(plugin) {
    const ending = (path) => new RegExp(`${path.replaceAll('.', '\\.')}$`);
    plugin.onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) =>
      ABSENT.has(resolve(resolveDir, path)) ? { path, namespace: 'absent' } : undefined,
    );
    // Of CommonJS, since who imports it names what it exports.
    plugin.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'exports.isAbsent = true;' }));
    // Optional colours of tables, which their library does without if they cannot be loaded.
    plugin.onLoad({ filter: ending('@colors/colors/safe.js') }, () => ({ contents: 'throw new Error();' }));
    for (const [path, other] of Object.entries(REPLACED)) {
      const contents = `export * from ${JSON.stringify(pathOf(new URL(other, DIST)))};`;
      plugin.onLoad({ filter: ending(`dist/${path}`) }, () => ({ contents, resolveDir: pathOf(DIST) }));
    }
    plugin.onLoad({ filter: ending('dist/cli/version.js') }, () => ({
      contents: `export const version = () => ${JSON.stringify(VERSION)};`,
    }));
    plugin.onResolve({ filter: /^node:process$/ }, ({ path }) => ({ path, namespace: 'global' }));
    plugin.onLoad({ filter: /./, namespace: 'global' }, () => ({
      contents: 'module.exports = globalThis.process;',
    }));
    plugin.onResolve({ filter: /^(?:node:|cli-progress$)/ }, ({ path, importer }) => {
      const name = PLATFORM[path];
      if (name === undefined)
        return { errors: [{ text: `${path} has no substitute in a page (${importer})` }] };
      return { path: pathOf(new URL(`system/${name}.js`, BUILT)), sideEffects: name === 'process' };
    });
  },
};

const ENTRIES = {
  playground: 'page/main',
  'editor-worker': 'work/editor-worker',
  'command-worker': 'work/command-worker',
  'theodolite-layout': 'page/layout-element',
};

const OPTIONS = {
  ...{ absWorkingDir: pathOf(ROOT), bundle: true, minify: true, metafile: true, write: false },
  ...{ target: 'es2022', legalComments: 'none', logLevel: 'error', plugins: [inPage] },
  inject: [pathOf(new URL('system/bytes.js', BUILT))],
  define: { BINARYEN_BYTES: `${BINARYEN.length}` },
};

const entriesOf = (entries) =>
  Object.entries(entries).map(([out, path]) => ({ in: pathOf(new URL(`${path}.js`, BUILT)), out }));

/** The files of the page by path. */
export async function playgroundFiles() {
  const files = new Map();
  const used = new Set();
  for (const [entries, format] of [
    [ENTRIES, 'esm'],
    [{ 'address-frame': 'page/address-frame' }, 'iife'],
  ]) {
    const { outputFiles, metafile } = await build({
      ...OPTIONS,
      ...{ entryPoints: entriesOf(entries), format, splitting: format === 'esm' },
      ...{ outdir: '/out', chunkNames: 'assets/[name]-[hash]' },
    });
    for (const { path, contents } of outputFiles)
      files.set(path.slice('/out/'.length), Buffer.from(contents));
    for (const path of Object.keys(metafile.inputs)) used.add(path);
  }
  const text = (name) => readFileSync(new URL(`page/${name}`, HERE), 'utf8');
  const style = `${themeStyle()}\n${STYLE}\n${text('playground.css')}`;
  files.set('index.html', text('index.html').replace('{{policy}}', POLICY));
  files.set('address.html', text('address.html'));
  // In an element the host stands for the root of a page, and for its body.
  const own = style.replaceAll(/:root\b|^(?:html|body) \{/gm, (found) =>
    found.startsWith(':') ? ':host' : ':host {',
  );
  files.set('theodolite-layout.css', transformSync(own, { loader: 'css', minify: true }).code);
  files.set('playground.css', transformSync(style, { loader: 'css', minify: true }).code);
  await loadZstandard();
  files.set('assets/binaryen.wasm.zst', compress(BINARYEN, ZSTANDARD_LEVEL));
  for (const [path, content] of workedExamples(ROOT)) files.set(`examples/${path}`, content);
  files.set('licences.txt', licencesOf(used));
  files.set('service-worker.js', await serviceWorker(files));
  return files;
}

/** The service worker, with the files that it keeps and a digest of them. */
async function serviceWorker(files) {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(path).update(content);
  const { outputFiles } = await build({
    ...OPTIONS,
    ...{
      entryPoints: entriesOf({ 'service-worker': 'work/service-worker' }),
      format: 'iife',
      outdir: '/out',
    },
    define: {
      FILES: JSON.stringify([...files.keys()]),
      BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)),
    },
  });
  return outputFiles[0].text;
}

const hashOf = (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** A report stands in a frame of the page, whose policy holds for it too. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval' ${hashOf(SCRIPT)} ${hashOf(LIVE_SCRIPT)}`,
  // The editor and reports have styles of their own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The licences of the libraries that the bundles have taken in. */
function licencesOf(used) {
  const licences = new Map();
  for (const path of used) {
    const library = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (library !== undefined) {
      const folder = new URL(`node_modules/${library}/`, ROOT);
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) throw new Error(`${library} has no licence to go with it`);
      licences.set(library, readFileSync(new URL(file, folder), 'utf8'));
    }
    const vendored = /(?:^|\/)dist\/vendor\/((?:assemblyscript\/)?)([\w-]+)\.mjs$/.exec(path);
    if (vendored === null) continue;
    const [, folder, name] = vendored;
    const file = new URL(`vendor/${folder}${name === 'asc' ? 'assemblyscript' : name}.LICENSE.txt`, DIST);
    licences.set(name, readFileSync(file, 'utf8'));
  }
  licences.set('theodolite', readFileSync(new URL('LICENSE', ROOT), 'utf8'));
  return [...licences]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}\n\n${text}`)
    .join('\n\n');
}

/** Writes the files of the page into a folder, in place of what is there. */
export async function writePlayground(folder) {
  const files = await playgroundFiles();
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    const file = resolve(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = resolve(process.argv[2] ?? 'playground');
  await writePlayground(folder);
  console.log(folder);
}
