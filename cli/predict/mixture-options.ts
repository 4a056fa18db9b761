/** The options by which `predict` mixes several fits. */
import { type Command, Option } from 'commander';
import { badUsage } from '../failure.ts';
import { parseRowFilter, type RowFilter } from '../options/row-filter.ts';

export interface MixtureOptions {
  /** The folders of the fits that are mixed with the first; none where one predicts alone. */
  readonly stack: readonly string[];
  readonly weights?: string;
  readonly fitted?: string;
  readonly fittedRows: readonly RowFilter[];
}

export function addMixtureOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--stack <fit>', 'mix with the predictions of this fit; may be given several times')
        .argParser((path: string, earlier: readonly string[]) => [...earlier, path])
        .default([], 'none'),
    )
    .option('--weights <file>', 'with --stack, the weights that `compare --out` or --json wrote there')
    .option('--fitted <table>', 'with --stack, the table that all were fitted to, by which they are weighed')
    .addOption(
      new Option('--fitted-rows <column=value>', 'the rows of --fitted; may be given several times')
        .argParser((text: string, earlier: readonly RowFilter[]) => [...earlier, parseRowFilter(text)])
        .default([], 'all rows'),
    );
}

/**
 * @param alone options that are given and go with one fit alone, as they are written
 * @throws Failure (usage) unless a mixture has weights from one place, and what is of a mixture is of one
 */
export function checkMixtureOptions(
  first: string,
  { stack, weights, fitted, fittedRows }: MixtureOptions,
  alone: readonly string[],
): void {
  const given = [
    ...(weights === undefined ? [] : ['--weights']),
    ...(fitted === undefined ? [] : ['--fitted']),
  ];
  if (stack.length === 0) {
    const [option] = [...given, ...(fittedRows.length === 0 ? [] : ['--fitted-rows'])];
    if (option === undefined) return;
    throw badUsage(
      `\`${option}\` is of fits that are mixed, and there is one.`,
      'Name the others: --stack FIT.',
    );
  }
  const twice = [first, ...stack].find((path, place, all) => all.indexOf(path) !== place);
  if (twice !== undefined) throw badUsage(`${twice} is given twice.`, 'Give each fit once.');
  if (given.length !== 1) {
    throw badUsage(
      given.length === 0
        ? 'Nothing says how the fits are weighed.'
        : '`--weights` and `--fitted` say each how the fits are weighed.',
      'Give one of --weights comparison.json, which `compare --out` writes, and --fitted TABLE.',
    );
  }
  if (fitted === undefined && fittedRows.length > 0) {
    throw badUsage('`--fitted-rows` is of the table of --fitted.', 'Leave it out, or give --fitted TABLE.');
  }
  if (alone.length > 0) {
    throw badUsage(
      `\`${alone[0]}\` is of one layout, and --stack mixes several.`,
      'Leave it out, or predict with one fit.',
    );
  }
}
