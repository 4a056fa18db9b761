/** What separates the fields of a CSV file: found in its header, or said by the user. */
import { OPTION_PROBLEMS } from '../../module/option-problems.ts';
import { problemOf } from '../../module/problem-text.ts';
import { FileError } from '../file-error.ts';

/** In the order in which they are taken where a header has as many of several. */
const CANDIDATES: readonly string[] = [',', ';', '\t', '|'];

/**
 * The separator that is most frequent in the header, outside quotes; in a file whose name ends in `.tsv` the tab, where the header has
 * one.
 */
export function findDelimiter(start: string, name: string): string {
  const counts = new Map(CANDIDATES.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  // A tab at the start is an empty name before it, but an empty line is passed over.
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  if (/\.(?:tsv|tab)(?:\.gz)?$/i.test(name) && counts.get('\t')! > 0) return '\t';
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/**
 * The delimiter that a text says: one character, or `tab`, also as `\t`.
 *
 * @throws FileError when it can be none
 */
export function parseDelimiter(text: string): string {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if ([...delimiter].length === 1 && !/["\r\n\p{L}\p{N}.+\ufeff-]/u.test(delimiter)) return delimiter;
  const { message, remedy } = problemOf(OPTION_PROBLEMS.noDelimiter, { argument: text });
  throw new FileError(message, remedy);
}
