/**
 * The command line of `theodolite`: its commands, their common options, checks of every command line, and exit
 * statuses.
 */
import { statSync } from 'node:fs';
import { Command } from 'commander';
import { badUsage } from './failure.ts';
import { type ArrangedHelp, arrangeHelp, furtherHelp } from './options/command-help.ts';
import { tellSupervisor } from './process/supervised.ts';
import { printResult } from './terminal.ts';
import { version } from './version.ts';

const STATUSES = `
Exit status:
  0    fine: fits converged, or need care, and a warning says why
  1    a mistake in the layout or the data, or fmt --check would change a layout
  2    a mistake on the command line
  3    a fit did not converge: its numbers must not be used
  4    the results cannot be written
  5    no fit failed, but a posterior has a further mode that no chain was in
  6    predictive checks fail: the layout, or its prior, makes no such outcomes
  70   a defect in theodolite
  130  interrupted
`;

interface CommandEntry extends ArrangedHelp {
  add(): Promise<(program: Command) => void>;
}

const BEFORE = 'Before a fit:';
const FITS = 'Fits and what they say:';
const MANY = 'Many fits, and planning:';
const EDITING = 'For editors:';

/**
 * In the order of the printed list. Each is loaded only when it is used, which accounts for most of the start-up time.
 */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  tables: {
    group: BEFORE,
    example: 'results.csv',
    add: async () => (await import('./describe/tables.ts')).addTables,
  },
  explore: {
    group: BEFORE,
    example: 'results.csv --outcome success --out explored',
    add: async () => (await import('./explore/explore.ts')).addExplore,
  },
  check: {
    group: BEFORE,
    example: 'layout.ml results.csv',
    add: async () => (await import('./check/check.ts')).addCheck,
  },
  build: {
    group: BEFORE,
    example: 'layout.ml results.csv -o layout.wasm',
    add: async () => (await import('./build/build.ts')).addBuild,
  },
  fmt: { group: BEFORE, example: 'layout.ml', add: async () => (await import('./fmt/fmt.ts')).addFmt },
  fit: {
    group: FITS,
    example: 'layout.ml results.csv --out results',
    add: async () => (await import('./fit/fit.ts')).addFit,
  },
  evaluate: {
    group: FITS,
    example: 'layout.ml results.csv --folds 5 --out scores.json',
    add: async () => (await import('./evaluate/evaluate.ts')).addEvaluate,
  },
  predict: {
    group: FITS,
    example: 'results/success planned.csv --out predictions.csv',
    add: async () => (await import('./predict/predict.ts')).addPredict,
  },
  'predictive-check': {
    group: FITS,
    example: 'results/success results.csv',
    add: async () => (await import('./predictive-check/predictive-check.ts')).addPredictiveCheck,
  },
  compare: {
    group: FITS,
    example: 'first/success second/success --data results.csv',
    add: async () => (await import('./compare/compare.ts')).addCompare,
  },
  plot: {
    group: FITS,
    example: 'forest results -o forest.svg',
    add: async () => (await import('./plot/plot.ts')).addPlot,
  },
  report: {
    group: FITS,
    example: 'results -o report.html',
    add: async () => (await import('./report/report.ts')).addReport,
  },
  'log-prob': {
    group: FITS,
    example: 'layout.ml results.csv --at point.json',
    add: async () => (await import('./log-prob/log-prob.ts')).addLogProb,
  },
  sweep: {
    group: MANY,
    example: 'layout.ml results.csv --split 0.8 --seeds 1,2 --out swept',
    add: async () => (await import('./sweep/sweep.ts')).addSweep,
  },
  simulate: {
    group: MANY,
    example: 'layout.ml --demands results.csv --profile profile.json',
    add: async () => (await import('./simulate/simulate.ts')).addSimulate,
  },
  recover: {
    group: MANY,
    example: 'layout.ml results.csv --runs 20 --out recovered',
    add: async () => (await import('./recover/recover.ts')).addRecover,
  },
  'language-server': {
    group: EDITING,
    example: '--stdio',
    add: async () => (await import('./language-server/language-server.ts')).addLanguageServer,
  },
};

/**
 * A program that throws CommanderError instead of ending the process, and leaves messages to its caller. It contains
 * only the command that the words begin with, or else all commands: `--help fit` asks for the list.
 *
 * @param words the command line after the program's name
 */
export async function describeProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('theodolite')
    .description('From a measurement layout and a table of results to a cognitive profile.')
    .version(version())
    .option('--debug', 'show where in theodolite an unexpected error arose (also THEODOLITE_DEBUG=1)')
    .configureOutput({ writeOut: printResult, writeErr: () => undefined })
    .hook('preAction', (_, command) => checkPaths(command))
    .hook('preAction', (_, command) =>
      tellSupervisor({ kind: 'doing', text: `${command.name()} is at work` }),
    )
    // What each takes is in its own help: beside it, descriptions would have no room on 80 columns.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride();
  const first = words.find((word) => word !== '--debug') ?? '';
  const asked = Object.hasOwn(COMMANDS, first) ? [COMMANDS[first]!] : Object.values(COMMANDS);
  for (const add of await Promise.all(asked.map((entry) => entry.add()))) add(program);
  for (const command of program.commands) arrangeHelp(command, COMMANDS[command.name()]!);
  for (const command of [program, ...program.commands]) command.addHelpText('after', furtherHelp(STATUSES));
  return program;
}

/** Options that name what is written. A folder, `<dir>`, can never replace a file that is read. */
const WRITTEN: readonly string[] = ['output', 'out', 'profileOut'];

/** Options that name a file to be read. */
const READ: readonly string[] = [
  'at',
  'data',
  'demands',
  'evaluation',
  'fitted',
  'layout',
  'profile',
  'splits',
  'weights',
];

/** `evaluate` writes this file, and `report` reads it. */
const PREDICTIONS = 'predictions';

/**
 * @throws Failure (usage) when an option or an argument is empty, as from an unset shell variable, or when the command
 * would overwrite a file that it reads
 */
export function checkPaths(command: Command): void {
  const options: Readonly<Record<string, unknown>> = command.opts();
  const described = (name: string) => command.options.find((option) => option.attributeName() === name);
  const flag = (name: string) => described(name)?.long ?? `--${name}`;
  for (const [name, value] of Object.entries(options)) {
    if (value === '') {
      throw badUsage(`\`${flag(name)}\` is empty.`, 'Give a value, or leave the option out.');
    }
  }
  const [readHere, writtenHere] = writesPredictions(command)
    ? [READ, [...WRITTEN, PREDICTIONS]]
    : [[...READ, PREDICTIONS], WRITTEN];
  const given = command.args.concat(readHere.flatMap((name) => textsIn(options[name])));
  if (given.includes('')) throw badUsage('An argument is empty.', 'Give the name of a file.');
  const read = new Set(given.flatMap(identityOf));
  for (const name of writtenHere) {
    if (described(name)?.flags.includes('<dir>') === true) continue;
    for (const path of textsIn(options[name])) {
      if (identityOf(path).some((file) => read.has(file))) {
        throw badUsage(
          `\`${flag(name)} ${path}\` would replace a file that is read.`,
          'Give what is written another name.',
        );
      }
    }
  }
}

function writesPredictions(command: Command): boolean {
  return command.name() === 'evaluate';
}

function textsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}

/** The identity of a file, independent of its name; undefined if there is no such file. */
function identityOf(path: string): readonly string[] {
  try {
    const found = statSync(path, { bigint: true });
    return found.isFile() ? [`${found.dev} ${found.ino}`] : [];
  } catch {
    // The code that reads or writes it reports why it cannot.
    return [];
  }
}
