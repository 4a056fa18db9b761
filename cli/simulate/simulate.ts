/** `theodolite simulate`: draws the outcomes of a system with a given profile. */
import { extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Design, MAX_ROWS, makeDemands } from '../../analysis/simulate/design.ts';
import { type LevelNumbers, namesOfLevels } from '../../analysis/simulate/level-design.ts';
import type { Simulation } from '../../analysis/simulate/simulate.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { csvText } from '../../files/tables/csv-fields.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { partOf } from '../../host/row-tables.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import type { Levels } from '../../module/levels.ts';
import { type Manifest, TABLE_COLUMN } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import { prepareSource, printDiagnostics, readSource } from '../inputs/open-layout.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import {
  type FormatOptions,
  formatOptions,
  type NamedTable,
  rowsOption,
  tableOption,
  tableReading,
} from '../options/data-options.ts';
import { seedNumber } from '../options/option-number.ts';
import {
  checkNoTable,
  designOption,
  levelsOption,
  parseDesign,
  type StatisticOptions,
  statisticOption,
} from '../options/simulation-options.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { type OutputFile, openOutput } from '../process/results.ts';
import { type KeptTable, simulatedTable, tellFormulas } from '../tables/kept-table.ts';
import { ofMainTable } from '../tables/read-further-tables.ts';
import { printData, printNotice } from '../terminal.ts';
import { countOf } from '../words.ts';
import { readKeptDemands, readProfile } from './read-demands.ts';

interface SimulateOptions extends ChooseOptions, FormatOptions, StatisticOptions {
  readonly demands?: string;
  readonly table?: readonly NamedTable[];
  readonly design?: readonly string[];
  readonly levels?: LevelNumbers;
  readonly rows: readonly RowFilter[];
  readonly profile: string;
  readonly seed: bigint;
  readonly out?: string;
  readonly profileOut?: string;
}

export function addSimulate(program: Command): void {
  const command = program
    .command('simulate')
    .description('simulate the outcomes of a system with a profile, as a table for fit')
    .usage('<layout> [options]')
    .argument('<layout>', 'a layout (.ml)')
    .option('--demands <table>', 'a table with the demands; all its columns are kept')
    .addOption(designOption())
    .addOption(tableOption())
    .addOption(levelsOption())
    .addOption(rowsOption())
    .requiredOption(
      '--profile <file>',
      'a JSON object with a number for each latent, or `prior` to draw them from the prior',
    )
    .addOption(
      new Option('--seed <n>', 'the same seed gives the same outcomes')
        .argParser(seedNumber('--seed'))
        .default(DEFAULT_SETTINGS.seed, String(DEFAULT_SETTINGS.seed)),
    )
    .addOption(statisticOption())
    .option('--out <file>', 'the file for the table (default: it is printed)')
    .option(
      '--profile-out <file>',
      'the file for the profile (default: beside --out, with .profile.json, if it was drawn)',
    )
    .addOption(chooseOption())
    .action(simulate);
  for (const option of formatOptions()) command.addOption(option);
}

/** @throws Failure, SimulationError, Interrupted */
async function simulate(layoutPath: string, options: SimulateOptions): Promise<void> {
  const design = readDesign(options);
  const interruption = listenForInterruption();
  const files: OutputFile[] = [];
  const open = (path: string | undefined): OutputFile | null => {
    if (path === undefined) return null;
    files.push(openOutput(path));
    return files.at(-1)!;
  };
  try {
    const source = await readSource(layoutPath);
    const prepared = await prepareSource(source, options.choose);
    await printDiagnostics(source, prepared.warnings);
    const [tableFile, profileFile] = [open(options.out), open(profilePath(options))];
    const furtherFiles = furtherPaths(prepared.manifest, options).map((path) => open(path)!);
    const given =
      design ??
      (await readKeptDemands({
        ...{ path: options.demands!, filters: options.rows },
        ...tableReading(ofMainTable(prepared.manifest, options)),
        tables: options,
        ...{ manifest: prepared.manifest, signal: interruption.signal },
      }));
    const levels: Levels =
      'kind' in given ? levelsOfDesign(prepared.layout, given, options.seed) : given.levels;
    const profile =
      options.profile === 'prior' ? 'prior' : await readProfile(options.profile, prepared, levels);
    await interruption.check();
    const { simulateLayout } = await import('../../analysis/simulate/simulate.ts');
    const simulation = simulateLayout(prepared.layout, {
      demands: 'kind' in given ? given : given.demands,
      levels,
      profile,
      seed: options.seed,
      statistics: options.statistic,
    });
    await interruption.check();
    const valuesOf = new Map(prepared.layout.observations.map(({ outcome, values }) => [outcome, values]));
    const table = 'kind' in given ? null : given.table;
    const pairs = prepared.layout.categories.filter(({ pairOf }) => pairOf !== null).map(({ name }) => name);
    const parts = partsOf(prepared.manifest, simulation.columns, pairs);
    const outcomes = [...valuesOf.keys()].filter((name) => parts[0]!.columns.has(name));
    const ofPart = (part: ReadonlyMap<string, Float64Array>, kept: KeptTable | null) => {
      const own = new Map([...valuesOf].filter(([outcome]) => part.has(outcome)));
      return simulatedTable(part, own, kept, simulation.levels);
    };
    const rows = ofPart(parts[0]!.columns, table);
    profileFile?.write(`${JSON.stringify(simulation.profile, null, 2)}\n`);
    if (tableFile === null) printData(csvText(rows));
    else tableFile.write(csvText(rows));
    for (const [place, { name, columns }] of parts.slice(1).entries()) {
      const further = ofPart(columns, 'kind' in given ? null : given.further.get(name)!);
      furtherFiles[place]!.write(csvText(further));
      tellFormulas(further);
      printNotice(`${printable(furtherFiles[place]!.path)}: ${countOf(further.length - 1, 'row')}\n`);
    }
    tellFormulas(rows);
    const replaced = outcomes.filter((name) => table?.header.includes(name));
    if (replaced.length > 0) {
      printNotice(
        `${printable(`${options.demands} holds ${listNames(replaced)}, and the simulation replaces it`)}\n`,
      );
    }
    if (tableFile !== null) {
      printNotice(
        `${printable(tableFile.path)}: ${countOf(rows.length - 1, 'row')} of ${listNames(outcomes)}\n`,
      );
    }
    tellProfile(simulation, profileFile, options.profile === 'prior');
    tellStatistics(simulation);
  } finally {
    for (const file of files) file.discardEmpty();
    interruption.end();
  }
}

