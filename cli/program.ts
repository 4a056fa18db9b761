/** The command line of `theodolite`: its commands, what they share, and what the shell is told. */
import { Command } from 'commander';
import { addBuild } from './commands/build.ts';
import { addCheck } from './commands/check.ts';
import { addCompare } from './commands/compare.ts';
import { addEvaluate } from './commands/evaluate.ts';
import { addFit } from './commands/fit.ts';
import { addFmt } from './commands/fmt.ts';
import { addLogProb } from './commands/log-prob.ts';
import { addPlot } from './commands/plot.ts';
import { addPredict } from './commands/predict.ts';
import { addPredictiveCheck } from './commands/predictive-check.ts';
import { addRecover } from './commands/recover.ts';
import { addReport } from './commands/report.ts';
import { addSimulate } from './commands/simulate.ts';
import { addSweep } from './commands/sweep.ts';
import { version } from './version.ts';

const STATUSES = `
Exit status:
  0    fine
  1    a mistake in the layout or the data, or a layout that fmt --check would change
  2    a mistake on the command line
  3    a fit did not converge: its numbers must not be used
  4    the results cannot be written
  5    fits converged, and a posterior has a further mode that no chain was in: read what is said of it
  6    predictive checks fail: the layout, or its prior, does not make such outcomes
  70   a defect in theodolite
  130  interrupted
`;

/** A program that throws CommanderError where Commander would end the process, and leaves messages to its caller. */
export function describeProgram(): Command {
  const program = new Command('theodolite')
    .description('From a measurement layout and a table of results to a cognitive profile.')
    .version(version())
    .option('--debug', 'show where in theodolite an unexpected error arose (also THEODOLITE_DEBUG=1)')
    .configureOutput({ writeErr: () => undefined })
    .exitOverride();
  addCheck(program);
  addBuild(program);
  addFmt(program);
  addFit(program);
  addEvaluate(program);
  addPredict(program);
  addPredictiveCheck(program);
  addCompare(program);
  addPlot(program);
  addReport(program);
  addLogProb(program);
  addSweep(program);
  addSimulate(program);
  addRecover(program);
  for (const command of [program, ...program.commands]) command.addHelpText('after', STATUSES);
  return program;
}
