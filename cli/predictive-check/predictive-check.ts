/** `theodolite predictive-check`: whether a fit, or the priors of a layout, make outcomes like those that were observed. */

import { type Command, Option } from 'commander';
import { quantityText } from '../../analysis/evaluate/checks/findings.ts';
import type { CheckOptions, PredictiveChecks } from '../../analysis/evaluate/checks/predictive-checks.ts';
import type { CheckedColumn } from '../../analysis/evaluate/checks/test-quantity.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import { readNumber } from '../../files/tables/read-cell.ts';
import { isMissingText } from '../../files/tables/table-visitor.ts';
import { mainPart } from '../../host/row-tables.ts';
import { encodeLevels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badInput, badUsage, EXIT } from '../failure.ts';
import { prepareSource, printDiagnostics, readSource } from '../inputs/open-layout.ts';
import { type TableFiles, tableFiles } from '../inputs/table-files.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { furtherHelp } from '../options/command-help.ts';
import { addDataOptions, type DataOptions, tableOption, tableReading } from '../options/data-options.ts';
import { seedNumber, wholeNumber } from '../options/option-number.ts';
import { type Interruption, listenForInterruption } from '../process/interruption.ts';
import { openProgressLine, type ProgressLine } from '../process/progress.ts';
import { openOutput } from '../process/results.ts';
import { tellVerdict } from '../stored-fits/fit-status.ts';
import { fittedRowsOf } from '../stored-fits/fitted-again.ts';
import { type FittedData, readRowsWithOutcomes } from '../stored-fits/fitted-rows.ts';
import { TableKeeper } from '../tables/kept-table.ts';
import { checkOutcomesOfMain, ofMainTable } from '../tables/read-further-tables.ts';
import { readStackedTable } from '../tables/read-stacked-table.ts';
import { readTable } from '../tables/read-table.ts';
import { jsonText, printJson, printResult, resultColor } from '../terminal.ts';
import { version } from '../version.ts';
import { renderChecks } from './checks-table.ts';

