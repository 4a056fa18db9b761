/**
 * Joins the modules that every compilation loads into one file: Node finds, reads and links it in a third of the time
 * for a hundred and forty small ones.
 */
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const WHOLE = 'compiler/whole.js';
/** The prelude and the runtime, which are data. */
const TEXTS = 'compiler/package-file.js';
const CHANGED = `/** The grammar and the compiler in one file, written by scripts/join-compiler.mjs. */`;

/**
 * Writes `compiler/whole.js` in `dist`. Each joined module keeps only its exports, which are taken from the whole, so
 * every importer gets the same functions and classes. A module that nothing else imports is removed: each file takes a
 * block of the disk.
 */
export async function joinCompiler(dist) {
  const folder = fileURLToPath(dist);
  const first = await bundled(folder, `export * from './compiler/compile.js';`);
  const joined = Object.keys(first.metafile.inputs).filter(
    (path) => /^(compiler|grammar)\//.test(path) && !isOfNode(path),
  );
  const modules = [];
  for (const path of joined.sort()) {
    modules.push({ path, names: Object.keys(await import(new URL(path, dist).href)) });
  }
  const { outputFiles } = await bundled(
    folder,
    modules
      .map(
        ({ path, names }) =>
          `export { ${names.map((name) => `${name} as ${nameInWhole(path, name)}`)} } from './${path}';`,
      )
      .join('\n'),
  );
  writeFileSync(new URL(WHOLE, dist), `${CHANGED}\n${outputFiles[0].text}`);
  const imported = importedBy(dist, new Set([...joined, WHOLE]));
  for (const { path, names } of modules) {
    const file = new URL(path, dist);
    if (!imported.has(file.href)) {
      unlinkSync(file);
      continue;
    }
    const opening = /^\/\*\*[\s\S]*?\*\/\n/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
    const whole = relativePath(dirname(path), WHOLE);
    const exported = names.map((name) => `${nameInWhole(path, name)} as ${name}`).join(', ');
    writeFileSync(file, `${opening}export { ${exported} } from '${whole}';\n`);
  }
}

/**
 * The addresses of the modules that modules other than these import, statically or not, or that the package names: a
 * bundler for pages takes some in place of others.
 */
function importedBy(dist, without) {
  const root = new URL('../', dist);
  const named = readFileSync(new URL('package.json', root), 'utf8').matchAll(/"(\.\/dist\/[^"]+\.js)"/g);
  const imported = new Set(Array.from(named, ([, path]) => new URL(path, root).href));
  for (const path of readdirSync(dist, { recursive: true })) {
    if (!path.endsWith('.js') || without.has(path) || path.startsWith('vendor/')) continue;
    const file = new URL(path, dist);
    const text = readFileSync(file, 'utf8');
    for (const [, specifier] of text.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(?\s*|\bURL\(\s*)['"](\.[^'"]+)['"]/g,
    ))
      imported.add(new URL(specifier, file).href);
  }
  return imported;
}

/**
 * The part of the grammar and the compiler that an entry imports, as one module; everything else is imported from its
 * own place.
 */
function bundled(folder, entry) {
  return build({
    absWorkingDir: folder,
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    format: 'esm',
    target: 'es2023',
    outfile: resolve(folder, WHOLE),
    legalComments: 'none',
    // A fifth of the file; names stay as they are, for the traces of defects.
    minifyWhitespace: true,
    metafile: true,
    write: false,
    plugins: [
      {
        name: 'others stay where they are',
        setup: (plugin) => plugin.onResolve({ filter: /./ }, resolveModule),
      },
    ],
  });

  function resolveModule({ path, resolveDir }) {
    if (!path.startsWith('.')) return { path, external: true };
    const file = relative(folder, resolve(resolveDir, path));
    if (/^(compiler|grammar)\//.test(file) && file !== TEXTS && !isOfNode(file)) return undefined;
    return { path: relativePath(dirname(WHOLE), file), external: true };
  }
}

/** A part that is only for Node is loaded separately, so that a bundler for pages can omit it. */
function isOfNode(path) {
  return path.includes('/node/');
}

/** The name of an export among those of all modules. */
function nameInWhole(path, name) {
  return `${path.replace(/\.js$/, '').replaceAll(/\W/g, '_')}__${name}`;
}

function relativePath(from, to) {
  const path = relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}
