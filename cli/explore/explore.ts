/** `theodolite explore`: what a table of results says before any layout. */
import { type Command, Option } from 'commander';
import {
  COEFFICIENTS,
  type Coefficient,
  type Exploration,
  exploreTable,
} from '../../analysis/explore/explore-table.ts';
import { openFrame, WIDTHS } from '../../reporting/figures/draw/frame.ts';
import { badUsage } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import {
  type DataOptions,
  type FileOptions,
  fileOptions,
  rowsOption,
  TABLE_ARGUMENT,
  tableOptions,
} from '../options/data-options.ts';
import { wholeNumber } from '../options/option-number.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openProgressLine } from '../process/progress.ts';
import { ResultFolder } from '../process/results.ts';
import { tellNotes } from '../tables/read-table.ts';
import { printJson, printNotice, printResult } from '../terminal.ts';
import { associationsTable, explorationText, hasSpread } from './exploration-text.ts';
import { readExplored } from './read-explored.ts';

interface ExploreOptions extends FileOptions, Pick<DataOptions, 'rows'> {
  readonly outcome?: readonly string[];
  readonly subject?: string;
  readonly by?: string;
  readonly cells?: readonly string[];
  readonly columns?: readonly string[];
  readonly coefficient: Coefficient;
  readonly out?: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly json?: boolean;
}

export function addExplore(program: Command): void {
  const command = program
    .command('explore')
    .description(
      'relate the columns of a table of results before any layout: rates of success, rank correlations, and success by group',
    )
    .argument('<data...>', TABLE_ARGUMENT)
    .addOption(
      new Option(
        '--outcome <column,...>',
        'the columns of success (0 and 1, shares between, or words such as pass and fail), one per subject; patterns such as agent* are allowed',
      ).argParser(namesIn('--outcome')),
    )
    .option(
      '--subject <column>',
      'the column that names the system of each row, if one column has all outcomes',
    )
    .option('--by <column>', 'group the rows, such as by task: what each group demands, and success in it')
    .addOption(
      new Option(
        '--cells <column,...>',
        'average the rows of each subject that have the same values here, before anything is compared',
      ).argParser(namesIn('--cells')),
    )
    .addOption(
      new Option(
        '--columns <column,...>',
        'the columns that success is compared with; patterns are allowed (default: all others of numbers)',
      ).argParser(namesIn('--columns')),
    )
    .addOption(
      new Option('--coefficient <name>', 'how columns are compared; on 0 and 1 all three are the same number')
        .choices(Object.keys(COEFFICIENTS))
        .default('spearman'),
    )
    .option('--out <dir>', 'write exploration.json, associations.csv and the figures there')
    .addOption(
      new Option('--theme <name>', 'figures for a light or a dark background')
        .choices(['light', 'dark'])
        .default('light'),
    )
    .addOption(
      new Option('--width <n>', 'the width of figures in pixels, 96 per inch')
        .argParser(wholeNumber('--width', WIDTHS.least, WIDTHS.most))
        .default(WIDTHS.normal),
    )
    .option('--json', 'print one JSON object and nothing else')
    .addOption(rowsOption())
    .action(explore);
  for (const option of fileOptions()) command.addOption(option);
}

/** @throws Failure (usage) for an empty name */
function namesIn(option: string): (text: string) => string[] {
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    if (names.every((name) => name !== '')) return [...new Set(names)];
    throw badUsage(`\`${option} ${text}\` names a column without a name.`, `Write ${option} COLUMN,COLUMN.`);
  };
}

/** @throws Failure, FileError, Interrupted */
async function explore(paths: readonly string[], options: ExploreOptions): Promise<void> {
  const { outcome, subject, by, cells = [], columns, rows, coefficient } = options;
  if (outcome === undefined) {
    throw badUsage(
      '`explore` is not told which columns hold outcomes.',
      'Name them, such as --outcome success or --outcome "agent*"; `theodolite tables` says what the columns are.',
    );
  }
  const data = tableFiles(paths);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const folder = options.out === undefined ? null : new ResultFolder(options.out);
  try {
    progress.stage(`reading ${data.path}`);
    const wanted = {
      ...{ outcome, cells, rows, coefficient },
      ...(subject === undefined ? {} : { subject }),
      ...(by === undefined ? {} : { by }),
      ...(columns === undefined ? {} : { columns }),
    };
    const reading = { ...tableOptions(options), signal: interruption.signal };
    const read = await readExplored(data, wanted, reading);
    progress.stage('comparing columns');
    const found = exploreTable(read.table);
    progress.clear();
    tellNotes(read);
    await interruption.check();
    if (folder !== null) await write(folder, found, options);
    if (options.json === true) printJson(`${JSON.stringify(found)}\n`);
    else printResult(explorationText(data.path, found, { by: by ?? null, cells }));
  } finally {
    progress.clear();
    folder?.discardEmpty();
    interruption.end();
  }
}

/** All files, or none. @throws Failure (writing) */
async function write(
  folder: ResultFolder,
  found: Exploration,
  { theme, width, by }: Pick<ExploreOptions, 'theme' | 'width' | 'by'>,
): Promise<void> {
  const [{ associationsFigure, associationsData }, { successBoxes }, { sweepBoxes }] = await Promise.all([
    import('../../reporting/figures/kinds/associations.ts'),
    import('../../reporting/figures/data/success-boxes.ts'),
    import('../../reporting/figures/kinds/sweep.ts'),
  ]);
  const frame = await openFrame({ theme, width });
  const figures = [
    ['associations.svg', associationsFigure(associationsData(found, 'columns'), frame)] as const,
    ...(found.groups === null || by === undefined || !hasSpread(found)
      ? []
      : [['success.svg', sweepBoxes(successBoxes(found, by), frame)] as const]),
    ...(found.betweenGroups === null
      ? []
      : [['groups.svg', associationsFigure(associationsData(found, 'groups'), frame)] as const]),
    ...(found.betweenSubjects === null
      ? []
      : [['subjects.svg', associationsFigure(associationsData(found, 'subjects'), frame)] as const]),
  ];
  folder.write([
    { path: 'exploration.json', content: `${JSON.stringify(found, null, 2)}\n` },
    { path: 'associations.csv', content: associationsTable(found) },
    ...figures.map(([path, { svg }]) => ({ path, content: svg })),
  ]);
  for (const [path, { title, caption }] of figures)
    printNotice(`${printable(`${folder.path}/${path}: ${title}. ${caption}`)}\n`);
}
