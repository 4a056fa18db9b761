/**
 * Observable Plot in one file, with what it uses of D3: Node would open their hundreds of files one by one. Plot also asks a page for the
 * fineness of its screen and shifts marks by half a pixel on a coarse one; here it finds no page, so that it draws the same everywhere.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What esbuild is told so that Plot finds no page: it is given the document to draw with. */
export const WITHOUT_PAGE = { window: 'undefined', it: 'undefined' };

/** Writes it to `vendor/` in `dist` with the licences of what is in it, and makes the figures import it from there. */
export async function vendorPlot(dist) {
  const vendor = new URL('vendor/', dist);
  const root = new URL('../', import.meta.url);
  const { metafile } = await build({
    stdin: { contents: "export * from '@observablehq/plot';", resolveDir: fileURLToPath(root) },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    define: WITHOUT_PAGE,
    legalComments: 'none',
    metafile: true,
    absWorkingDir: fileURLToPath(root),
    outfile: fileURLToPath(new URL('plot.mjs', vendor)),
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap(
      (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
    ),
  );
  writeFileSync(
    new URL('plot.LICENSE.txt', vendor),
    [...packages]
      .sort()
      .map((name) => licence(root, name))
      .join('\n\n'),
  );
  importFrom(new URL('figures/', dist));
}

function licence(root, name) {
  const folder = new URL(`node_modules/${name}/`, root);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence to go with it`);
  return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8')}`;
}

function importFrom(figures) {
  for (const name of readdirSync(figures, { recursive: true }).filter((each) => each.endsWith('.js'))) {
    const path = name.replaceAll('\\', '/');
    const file = new URL(path, figures);
    const text = readFileSync(file, 'utf8');
    const up = '../'.repeat(path.split('/').length);
    const vendored = text.replaceAll("from '@observablehq/plot'", `from '${up}vendor/plot.mjs'`);
    if (vendored !== text) writeFileSync(file, vendored);
  }
}
