/** What is said of a file without anything in it. */
import { FileError } from '../file-error.ts';
import type { TableFormat } from './read-options.ts';

/** The error of a file that has not even columns. */
export function emptyTable(name: string, format: TableFormat | null): FileError {
  return new FileError(
    `${name} is empty.`,
    (format ?? 'csv') === 'csv'
      ? 'Give a CSV table whose first line names the columns.'
      : 'Give a table with at least one row.',
  );
}
