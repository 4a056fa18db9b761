/** Text in figures: numbers and units, the width of words, and characters that may be shown. */
import { FONT } from './theme.ts';

/**
 * A number with `digits` significant digits, without trailing zeros, with powers of ten if far from 1, and with a true
 * minus sign.
 */
export function numberText(value: number, digits = 3): string {
  if (!Number.isFinite(value)) throw new RangeError(`a figure cannot show ${value}`);
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0) return '0';
  const size = Math.abs(rounded);
  const text =
    size >= 1e6 || size < 1e-4
      ? rounded.toExponential().replace(/e\+?(-?\d+)$/, ' × 10^$1')
      : String(rounded);
  return text.replace(/-/g, '−');
}

/** `name (unit)`, or only the name without a unit. */
export function withUnit(name: string, unit: string): string {
  return unit === '' || unit === 'probability' ? name : `${name} (${unit})`;
}

/** The unit after a number, such as ` px` or ` / px`; empty without a unit. */
export function unitSuffix(unit: string): string {
  if (unit === '' || unit === 'probability') return '';
  return unit.startsWith('1 / ') ? unit.slice(1) : ` ${unit}`;
}

/**
 * Numbers with equally many decimals, such that `spread` has two significant digits: for estimates and the width of
 * their interval.
 */
export function numbersAlike(values: readonly number[], spread: number): string[] {
  const place = Math.floor(Math.log10(spread));
  const hasNone = !Number.isFinite(place) || place < -6 || values.some((value) => Math.abs(value) >= 1e9);
  if (hasNone) return values.map((value) => numberText(value));
  return values.map((value) => {
    const text = value.toFixed(Math.max(0, 1 - place));
    return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
  });
}

/** Spaces as wide as a digit and as a point. */
const WIDE_SPACE = { digit: '\u2007', point: '\u2008' } as const;

/** Numbers with spaces behind them, so that right-aligned their decimal points are one below the other. */
export function alignedAtPoint(numbers: readonly string[]): string[] {
  const decimals = numbers.map((text) => /^\S*?\d(?:\.(\d+))?$/.exec(text)?.[1]?.length ?? 0);
  const most = Math.max(0, ...decimals);
  return numbers.map((text, place) => {
    const missing = most - decimals[place]!;
    if (missing === 0) return text;
    return `${text}${decimals[place] === 0 ? WIDE_SPACE.point : ''}${WIDE_SPACE.digit.repeat(missing)}`;
  });
}

/** Texts with spaces behind them, so that all are about as wide. */
export function filled(texts: readonly string[]): string[] {
  const longest = Math.max(0, ...texts.map((text) => text.length));
  return texts.map((text) => text.padEnd(longest, WIDE_SPACE.digit));
}

/** Numbers with spaces before them, so that left-aligned their decimal points are one below the other. */
export function indentedToPoint(numbers: readonly string[]): string[] {
  const whole = numbers.map((text) => /^[^\s.]*/.exec(text)![0].length);
  const most = Math.max(0, ...whole);
  return numbers.map((text, place) => `${WIDE_SPACE.digit.repeat(most - whole[place]!)}${text}`);
}

/** Approximate widths of Inter's letters in ems, slightly too wide so that other sans-serif fonts fit. */
const CLASSES: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/[ijl|.,:;'!\u2008]/, 0.29],
  [/[ ftr()[\]/\\-]/, 0.38],
  [/[mwMW@%—…]/, 0.9],
  [/[A-LN-VX-Z&]/, 0.7],
  [/[a-zα-ω]/, 0.58],
  [/[0-9=+<>±×−·\u2007]/, 0.63],
  // Combining marks have no width.
  [/\p{Mn}/u, 0],
  // Wide East Asian characters, and pictographs.
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u,
    1.05,
  ],
];

const OTHER = 0.68;

/** The approximate width of a line of text, in pixels. */
export function textWidth(text: string, size: number = FONT.size): number {
  let ems = 0;
  for (const letter of text) ems += CLASSES.find(([letters]) => letters.test(letter))?.[1] ?? OTHER;
  return ems * size;
}

/** The text, cut and ended with `…` if wider than `room` pixels. */
export function shortened(text: string, room: number, size: number = FONT.size): string {
  if (textWidth(text, size) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Breaks text into lines of at most `room` pixels; a longer word gets its own line. */
export function wrapped(text: string, room: number, size: number = FONT.size): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Control characters, lone surrogates, Unicode line and paragraph separators, and bidirectional controls (Unicode
 * Standard Annex 9, 2), with which a name could look like another, or a number show its digits in another order.
 * Right-to-left scripts do not need them. Tabs, newlines and joiners are allowed.
 */
const UNSEEN =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Replaces each of these characters by U+FFFD. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, '\ufffd');
}
