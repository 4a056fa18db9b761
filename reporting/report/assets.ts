/** The style and the scripts of the page. The build embeds them here, so that reports can also be made in a browser. */
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export const STYLE = read('style.css');
export const SCRIPT = read('script.js');
/** The live part of a page: its style, and the script that asks the worker. */
export const LIVE_STYLE = read('live.css');
export const LIVE_SCRIPT = read('live.js');
