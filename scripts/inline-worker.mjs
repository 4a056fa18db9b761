/**
 * Puts the code of a page's web workers as text into the module that starts them. A separate file would have to be
 * found by every bundler and from every folder of a page, and it could not be on another origin, from which a page
 * cannot start a worker.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The text of the worker in `dist`, in one piece. */
export async function chainWorkerText(dist) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('host/web/chain-worker.js', dist))],
    bundle: true,
    minify: true,
    // One scope without `import`, so that it works as a classic worker and as a module.
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text.trim();
}

/** In `dist`, replaces the location of the worker's file by an address made from its text. */
export async function inlineWorker(dist) {
  const text = await chainWorkerText(dist);
  writeFileSync(
    new URL('host/web/chain-worker-script.js', dist),
    `/** The code of a web worker: chain-worker.js with all that it imports, written by scripts/inline-worker.mjs. */
const TEXT = ${JSON.stringify(text)};
let address;
/** The address of the worker's code, the same for the life of the page. */
export function chainWorkerScript() {
  address ??= URL.createObjectURL(new Blob([TEXT], { type: 'text/javascript' }));
  return address;
}
`,
  );
}
