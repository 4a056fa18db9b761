/** The options that say which rows are held out. */
import { type Command, Option } from 'commander';
import type { SplitMethod } from '../../analysis/evaluate/parts/split.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { badUsage } from '../failure.ts';
import { type DataOptions, parseRowFilter } from './data-options.ts';
import { properFraction, wholeNumber } from './option-number.ts';

/** How parts are drawn, and where they are stored. */
export interface DrawnSplitOptions {
  readonly split?: number;
  readonly folds?: number;
  readonly repeats: number;
  readonly group?: string;
  readonly splits?: string;
}

export interface SplitOptions extends DrawnSplitOptions {
  readonly testRows: readonly RowFilter[];
}

export function addSplitOptions(command: Command): Command {
  return command
    .option(
      '--split <share>',
      'fit to this share of the rows, and test on the others',
      properFraction('--split'),
    )
    .option('--folds <k>', 'hold out each of k folds in turn', wholeNumber('--folds', 2, 1_000_000))
    .option(
      '--group <column>',
      'hold out rows with the same value in this column together, such as all of a task; the layout need not read it',
    )
    .option('--repeats <n>', 'draw the split this many times', wholeNumber('--repeats', 1, 100_000), 1)
    .addOption(
      new Option(
        '--test-rows <column=value>',
        'test on these rows, and fit to those of --rows; may be given several times',
      )
        .argParser((text: string, earlier: readonly RowFilter[]) => [
          ...earlier,
          parseRowFilter(text, '--test-rows', 'split=test'),
        ])
        .default([], 'those that --split or --folds holds out'),
    )
    .option('--splits <file>', 'use the splits in this file; if there is no such file, store them there');
}

/** Whether any row is held out. */
export function holdsOut({ split, folds, testRows }: SplitOptions): boolean {
  return split !== undefined || folds !== undefined || testRows.length > 0;
}

/** @throws Failure (usage) unless exactly one option says which rows are held out */
export function checkSplitOptions(options: SplitOptions & Pick<DataOptions, 'rows'>): void {
  if (!holdsOut(options)) {
    throw badUsage('No option says which rows are held out.', HOW_TO_HOLD_OUT);
  }
  checkSplitsGoTogether(options);
}

/** As `checkSplitOptions`, but holding out no rows is allowed. @throws Failure (usage) */
export function checkOptionalSplits(options: SplitOptions & Pick<DataOptions, 'rows'>): void {
  const { repeats, splits, group } = options;
  if (!holdsOut(options) && (repeats > 1 || splits !== undefined || group !== undefined)) {
    throw badUsage(
      `\`${repeats > 1 ? '--repeats' : group !== undefined ? '--group' : '--splits'}\` is given, but no option says which rows are held out.`,
      HOW_TO_HOLD_OUT,
    );
  }
  checkSplitsGoTogether(options);
}

/** How parts are drawn; one of the options must specify it. */
export function splitMethod({ split, folds }: DrawnSplitOptions): SplitMethod {
  return folds === undefined ? { kind: 'holdout', share: split! } : { kind: 'folds', folds };
}

const HOW_TO_HOLD_OUT = 'Give one of --split 0.8, --folds 10 and --rows split=train --test-rows split=test.';

function checkSplitsGoTogether({
  split,
  folds,
  repeats,
  group,
  testRows,
  splits,
  rows,
}: SplitOptions & Pick<DataOptions, 'rows'>): void {
  const given = [
    ...(split === undefined ? [] : ['--split']),
    ...(folds === undefined ? [] : ['--folds']),
    ...(testRows.length === 0 ? [] : ['--test-rows']),
  ];
  if (given.length > 1) {
    throw badUsage(
      `${given.map((option) => `\`${option}\``).join(' and ')} say each which rows are held out.`,
      HOW_TO_HOLD_OUT,
    );
  }
  if (testRows.length > 0 && (repeats > 1 || splits !== undefined || group !== undefined)) {
    throw badUsage(
      `\`${repeats > 1 ? '--repeats' : group !== undefined ? '--group' : '--splits'}\` does not go with \`--test-rows\`, which says itself which rows are held out.`,
      'Leave one of them out.',
    );
  }
  if (testRows.length > 0 && rows.length === 0) {
    throw badUsage(
      '`--test-rows` is given without `--rows`: the rows to test on would be fitted to as well.',
      'Say which rows are fitted to, such as --rows split=train --test-rows split=test.',
    );
  }
}
