/** `theodolite predict`: what a stored fit expects of rows, with its uncertainty, and which factor lowers each most. */

import { type Command, Option } from 'commander';
import { csvText } from '../../files/tables/csv-fields.ts';
import { formatOfName } from '../../files/tables/table-format.ts';
import type { Prediction } from '../../host/predict/predict.ts';
import { listNames } from '../../module/names.ts';
import { badInput, badUsage } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { furtherHelp } from '../options/command-help.ts';
import { formatOptions, rowsOption, tableReading } from '../options/data-options.ts';
import { properFraction, seedNumber, wholeNumber } from '../options/option-number.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { type OutputFile, openOutput } from '../process/results.ts';
import { tellVerdict } from '../stored-fits/fit-status.ts';
import { type KeptTable, tellFormulas } from '../tables/kept-table.ts';
import { printData, printJson, printNotice } from '../terminal.ts';
import { countOf } from '../words.ts';
import { addMixtureOptions, checkMixtureOptions } from './mixture.ts';
import { type PredictCommandOptions, predictAlone, predictTogether } from './predict-rows.ts';
import { type PredictedColumn, predictedColumns, predictedObject } from './predicted-columns.ts';

const MAX_DRAWN = 10_000;
const MAX_EVERY = 1_000_000;

const COLUMNS = `
The table has all columns of DATA, and beside them for each outcome NAME:
  NAME mean                     the posterior mean of its mean: of 0 and 1, the probability of 1
  NAME sd                       its posterior standard deviation
  NAME lower, NAME upper        the interval that --interval says
  NAME = VALUE mean, sd, lower, upper
                                for ratings and choices, the same of the probability of each value. Choices
                                have nothing else: the mean of values without an order says nothing
  NAME costliest, NAME cost     with --explain, the factor with the highest cost in the row, and its cost
  NAME innermost, NAME innermost cost
                                the same, inside a factor that is a conjunction itself
  NAME drawn 1, ...             with --drawn, outcomes drawn from their distribution
  new levels                    where the table names levels that the fit did not have: the columns that do
                                so in this row. What they have is drawn from their populations
and the first four for each \`let\` of --derived. docs/guides/prediction.md says what they mean.
`;

export function addPredict(program: Command): void {
  const command = program
    .command('predict')
    .description('predict the rows of a table with a fit, written by fit --out')
    .argument('<fit>', 'the folder of a fit, such as results/tesseract')
    .argument('<data...>', 'a table with the demands; it needs no outcomes')
    .addOption(rowsOption())
    .option('--layout <layout>', 'the layout, or its module, for a folder without model.wasm')
    .addOption(
      new Option('--interval <p>', 'the probability of the interval')
        .argParser(properFraction('--interval'))
        .default(0.9),
    )
    .option('--hdi', 'use the narrowest interval instead of the equal-tailed one')
    .addOption(
      new Option('--derived <name,...>', 'also predict these `let`s of the layout')
        .argParser((text: string) => text.split(',').map((name) => name.trim()))
        .default([], 'none'),
    )
    .option('--explain', 'show for each row which factor lowers the outcome most')
    .addOption(
      new Option('--drawn <n>', 'draw this many outcomes for each row').argParser(
        wholeNumber('--drawn', 1, MAX_DRAWN),
      ),
    )
    .addOption(
      new Option(
        '--seed <n>',
        'the same seed gives the same drawn outcomes, and the same draws for levels that the fit did not have',
      )
        .argParser(seedNumber('--seed'))
        .default(1n, '1'),
    )
    .addOption(
      new Option('--every <n>', 'use only every n-th draw of each chain')
        .argParser(wholeNumber('--every', 1, MAX_EVERY))
        .default(1),
    )
    .option('--out <file>', 'the file for the table (default: it is printed)')
    .option('--json', 'print the predictions as one JSON object instead of a table')
    .addHelpText('after', furtherHelp(COLUMNS))
    .action(predictRows);
  addMixtureOptions(command);
  for (const option of formatOptions()) command.addOption(option);
}

/** @throws Failure, FileError, HostError, Interrupted */
async function predictRows(
  fitPath: string,
  dataPaths: readonly string[],
  given: PredictCommandOptions,
  command: Command,
): Promise<void> {
  const options = { ...given, seedIsGiven: command.getOptionValueSource('seed') === 'cli' };
  checkOptions(options);
  checkMixtureOptions(fitPath, options, ofOneLayout(options));
  const data = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  let output: OutputFile | null = null;
  try {
    const { signal } = interruption;
    const request = { ...data, filters: options.rows, ...tableReading(options), signal };
    const open = async () => {
      output = options.out === undefined ? null : openOutput(options.out);
      await interruption.check();
    };
    const made =
      options.stack.length > 0
        ? await predictTogether(fitPath, request, options, open)
        : await predictAlone(fitPath, request, options, interruption, open);
    await interruption.check();
    const { prediction, drawn, kept, added, provenance, manifest } = made;
    const table =
      options.json === true
        ? null
        : tableOf(data.path, kept, [
            ...newLevelsColumn(added),
            ...predictedColumns(prediction, drawn, manifest),
          ]);
    const text =
      table === null
        ? `${JSON.stringify({ ...predictedObject(prediction, drawn, manifest), ...provenance })}\n`
        : csvText(table);
    if (output === null) (table === null ? printJson : printData)(text);
    else writeOut(text, prediction, output);
    if (table !== null) tellFormulas(table);
    for (const fit of made.fits) tellVerdict(fit, 'its predictions');
  } finally {
    (output as OutputFile | null)?.discardEmpty();
    interruption.end();
  }
}

function writeOut(text: string, { rows, outcomes }: Prediction, output: OutputFile): void {
  output.write(text);
  printNotice(`${printable(output.path)}: ${countOf(rows, 'row')} of ${listNames(Object.keys(outcomes))}\n`);
}

/** @throws Failure (usage) */
function checkOptions({ out, json }: PredictCommandOptions): void {
  const format = out === undefined ? null : formatOfName(out);
  if (format !== null && format !== (json === true ? 'json' : 'csv')) {
    throw badUsage(
      `\`--out ${out}\` does not have the extension of ${json === true ? 'a JSON object' : 'a CSV table'}, which is written.`,
      `Choose a name such as predictions.${json === true ? 'json' : 'csv'}.`,
    );
  }
}

/** The given options that only a single layout allows. */
function ofOneLayout({ layout, derived, explain, drawn }: PredictCommandOptions): string[] {
  return [
    ...(layout === undefined ? [] : ['--layout']),
    ...(derived.length === 0 ? [] : ['--derived']),
    ...(explain === true ? ['--explain'] : []),
    ...(drawn === undefined ? [] : ['--drawn']),
  ];
}

/** The column that names the drawn levels of a row, if there are any. */
function newLevelsColumn(added: ((row: number) => string) | null): PredictedColumn[] {
  return added === null ? [] : [{ name: 'new levels', value: added }];
}

/** @throws Failure (input) when the table has a column with the name of a prediction */
function tableOf(
  path: string,
  { header, rows }: KeptTable,
  predicted: readonly PredictedColumn[],
): (readonly (string | number | null)[])[] {
  const taken = predicted.filter(({ name }) => header.includes(name));
  if (taken.length > 0) {
    throw badInput(
      `${path} already has columns that a prediction would add: ${listNames(taken.map(({ name }) => name))}.`,
      'Take them out of the table or rename them, or give --json.',
    );
  }
  return [
    [...header, ...predicted.map(({ name }) => name)],
    ...rows.map((fields, row) => [...fields, ...predicted.map((column) => column.value(row))]),
  ];
}
