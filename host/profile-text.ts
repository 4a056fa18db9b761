/** A profile as plain text: aligned by blanks alone, so that it can be read aloud. */
import type { Verdict } from './diagnose/verdict-status.ts';

/**
 * The table of the rows by their names, below what the verdict says of it where it has something to say. The table of a fit that did
 * not converge says so in its head and in every row.
 */
export function profileText(rows: ReadonlyMap<string, object>, verdict: Verdict): string {
  const failed = verdict.status === 'failed';
  const [first] = rows.values();
  const heads = [failed ? 'NOT CONVERGED' : '', ...Object.keys(first ?? {})];
  const lines = [heads, ...[...rows].map(([name, row]) => [failed ? `! ${name}` : name, ...cells(row)])];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const table = lines.map((line) =>
    line
      // Names and units begin where their column does, and numbers end there.
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
