/** One subject's estimates as text: a caption, how well they explain the data, the table, and warnings. */
import colors from 'picocolors';
import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import { estimateRow, METHOD_NAMES, percent } from '../../host/estimate/estimate-rows.ts';
import type { Parameter } from '../../host/parameters.ts';
import { profileRow } from '../../host/profile.ts';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { printable } from '../printable.ts';
import { renderProblem, SEVERITIES } from '../terminal.ts';
import { blankTable, shownParameters } from '../text-table.ts';
import { countOf } from '../words.ts';
import { caption } from './profile-table.ts';

/**
 * Ends with an empty line. If the estimation failed, the text says so before the table, in its head and in every row.
 */
export function renderEstimate(
  name: string,
  parameters: readonly Parameter[],
  report: EstimateSummary,
  color: boolean,
  width = Number.POSITIVE_INFINITY,
): string {
  const { bold, red } = colors.createColors(color);
  const failed = report.status === 'failed';
  const how = `${METHOD_NAMES[report.method]} from ${countOf(report.climbs.all, 'start')} in ${report.estimator.seconds.toFixed(1)} s`;
  const lines = [`${bold(printable(name))}: ${caption(report)}, ${how}`];
  if (failed) lines.push(red(bold('THIS IS NO ESTIMATE. Do not use the numbers below.')));
  lines.push(...heightLines(report), '', table(parameters, report, color, width), '');
  for (const finding of report.findings) {
    lines.push(renderProblem(SEVERITIES[finding.weight], finding, color).trimEnd());
  }
  if (report.findings.length > 0) lines.push('');
  return `${lines.join('\n')}\n`;
}

/** The height of the optimum, and the measures of fit that follow from it. */
function heightLines({
  status,
  method,
  logLikelihood,
  logPrior,
  aic,
  bic,
  told,
  observations,
  paretoK,
}: EstimateSummary) {
  if (status === 'failed' || logLikelihood === null) return [];
  const parts = [`log likelihood ${logLikelihood.toFixed(2)}`];
  if (aic !== null && bic !== null) {
    const size = `${countOf(told, 'parameter')}, ${countOf(observations, 'observation')}`;
    parts.push(`AIC ${aic.toFixed(2)}`, `BIC ${bic.toFixed(2)} (${size})`);
  }
  if (method !== 'mle' && logPrior !== null) parts.push(`log prior ${logPrior.toFixed(2)}`);
  if (method === 'laplace' && paretoK !== undefined) {
    parts.push(`Pareto k ${paretoK === null ? 'unknown' : paretoK.toFixed(2)}`);
  }
  return [parts.join(', ')];
}

function table(
  parameters: readonly Parameter[],
  report: EstimateSummary,
  color: boolean,
  width: number,
): string {
  const { bold, red } = colors.createColors(color);
  const failed = report.status === 'failed';
  const heads =
    report.posterior === undefined
      ? ['unit', 'estimate', 'std. error', `${percent(report.confidence)} interval`]
      : ['unit', 'mode', 'mean', 'sd', '95 % HDI'];
  const lines = shownParameters(parameters, ({ name }) => report.parameters[name]!.estimate).map((line) => {
    if (line.kind === 'omitted') {
      const content = `  … ${line.levels} levels of ${line.latent.name} between: --json and --out have them`;
      return [{ content, colSpan: heads.length + 1, hAlign: 'left' as const }];
    }
    const shown = printable(line.parameter.name);
    return [failed ? `! ${shown}` : shown, ...cells(line.parameter, report)];
  });
  const head = [failed ? red(bold('NO ESTIMATE')) : '', ...heads].map((text) => bold(text));
  const whole = blankTable([head, ...lines], ['left', 'left', ...heads.slice(1).map(() => 'right' as const)]);
  return whole.split('\n').some((line) => line.length > width) ? whole.replaceAll(/ +$/gm, '') : whole;
}

function cells({ name, latent: { unit } }: Parameter, report: EstimateSummary): string[] {
  const estimated = report.parameters[name]!;
  const summary = report.posterior?.[name];
  if (summary === undefined) {
    const { estimate, se, interval } = estimateRow(unit, estimated);
    return [unit, estimate, se, interval];
  }
  const row = profileRow(unit, summary);
  const decimals = summary.sd === null ? null : meaningfulDecimals(summary.sd, summary.mcse);
  return [unit, formatEstimate(estimated.estimate, decimals), row.mean, row.sd, row['95 % HDI']];
}
