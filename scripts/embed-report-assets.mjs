/** The style and the script of reports as one module in place of the one that reads them from the disk: a page has none. */
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
