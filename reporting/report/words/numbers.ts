/** Numbers as running text has them: with the digits they are good for, and their unit. */

import type { ParameterSummary } from '../../../host/diagnose/summarise.ts';
import { formatEstimate, meaningfulDecimals } from '../../../host/round-estimate.ts';
import type { ManifestColumn, ManifestLatent } from '../../../module/manifest.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import { mean, variance } from '../../../statistics/moments.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/numbers.ts';

/** The parts of an estimate as text, with two digits of the interval's width; what the draws do not define is `-`. */
export interface EstimateText {
  readonly mean: string;
  readonly lower: string;
  readonly upper: string;
  /** ` px`, ` / px`; empty for a probability and for a number without a unit. */
  readonly unit: string;
}

export function estimateText(
  { mean: centre, hdi95 }: ParameterSummary,
  { unit }: Pick<ManifestLatent, 'unit'>,
): EstimateText {
  if (centre === null || hdi95 === null) return { mean: '-', lower: '-', upper: '-', unit: '' };
  const [lower, upper] = hdi95;
  const [m, l, u] = numbersAlike([centre, lower, upper], upper - lower) as [string, string, string];
  return { mean: m, lower: l, upper: u, unit: unitSuffix(unit) };
}

/** `3.26 px (3.12 to 3.40)`. */
export function estimate(summary: ParameterSummary, latent: Pick<ManifestLatent, 'unit'>): string {
  const { mean: centre, lower, upper, unit } = estimateText(summary, latent);
  return `${centre}${unit} (${lower} to ${upper})`;
}

/** What is expected of rows, by its draws: the mean and the narrowest interval that holds 95 %. Rates of success are in per cent. */
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

/** What was observed in the same form: `41 %`. */
export function observedText(value: number, outcome: Pick<ManifestColumn, 'kind' | 'unit'>): string {
  if (outcome.kind === 'binary') return `${(100 * value).toFixed(0)} %`;
  return `${plainNumber(value)}${outcome.unit === '' ? '' : ` ${outcome.unit}`}`;
}

/** A number of the data, with at most four digits that count. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** `65.0 %`. */
export function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