/** The columns that are written for each table, the main one first, without pairs of levels. */
function partsOf(
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
  pairs: readonly string[],
): readonly { readonly name: string; readonly columns: ReadonlyMap<string, Float64Array> }[] {
  return ['', ...(manifest.tables ?? []).map(({ name }) => name)].map((name, place) => {
    const own = partOf(manifest, place).columns.filter((column) => !pairs.includes(column.name));
    return {
      name,
      columns: new Map(own.map((column) => [column.name, rowsOfTable(columns, column.name, place)])),
    };
  });
}

/** A column in the rows of one table. */
function rowsOfTable(columns: ReadonlyMap<string, Float64Array>, name: string, table: number): Float64Array {
  const tables = columns.get(TABLE_COLUMN);
  const column = columns.get(name)!;
  return tables === undefined ? column : column.filter((_, row) => tables[row] === table);
}

/** Beside `--out`, the files of the other tables. @throws Failure (usage) without `--out` */
function furtherPaths({ tables = [] }: Manifest, { out }: SimulateOptions): readonly string[] {
  return tables.map(({ name }) => {
    if (out === undefined)
      throw badUsage(
        `The layout has a table \`${name}\`, whose rows are written to a file beside \`--out\`.`,
        'Give a file for the main table: --out simulated.csv.',
      );
    const extension = extname(out);
    return `${out.slice(0, out.length - extension.length)}.${name}${extension}`;
  });
}

/** Which pairs of levels there are is only known once the rows are made. */
function levelsOfDesign(layout: TypedLayout, design: Design, seed: bigint): Levels {
  return layout.categories.some(({ pairOf }) => pairOf !== null)
    ? makeDemands(layout, design, seed).levels
    : namesOfLevels(layout, design.levels ?? {});
}

/**
 * @throws Failure (usage) unless exactly one of demands and a design is given, and the table and the profile go to
 * different files.
 */
function readDesign({
  demands,
  design,
  levels,
  rows,
  join = [],
  out,
  ...options
}: SimulateOptions): Design | null {
  const isMade = design !== undefined || levels !== undefined;
  if ((demands === undefined) !== isMade) {
    throw badUsage(
      demands === undefined
        ? 'Nothing says what the demands are.'
        : `\`--demands\` and \`--${design === undefined ? 'levels' : 'design'}\` are both given.`,
      'Give a table, --demands table.csv, or let them be made, such as --design random 200.',
    );
  }
  if (out !== undefined && options.profileOut !== undefined && resolve(out) === resolve(options.profileOut)) {
    throw badUsage('`--out` and `--profile-out` name the same file.', 'Give each a file of its own.');
  }
  if (!isMade) return null;
  checkNoTable({ rows, join }, design === undefined ? '--levels' : '--design', '--demands');
  const made: Design = design === undefined ? { kind: 'crossed', rows: MAX_ROWS } : parseDesign(design);
  return { ...made, ...(levels === undefined ? {} : { levels }) };
}

/** Beside the table if the profile was drawn, so that it is never lost. */
function profilePath({ profile, out, profileOut }: SimulateOptions): string | undefined {
  if (profileOut !== undefined || profile !== 'prior' || out === undefined) return profileOut;
  return `${out.slice(0, out.length - extname(out).length)}.profile.json`;
}

/** The file of the drawn profile, or else the profile itself. */
function tellProfile({ profile }: Simulation, file: OutputFile | null, isDrawn: boolean): void {
  if (file !== null)
    printNotice(`${printable(file.path)}: the profile${isDrawn ? ', drawn from the prior' : ''}\n`);
  else if (isDrawn) printNotice(`profile drawn from the prior: ${JSON.stringify(profile)}\n`);
}

function tellStatistics({ statistics }: Simulation): void {
  for (const { text, assumed, simulated } of statistics) {
    printNotice(`${printable(text)}: taken as ${assumed}, and ${round(simulated)} in what was simulated\n`);
  }
}

function round(value: number): string {
  return String(Number(value.toPrecision(6)));
}
