/** The page's style and script. The build puts both into this module, since a page has no disk to read them from. */
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export const STYLE = read('style.css');
export const SCRIPT = read('script.js');
