/** A profile as a person reads it: each parameter's numbers with the digits they are good for. */
import type { ParameterSummary } from './diagnose/summarise.ts';
import type { Parameter } from './parameters.ts';
import { formatEstimate, meaningfulDecimals } from './round-estimate.ts';

/** One line of a profile. A number that the draws do not define is `-`. */
export interface ProfileRow {
  readonly unit: string;
  readonly mean: string;
  readonly sd: string;
  /** The narrowest interval that holds 95 % of the draws. */
  readonly '95 % HDI': string;
  readonly 'ESS bulk': string;
  readonly 'ESS tail': string;
  readonly 'R-hat': string;
}

/** One row per parameter, in their order. */
export function profileRows(
  parameters: readonly Parameter[],
  summary: Readonly<Record<string, ParameterSummary>>,
): ProfileRow[] {
  return parameters.map(({ name, latent }) => profileRow(latent.unit, summary[name]!));
}

/** @param unit as a person writes it */
export function profileRow(unit: string, summary: ParameterSummary): ProfileRow {
  const { mean, sd, mcse, hdi95, essBulk, essTail, rhat } = summary;
  const decimals = sd === null ? null : meaningfulDecimals(sd, mcse);
  return {
    unit,
    mean: formatEstimate(mean, decimals),
    sd: formatEstimate(sd, decimals),
    '95 % HDI': hdi95 === null ? '-' : hdi95.map((end) => formatEstimate(end, decimals)).join(' to '),
    'ESS bulk': formatEstimate(essBulk, 0),
    'ESS tail': formatEstimate(essTail, 0),
    'R-hat': formatEstimate(rhat, 3),
  };
}
