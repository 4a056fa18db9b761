/**
 * Puts the style and the script of reports into a module that replaces the one that reads them from disk, because a
 * page has no disk.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces `reporting/report/assets.js` in `dist`. */
export function embedReportAssets(dist) {
  const text = (name) =>
    JSON.stringify(readFileSync(new URL(`../reporting/report/assets/${name}`, dist), 'utf8'));
  writeFileSync(
    new URL('reporting/report/assets.js', dist),
    `/** The page's style and script, written by scripts/embed-report-assets.mjs. */
export const STYLE = ${text('style.css')};
export const SCRIPT = ${text('script.js')};
`,
  );
}
