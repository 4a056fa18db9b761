/**
 * Where a web worker finds its code. In the sources that is the file beside this one. In `dist`, `scripts/inline-worker.mjs`
 * puts the worker's text here in its place, and the worker is made of that: nothing is to be found at a place of its own then, be the
 * page's modules bundled, served as they are, or loaded from another origin, from which a page may start no worker.
 */

/** The address of the worker's code. */
export function chainWorkerScript(): URL | string {
  return new URL('./chain-worker.js', import.meta.url);
}
