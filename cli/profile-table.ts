/** One subject's profile as text: a caption, what to beware of, the table, and what to do about it. */
import Table from 'cli-table3';
import colors from 'picocolors';
import type { Manifest } from '../host/manifest.ts';
import { counted } from './list-names.ts';
import { printable } from './printable.ts';
import { renderProblem } from './report-failure.ts';
import { formatEstimate, meaningfulDecimals } from './round-estimate.ts';
import type { SubjectReport } from './subject-report.ts';

/** Ends with an empty line. A fit that failed says so before the table, in its head and in every row. */
export function renderProfile(
  name: string,
  manifest: Manifest,
  report: SubjectReport,
  color: boolean,
): string {
  const { bold, red } = colors.createColors(color);
  const failed = report.status === 'failed';
  const lines = [`${bold(printable(name))}: ${caption(report)}`];
  if (failed) {
    lines.push(red(bold(`THIS FIT DID NOT CONVERGE. The numbers below are no estimates: do not use them.`)));
  }
  for (const note of report.notes) lines.push(`note: ${printable(note)}`);
  lines.push('', table(manifest, report, color), '');
  for (const finding of report.findings) {
    lines.push(renderProblem(finding.weight === 'fatal' ? 'error' : 'warning', finding, color).trimEnd());
  }
  if (report.findings.length > 0) lines.push('');
  return `${lines.join('\n')}\n`;
}

/** `3000 rows, 1950 successes (65.0 %), 1.9 s` */
function caption({ rows, outcomes, sampler }: SubjectReport): string {
  const several = Object.keys(outcomes).length > 1;
  const successes = Object.entries(outcomes).map(([outcome, { successes: count }]) => {
    const share = `(${((100 * count) / rows).toFixed(1)} %)`;
    return several ? `${outcome} in ${count} ${share}` : `${counted(count, 'success', 'es')} ${share}`;
  });
  return `${counted(rows, 'row')}, ${successes.join(', ')}, sampled in ${sampler.samplingSeconds.toFixed(1)} s`;
}

const HEAD = ['unit', 'mean', 'sd', '95 % HDI', 'ESS bulk', 'ESS tail', 'R-hat'];

/** Aligned by blanks alone, so that a screen reader meets no lines or boxes. */
function table(manifest: Manifest, report: SubjectReport, color: boolean): string {
  const { bold, red } = colors.createColors(color);
  const failed = report.status === 'failed';
  const blank = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  };
  const rows = new Table({
    chars: blank,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right', 'right'],
  });
  rows.push([failed ? red(bold('NOT CONVERGED')) : '', ...HEAD].map((head) => bold(head)));
  for (const latent of manifest.latents) {
    const { mean, sd, hdi95, mcse, essBulk, essTail, rhat } = report.parameters[latent.name]!;
    const decimals = sd === null ? null : meaningfulDecimals(sd, mcse);
    rows.push([
      failed ? `! ${latent.name}` : latent.name,
      latent.unit,
      formatEstimate(mean, decimals),
      formatEstimate(sd, decimals),
      hdi95 === null ? '-' : `${formatEstimate(hdi95[0], decimals)} to ${formatEstimate(hdi95[1], decimals)}`,
      formatEstimate(essBulk, 0),
      formatEstimate(essTail, 0),
      formatEstimate(rhat, 3),
    ]);
  }
  return rows
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
