/** Tables that are aligned by blanks alone, so that a screen reader meets no lines or boxes. */
import Table from 'cli-table3';

/** Borders of nothing, two blanks between columns. */
const BLANK = {
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
} as const;

/** Where the cells of a column end or begin. */
export type Alignment = 'left' | 'right';

/** The rows as lines of text, with no blanks at their ends. */
export function blankTable(
  rows: readonly (readonly Table.Cell[])[],
  colAligns: readonly Alignment[],
): string {
  const table = new Table({
    chars: BLANK,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: [...colAligns],
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
