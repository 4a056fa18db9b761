/** Estimates as a person reads them: each number with the digits it is good for. */
import { formatEstimate, meaningfulDecimals } from '../round-estimate.ts';
import type { EstimatedParameter } from './estimated-parameters.ts';

/** One line of a table of estimates. A number that is not there is `-`. */
export interface EstimateRow {
  readonly unit: string;
  readonly estimate: string;
  /** The standard error; of an estimate on a bound, which. */
  readonly se: string;
  /** Of the confidence that the head of its column says. */
  readonly interval: string;
}

/** @param unit as a person writes it */
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

/** `95 %`, `99.9 %`: a level as a head of a column has it. */
export function percent(level: number): string {
  return `${Number((100 * level).toPrecision(6))} %`;
}
