/** What was fitted, in a line: how many rows, and how their outcomes came out. */
import type { DataSummary } from '../../files/fits/fit-summary.ts';
import { counted } from '../words.ts';

/**
 * `3000 rows, 1950 successes (65.0 %)`; of other outcomes `mean of time 3.21`, and of those missing somewhere `in the
 * 2990 rows that have it`.
 */
export function caption({ rows, outcomes }: Pick<DataSummary, 'rows' | 'outcomes'>): string {
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
  return `${counted(rows, 'row')}, ${told.join(', ')}`;
}
