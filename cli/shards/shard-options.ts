/** `--shard` and `--merge`: one part of a work, and putting its parts together. */

import { type Command, Option } from 'commander';
import { shellWord } from '../../module/shell-word.ts';
import { badUsage } from '../failure.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';
import { parseShard, type Shard } from './shard.ts';
import type { SharedWork } from './shared-journal.ts';

export interface ShardOptions {
  readonly shard?: Shard;
  /** The folder of the parts. */
  readonly merge?: string;
}

/** @param tasks what is divided, such as `fits` */
export function addShardOptions(command: Command, tasks: string): Command {
  return command
    .addOption(
      new Option(
        '--shard <i/n>',
        `make only this part of the ${tasks}, such as 3/8; auto takes the part from the job array of Slurm, Kubernetes, AWS Batch or PBS. All parts have one --out`,
      ).argParser((text: string) => parseShard(text)),
    )
    .option(
      '--merge <dir>',
      'put the parts in this folder together, once all are made, and say what is missing',
    );
}

/**
 * @param allowed the options that a merge takes
 * @throws Failure (usage) when anything else is given beside `--merge`
 */
export function checkMergeAlone(
  { noun, command: name }: SharedWork,
  merge: string,
  command: Command,
  allowed: readonly string[] = [],
): void {
  const given = command.options
    .map((option) => option.attributeName())
    .filter((each) => command.getOptionValueSource(each) === 'cli');
  if (command.args.length === 0 && given.every((each) => ['merge', ...allowed].includes(each))) return;
  const others =
    allowed.length === 0
      ? 'nothing else'
      : `${allowed.map((each) => `--${each}`).join(', ')}, and nothing else`;
  throw badUsage(
    `\`--merge\` takes the folder of a ${noun} and ${others}.`,
    `Write \`theodolite ${name} --merge ${shellWord(merge)}\`.`,
  );
}

/**
 * @param words what is divided, such as `the fits`, and that a part of it has no results, in its own words
 * @throws Failure (usage) for a part without a folder, or one that is to print results
 */
export function checkPart(
  { shard, out, json }: ShardOptions & { readonly out?: string; readonly json?: boolean },
  { command: name }: SharedWork,
  words: { readonly whole: string; readonly noResults: string },
): void {
  if (shard === undefined) return;
  if (out === undefined) {
    throw badUsage(`A part of ${words.whole} needs a folder.`, 'Give all parts the same: --out DIR.');
  }
  if (json === true) {
    throw badUsage(
      `A part of ${words.whole} ${words.noResults}, which \`--json\` would print.`,
      `Leave out --json, and write \`theodolite ${name} --merge ${shellWord(out)} --json\` once all parts are made.`,
    );
  }
}

/** The words of this command without its part. */
export function commandWithoutShard(): string[] {
  const words = process.argv.slice(2);
  const kept = words.filter(
    (word, place) => !/^--shard(?:=|$)/.test(word) && (place === 0 || words[place - 1] !== '--shard'),
  );
  return ['theodolite', ...kept];
}

/** Says that a part is made, and how the parts are put together. */
export function tellPart({ index, count }: Shard, { command }: SharedWork, out: string): void {
  const merge = `theodolite ${command} --merge ${shellWord(out)}`;
  printNotice(`${printable(`Part ${index} of ${count} is made. Once all are: ${merge}`)}\n`);
}
