/** Estimates as a person reads them: each number with the digits it is good for. */
import { formatEstimate, meaningfulDecimals } from '../round-estimate.ts';
import type { EstimatedParameter } from './estimated-parameters.ts';
import type { EstimateMethod } from './settings.ts';

/** What each method finds, as in "by maximum likelihood". */
export const METHOD_NAMES: Readonly<Record<EstimateMethod, string>> = {
  mle: 'maximum likelihood',
  map: 'maximum of the posterior density',
  laplace: 'normal approximation of the posterior',
};

/** One line of a table of estimates. A number that does not exist is `-`. */
export interface EstimateRow {
  readonly unit: string;
  readonly estimate: string;
  /** The standard error; if the estimate is on a bound, which bound. */
  readonly se: string;
  /** At the confidence level in the heading of its column. */
  readonly interval: string;
}

/** @param unit as the layout's author writes it */
export function estimateRow(
  unit: string,
  { estimate, se, interval, bound }: EstimatedParameter,
): EstimateRow {
  const decimals = se === null ? null : meaningfulDecimals(se, null);
  return {
    unit,
    estimate: formatEstimate(estimate, decimals),
    se: bound === undefined ? formatEstimate(se, decimals) : `${bound} bound`,
    interval: interval === null ? '-' : interval.map((end) => formatEstimate(end, decimals)).join(' to '),
  };
}

/** A confidence level as in the heading of a column: `95 %`, `99.9 %`. */
export function percent(level: number): string {
  return `${Number((100 * level).toPrecision(6))} %`;
}
