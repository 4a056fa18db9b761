/** `theodolite predict`: what a fit that was stored expects of rows, with how surely, and what brings each down. */
import { type Command, Option } from 'commander';
import { csvText } from '../../files/csv-text.ts';
import { formatOfName } from '../../files/table-format.ts';
import type { Manifest } from '../../host/manifest.ts';
import { type Prediction, type PredictOptions, predict } from '../../host/predict/predict.ts';
import type { StoredFit } from '../../stored/stored-fit.ts';
import { didYouMean } from '../did-you-mean.ts';
import { drawOutcomes } from '../draw-outcomes.ts';
import { badInput, badUsage } from '../failure.ts';
import { listenForInterruption } from '../interruption.ts';
import type { KeptTable } from '../kept-table.ts';
import { counted, listNames } from '../list-names.ts';
import { openStoredFit } from '../open-stored-fit.ts';
import { properFraction, seedNumber, wholeNumber } from '../option-number.ts';
import { type OutputFile, openOutput } from '../output-file.ts';
import { type DrawnOutcomes, predictedColumns, predictedObject } from '../predicted-columns.ts';
import { printable } from '../printable.ts';
import type { RowFilter } from '../row-filter.ts';
import { readRows } from '../rows-to-predict.ts';
import { tellVerdict } from '../stored-verdict.ts';
import { printNotice, printResult } from '../terminal.ts';
import { version } from '../version.ts';
import { type FormatOptions, formatOptions, rowsOption, tableOptions } from './data-options.ts';

interface PredictCommandOptions extends FormatOptions {
  readonly rows: readonly RowFilter[];
  readonly layout?: string;
  readonly interval: number;
  readonly hdi?: boolean;
  readonly derived: readonly string[];
  readonly explain?: boolean;
  readonly drawn?: number;
  readonly seed: bigint;
  readonly every: number;
  readonly out?: string;
  readonly json?: boolean;
}

const MOST_DRAWN = 10_000;
const MOST_EVERY = 1_000_000;

const COLUMNS = `
The table has all columns of DATA, and beside them for each outcome NAME:
  NAME mean                     the posterior mean of its mean: of 0 and 1, the probability of 1
  NAME sd                       how far that is unsure, as a standard deviation
  NAME lower, NAME upper        the interval that --interval says
  NAME costliest, NAME cost     with --explain, the factor that brings the row down most, and by how much
  NAME innermost, NAME innermost cost
                                the same, inside a factor that is a conjunction itself
  NAME drawn 1, ...             with --drawn, outcomes drawn from their distribution
and the first four for each \`let\` of --derived. docs/prediction.md says what they mean.
`;

export function addPredict(program: Command): void {
  const command = program
    .command('predict')
    .description('predict the rows of a table with a fit that fit --out wrote')
    .argument('<fit>', 'the folder of a fit, such as results/tesseract')
    .argument('<data>', 'a table with the demands; it needs no outcomes')
    .addOption(rowsOption())
    .option('--layout <layout>', 'the layout, or a module of it, where the folder has no model.wasm')
    .addOption(
      new Option('--interval <p>', 'how probable the interval is')
        .argParser(properFraction('--interval'))
        .default(0.9),
    )
    .option('--hdi', 'give the narrowest interval, and not that with equal tails')
    .addOption(
      new Option('--derived <name,...>', 'tell these `let`s of the layout too')
        .argParser((text: string) => text.split(',').map((name) => name.trim()))
        .default([], 'none'),
    )
    .option('--explain', 'say for each row which factor of the outcome costs most')
    .addOption(
      new Option('--drawn <n>', 'draw so many outcomes for each row').argParser(
        wholeNumber('--drawn', 1, MOST_DRAWN),
      ),
    )
    .addOption(
      new Option('--seed <n>', 'the same seed draws the same outcomes')
        .argParser(seedNumber('--seed'))
        .default(1n, '1'),
    )
    .addOption(
      new Option('--every <n>', 'use only every so many draws of each chain')
        .argParser(wholeNumber('--every', 1, MOST_EVERY))
        .default(1),
    )
    .option('--out <file>', 'where the table goes (default: it is printed)')
    .option('--json', 'give one JSON object of the predictions, and not a table')
    .addHelpText('after', COLUMNS)
    .action(predictRows);
  for (const option of formatOptions()) command.addOption(option);
}

