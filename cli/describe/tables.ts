/** `theodolite tables`: says what is in the files of a table, and begins a layout for it. */
import { type Command, Option } from 'commander';
import {
  type BegunLayout,
  beginLayout,
  findOutcome,
  mayBeOutcome,
} from '../../analysis/begin/begin-layout.ts';
import {
  type ColumnDescription,
  describeTable,
  type TableDescription,
} from '../../files/tables/describe-columns.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { shellWord } from '../../module/shell-word.ts';
import { quantile } from '../../statistics/quantile.ts';
import { badInput } from '../failure.ts';
import { unreadable } from '../inputs/read-file.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { fileOptions, TABLE_ARGUMENT, tableOptions } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openProgressLine } from '../process/progress.ts';
import { type OutputFile, openOutput } from '../process/results.ts';
import { tellNotes } from '../tables/read-table.ts';
import { printData, printJson, printNotice, printResult, resultColor, showsUnicode } from '../terminal.ts';
import { countOf } from '../words.ts';
import { columnWords, histogramOf, renderColumns } from './column-table.ts';
import { isReshaping, reshapedTable, type ShapeOptions } from './reshape-table.ts';

interface TablesOptions extends ShapeOptions {
  readonly out?: string;
}

export function addTables(program: Command): void {
  const command = program
    .command('tables')
    .description(
      'say what is in the files of a table: columns, ranges, levels and missing values, and the start of a layout for it',
    )
    .argument('<data...>', TABLE_ARGUMENT)
    .addOption(
      new Option(
        '--outcome <column>',
        'the column of successes and failures that the layout explains; with --stack the columns that become rows, such as "correct=*", with --spread that of the cells',
      ),
    )
    .option(
      '--stack <name>',
      'write the table with one row per cell of these columns, and their names in a column of this name',
    )
    .option(
      '--spread <column>',
      'write the table with a column for each value of this one, as a matrix of systems and items',
    )
    .addOption(
      new Option(
        '--by <column,...>',
        'with --spread: the columns that tell the rows of the matrix apart (default: all others)',
      ).argParser((text: string) => text.split(',').map((name) => name.trim())),
    )
    .option(
      '--out <file>',
      'write the start of the layout there, such as runs.ml; with --stack and --spread the table, such as long.csv',
    )
    .option('--json', 'print one JSON object and nothing else')
    .action(describe);
  for (const option of fileOptions()) command.addOption(option);
}

/** @throws Failure, FileError, Interrupted */
async function describe(paths: readonly string[], options: TablesOptions): Promise<void> {
  const data = tableFiles(paths);
  const reshapes = isReshaping(options);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  let output: OutputFile | null = null;
  try {
    output = options.out === undefined ? null : openOutput(options.out);
    progress.stage(`reading ${data.path}`);
    const reading = { ...tableOptions(options), signal: interruption.signal };
    const table = await describeTable(data.files, reading).catch((error: unknown) => {
      throw unreadable(data.path, 'table', error);
    });
    progress.clear();
    if (reshapes) {
      const text = await reshapedTable(data, options, table, interruption.signal);
      tellNotes(table);
      if (output === null) printData(text);
      else output.write(text);
      return;
    }
    if (options.outcome !== undefined) checkOutcome(data.path, table, options.outcome);
    const begun = beginLayout(data.path, table, options.outcome ?? null);
    if (begun !== null) await checkBegun(begun);
    tellNotes(table);
    if (options.json === true) {
      printJson(
        `${JSON.stringify({ rows: table.rows, columns: table.columns.map((column) => asObject(column, table.rows)), begun })}\n`,
      );
    } else {
      const files = data.files.length === 1 ? '' : `, ${countOf(data.files.length, 'file')}`;
      const style = { color: resultColor(), unicode: showsUnicode() };
      printResult(
        `${printable(data.path)}: ${countOf(table.rows, 'row')}, ${countOf(table.columns.length, 'column')}${files}\n\n${renderColumns(table, style)}\n`,
      );
      if (output === null) printResult(begunText(begun, data.path) + choices(begun, table, options));
    }
    if (output !== null) write(output, begun, data.path);
  } finally {
    progress.clear();
    output?.discardEmpty();
    interruption.end();
  }
}

