/** The style and the script of the page. The build embeds both here, so that reports can also be made in a browser. */
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export const STYLE = read('style.css');
export const SCRIPT = read('script.js');