/** @throws Failure, FileError, HostError, Interrupted */
async function predictRows(
  fitPath: string,
  dataPath: string,
  options: PredictCommandOptions,
  command: Command,
): Promise<void> {
  checkOptions(options, command);
  const interruption = listenForInterruption();
  let output: OutputFile | null = null;
  try {
    const fit = await openStoredFit(fitPath, options.layout);
    checkAsked(fit.manifest, options);
    output = options.out === undefined ? null : openOutput(options.out);
    await interruption.check();
    const { columns, sketched, kept } = await readRows(fit, {
      path: dataPath,
      filters: options.rows,
      options: tableOptions(options),
      signal: interruption.signal,
    });
    const loaded = await fit.module(sketched);
    await interruption.check();
    const prediction = await predict(loaded, fit.fitted, columns, predictOptions(options));
    await interruption.check();
    const drawn =
      options.drawn === undefined
        ? null
        : await drawOutcomes(loaded, fit.fitted, columns, options.drawn, options.seed);
    const text =
      options.json === true
        ? `${JSON.stringify(withProvenance(fit, options, predictedObject(prediction, drawn)))}\n`
        : csvText(tableOf(dataPath, kept, prediction, drawn));
    if (output === null) printResult(text);
    else {
      output.write(text);
      const outcomes = listNames(Object.keys(prediction.outcomes));
      printNotice(`${printable(output.path)}: ${counted(prediction.rows, 'row')} of ${outcomes}\n`);
    }
    tellVerdict(fit, 'its predictions');
  } finally {
    output?.discardEmpty();
    interruption.end();
  }
}

/** @throws Failure (usage) */
function checkOptions({ drawn, out, json }: PredictCommandOptions, command: Command): void {
  if (drawn === undefined && command.getOptionValueSource('seed') === 'cli') {
    throw badUsage('`--seed` is of outcomes that are drawn, and none are.', 'Say how many: --drawn 10.');
  }
  const format = out === undefined ? null : formatOfName(out);
  if (format !== null && format !== (json === true ? 'json' : 'csv')) {
    throw badUsage(
      `\`--out ${out}\` names a file of another kind than is written: ${json === true ? 'a JSON object' : 'a table of CSV'}.`,
      `Name it such as predictions.${json === true ? 'json' : 'csv'}.`,
    );
  }
}

/** @throws Failure (usage) when something is asked for that the layout has not */
function checkAsked({ columns, derived }: Manifest, options: PredictCommandOptions): void {
  const lets = derived.filter(({ isNamed }) => isNamed).map(({ name }) => name);
  const unknown = options.derived.find((name) => !lets.includes(name));
  if (unknown !== undefined) {
    throw badUsage(
      `The layout has no \`let\` called \`${unknown}\`.${didYouMean(unknown, lets)}`,
      lets.length === 0 ? 'It has none: leave out --derived.' : `It has ${listNames(lets)}.`,
    );
  }
  if (options.explain !== true || columns.some(({ factors }) => factors !== undefined)) return;
  throw badUsage(
    'No outcome of the layout is a conjunction, so that no factor brings a row down.',
    'Leave out --explain.',
  );
}

function predictOptions({ interval, hdi, derived, explain, every }: PredictCommandOptions): PredictOptions {
  return {
    probability: interval,
    interval: hdi === true ? 'highest-density' : 'equal-tailed',
    derived,
    explain: explain === true,
    every,
  };
}

/** @throws Failure (input) when the table has a column of a name that a prediction has */
function tableOf(
  path: string,
  { header, rows }: KeptTable,
  prediction: Prediction,
  drawn: DrawnOutcomes | null,
): (readonly (string | number | null)[])[] {
  const predicted = predictedColumns(prediction, drawn);
  const taken = predicted.filter(({ name }) => header.includes(name));
  if (taken.length > 0) {
    throw badInput(
      `${path} has columns already that a prediction would add: ${listNames(taken.map(({ name }) => name))}.`,
      'Take them out of the table or rename them, or give --json.',
    );
  }
  return [
    [...header, ...predicted.map(({ name }) => name)],
    ...rows.map((fields, row) => [...fields, ...predicted.map((column) => column.value(row))]),
  ];
}

function withProvenance(
  { manifest }: StoredFit,
  { interval, hdi }: PredictCommandOptions,
  prediction: object,
) {
  const kind = hdi === true ? 'highest-density' : 'equal-tailed';
  return {
    ...prediction,
    interval: { probability: interval, kind },
    layout: manifest.layout,
    version: version(),
  };
}
