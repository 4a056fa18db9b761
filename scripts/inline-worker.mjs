/**
 * The code of a page's web workers, as text in the module that starts them. A file of its own would have to be found: by every
 * bundler, from every folder a page is served from, and never on another origin, where a page may start no worker.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The text of the worker that `dist` has, in one piece. */
export async function chainWorkerText(dist) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('host/web/chain-worker.js', dist))],
    bundle: true,
    minify: true,
    // One scope, and no `import`: it is the same as a classic worker and as a module.
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text.trim();
}

/** Replaces what says where the worker's file is, in `dist`, by what makes an address of its text. */
export async function inlineWorker(dist) {
  const text = await chainWorkerText(dist);
  writeFileSync(
    new URL('host/web/chain-worker-script.js', dist),
    `/** The code of a web worker: chain-worker.js with all that it imports, written by scripts/inline-worker.mjs. */
const TEXT = ${JSON.stringify(text)};
let address;
/** The address of the worker's code, one for the life of the page. */
export function chainWorkerScript() {
  address ??= URL.createObjectURL(new Blob([TEXT], { type: 'text/javascript' }));
  return address;
}
`,
  );
}
