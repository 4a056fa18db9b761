/** `--rows COLUMN=VALUE`: which rows of the table are used. */
import { badUsage } from './failure.ts';
import { readNumber } from './read-number.ts';

export interface RowFilter {
  readonly column: string;
  readonly value: string;
}

/** @throws Failure (usage) when the text is not `COLUMN=VALUE`. */
export function parseRowFilter(text: string): RowFilter {
  const equals = text.indexOf('=');
  const column = text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  if (equals < 1 || column === '' || value === '') {
    throw badUsage(
      `\`--rows ${text}\` does not say which rows to use.`,
      'Write COLUMN=VALUE, such as --rows split=train.',
    );
  }
  return { column, value };
}

/** Whether a cell holds the filter's value: the same text, or the same number. */
export function passesFilter(filter: RowFilter, cell: string): boolean {
  if (cell === filter.value) return true;
  const number = readNumber(cell);
  return number !== null && number === readNumber(filter.value);
}
