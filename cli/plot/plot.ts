/** `theodolite plot`: one figure of stored fits, as SVG, PDF or PNG. */
import { existsSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { readNumber } from '../../files/tables/read-cell.ts';
import { formatOfName } from '../../files/tables/table-format.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import type { FigureSvg } from '../../reporting/figures/draw/figure.ts';
import { openFrame, WIDTHS } from '../../reporting/figures/draw/frame.ts';
import { badUsage } from '../failure.ts';
import { chooseOption } from '../options/choose-option.ts';
import { furtherHelp } from '../options/command-help.ts';
import { addDataOptions } from '../options/data-options.ts';
import { wholeNumber } from '../options/option-number.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { type OutputFile, openOutput } from '../process/results.ts';
import { noticeColor, printData, printNotice, printResult, renderProblem } from '../terminal.ts';
import { PLOT_KINDS, type PlotKind, type PlotOption, type PlotRequest } from './plot-kinds.ts';

interface PlotOptions extends Omit<PlotRequest, 'paths' | 'signal'> {
  readonly output?: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly scale: number;
}

const MAX_SCALE = 8;
const MAX_ENDS = 200;

/** Options that only some kinds have, as they are written. */
const KIND_OPTIONS: Readonly<Record<PlotOption, string>> = {
  data: '--data',
  layout: '--layout',
  by: '--by',
  sort: '--sort',
  ends: '--ends',
  only: '--only',
  window: '--window',
  normalisations: '--normalisations',
  axes: '--axes',
  choose: '--choose',
  outcome: '--outcome',
  rows: '--rows',
  stack: '--stack',
  bind: '--bind',
  join: '--join',
  format: '--format',
  delimiter: '--delimiter',
};

/** Options for reading the table of `--data`. */
const TABLE_OPTIONS: readonly PlotOption[] = [
  ...(['outcome', 'rows', 'stack', 'bind', 'join', 'format', 'delimiter'] as const),
];

export function addPlot(program: Command): void {
  const command = program
    .command('plot')
    .description('draw a figure of fits as SVG, PDF or PNG; without a kind, list the kinds')
    .argument('[kind]', 'the kind of the figure')
    .addArgument(
      new Argument('[path...]', 'folders of fits, written by fit --out, or another input of the kind'),
    )
    .option(
      '-o, --output <file>',
      'the file to write: a name that ends in .svg, .pdf or .png (default: SVG is printed)',
    )
    .addOption(
      new Option('--theme <name>', 'for a light or a dark background')
        .choices(['light', 'dark'])
        .default('light'),
    )
    .addOption(
      new Option('--width <n>', 'the width in pixels, 96 per inch')
        .argParser(wholeNumber('--width', WIDTHS.least, WIDTHS.most))
        .default(WIDTHS.normal),
    )
    .addOption(
      new Option('--scale <n>', 'the number of PNG pixels for each of these')
        .argParser(wholeNumber('--scale', 1, MAX_SCALE))
        .default(2),
    )
    .addOption(
      new Option('--only <name,...>', 'show only these parameters').argParser((text: string) =>
        text.split(',').map((name) => name.trim()),
      ),
    )
    .addOption(
      new Option(
        '--by <what>',
        'what is grouped together: the abilities of a subject, or the subjects of an ability',
      ).choices(['subject', 'capability']),
    )
    .addOption(
      new Option(
        '--sort <how>',
        'the order of the levels of a forest plot: their own, or from the highest to the lowest value',
      ).choices(['level', 'value']),
    )
    .addOption(
      new Option(
        '--ends <n>',
        'of many levels, show only this many of the highest and of the lowest',
      ).argParser(wholeNumber('--ends', 1, MAX_ENDS)),
    )
    .addOption(
      new Option(
        '--window <lower,upper>',
        'the bounds of a band whose curve is shown; may be given several times',
      ).argParser((text: string, earlier: readonly Window[] = []) => [...earlier, readWindow(text)]),
    )
    .option(
      '--normalisations',
      'for each window of a band, a panel with the curves of its normalisation and of two others',
    )
    .addOption(
      new Option(
        '--axes <which>',
        'the axes of a surface: the bounds of windows, or their centre and width (default: bounds)',
      ).choices(['bounds', 'centre']),
    )
    .option('--layout <layout>', 'the layout, or its module, for a folder without model.wasm')
    .option('--data <table>', 'the table, for kinds that need it');
  command.addOption(chooseOption());
  addDataOptions(command);
  command.addHelpText(
    'after',
    furtherHelp(`\nKinds:\n${kindList()}\n\ndocs/guides/figures.md shows them.\n`),
  );
  command.action(plot);
}

type Window = readonly [lower: number, upper: number];

/** @throws Failure (usage) */
function readWindow(text: string): Window {
  const [lower, upper, ...more] = text.split(',').map((part) => readNumber(part.trim()));
  const isWindow = lower != null && upper != null && more.length === 0 && lower < upper;
  if (isWindow) return [lower, upper];
  throw badUsage(
    `\`--window ${text}\` is not a window with two bounds.`,
    'Give two numbers, the lower one first, such as --window=-2,4.',
  );
}

/** One line per kind. */
function kindList(): string {
  const heads = PLOT_KINDS.map(({ name, takes, needs = [] }) =>
    [name, takes, ...needs.map((option) => KIND_OPTIONS[option])].join(' '),
  );
  const width = Math.max(...heads.map(({ length }) => length));
  return PLOT_KINDS.map(({ help }, place) => `  ${heads[place]!.padEnd(width)}  ${help}`).join('\n');
}

/** @throws Failure, FileError, HostError, FigureError, Interrupted */
async function plot(
  name: string | undefined,
  paths: readonly string[],
  options: PlotOptions,
  command: Command,
): Promise<void> {
  if (name === undefined) {
    printResult(`${kindList()}\n`);
    return;
  }
  const kind = ofPaths(kindNamed(name), paths);
  checkPaths(kind, paths);
  checkOptions(kind, command);
  const format = formatOf(kind, options.output);
  const interruption = listenForInterruption();
  let output: OutputFile | null = null;
  try {
    output = options.output === undefined ? null : openOutput(options.output);
    const request = { ...options, paths, signal: interruption.signal };
    const text = kind.texts?.[format];
    if (text !== undefined) {
      output!.write(await text(request));
      return;
    }
    const { theme, width } = options;
    const frame = await openFrame({ theme, width });
    const figure = await kind.draw(request, frame);
    await interruption.check();
    if (output === null) printData(figure.svg);
    else output.write(await writtenAs(format, figure, options.scale));
    printNotice(`${printable(`${figure.title}. ${figure.caption}`)}\n`);
    if (command.getOptionValueSource('width') === 'cli') tellWidth(figure, width);
  } finally {
    output?.discardEmpty();
    interruption.end();
  }
}

/** Reports a figure that is wider than requested because it would be unreadable otherwise. */
function tellWidth({ svg }: FigureSvg, asked: number): void {
  const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
  if (width <= asked) return;
  const problem = {
    message: `The figure is ${width} pixels wide, not ${asked}: in a narrower one words would be too small to read.`,
    remedy: `Give --width ${width}, and show the figure where it can be scrolled if need be.`,
  };
  printNotice(renderProblem('warning', problem, noticeColor()));
}

/** @throws Failure (usage) */
function kindNamed(name: string): PlotKind {
  const names = PLOT_KINDS.map((kind) => kind.name);
  const kind = PLOT_KINDS.find((each) => each.name === name);
  if (kind !== undefined) return kind;
  throw badUsage(
    `There is no kind of figure \`${name}\`.${didYouMean(name, names)}`,
    '`theodolite plot` lists the kinds and what they show.',
  );
}

/**
 * The variant that is drawn from a table, if a table was given. A path that does not exist is judged by its extension.
 */
function ofPaths(kind: PlotKind, [path, ...more]: readonly string[]): PlotKind {
  if (kind.ofTable === undefined || path === undefined || more.length > 0) return kind;
  const isTable = existsSync(path) ? statSync(path).isFile() : formatOfName(path) !== null;
  return isTable ? { ...kind, needs: [], ...kind.ofTable } : kind;
}

/** @throws Failure (usage) */
function checkPaths({ name, takes }: PlotKind, paths: readonly string[]): void {
  const wanted = {
    'FIT…': 'the folders of fits, such as results/tesseract, or the folder that holds them',
    FIT: 'the folder of one fit, such as results/tesseract',
    'LAYOUT.ml': 'a layout',
    SWEEP: 'the folder of a sweep',
  }[takes];
  if (paths.length === 0) throw badUsage(`\`plot ${name}\` is given nothing to draw.`, `Give ${wanted}.`);
  if (paths.length > 1 && takes !== 'FIT…') {
    throw badUsage(`\`plot ${name}\` takes one path, and ${paths.length} are given.`, `Give ${wanted}.`);
  }
}

/** @throws Failure (usage) for an option that the kind does not have, or a missing one that it requires */
function checkOptions({ name, options, needs = [] }: PlotKind, command: Command): void {
  const isGiven = (option: string) => command.getOptionValueSource(option) === 'cli';
  const known = Object.keys(KIND_OPTIONS) as PlotOption[];
  const surplus = known.find((option) => isGiven(option) && !options.includes(option));
  if (surplus !== undefined) {
    const own = options.map((option) => KIND_OPTIONS[option]);
    throw badUsage(
      `\`plot ${name}\` takes no ${KIND_OPTIONS[surplus]}.`,
      own.length === 0 ? 'Leave it out.' : `Leave it out; it takes ${listNames(own)}.`,
    );
  }
  const lacking = needs.find((option) => !isGiven(option));
  if (lacking === undefined) {
    const aboutTable = TABLE_OPTIONS.find(isGiven);
    if (aboutTable === undefined || isGiven('data')) return;
    throw badUsage(
      `${KIND_OPTIONS[aboutTable]} is about a table, and none is given.`,
      'Give it with --data, or leave it out.',
    );
  }
  throw badUsage(
    `\`plot ${name}\` needs ${KIND_OPTIONS[lacking]}.`,
    lacking === 'data'
      ? 'Give a table with outcomes, such as the one that was fitted: --data TABLE.'
      : 'Give it as `theodolite plot --help` says.',
  );
}

/** @throws Failure (usage) for a file name without a known extension */
function formatOf({ name, texts = {} }: PlotKind, output: string | undefined): string {
  if (output === undefined) return 'svg';
  const ending = extname(output).toLowerCase().slice(1);
  const endings = ['svg', 'pdf', 'png', ...Object.keys(texts)];
  if (endings.includes(ending)) return ending;
  const named = endings.map((each) => `.${each}`);
  throw badUsage(
    `${output} does not say whether to write SVG, PDF or PNG.`,
    Object.keys(texts).length === 0
      ? 'Give a name that ends in .svg, .pdf or .png.'
      : `Give a name that ends in ${named.slice(0, -1).join(', ')} or ${named.at(-1)}, which \`plot ${name}\` can be written as.`,
  );
}

async function writtenAs(
  format: string,
  { svg, title }: FigureSvg,
  scale: number,
): Promise<string | Uint8Array> {
  if (format === 'svg') return svg;
  const { missingLetters } = await import('../../reporting/figures/node/typeface.ts');
  const missing = missingLetters(svg);
  if (missing.length > 0) {
    const problem = {
      message: `${format.toUpperCase()} figures have only Latin, Greek and Cyrillic letters: ${missing.slice(0, 8).join(' ')} are left out.`,
      remedy: 'Write it as SVG, which uses the fonts of the viewer.',
    };
    printNotice(renderProblem('warning', problem, noticeColor()));
  }
  if (format === 'pdf') {
    const { openTypefaces, pdf } = await import('../../reporting/figures/node/pdf.ts');
    return pdf(svg, title, await openTypefaces());
  }
  const { png } = await import('../../reporting/figures/node/png.ts');
  return png(svg, scale);
}
