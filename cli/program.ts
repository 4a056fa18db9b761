/** The command line of `theodolite`: its commands, what they share, and what the shell is told. */
import { Command } from 'commander';
import { checkPaths } from './checked-paths.ts';
import { tellSupervisor } from './supervised.ts';
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
  check: async () => (await import('./commands/check.ts')).addCheck,
  build: async () => (await import('./commands/build.ts')).addBuild,
  fmt: async () => (await import('./commands/fmt.ts')).addFmt,
  fit: async () => (await import('./commands/fit.ts')).addFit,
  evaluate: async () => (await import('./commands/evaluate.ts')).addEvaluate,
  predict: async () => (await import('./commands/predict.ts')).addPredict,
  'predictive-check': async () => (await import('./commands/predictive-check.ts')).addPredictiveCheck,
  compare: async () => (await import('./commands/compare.ts')).addCompare,
  plot: async () => (await import('./commands/plot.ts')).addPlot,
  report: async () => (await import('./commands/report.ts')).addReport,
  'log-prob': async () => (await import('./commands/log-prob.ts')).addLogProb,
  sweep: async () => (await import('./commands/sweep.ts')).addSweep,
  simulate: async () => (await import('./commands/simulate.ts')).addSimulate,
  recover: async () => (await import('./commands/recover.ts')).addRecover,
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
