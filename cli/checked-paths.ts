/** What is asked of every command line before its command runs: no text is empty, and nothing that is read is written over. */
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { badUsage } from './failure.ts';

/** Options that name what is written. A folder, `<dir>`, is never in the place of a file that is read. */
const WRITTEN: readonly string[] = ['output', 'out', 'profileOut'];

/** Options that name a file to be read. */
const READ: readonly string[] = [
  'at',
  'data',
  'demands',
  'evaluation',
  'fitted',
  'layout',
  'profile',
  'splits',
  'weights',
];

/** What `evaluate` writes by this name, `report` reads. */
const PREDICTIONS = 'predictions';

/**
 * @throws Failure (usage) where an option or an argument is an empty text, as of a variable of the shell that is not set, or where
 *   a file that the command reads would be replaced by what it writes
 */
export function checkPaths(command: Command): void {
  const options: Readonly<Record<string, unknown>> = command.opts();
  const described = (name: string) => command.options.find((option) => option.attributeName() === name);
  const flag = (name: string) => described(name)?.long ?? `--${name}`;
  for (const [name, value] of Object.entries(options)) {
    if (value === '') {
      throw badUsage(`\`${flag(name)}\` is given an empty text.`, 'Give a value, or leave the option out.');
    }
  }
  const [readHere, writtenHere] = writesPredictions(command)
    ? [READ, [...WRITTEN, PREDICTIONS]]
    : [[...READ, PREDICTIONS], WRITTEN];
  const given = command.args.concat(readHere.flatMap((name) => textsIn(options[name])));
  if (given.includes('')) throw badUsage('An argument is an empty text.', 'Give the name of a file.');
  const read = new Set(given.flatMap(identityOf));
  for (const name of writtenHere) {
    if (described(name)?.flags.includes('<dir>') === true) continue;
    for (const path of textsIn(options[name])) {
      if (identityOf(path).some((file) => read.has(file))) {
        throw badUsage(
          `\`${flag(name)} ${path}\` would replace a file that is read.`,
          'Give what is written another name.',
        );
      }
    }
  }
}

function writesPredictions(command: Command): boolean {
  return command.name() === 'evaluate';
}

function textsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}

/** What tells a file from others, whatever it is called; nothing where there is no such file. */
function identityOf(path: string): readonly string[] {
  try {
    const found = statSync(path, { bigint: true });
    return found.isFile() ? [`${found.dev} ${found.ino}`] : [];
  } catch {
    // Why it cannot be read or written is told where it is.
    return [];
  }
}
