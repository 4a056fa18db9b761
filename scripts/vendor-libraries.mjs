/**
 * Bundles libraries into `dist/vendor`, each into one file with the parts of others that it uses. Otherwise Node would
 * open their hundreds of files one by one, and an installation would contain everything else in their packages. They
 * are development dependencies, because only the build reads them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Settings of esbuild that hide the page from Plot: it receives the document to draw with, and so draws the same
 * everywhere.
 */
export const WITHOUT_PAGE = { window: 'undefined', it: 'undefined' };

/**
 * The libraries by file name: the imported package, esbuild's `define` and `alias` for it, and whether it is of CommonJS:
 * the names of its exports are then known only when it runs, and those that our modules import are listed. A package without its
 * own licence file, such as resvg, is not distributed here; it stays a dependency.
 */
export const LIBRARIES = {
  chevrotain: { package: 'chevrotain' },
  flechette: { package: '@uwdata/flechette' },
  graphviz: { package: '@hpcc-js/wasm-graphviz' },
  hyparquet: { package: 'hyparquet' },
  'hyparquet-writer': { package: 'hyparquet-writer' },
  // The parts that need no platform: over standard streams it is given the bytes, in a worker the messages.
  languageserver: { package: 'vscode-languageserver/browser', isCommonJs: true },
  // Without the optional canvas, for which linkedom has its own substitute.
  linkedom: { package: 'linkedom', alias: { canvas: 'linkedom/commonjs/canvas-shim.cjs' } },
  plot: { package: '@observablehq/plot', define: WITHOUT_PAGE },
  zip: { package: '@zip.js/zip.js/lib/zip-core-reader.js' },
  zstddec: { package: 'zstddec' },
};

const ROOT = new URL('../', import.meta.url);

/** Writes them with their licences to `vendor/` in `dist`, and makes the modules there import them from it. */
export async function vendorLibraries(dist) {
  const vendor = new URL('vendor/', dist);
  mkdirSync(vendor, { recursive: true });
  removeOthers(vendor);
  for (const [name, { package: library, isCommonJs, define = {}, alias = {} }] of Object.entries(LIBRARIES)) {
    const names = isCommonJs ? `{ ${importedNames(dist, library).join(', ')} }` : '*';
    const { metafile } = await build({
      ...bundleOptions(`export ${names} from '${library}';`, define, alias),
      minify: true,
      metafile: true,
      outfile: fileURLToPath(new URL(`${name}.mjs`, vendor)),
    });
    writeFileSync(new URL(`${name}.LICENSE.txt`, vendor), licencesOf(packagesIn(metafile)));
  }
  importVendored(dist);
}

/** Removes bundles of an earlier build that this one does not make. */
function removeOthers(vendor) {
  for (const file of readdirSync(vendor)) {
    const name = file.endsWith('.mjs') ? file.slice(0, -'.mjs'.length) : null;
    if (name === null || name in LIBRARIES) continue;
    for (const old of [file, `${name}.LICENSE.txt`]) rmSync(new URL(old, vendor), { force: true });
  }
}

/** The names that modules in `dist` import from a library, in alphabetical order. */
function importedNames(dist, library) {
  const names = readdirSync(dist, { recursive: true })
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [
      ...readFileSync(new URL(path.replaceAll('\\', '/'), dist), 'utf8').matchAll(
        /^import \{([^}]*)\} from '([^']+)'/gm,
      ),
    ])
    .filter(([, , from]) => from === library)
    .flatMap(([, list]) => list.split(',').map((each) => each.trim().replace(/ as .*/, '')))
    .filter((name) => name !== '');
  return [...new Set(names)].sort();
}

function bundleOptions(contents, define, alias) {
  return {
    stdin: { contents, resolveDir: fileURLToPath(ROOT) },
    ...{ bundle: true, format: 'esm', target: 'es2022', legalComments: 'none' },
    ...{ define, alias, absWorkingDir: fileURLToPath(ROOT) },
  };
}

/** The names of the packages with files in a bundle, in alphabetical order. */
function packagesIn({ inputs }) {
  const names = Object.keys(inputs).flatMap(
    (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/** Each licence once, under the names of its packages. */
function licencesOf(packages) {
  const namesOf = new Map();
  for (const name of packages) {
    const text = licenceText(name);
    namesOf.set(text, [...(namesOf.get(text) ?? []), name]);
  }
  return [...namesOf].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n');
}

/** @throws Error for a package without a licence file, which must not be distributed. */
function licenceText(name) {
  const folder = new URL(`node_modules/${name}/`, ROOT);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence to go with it`);
  return readFileSync(new URL(file, folder), 'utf8');
}

function importVendored(dist) {
  const files = new Map(
    Object.entries(LIBRARIES).map(([name, { package: library }]) => [library, `vendor/${name}.mjs`]),
  );
  const quoted = [...files.keys()].map((library) => library.replaceAll('.', '\\.')).join('|');
  const IMPORT = new RegExp(`(from |import\\()'(${quoted})'`, 'g');
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = name.replaceAll('\\', '/');
    if (!path.endsWith('.js') || path.startsWith('vendor/')) continue;
    const file = new URL(path, dist);
    const text = readFileSync(file, 'utf8');
    const up = '../'.repeat(path.split('/').length - 1);
    const vendored = text.replaceAll(IMPORT, (_, how, library) => `${how}'${up}${files.get(library)}'`);
    if (vendored !== text) writeFileSync(file, vendored);
  }
}
