/** Names of a layout as running text has them. */
import type { ManifestColumn, ManifestLatent } from '../../../module/manifest.ts';

/** `blurTolerance` as `blur tolerance`, and `height_px`, where that is in px, as `height`. */
export function spoken({ name, unit }: Pick<ManifestColumn | ManifestLatent, 'name' | 'unit'>): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][a-z]*$/.test(word) ? word.toLowerCase() : word));
  const last = words.at(-1);
  return (words.length > 1 && last === unit ? words.slice(0, -1) : words).join(' ');
}

/** The first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A doc comment as one line, with a full stop; null where there is none. */
export function sentenceOf(doc: string | null): string | null {
  const text = doc?.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') return null;
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** `a`, `a and b`, `a, b and c`; of more than `most` the first of them and how many others. */
export function listed(items: readonly string[], most = 6): string {
  const shown = items.length > most ? items.slice(0, most - 1) : items;
  const others = items.length - shown.length;
  const all = others > 0 ? [...shown, `${others} others`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const SMALL = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** `three`, and `13`. */
export function numberWord(count: number): string {
  return SMALL[count] ?? String(count);
}

/** `1 row`, `3000 rows`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
