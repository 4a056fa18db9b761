/** One subject's profile as text: a caption, warnings, the table, and remedies. */
import { stripVTControlCharacters } from 'node:util';
import colors from 'picocolors';
import { type DataSummary, type FitSummary, rowsSeen } from '../../files/fits/fit-summary.ts';
import { misfitsIn } from '../../files/fits/layout-checks.ts';
import type { Parameter } from '../../host/parameters.ts';
import { type ProfileRow, profileRow } from '../../host/profile.ts';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { listNames } from '../../module/names.ts';
import { printable } from '../printable.ts';
import { renderProblem, SEVERITIES } from '../terminal.ts';
import { blankTable, shownParameters } from '../text-table.ts';
import { countOf } from '../words.ts';
import { standingLines } from './standings.ts';

/**
 * Ends with an empty line. A fit that failed says so before the table, in its head and in every row.
 *
 * @param width the maximum width of a line in characters; a wider table is divided
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
  const standings = standingLines(report).map(printable);
  if (standings.length > 0) lines.push(...standings, '');
  for (const finding of report.findings) {
    lines.push(renderProblem(SEVERITIES[finding.weight], finding, color).trimEnd());
  }
  lines.push(...checkLines(report, color));
  if (report.findings.length > 0 || report.checks !== undefined) lines.push('');
  return `${lines.join('\n')}\n`;
}

/** Whether the layout describes the rows: a warning for each outcome of which it does not, else one line. */
function checkLines({ checks }: FitSummary, color: boolean): string[] {
  if (checks === undefined) return [];
  if ('unchecked' in checks)
    return [`Whether the layout describes these rows was not checked. ${checks.unchecked}`];
  const misfits = misfitsIn(checks);
  if (misfits.length === 0) {
    const count = Object.values(checks.outcomes).reduce((sum, outcome) => sum + outcome.checks, 0);
    const none =
      count === 1 ? 'The only predictive check passes' : `None of ${count} predictive checks fails`;
    return [`${none}: by the columns that it reads, the layout describes these rows.`];
  }
  return misfits.map(([name, { checks: count, failed, worst, findings }]) => {
    const problem = {
      message: `The layout does not describe \`${name}\`: ${failed} of ${countOf(count, 'predictive check')} ${failed === 1 ? 'fails' : 'fail'}. The worst: ${worst!.message}.`,
      remedy: `${findings[0]?.remedy ?? ''} \`theodolite predictive-check\` lists them all.`.trim(),
    };
    return renderProblem('warning', problem, color).trimEnd();
  });
}

/** The columns of the table: each estimate with its unit, and how well it was sampled. */
const UNIT = 'unit';
const ESTIMATES: readonly (keyof ProfileRow)[] = ['mean', 'sd', '95 % HDI'];
const SAMPLING: readonly (keyof ProfileRow)[] = ['ESS bulk', 'ESS tail', 'R-hat'];

/** One table; if that is too wide, one with the estimates and one with how well they were sampled. */
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

/** A mode with a smaller share of the draws gets no line. */
const LEAST_SHARE = 0.001;

/** A mode is described by the latents in which the modes are further apart than this, in sds. */
const APART = 1;
/** The maximum number of latents that describe a mode. */
const MAX_LATENTS = 3;

/** Nothing for a fit by chains. */
function evidenceLines(report: FitSummary, parameters: readonly Parameter[]): string[] {
  const { particles, draws, chains } = report.sampler;
  if (particles === undefined) return [];
  const error = particles.logEvidenceError;
  const decimals =
    error === null || error === 0 ? 2 : Math.min(6, Math.max(1, 1 - Math.floor(Math.log10(error))));
  const interval = particles.logEvidenceInterval;
  const sure =
    error === null || interval === null
      ? ''
      : ` (standard error ${error.toFixed(decimals)}, 95 % interval ${interval.map((end) => end.toFixed(decimals)).join(' to ')} by Student's t)`;
  const temperatures = Math.max(...particles.runs.map((run) => run.temperatures));
  return [
    `log evidence ${particles.logEvidence.toFixed(decimals)}${sure}, from ${countOf(chains, 'run')} of ${draws} particles through ${countOf(temperatures, 'temperature')}`,
    ...modeLines(report.modes, parameters),
  ];
}

function modeLines(modes: FitSummary['modes'], parameters: readonly Parameter[]): string[] {
  const held = modes
    .flatMap(({ draws, values }) =>
      draws !== undefined && draws.share >= LEAST_SHARE ? [{ draws, values }] : [],
    )
    .sort((a, b) => b.draws.share - a.draws.share);
  if (held.length < 2) return [];
  const apart = ({ name }: Parameter) => {
    const means = held.map(({ values }) => values[name]!.mean);
    return (
      (Math.max(...means) - Math.min(...means)) / Math.max(...held.map(({ values }) => values[name]!.sd))
    );
  };
  const telling = [...parameters]
    .filter((parameter) => apart(parameter) > APART)
    .sort((a, b) => apart(b) - apart(a))
    .slice(0, MAX_LATENTS);
  return held.map(({ draws: { share, error }, values }) => {
    const where = telling.map(({ name }) => {
      const { mean, sd } = values[name]!;
      return `${name} ${formatEstimate(mean, meaningfulDecimals(sd, sd / 2))}`;
    });
    const sure = error === null ? '' : ` (standard error ${(100 * error).toFixed(1)} %)`;
    return `${(100 * share).toFixed(1)} % of the draws${sure} around ${listNames(where)}`;
  });
}

/** ` that stand for 4512`, or ` that weigh as much as 9.3 equal ones`; nothing where each row counts once. */
function weightText(outcomes: DataSummary['outcomes']): string {
  const [weights] = Object.values(outcomes).flatMap((outcome) => outcome.weights ?? []);
  if (weights === undefined) return '';
  const { kind, sum, effectiveRows } = weights;
  return kind === 'count'
    ? ` that stand for ${sum}`
    : ` that weigh as much as ${Number(effectiveRows.toPrecision(4))} equal ones`;
}

/**
 * `3000 rows, 1950 successes (65.0 %)`; of named values `grade: low in 20.0 %, high in 80.0 %`; for other outcomes
 * `mean of time 3.21`, and if values are missing `in the 2990 rows that have it`. A row that stands for several counts as
 * often.
 */
export function caption({ rows, outcomes }: Pick<DataSummary, 'rows' | 'outcomes'>): string {
  const several = Object.keys(outcomes).length > 1;
  const results = Object.entries(outcomes).map(([outcome, report]) => {
    const seen = rowsSeen(rows, report);
    const among = report.missing === undefined ? '' : ` in the ${countOf(seen, 'row')} that have it`;
    if ('mean' in report) return `mean of ${outcome} ${Number(report.mean.toPrecision(4))}${among}`;
    if ('values' in report) {
      const shares = report.values.map(
        (each) => `${each.value} in ${((100 * each.rows) / seen).toFixed(1)} %`,
      );
      return `${outcome}${among}: ${shares.join(', ')}`;
    }
    const share = `(${((100 * report.successes) / seen).toFixed(1)} %)`;
    return several
      ? `${outcome} in ${report.successes} ${share}${among}`
      : `${countOf(report.successes, 'success', 'es')} ${share}${among}`;
  });
  const isListed = Object.values(outcomes).some((report) => 'values' in report);
  return `${countOf(rows, 'row')}${weightText(outcomes)}, ${results.join(isListed ? '; ' : ', ')}`;
}
