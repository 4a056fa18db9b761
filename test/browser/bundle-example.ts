/** The first page of `examples/browser` with its modules bundled by esbuild, as its README says. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = new URL('../../', import.meta.url);
const EXAMPLE = new URL('examples/browser/', ROOT);

/** Writes `index.html`, its bundle, the compiler's worker and Binaryen into a folder. */
export async function bundleExample(folder: string): Promise<void> {
  await build({
    entryPoints: [
      { in: 'examples/browser/compile-page.js', out: 'compile-page' },
      // esbuild does not look for workers: the compiler's becomes an entry of its own, beside the page's.
      { in: 'theodolite/compile-worker', out: 'compile-worker' },
    ],
    absWorkingDir: fileURLToPath(ROOT),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: folder,
  });
  const binaryen = new URL('dist/vendor/assemblyscript/binaryen.wasm', ROOT);
  copyFileSync(binaryen, join(folder, 'binaryen.wasm'));
  copyFileSync(new URL('page.css', EXAMPLE), join(folder, 'page.css'));
  const html = readFileSync(new URL('index.html', EXAMPLE), 'utf8');
  writeFileSync(join(folder, 'index.html'), html.replace(/<script type="importmap">.*?<\/script>/s, ''));
}
