/** Probabilities in words that mean a range each: the calibrated terms of Mastrandrea et al. (2010, IPCC guidance note on uncertainties). */
import type { Probability } from '../comparison.ts';

/** From the surest on; each holds from its bound up. */
export const TERMS: readonly { readonly from: number; readonly term: string }[] = [
  { from: 0.99, term: 'virtually certain' },
  { from: 0.95, term: 'extremely likely' },
  { from: 0.9, term: 'very likely' },
  { from: 0.66, term: 'likely' },
  { from: 0.33, term: 'about as likely as not' },
];

/** From where on a comparison counts as a strength or a weakness. */
export const VERY_LIKELY = 0.9;

/** The term for a claim of at least a third of probability. */
export function termOf({ value }: Probability): string {
  const found = TERMS.find(({ from }) => value >= from);
  if (found === undefined) throw new RangeError('turn the claim around: its opposite is likely');
  return found.term;
}

/**
 * `97 %`; near the ends `99.4 %`, and `over 99.9 %` where the draws tell no finer. Never 0 or 100 %, since draws cannot show either, and
 * rounded towards 50 %, so that the number never claims more than the term.
 */
export function percentOf({ value, resolution }: Probability): string {
  const finest = Math.max(0.001, resolution);
  if (value > 1 - finest) return `over ${cut(100 * (1 - finest))} %`;
  if (value < finest) return `under ${cut(100 * finest)} %`;
  const percent = 100 * value;
  if (percent >= 99 || percent < 1) return `${cut(percent)} %`;
  return `${percent > 50 ? Math.floor(percent + 1e-9) : Math.ceil(percent - 1e-9)} %`;
}

/** Rounded towards 50 %, so that no more is claimed than holds. */
function cut(percent: number): string {
  const tenths = percent > 50 ? Math.floor(percent * 10 + 1e-9) : Math.ceil(percent * 10 - 1e-9);
  return String(tenths / 10);
}

/** `virtually certain, over 99.9 %`. */
export function surely(probability: Probability): string {
  return `${termOf(probability)}, ${percentOf(probability)}`;
}
