/** Phrases of the report: numbers with meaningful digits and units, names of a layout, and terms for probabilities. */
import type { ParameterSummary } from '../../../host/diagnose/summarise.ts';
import { formatEstimate, meaningfulDecimals } from '../../../host/round-estimate.ts';
import type { ManifestColumn, ManifestLatent } from '../../../module/manifest.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import { mean, variance } from '../../../statistics/moments.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import type { Probability } from '../comparison.ts';

/** The parts of an estimate as text, rounded to two digits of the interval's width; `-` if undefined. */
export interface EstimateText {
  /** The posterior median. */
  readonly center: string;
  readonly lower: string;
  readonly upper: string;
  /** ` px`, ` / px`; empty for a probability and for a number without a unit. */
  readonly unit: string;
}

export function estimateText(
  { q50, hdi95 }: ParameterSummary,
  { unit }: Pick<ManifestLatent, 'unit'>,
): EstimateText {
  if (q50 === null || hdi95 === null) return { center: '-', lower: '-', upper: '-', unit: '' };
  const [lower, upper] = hdi95;
  const [m, l, u] = numbersAlike([q50, lower, upper], upper - lower) as [string, string, string];
  return { center: m, lower: l, upper: u, unit: unitSuffix(unit) };
}

/** `3.26 px (3.12 to 3.40)`. */
export function estimate(summary: ParameterSummary, latent: Pick<ManifestLatent, 'unit'>): string {
  const { center, lower, upper, unit } = estimateText(summary, latent);
  return `${center}${unit} (${lower} to ${upper})`;
}

/**
 * An expected outcome as text: the mean and the narrowest interval that contains 95 % of the draws. Rates of success
 * are in per cent.
 */
export interface ExpectedText {
  readonly mean: string;
  readonly lower: string;
  readonly upper: string;
  /** ` %`, or the unit of the outcome. */
  readonly unit: string;
}

export function expectedText(
  draws: Float64Array,
  outcome: Pick<ManifestColumn, 'kind' | 'unit'>,
): ExpectedText {
  const isRate = outcome.kind === 'binary';
  const [lower, upper] = highestDensityInterval(draws.slice().sort(), 0.95);
  const sd = Math.sqrt(variance(draws));
  const narrow = upper - lower < 0.02 || upper < 0.01 || lower > 0.99;
  const decimals = isRate ? (narrow ? 1 : 0) : meaningfulDecimals(sd, null);
  const text = (value: number) => formatEstimate(isRate ? 100 * value : value, decimals);
  return {
    mean: text(mean(draws)),
    lower: text(lower),
    upper: text(upper),
    unit: isRate ? ' %' : outcome.unit === '' ? '' : ` ${outcome.unit}`,
  };
}

/** `38 % (35 to 41)`. */
export function expected(draws: Float64Array, outcome: Pick<ManifestColumn, 'kind' | 'unit'>): string {
  const { mean: centre, lower, upper, unit } = expectedText(draws, outcome);
  return `${centre}${unit} (${lower} to ${upper})`;
}

/** An observed outcome in the same form: `41 %`. */
export function observedText(value: number, outcome: Pick<ManifestColumn, 'kind' | 'unit'>): string {
  if (outcome.kind === 'binary') return `${(100 * value).toFixed(0)} %`;
  return `${plainNumber(value)}${outcome.unit === '' ? '' : ` ${outcome.unit}`}`;
}

/** A number of the data, with at most four significant digits. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** `65.0 %`. */
export function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

/** A name as words: `blurTolerance` becomes `blur tolerance`, and `height_px` becomes `height` if its unit is px. */
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

/** Capitalises the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A doc comment as one line with a full stop; null if there is none. */
export function sentenceOf(doc: string | null): string | null {
  const text = doc?.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') return null;
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** `a`, `a and b`, `a, b and c`; for more than `most`, the first ones and the number of others. */
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

/** The terms, surest first; each applies from its bound upwards. */
export const TERMS: readonly { readonly from: number; readonly term: string }[] = [
  { from: 0.99, term: 'virtually certain' },
  { from: 0.95, term: 'extremely likely' },
  { from: 0.9, term: 'very likely' },
  { from: 0.66, term: 'likely' },
  { from: 0.33, term: 'about as likely as not' },
];

/** From this probability on, a comparison counts as a strength or a weakness. */
export const VERY_LIKELY = 0.9;

/** The term for a claim with a probability of at least one third. */
export function termOf({ value }: Probability): string {
  const found = TERMS.find(({ from }) => value >= from);
  if (found === undefined) throw new RangeError('turn the claim around: its opposite is likely');
  return found.term;
}

/**
 * `97 %`; near the ends `99.4 %`, and `over 99.9 %` at the resolution of the draws. Never 0 or 100 %, which draws
 * cannot show. Rounded towards 50 %, so that the number never claims more than the draws.
 */
export function percentOf({ value, resolution }: Probability): string {
  const finest = Math.max(0.001, resolution);
  if (value > 1 - finest) return `over ${cut(100 * (1 - finest))} %`;
  if (value < finest) return `under ${cut(100 * finest)} %`;
  const percent = 100 * value;
  if (percent >= 99 || percent < 1) return `${cut(percent)} %`;
  return `${percent > 50 ? Math.floor(percent + 1e-9) : Math.ceil(percent - 1e-9)} %`;
}

/** Rounds to one decimal, towards 50 %. */
function cut(percent: number): string {
  const tenths = percent > 50 ? Math.floor(percent * 10 + 1e-9) : Math.ceil(percent * 10 - 1e-9);
  return String(tenths / 10);
}

/** `it is virtually certain (over 99.9 %) that they differ`, of a claim with a probability of at least one third. */
export function itIs(probability: Probability, claim: string): string {
  return `it is ${termOf(probability)} (${percentOf(probability)}) that ${claim}`;
}

/** `virtually certain, over 99.9 %`: in brackets or a cell. */
export function surely(probability: Probability): string {
  return `${termOf(probability)}, ${percentOf(probability)}`;
}
