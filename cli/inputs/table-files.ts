/** The files of a table that a command is given: one, several, or those that match a pattern. */

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { orderLevels } from '../../module/levels.ts';
import { isPattern, matchesPattern } from '../../module/patterns.ts';
import { badInput } from '../failure.ts';

/** The files that are read as one table. */
export interface TableFiles {
  /** The name of the table in messages: the path of its file, or of the first of several and their number. */
  readonly path: string;
  readonly files: readonly string[];
}

/**
 * The files in the order given. A pattern, which a shell such as that of Windows may pass on, gives its files in natural
 * order (run2 before run10).
 *
 * @param given paths, of which the last part may have `*` and `?`
 * @throws Failure (input) for a pattern that no file matches, or a file that is given twice
 */
export function tableFiles(given: readonly string[]): TableFiles {
  const files = given.flatMap(filesOf);
  const twice = files.find((path, index) => files.indexOf(path) !== index);
  if (twice !== undefined) {
    throw badInput(`${twice} is given twice, and its rows would count twice.`, 'Give each file once.');
  }
  return { path: nameOf(files), files };
}

/** `logs/a.eval`, or `logs/a.eval (and 11 more)`. */
export function nameOf(files: readonly string[]): string {
  return files.length === 1 ? files[0]! : `${files[0]} (and ${files.length - 1} more)`;
}

function filesOf(path: string): readonly string[] {
  const name = basename(path);
  if (!isPattern(name) || existsSync(path)) return [path];
  const folder = dirname(path);
  const found = listed(folder).filter((each) => matchesPattern(name, each) && !each.startsWith('.'));
  if (found.length === 0) {
    throw badInput(
      `No file matches ${path}.`,
      'Give the path of the table, or a pattern such as logs/*.eval.',
    );
  }
  return orderLevels(found).map((each) => (path === name ? each : join(folder, each)));
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that does not exist, or cannot be read, has no files that match.
    return [];
  }
}