/** A layout that does not compile would be a defect, not a start. */
async function checkBegun({ text }: BegunLayout): Promise<void> {
  const { analyseSource } = await import('../../compiler/analyse.ts');
  const { layout, diagnostics } = analyseSource({ name: 'the layout that was begun', text });
  if (layout === null)
    throw new Error(`the layout that was begun is wrong: ${diagnostics[0]?.message}\n${text}`);
}

/** @throws Failure (input) for a column that is not there, or holds anything but successes and failures */
function checkOutcome(path: string, { columns }: TableDescription, outcome: string): void {
  const found = columns.find(({ name }) => name === outcome);
  const names = columns.map(({ name }) => name);
  if (found === undefined) {
    throw badInput(
      `${path} has no column called \`${outcome}\`.${didYouMean(outcome, names)}`,
      `Its columns are ${listNames(names)}.`,
    );
  }
  if (found.kind === 'flag' || found.kind === 'verdict') return;
  const binary = findOutcome({ columns, rows: 0, notes: [] });
  throw badInput(
    `The column \`${outcome}\` of ${path} does not hold successes and failures.`,
    `A layout is begun for outcomes of 0 and 1, or words such as pass and fail${binary === null ? '' : `, as \`${binary.name}\` has`}. docs/reference/language.md has other outcomes.`,
  );
}

function begunText(begun: BegunLayout | null, path: string): string {
  if (begun === null) {
    return 'No column holds successes and failures alone, so no layout is begun. With `fit --success` words of your own stand for success, and docs/reference/language.md has other outcomes.\n';
  }
  return `A layout to begin with, which --out FILE writes:\n\n${begun.text.replaceAll(/^(?=.)/gm, '    ')}\n${fitLine('FILE', path, begun)}`;
}

/** What was chosen for the user, who may choose otherwise. */
function choices(
  begun: BegunLayout | null,
  { columns }: TableDescription,
  { outcome }: TablesOptions,
): string {
  if (begun === null) return '';
  if (begun.stacked !== null)
    return `\nThe table is taken to be a matrix with one column per ${begun.stacked}. --outcome COLUMN takes one column as the outcome instead.\n`;
  const others = columns
    .filter((column) => column.name !== begun.outcome && mayBeOutcome(column))
    .map(({ name }) => name);
  const lines = [
    ...(outcome === undefined && others.length > 0
      ? [
          `The outcome is taken to be \`${begun.outcome}\`. --outcome takes another column of successes and failures: ${listNames(others)}.`,
        ]
      : []),
    ...(begun.left.length > 0 ? [`Not read, though they could be demands: ${listNames(begun.left)}.`] : []),
  ];
  return lines.length === 0 ? '' : `\n${lines.map(printable).join('\n')}\n`;
}

/** The command that fits the layout that was begun. */
function fitLine(
  layout: string,
  path: string,
  { outcome, outcomeName, stacked, bindings }: BegunLayout,
): string {
  const words = [
    ...['theodolite', 'fit', layout, path],
    ...(outcomeName === outcome ? [] : ['--outcome', `${outcomeName}=${outcome}`]),
    ...(stacked === null ? [] : ['--stack', stacked]),
    ...(bindings.length === 0 ? [] : ['--bind', bindings.map((pair) => pair.join('=')).join(',')]),
  ];
  return `It is fitted by\n\n    ${printable(words.map(shellWord).join(' '))}\n`;
}

function write(output: OutputFile, begun: BegunLayout | null, path: string): void {
  if (begun === null) {
    throw badInput(
      `${path} has no column of successes and failures, so no layout is begun.`,
      'Leave --out out, or write a layout with another outcome: docs/reference/language.md has them.',
    );
  }
  output.write(begun.text);
  printNotice(`${printable(output.path)}: a layout to begin with. ${fitLine(output.path, path, begun)}`);
}

function asObject(described: ColumnDescription, rows: number): object {
  const { numbers, levels, ...column } = described;
  return {
    ...{ ...column, ...columnWords(described, rows) },
    ...(numbers === null
      ? {}
      : {
          ...{ min: numbers.min, max: numbers.max, isSampled: numbers.isSampled },
          quantiles: Object.fromEntries(
            [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => [`q${100 * p}`, quantile(numbers.sorted, p)]),
          ),
          histogram: histogramOf(numbers),
        }),
    levels: levels === null ? null : levels.length,
    mostFrequent: levels?.slice(0, 20).map(([value, rows]) => ({ value, rows })) ?? null,
  };
}
