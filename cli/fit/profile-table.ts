/** One subject's profile as text: a caption, what to beware of, the table, and what to do about it. */
import { stripVTControlCharacters } from 'node:util';
import colors from 'picocolors';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { Parameter } from '../../host/parameters.ts';
import { type ProfileRow, profileRow } from '../../host/profile-rows.ts';
import { printable } from '../printable.ts';
import { renderProblem, SEVERITIES } from '../report-failure.ts';
import { shownParameters } from '../shown-parameters.ts';
import { blankTable } from '../text-table.ts';
import { caption } from './caption.ts';
import { evidenceLines } from './evidence-lines.ts';

/**
 * Ends with an empty line. A fit that failed says so before the table, in its head and in every row.
 *
 * @param width the characters of a line at most: a table that is wider is divided
 */
export function renderProfile(
  name: string,
  parameters: readonly Parameter[],
  report: FitSummary,
  color: boolean,
  width = Number.POSITIVE_INFINITY,
): string {
  const { bold, red } = colors.createColors(color);
  const failed = report.status === 'failed';
  const seconds = report.sampler.samplingSeconds.toFixed(1);
  const lines = [`${bold(printable(name))}: ${caption(report)}, sampled in ${seconds} s`];
  if (failed) {
    lines.push(red(bold(`THIS FIT DID NOT CONVERGE. The numbers below are no estimates: do not use them.`)));
  }
  lines.push(...evidenceLines(report, parameters));
  lines.push('', tables(parameters, report, color, width), '');
  for (const finding of report.findings) {
    lines.push(renderProblem(SEVERITIES[finding.weight], finding, color).trimEnd());
  }
  if (report.findings.length > 0) lines.push('');
  return `${lines.join('\n')}\n`;
}

/** The table's columns: each estimate with its unit, and how well it was sampled. */
const UNIT = 'unit';
const ESTIMATES: readonly (keyof ProfileRow)[] = ['mean', 'sd', '95 % HDI'];
const SAMPLING: readonly (keyof ProfileRow)[] = ['ESS bulk', 'ESS tail', 'R-hat'];

/** One table, or where that is too wide, the estimates in one and how well they were sampled in another. */
function tables(parameters: readonly Parameter[], report: FitSummary, color: boolean, width: number): string {
  const whole = table(parameters, report, [UNIT, ...ESTIMATES, ...SAMPLING], color);
  const widest = Math.max(...whole.split('\n').map((line) => stripVTControlCharacters(line).length));
  if (widest <= width) return whole;
  return `${table(parameters, report, [UNIT, ...ESTIMATES], color)}\n\n${table(parameters, report, SAMPLING, color)}`;
}

function table(
  parameters: readonly Parameter[],
  report: FitSummary,
  columns: readonly (keyof ProfileRow)[],
  color: boolean,
): string {
  const { bold, red } = colors.createColors(color);
  const failed = report.status === 'failed';
  const heads = [failed ? red(bold('NOT CONVERGED')) : '', ...columns].map((head) => bold(head));
  const lines = shownParameters(parameters, ({ name }) => report.parameters[name]!.mean).map((line) => {
    if (line.kind === 'omitted') {
      const content = `  … ${line.levels} levels of ${line.latent.name} between: --json and --out have them`;
      return [{ content, colSpan: columns.length + 1, hAlign: 'left' as const }];
    }
    const { name, latent } = line.parameter;
    const row = profileRow(latent.unit, report.parameters[name]!);
    const shown = printable(name);
    return [failed ? `! ${shown}` : shown, ...columns.map((column) => row[column])];
  });
  return blankTable(
    [heads, ...lines],
    ['left', ...columns.map((column) => (column === UNIT ? ('left' as const) : ('right' as const)))],
  );
}
