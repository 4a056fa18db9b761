/**
 * Puts the style, the scripts and the worker of reports into modules that replace those that read them from disk, because a
 * page has no disk.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

/** Replaces `reporting/report/assets.js` and `live/live-worker-text.js` in `dist`. */
export async function embedReportAssets(dist) {
  const text = (name) => {
    const source = readFileSync(new URL(`../reporting/report/assets/${name}`, dist), 'utf8');
    const { code } = transformSync(source, { loader: name.split('.').at(-1), minifyWhitespace: true });
    return JSON.stringify(code);
  };
  writeFileSync(
    new URL('reporting/report/assets.js', dist),
    `/** The page's style and scripts, written by scripts/embed-report-assets.mjs. */
export const STYLE = ${text('style.css')};
export const SCRIPT = ${text('script.js')};
export const LIVE_STYLE = ${text('live.css')};
export const LIVE_SCRIPT = ${text('live.js')};
`,
  );
  const worker = new URL('reporting/report/live/live-worker-text.js', dist);
  const { liveWorkerText } = await import(worker);
  writeFileSync(
    worker,
    `/** The code of a live report's worker, compressed by gzip, in base64, written by scripts/embed-report-assets.mjs. */
const TEXT = ${JSON.stringify(await liveWorkerText())};
export async function liveWorkerText() {
  return TEXT;
}
`,
  );
  // What only the worker reads is in that text.
  for (const name of ['live-worker', 'refits', 'reweigh'])
    rmSync(new URL(`reporting/report/live/${name}.js`, dist));
}
