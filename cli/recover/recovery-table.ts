/**
 * A recovery as text: how well each parameter is recovered, the ranks of the truths among the draws, and the state of
 * its fits.
 */
import colors from 'picocolors';
import { RANKED } from '../../analysis/evaluate/recovery/recovered-parameter.ts';
import type { ParameterRecovery, RankReport } from '../../analysis/evaluate/recovery/sum-up.ts';
import type { Parameter } from '../../host/parameters.ts';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { printable } from '../printable.ts';
import { setExitOfFits } from '../stored-fits/fit-status.ts';
import { noticeColor, printNotice, renderProblem } from '../terminal.ts';
import { blankTable, shownParameters } from '../text-table.ts';
import { countOf } from '../words.ts';
import type { RecoveryReport } from './recovery-report.ts';

/** Ends with an empty line. For a latent with many levels, those with the smallest and the largest RMSE are listed. */
export function renderRecovery(
  parameters: readonly Parameter[],
  recovered: readonly ParameterRecovery[],
  color: boolean,
): string {
  const byName = new Map(recovered.map((each) => [each.name, each]));
  const of = ({ name }: Parameter) => byName.get(name)!;
  const lines = shownParameters(parameters, (parameter) => of(parameter).rmse);
  const isFromPrior = recovered.every(({ ranks }) => ranks !== null);
  const table = (heads: readonly string[], cells: (found: ParameterRecovery, unit: string) => string[]) => {
    const rows = lines.map((line) =>
      line.kind === 'omitted'
        ? [`  … ${line.levels} levels of ${line.latent.name} between: --json and --out have them`]
        : [printable(line.parameter.name), ...cells(of(line.parameter), line.parameter.latent.unit)],
    );
    return aligned(heads, rows, color);
  };
  const found = table(
    [
      ...['', 'unit', ...(isFromPrior ? [] : ['truth']), 'in 50 %', 'in 95 %'],
      ...['bias', 'RMSE', 'RMSE / range', ...(isFromPrior ? ['correlation'] : []), 'mean sd'],
    ],
    (each, unit) => {
      const decimals = meaningfulDecimals(each.meanSd, each.biasError ?? each.meanSd);
      const number = (value: number | null) => formatEstimate(value, decimals);
      return [
        unit,
        ...(each.truth === null ? [] : [number(each.truth)]),
        share(each.coverage50, each.coverage50Error),
        share(each.coverage95, each.coverage95Error),
        withError(number(each.bias), number(each.biasError)),
        withError(number(each.rmse), number(each.rmseError)),
        each.normalisedRmse === null ? '-' : each.normalisedRmse.toFixed(3),
        ...(isFromPrior ? [each.correlation === null ? '-' : each.correlation.toFixed(2)] : []),
        number(each.meanSd),
      ];
    },
  );
  if (!isFromPrior) return `${found}\n\n`;
  const ranks = table(['', 'ranks', 'p', 'histogram'], ({ ranks }) => rankCells(ranks!));
  return `${found}\n\nRanks of the truth among ${RANKED} draws, and how many are in each cell from the lowest:\n\n${ranks}\n\n`;
}

/** The name of each verdict. */
const VERDICTS: Readonly<Record<RankReport['verdict'], string>> = {
  uniform: 'uniform',
  'not-uniform': 'NOT UNIFORM',
  'too-few-runs': 'too few runs',
  'too-few-draws': 'too few effective draws',
};

function rankCells({ verdict, histogram }: RankReport): string[] {
  if (histogram === null) return [VERDICTS[verdict], '-', '-'];
  const p = histogram.pValue < 1e-4 ? 'below 0.0001' : histogram.pValue.toFixed(4);
  return [VERDICTS[verdict], p, histogram.counts.join(' ')];
}

/** `94 % ± 3` */
function share(value: number, error: number): string {
  return `${(100 * value).toFixed(0)} % ± ${(100 * error).toFixed(0)}`;
}

function withError(value: string, error: string): string {
  return error === '-' ? value : `${value} ± ${error}`;
}

/** Words are aligned left, numbers right; a row of one cell spans the table. */
function aligned(heads: readonly string[], rows: readonly (readonly string[])[], color: boolean): string {
  const { bold } = colors.createColors(color);
  const words = new Set(['', 'unit', 'ranks', 'histogram']);
  const cells = rows.map((row) => {
    const [content = ''] = row;
    return row.length === 1 ? [{ content, colSpan: heads.length, hAlign: 'left' as const }] : row;
  });
  return blankTable(
    [heads.map((head) => bold(head)), ...cells],
    heads.map((head) => (words.has(head) ? 'left' : 'right')),
  );
}

/**
 * `Ladder: 50 runs of 60 rows, each with a profile drawn from the prior; all fits converged`, and notable findings in
 * the fits that converged: `divergences in 7 fits`.
 */
export function recoveryCaption({ layout, runs, rows, profile, failed, findings }: RecoveryReport): string {
  const truth =
    profile === 'prior' ? 'each with a profile drawn from the prior' : 'all with the profile given';
  const fared =
    failed === 0
      ? 'all fits converged'
      : `${countOf(failed, 'fit')} did not converge and ${failed === 1 ? 'is' : 'are'} left out`;
  const found = Object.entries(findings).map(([kind, count]) => `${kind} in ${countOf(count, 'fit')}`);
  const line = `${printable(layout)}: ${countOf(runs, 'run')} of ${countOf(rows, 'row')}, ${truth}; ${fared}`;
  return found.length === 0 ? line : `${line}\nFound in fits: ${found.join(', ')}`;
}

/** One line per statistic: outcomes were drawn with one value, but each fit used the value of its own outcomes. */
export function tellStatistics({ statistics }: RecoveryReport): void {
  for (const { text, assumed, least, greatest } of statistics) {
    const range = `${Number(least.toPrecision(4))} to ${Number(greatest.toPrecision(4))}`;
    printNotice(`${printable(text)}: taken as ${assumed}, and ${range} in what was simulated\n`);
  }
}

/** Reports that `--halve` could not be answered. */
export function tellNoHalving(): void {
  const problem = {
    message: 'What would halve an sd cannot be determined: in no run do the draws vary in all parameters.',
    remedy: 'Take more --draws than there are parameters.',
  };
  printNotice(renderProblem('warning', problem, noticeColor()));
}

/** Also reports on stderr how many fits failed or have further modes, and sets the exit status. */
export function tellFailures({ failed, runs, findings }: RecoveryReport): void {
  setExitOfFits([{ status: failed > 0 ? 'failed' : 'converged', findings: Object.keys(findings) }]);
  if (failed > 0) {
    const problem = {
      message: `${failed} of ${countOf(runs, 'fit')} did not converge, and the results are about the others.`,
      remedy:
        'If they are more than a few, the results are about easy profiles only: give more --warmup and --draws, or correct the layout. `--out` writes which they are and why.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
  }
}
