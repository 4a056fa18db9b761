/** `--rows COLUMN=VALUE`: which rows of the table are used. */
import { textOf } from '../../files/tables/cell.ts';
import { readNumber, unheldWhole } from '../../files/tables/read-number.ts';
import type { Cell } from '../../files/tables/table-visitor.ts';
import { badUsage } from '../failure.ts';

export interface RowFilter {
  readonly column: string;
  readonly value: string;
}

/**
 * @param example how the option is written
 * @throws Failure (usage) when the text is not `COLUMN=VALUE`.
 */
export function parseRowFilter(text: string, example = '--rows split=train'): RowFilter {
  const equals = text.indexOf('=');
  const column = text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  if (equals < 1 || column === '' || value === '') {
    throw badUsage(
      `\`${example.split(' ', 1)[0]} ${text}\` does not say which rows to use.`,
      `Write COLUMN=VALUE, such as ${example}.`,
    );
  }
  return { column, value };
}

/** Whether a cell holds the filter's value: the same text, or the same number, which a boolean is too. */
export function passesFilter(filter: RowFilter, cell: Cell): boolean {
  const text = textOf(cell);
  if (text === filter.value) return true;
  const number = typeof cell === 'boolean' ? Number(cell) : heldNumber(text);
  return number !== null && number === heldNumber(filter.value);
}

/** The number of a text; null where it has none, or a whole one beside which a double would hold another. */
function heldNumber(text: string): number | null {
  return unheldWhole(text) === null ? readNumber(text) : null;
}
