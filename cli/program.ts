/**
 * The command line of `theodolite`: its commands, their common options, checks of every command line, and exit
 * statuses.
 */
import { statSync } from 'node:fs';
import { Command } from 'commander';
import { badUsage } from './failure.ts';
import { tellSupervisor } from './process/supervised.ts';
import { printResult } from './terminal.ts';
import { version } from './version.ts';

const STATUSES = `
Exit status:
  0    fine: fits converged, or may be used with care, and a warning says why
  1    a mistake in the layout or the data, or a layout that fmt --check would change
  2    a mistake on the command line
  3    a fit did not converge: its numbers must not be used
  4    the results cannot be written
  5    no fit failed, and a posterior has a further mode that no chain was in: read what is said of it
  6    predictive checks fail: the layout, or its prior, does not make such outcomes
  70   a defect in theodolite
  130  interrupted
`;

/**
 * In the order of the printed list. Each is loaded only when it is used, which accounts for most of the start-up time.
 */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  tables: async () => (await import('./describe/tables.ts')).addTables,
  explore: async () => (await import('./explore/explore.ts')).addExplore,
  check: async () => (await import('./check/check.ts')).addCheck,
  build: async () => (await import('./build/build.ts')).addBuild,
  fmt: async () => (await import('./fmt/fmt.ts')).addFmt,
  fit: async () => (await import('./fit/fit.ts')).addFit,
  evaluate: async () => (await import('./evaluate/evaluate.ts')).addEvaluate,
  predict: async () => (await import('./predict/predict.ts')).addPredict,
  'predictive-check': async () => (await import('./predictive-check/predictive-check.ts')).addPredictiveCheck,
  compare: async () => (await import('./compare/compare.ts')).addCompare,
  plot: async () => (await import('./plot/plot.ts')).addPlot,
  report: async () => (await import('./report/report.ts')).addReport,
  'log-prob': async () => (await import('./log-prob/log-prob.ts')).addLogProb,
  sweep: async () => (await import('./sweep/sweep.ts')).addSweep,
  simulate: async () => (await import('./simulate/simulate.ts')).addSimulate,
  recover: async () => (await import('./recover/recover.ts')).addRecover,
  'language-server': async () => (await import('./language-server/language-server.ts')).addLanguageServer,
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
    .exitOverride();
  const first = words.find((word) => word !== '--debug') ?? '';
  const asked = Object.hasOwn(COMMANDS, first) ? [COMMANDS[first]!] : Object.values(COMMANDS);
  for (const add of await Promise.all(asked.map((load) => load()))) add(program);
  for (const command of [program, ...program.commands]) command.addHelpText('after', STATUSES);
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
