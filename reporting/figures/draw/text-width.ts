/** How wide words are, near enough to leave room for them, without a font to measure them in. */
import { FONT } from './theme.ts';

/** Widths in ems of Inter's letters in classes, a little wide, so that other sans-serif fonts fit as well. */
const CLASSES: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/[ijl|.,:;'!]/, 0.29],
  [/[ ftr()[\]/\\-]/, 0.38],
  [/[mwMW@%—…]/, 0.9],
  [/[A-LN-VX-Z&]/, 0.7],
  [/[a-zα-ω]/, 0.58],
  [/[0-9=+<>±×−·]/, 0.63],
  // Marks that stand over the letter before them.
  [/\p{Mn}/u, 0],
  // Wide signs of East Asia, and pictures.
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u,
    1.05,
  ],
];

const OTHER = 0.68;

/** In pixels, of words in one line. */
export function textWidth(text: string, size: number = FONT.size): number {
  let ems = 0;
  for (const letter of text) ems += CLASSES.find(([letters]) => letters.test(letter))?.[1] ?? OTHER;
  return ems * size;
}

/** The text where it is no wider than `room` pixels, else as much of its beginning as is with `…`. */
export function shortened(text: string, room: number, size: number = FONT.size): string {
  if (textWidth(text, size) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Words broken into lines of at most `room` pixels; a longer word has a line of its own. */
export function wrapped(text: string, room: number, size: number = FONT.size): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
