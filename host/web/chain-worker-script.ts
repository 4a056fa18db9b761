/**
 * The location of a web worker's code. In the sources it is the file beside this one. In `dist`,
 * `scripts/inline-worker.mjs` replaces this with the worker's text, from which the worker is made. Then no separate
 * file is needed, whether the page's modules are bundled, served unchanged, or loaded from another origin, from which a
 * page cannot start a worker.
 */

/** The address of the worker's code. */
export function chainWorkerScript(): URL | string {
  return new URL('./chain-worker.js', import.meta.url);
}
