/**
 * A profile for people: each parameter's numbers rounded to the digits that they support, and the table as plain text.
 */
import type { ParameterSummary } from './diagnose/summarise.ts';
import type { Verdict } from './diagnose/verdict-status.ts';
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

/** One row per parameter, in order. */
export function profileRows(
  parameters: readonly Parameter[],
  summary: Readonly<Record<string, ParameterSummary>>,
): ProfileRow[] {
  return parameters.map(({ name, latent }) => profileRow(latent.unit, summary[name]!));
}

/** @param unit in readable form */
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

/**
 * The findings of the verdict, if any, and below them the rows as a table, aligned only by blanks so that it can be
 * read aloud. For a fit that did not converge, the header and every row of the table say so.
 */
export function profileText(rows: ReadonlyMap<string, object>, verdict: Verdict): string {
  const failed = verdict.status === 'failed';
  const [first] = rows.values();
  const heads = [failed ? 'NOT CONVERGED' : '', ...Object.keys(first ?? {})];
  const lines = [heads, ...[...rows].map(([name, row]) => [failed ? `! ${name}` : name, ...cells(row)])];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const table = lines.map((line) =>
    line
      // Names and units are aligned left, numbers right.
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  const findings = verdict.findings.map(({ message, remedy }) => `${message} ${remedy}`);
  return [
    ...(failed ? ['This fit did not converge. The numbers below are no estimates: do not use them.'] : []),
    ...findings,
    ...table,
  ].join('\n');
}

function cells(row: object): string[] {
  return Object.values(row) as string[];
}