interface PredictiveCheckOptions extends DataOptions, ChooseOptions, Required<Omit<CheckOptions, 'by'>> {
  readonly by: readonly string[];
  readonly prior?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

const WHAT = `
Outcomes are drawn for the rows of DATA, and compared with those that it has: over all rows, at each level of each demand
and category, and by how they go along with each demand; of outcomes that are not 0 and 1 also their spread and extremes,
and of choices, whose values have no order, the share of each value in place of all these.
Of each check that lies outside the middle 95 % of what is made:
  observed, expected   the statistic of the outcomes, and its mean over the data sets that are made
  95 %                 the interval that holds the middle 95 % of these
  p                    how often they are as far out, by this check alone
  p of all             how often any of all checks is
docs/guides/evaluation.md says what they mean. The exit status is 6 where checks fail with all of them considered.
`;

export function addPredictiveCheck(program: Command): void {
  addDataOptions(
    program
      .command('predictive-check')
      .description(
        'show where the outcomes that a fit (or with --prior a layout) predicts differ from those observed',
      )
      .usage(
        '<fit> <data...> [options]\n       theodolite predictive-check --prior <layout> <data...> [options]',
      )
      .argument('<fit>', 'the folder of a fit, such as results/tesseract; with --prior a layout (.ml)')
      .argument('<data...>', 'a table with demands and outcomes: the fitted one, or another')
      .option('--prior', 'draw profiles from the priors of a layout, before any fit'),
  )
    .addOption(chooseOption())
    .addOption(tableOption())
    .addOption(
      new Option(
        '--by <column,...>',
        'also check by these columns of the table, which the layout does not use',
      )
        .argParser((text: string) => text.split(',').map((name) => name.trim()))
        .default([], 'none'),
    )
    .option('--pairs', 'also check the levels of each pair of demands or categories')
    .addOption(
      new Option('--replications <n>', 'the number of data sets, each from another draw')
        .argParser(wholeNumber('--replications', 40, 100_000))
        .default(1000),
    )
    .addOption(
      new Option('--seed <n>', 'the same seed gives the same data sets')
        .argParser(seedNumber('--seed'))
        .default(1n, '1'),
    )
    .option('--out <file>', 'write everything there as JSON')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', furtherHelp(WHAT))
    .action(checkPredictions);
}

/** What was checked, and by which fit, if any. */
interface Checked {
  readonly checks: PredictiveChecks;
  readonly manifest: Manifest;
  readonly fit: StoredFit | null;
  /** Whether the fit was made to these rows; false for a prior. */
  readonly wereFitted: boolean;
}

/** @throws LayoutMistakes, Failure, FileError, HostError, SimulationError, EvaluationError, Interrupted */
async function checkPredictions(
  path: string,
  dataPaths: readonly string[],
  options: PredictiveCheckOptions,
): Promise<void> {
  if (options.prior !== true && (options.table ?? []).length > 0) {
    throw badUsage(
      '`--table` does not go with a fit, which is checked by rows of the main table.',
      'Leave it out, or check the prior of a layout with --prior.',
    );
  }
  if (options.prior !== true && Object.keys(options.choose).length > 0) {
    throw badUsage(
      '`--choose` does not go with a fit, whose choices were made when it was fitted.',
      'Leave it out, or check the prior of a layout with --prior.',
    );
  }
  const files = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const output = options.out === undefined ? null : openOutput(options.out);
  try {
    const check = options.prior === true ? checkLayout : checkFit;
    const checked = await check(path, files, options, interruption, progress);
    progress.clear();
    const report = `${jsonText(reportOf(checked))}\n`;
    output?.write(report);
    if (options.json === true) printJson(report);
    else printResult(renderChecks(checked.checks, resultColor()));
    if (Object.values(checked.checks.outcomes).some(({ findings }) => findings.length > 0))
      process.exitCode = EXIT.checksFail;
    if (checked.fit !== null) tellVerdict(checked.fit, 'what is said of it here');
  } finally {
    progress.clear();
    output?.discardEmpty();
    interruption.end();
  }
}

async function checkFit(
  folder: string,
  files: TableFiles,
  options: PredictiveCheckOptions,
  interruption: Interruption,
  progress: ProgressLine,
): Promise<Checked> {
  if (/\.(?:ml|wasm)$/i.test(folder)) {
    throw badInput(
      `${folder} is a layout, and the folder of a fit is wanted here.`,
      'Give a folder such as results/tesseract, or use --prior to check the priors of a layout.',
    );
  }
  const { checkPosterior } = await import('../../analysis/evaluate/checks/predictive-checks.ts');
  const fit = await openFit(folder);
  const data = { ...options, ...files, signal: interruption.signal };
  const by = await readCheckedColumns(fit.manifest, data);
  const { columns, numbers, wereFitted } = await readRowsWithOutcomes(fit, data);
  await interruption.check();
  progress.stage(`making outcomes by ${folder}`);
  const fittedRows = wereFitted
    ? fit.manifest.columns.map(({ name }) => numbers.get(name)!)
    : await fittedRowsOf(fit, { join: [] }, interruption.signal);
  const seen = fittedRows === undefined ? fit : fit.withFittedRows(fittedRows);
  const checks = await checkPosterior(seen, columns, { ...options, by });
  return { checks, manifest: fit.manifest, fit, wereFitted };
}

async function checkLayout(
  layoutPath: string,
  files: TableFiles,
  options: PredictiveCheckOptions,
  interruption: Interruption,
  progress: ProgressLine,
): Promise<Checked> {
  const { checkPriorOf } = await import('../../analysis/evaluate/checks/predictive-checks.ts');
  const source = await readSource(layoutPath);
  const prepared = await prepareSource(source, options.choose);
  const manifest = mainPart(prepared.manifest);
  await printDiagnostics(source, prepared.warnings);
  checkOutcomesOfMain(prepared.manifest, options.outcome);
  const ofMain = ofMainTable(prepared.manifest, options);
  const data = { ...ofMain, ...files, signal: interruption.signal };
  const by = await readCheckedColumns(manifest, data);
  const table = await readStackedTable(files, prepared.manifest, options, interruption.signal);
  if (table.subjects.length > 1) {
    throw badUsage(
      `The check of a prior takes one column per outcome, and --outcome names ${table.subjects.length}.`,
      'Name one of them.',
    );
  }
  await interruption.check();
  progress.stage(`making outcomes by the priors of ${layoutPath}`);
  const checks = await checkPriorOf(prepared, rowsOfSubject(table, table.subjects[0]!), table.levels, {
    ...options,
    by,
  });
  return { checks, manifest, fit: null, wereFitted: false };
}

function reportOf({ checks, manifest, fit, wereFitted }: Checked): object {
  return {
    source: checks.source,
    ...(fit === null ? {} : { fit: fit.folder, status: fit.summary.status, wereFitted }),
    rows: checks.rows,
    replications: checks.replications,
    outcomes: Object.fromEntries(
      Object.entries(checks.outcomes).map(([name, outcome]) => [
        name,
        {
          rows: outcome.rows,
          ...(outcome.certainty === null ? {} : { certainty: outcome.certainty }),
          checks: outcome.checks.map(({ quantity, replications: _, ...check }) => {
            const { kind, value, along, places, rows } = quantity;
            return {
              ...{ check: quantityText(quantity), kind, value: value?.name ?? null, along, places },
              ...{ rows: rows.length, ...check },
            };
          }),
          findings: outcome.findings,
        },
      ]),
    ),
    layout: manifest.layout,
    version: version(),
  };
}

/**
 * A column of numbers is treated as a demand, any other as a category.
 *
 * @throws Failure (usage) for a column that the layout already has, or with `--stack`; Failure (input) when the table
 * lacks a column
 */
async function readCheckedColumns(
  manifest: Manifest,
  data: FittedData & { readonly by: readonly string[] },
): Promise<CheckedColumn[]> {
  const { by, path, files, rows, signal, stack } = data;
  if (by.length === 0) return [];
  const known = by.find((name) => manifest.columns.some((column) => column.name === name));
  if (known !== undefined) {
    throw badUsage(
      `The layout has \`${known}\` itself, so outcomes are checked by it anyway.`,
      'Leave it out of --by.',
    );
  }
  if (stack !== undefined) {
    throw badUsage('`--by` does not go with `--stack`.', 'Leave one of them out.');
  }
  const keeper = new TableKeeper();
  await readTable({
    ...{
      path,
      ...(files === undefined ? {} : { files }),
      signal,
      filters: rows,
      outcomeChoices: [],
      ...tableReading(data),
      keep: keeper.keep,
    },
    manifest: { ...manifest, columns: manifest.columns.filter(({ role }) => role !== 'outcome') },
  });
  const { header, rows: kept } = keeper.finish();
  return by.map((name) => {
    const place = header.indexOf(name);
    if (place < 0) {
      throw badInput(
        `${path} has no column called \`${name}\` to check by.${didYouMean(name, header)}`,
        `Its columns are ${listNames(header)}.`,
      );
    }
    return columnOf(
      name,
      kept.map((fields) => fields[place]!),
    );
  });
}

/** Rows without a value have no level. */
function columnOf(name: string, fields: readonly (string | number)[]): CheckedColumn {
  const isMissing = (field: string | number) => typeof field === 'string' && isMissingText(field);
  const numbers = fields.map((field) => (typeof field === 'number' ? field : readNumber(field)));
  if (fields.every((field, row) => numbers[row] !== null || isMissing(field)))
    return { name, values: Float64Array.from(numbers, (number) => number ?? Number.NaN), levels: null };
  const { codes, levels } = encodeLevels(fields.filter((field) => !isMissing(field)));
  let next = 0;
  const values = Float64Array.from(fields, (field) => (isMissing(field) ? Number.NaN : codes[next++]!));
  return { name, values, levels };
}
