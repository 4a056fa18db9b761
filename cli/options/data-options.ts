/** The options that say which columns and rows of a table are used, and how it is written. */
import { type Command, Option } from 'commander';
import { FileError } from '../../files/file-error.ts';
import type { ColumnBinding } from '../../files/tables/bound-columns.ts';
import { parseDelimiter } from '../../files/tables/csv-fields.ts';
import type { TableRequest } from '../../files/tables/layout-table.ts';
import type { OutcomeChoice } from '../../files/tables/plan-reading.ts';
import {
  LONGEST_RECORD,
  RECORD_LIMIT,
  TABLE_FORMATS,
  type TableFormat,
  type TableOptions,
  UNPACKED_LIMIT,
} from '../../files/tables/read-options.ts';
import { parseFilter, type RowFilter } from '../../files/tables/row-filters.ts';
import { formatsInWords } from '../../files/tables/table-format.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { OPTION_PROBLEMS } from '../../module/option-problems.ts';
import { problemOf } from '../../module/problem-text.ts';
import { badUsage, usageFailure } from '../failure.ts';
import { wholeNumber } from './option-number.ts';

const MIB = 1 << 20;

/** The help text for a table argument. */
export const TABLE_ARGUMENT = `one or several files of a table with named columns: ${formatsInWords()}`;

/** The upper limit of the unpacked size, in MiB: more than the memory of any machine. */
const MAX_UNPACKED = 1 << 20;

/** The options for the format of a file. */
export interface FileOptions {
  readonly format?: TableFormat;
  readonly delimiter?: string;
  /** In MiB. */
  readonly recordLimit?: number;
  readonly unpackedLimit?: number;
}

/** The same, with the tables that are joined, and columns of other names. */
export interface FormatOptions extends FileOptions {
  readonly bind?: readonly ColumnBinding[];
  readonly join?: readonly string[];
}

export interface DataOptions extends FormatOptions {
  readonly outcome: readonly OutcomeChoice[];
  readonly rows: readonly RowFilter[];
  readonly stack?: string;
  /** The tables beside the main one, for the commands that take them. */
  readonly table?: readonly NamedTable[];
  /** What stands for success; absent if the usual words do. */
  readonly success?: readonly string[];
}

/** `--rows`, for the commands that read a table. */
export function rowsOption(): Option {
  return new Option(
    '--rows <column=value>',
    'use only the rows with this value, or with other comparisons: "minutes<=60", "split!=test", "task in (a, b)"; may be given several times',
  )
    .argParser((text: string, earlier: readonly RowFilter[]) => [...earlier, parseRowFilter(text)])
    .default([], 'all rows');
}

/** `--join`, for commands that read a table, or read one again. */
export function joinOption(): Option {
  return new Option(
    '--join <table>',
    'add to each row the columns of another table that has one row per level of a category, such as the length of each task; may be given several times',
  )
    .argParser((path: string, earlier: readonly string[]) => [...earlier, path])
    .default([], 'none');
}

/** The files of a table beside the main one. */
export interface NamedTable {
  readonly name: string;
  readonly path: string;
}

/** `--table`, for the commands that take the rows of a layout's tables. */
export function tableOption(): Option {
  return new Option(
    '--table <name=file>',
    'the rows of a table that the layout declares beside its main one, such as ratings=ratings.csv; may be given several times',
  )
    .argParser((text: string, earlier: readonly NamedTable[]) => [...earlier, parseNamedTable(text, earlier)])
    .default([], 'none');
}

