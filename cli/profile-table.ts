/** One subject's profile as text: a caption, what to beware of, the table, and what to do about it. */
import { stripVTControlCharacters } from 'node:util';
import colors from 'picocolors';
import type { Parameter } from '../host/parameters.ts';
import { type ProfileRow, profileRow } from '../host/profile-rows.ts';
import type { FitSummary } from '../stored/fit-summary.ts';
import { blankTable } from './blank-table.ts';
import { evidenceLines } from './evidence-lines.ts';
import { counted } from './list-names.ts';
import { printable } from './printable.ts';
import { renderProblem } from './report-failure.ts';
import { shownParameters } from './shown-parameters.ts';

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
  const lines = [`${bold(printable(name))}: ${caption(report)}`];
  if (failed) {
    lines.push(red(bold(`THIS FIT DID NOT CONVERGE. The numbers below are no estimates: do not use them.`)));
  }
  lines.push(...evidenceLines(report, parameters));
  lines.push('', tables(parameters, report, color, width), '');
  for (const finding of report.findings) {
    lines.push(renderProblem(finding.weight === 'fatal' ? 'error' : 'warning', finding, color).trimEnd());
  }
  if (report.findings.length > 0) lines.push('');
  return `${lines.join('\n')}\n`;
}

/**
 * `3000 rows, 1950 successes (65.0 %), sampled in 1.9 s`; of other outcomes `mean of time 3.21`, and of those missing somewhere `in the
 * 2990 rows that have it`.
 */
function caption({ rows, outcomes, sampler }: FitSummary): string {
  const several = Object.keys(outcomes).length > 1;
  const told = Object.entries(outcomes).map(([outcome, report]) => {
    const seen = rows - (report.missing ?? 0);
    const among = seen === rows ? '' : ` in the ${counted(seen, 'row')} that have it`;
    if ('mean' in report) return `mean of ${outcome} ${Number(report.mean.toPrecision(4))}${among}`;
    const share = `(${((100 * report.successes) / seen).toFixed(1)} %)`;
    return several
      ? `${outcome} in ${report.successes} ${share}${among}`
      : `${counted(report.successes, 'success', 'es')} ${share}${among}`;
  });
  return `${counted(rows, 'row')}, ${told.join(', ')}, sampled in ${sampler.samplingSeconds.toFixed(1)} s`;
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
