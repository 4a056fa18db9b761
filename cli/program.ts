/** The command line of `theodolite`: its commands, what they share, and what the shell is told. */
import { Command } from 'commander';
import { checkPaths } from './checked-paths.ts';
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

/** In the order in which they are listed; each is loaded when it is asked for, which is most of how soon the command begins. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
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
};

/**
 * A program that throws CommanderError where Commander would end the process, and leaves messages to its caller. It knows the one
 * command that the words begin with, or else all: `--help fit` asks for the list.
 *
 * @param words of the command line, behind the program's name
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
