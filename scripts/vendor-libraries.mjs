/**
 * Libraries that come along in `dist/vendor`, each bundled into one file with what it uses of others. Node would open their hundreds of files one
 * by one, and an installation would hold all that their packages bring besides. They are development dependencies, since nothing
 * outside of the build reads them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What esbuild is told so that Plot finds no page: it is given the document to draw with, and draws the same everywhere. */
export const WITHOUT_PAGE = { window: 'undefined', it: 'undefined' };

/**
 * The libraries by the name of their file: what sources import, and esbuild's `define` and `alias` for it. A package without a licence file of its
 * own, such as resvg, is not distributed here: it stays a dependency.
 */
export const LIBRARIES = {
  chevrotain: { package: 'chevrotain' },
  flechette: { package: '@uwdata/flechette' },
  graphviz: { package: '@hpcc-js/wasm-graphviz' },
  hyparquet: { package: 'hyparquet' },
  'hyparquet-writer': { package: 'hyparquet-writer' },
  // Without the optional canvas, for which linkedom has a stand-in of its own.
  linkedom: { package: 'linkedom', alias: { canvas: 'linkedom/commonjs/canvas-shim.cjs' } },
  plot: { package: '@observablehq/plot', define: WITHOUT_PAGE },
  zstddec: { package: 'zstddec' },
};

const ROOT = new URL('../', import.meta.url);

/** Writes them with their licences to `vendor/` in `dist`, and makes the modules there import them from it. */
export async function vendorLibraries(dist) {
  const vendor = new URL('vendor/', dist);
  mkdirSync(vendor, { recursive: true });
  removeOthers(vendor);
  for (const [name, { package: library, define = {}, alias = {} }] of Object.entries(LIBRARIES)) {
    const { metafile } = await build({
      ...bundleOptions(library, define, alias),
      minify: true,
      metafile: true,
      outfile: fileURLToPath(new URL(`${name}.mjs`, vendor)),
    });
    writeFileSync(new URL(`${name}.LICENSE.txt`, vendor), licencesOf(packagesIn(metafile)));
  }
  importVendored(dist);
}

/** Removes what an earlier build bundled and this one does not. */
function removeOthers(vendor) {
  for (const file of readdirSync(vendor)) {
    const name = file.endsWith('.mjs') ? file.slice(0, -'.mjs'.length) : null;
    if (name === null || name in LIBRARIES) continue;
    for (const old of [file, `${name}.LICENSE.txt`]) rmSync(new URL(old, vendor), { force: true });
  }
}

function bundleOptions(library, define, alias) {
  return {
    stdin: { contents: `export * from '${library}';`, resolveDir: fileURLToPath(ROOT) },
    ...{ bundle: true, format: 'esm', target: 'es2022', legalComments: 'none' },
    ...{ define, alias, absWorkingDir: fileURLToPath(ROOT) },
  };
}

/** The names of the packages that a bundle has files of, in the order of the alphabet. */
function packagesIn({ inputs }) {
  const names = Object.keys(inputs).flatMap(
    (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/** Each licence once, under the names of the packages that have it. */
function licencesOf(packages) {
  const namesOf = new Map();
  for (const name of packages) {
    const text = licenceText(name);
    namesOf.set(text, [...(namesOf.get(text) ?? []), name]);
  }
  return [...namesOf].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n');
}

/** @throws Error for a package that has no licence to go with it: it must not be distributed. */
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