/** @throws Failure (usage) when the text is not `NAME=FILE`, or names a table a second time. */
function parseNamedTable(text: string, earlier: readonly NamedTable[]): NamedTable {
  const equals = text.indexOf('=');
  const [name, path] = [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
  if (equals < 1 || name === '' || path === '') {
    throw badUsage(
      `\`--table ${text}\` does not say which file has the rows of which table.`,
      'Write NAME=FILE, such as --table ratings=ratings.csv.',
    );
  }
  if (earlier.some((each) => each.name === name)) {
    throw badUsage(
      `\`--table ${name}=…\` is given twice.`,
      'Write the rows of one table in one file, or give a pattern such as ratings=ratings-*.csv.',
    );
  }
  return { name, path };
}

/** `--bind`, for the commands that read a table. */
function bindOption(): Option {
  return new Option(
    '--bind <name=column,...>',
    'read a column of the table for a name of the layout, such as minutes=human_minutes; may be given several times',
  )
    .argParser((text: string, earlier: readonly ColumnBinding[]) => [
      ...earlier,
      ...parseBindings(text, earlier),
    ])
    .default([], 'each name is that of its column');
}

/** @throws Failure (usage) when the text is not `NAME=COLUMN,…`, or names one twice. */
export function parseBindings(text: string, earlier: readonly ColumnBinding[] = []): ColumnBinding[] {
  const found: ColumnBinding[] = [];
  for (const part of text.split(',')) {
    const equals = part.indexOf('=');
    const [name, column] = [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    if (equals < 1 || name === '' || column === '') {
      throw badUsage(
        `\`--bind ${text}\` does not say which column is read for which name of the layout.`,
        'Write NAME=COLUMN, such as --bind minutes=human_minutes.',
      );
    }
    if ([...earlier, ...found].some((each) => each.name === name)) {
      throw badUsage(`\`--bind\` gives two columns for \`${name}\`.`, 'Name one of them.');
    }
    found.push({ name, column });
  }
  return found;
}

/** `--join`, `--format` and similar options, for commands that read a table. */
export function formatOptions(): Option[] {
  return [bindOption(), joinOption(), ...fileOptions()];
}

/** `--format` and similar options, for the files of a table. */
export function fileOptions(): Option[] {
  return [
    new Option(
      '--format <name>',
      'the format of the table, if its name and its first bytes do not show it',
    ).choices(TABLE_FORMATS),
    new Option(
      '--delimiter <character>',
      'the separator of a CSV table, such as ; or tab, if its header does not show it',
    ).argParser(readDelimiter),
    new Option(
      '--record-limit <MiB>',
      `the maximum length of a row of text, if more than ${RECORD_LIMIT / MIB} MiB is needed`,
    ).argParser(wholeNumber('--record-limit', 1, LONGEST_RECORD / MIB)),
    new Option(
      '--unpacked-limit <MiB>',
      `the maximum size of a compressed table after unpacking, if more than ${UNPACKED_LIMIT / MIB} MiB is needed`,
    ).argParser(wholeNumber('--unpacked-limit', 1, MAX_UNPACKED)),
  ];
}

function readDelimiter(text: string): string {
  try {
    return parseDelimiter(text);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw badUsage(error.message, error.remedy);
  }
}

/** The bound columns, the joined tables, the words for success and the format, from these options. */
export function tableReading({
  bind = [],
  join = [],
  success,
  ...format
}: FormatOptions & Pick<DataOptions, 'success'>): Required<
  Pick<TableRequest, 'bindings' | 'joins' | 'options'>
> &
  Pick<TableRequest, 'successes'> {
  return {
    ...{ bindings: bind, joins: join, options: tableOptions(format) },
    ...(success === undefined ? {} : { successes: success }),
  };
}

export function tableOptions({ format, delimiter, recordLimit, unpackedLimit }: FileOptions): TableOptions {
  return {
    ...(recordLimit === undefined ? {} : { maxRecordBytes: recordLimit * MIB }),
    ...(unpackedLimit === undefined ? {} : { maxUnpackedBytes: unpackedLimit * MIB }),
    ...(format === undefined ? {} : { format }),
    ...(delimiter === undefined ? {} : { delimiter }),
  };
}

/** `--success`, for the commands that read outcomes. */
function successOption(): Option {
  return new Option(
    '--success <word,...>',
    'what stands for success in the column of a binary outcome, such as C or pass; anything else is a failure, and an empty cell stays missing',
  ).argParser(parseSuccesses);
}

/** @throws Failure (usage) for an empty word */
function parseSuccesses(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.every((word) => word !== '')) return [...new Set(words)];
  throw badUsage(
    `\`--success ${text}\` does not say what stands for success.`,
    'Write the words, such as --success C or --success pass,partial.',
  );
}

export function addDataOptions(command: Command): Command {
  const outcome = new Option(
    '--outcome <name=column,...>',
    'the columns of an outcome, with one fit per column; patterns such as agent* are allowed',
  )
    .argParser((text: string, earlier: readonly OutcomeChoice[]) => [...earlier, parseOutcomeChoice(text)])
    .default([], 'the column with its name');
  const stack = new Option(
    '--stack <category>',
    'make one fit to all columns of the outcome, each of which is a level of this category of the layout',
  );
  for (const option of [outcome, successOption(), rowsOption(), stack, ...formatOptions()]) {
    command.addOption(option);
  }
  return command;
}

/** @throws Failure (usage) when the text is not `NAME=COLUMN,…`. */
export function parseOutcomeChoice(text: string): OutcomeChoice {
  const equals = text.indexOf('=');
  const outcome = text.slice(0, equals).trim();
  const listed = text.slice(equals + 1).trim();
  const columns = listed.split(',').map((column) => column.trim());
  if (equals < 1 || outcome === '' || columns.some((column) => column === '')) {
    throw badUsage(
      `\`--outcome ${text}\` does not say which outcome is in which columns.`,
      'Write NAME=COLUMN or NAME=COLUMN,COLUMN, such as --outcome read=tesseract,gocr.',
    );
  }
  return { outcome, columns, text: listed };
}

/** @throws Failure (usage) when a choice names an outcome that the layout does not observe, or one twice. */
export function checkOutcomeNames(choices: readonly OutcomeChoice[], outcomes: readonly string[]): void {
  const seen = new Set<string>();
  for (const { outcome } of choices) {
    if (!outcomes.includes(outcome)) {
      throw usageFailure(
        problemOf(OPTION_PROBLEMS.noOutcome, {
          outcome,
          meant: didYouMean(outcome, outcomes),
          count: outcomes.length,
          names: listNames(outcomes),
          known: outcomes[0]!,
        }),
      );
    }
    if (seen.has(outcome)) {
      throw badUsage(
        `\`--outcome ${outcome}=…\` is given twice.`,
        `Write all its columns in one: --outcome ${outcome}=COLUMN,COLUMN.`,
      );
    }
    seen.add(outcome);
  }
}

/**
 * @param exampleRows the example in the help text
 * @throws Failure (usage) when the text states no condition on a column.
 */
export function parseRowFilter(text: string, option = '--rows', exampleRows = 'split=train'): RowFilter {
  const filter = parseFilter(text);
  if (filter !== null) return filter;
  const problem = problemOf(OPTION_PROBLEMS.unclearRows, { option, argument: text, exampleRows });
  if (!/[<>]|\sin\s*\(/.test(text)) throw usageFailure(problem);
  throw badUsage(
    problem.message,
    `Compare a column with a number or a date, such as ${option} "minutes<=60" or ${option} "day>=2024-06-01", or list values, such as ${option} "task in (a, b)".`,
  );
}
