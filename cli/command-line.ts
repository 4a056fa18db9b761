/** The `theodolite` command: runs the command line, and turns errors into messages and an exit status. */
import { type Command, CommanderError } from 'commander';
import { EvaluationError } from '../analysis/evaluate/evaluation-error.ts';
import { SimulationError } from '../analysis/simulate/simulation-error.ts';
import { FileError } from '../files/file-error.ts';
import { strayProblem } from '../files/system-problem.ts';
import { HostError } from '../module/host-error.ts';
import { FigureError } from '../reporting/figures/data/named-fit.ts';
import { badInput, badUsage, cannotWrite, EXIT, type ExitCode, Failure } from './failure.ts';
import { LayoutMistakes, printDiagnostics } from './inputs/open-layout.ts';
import { printable } from './printable.ts';
import { asInterruption } from './process/interruption.ts';
import { mustSayInterrupted, undivided } from './process/supervised.ts';
import { describeProgram } from './program.ts';
import { noticeColor, printNotice, renderFailure } from './terminal.ts';
import { version } from './version.ts';
import { withOptions } from './words.ts';

/** Prints why a command ended early; returns the exit status. */
async function report(error: unknown, program: Command): Promise<ExitCode> {
  if (error instanceof LayoutMistakes) {
    await printDiagnostics(error.source, error.diagnostics);
    return error.exitCode;
  }
  if (error instanceof CommanderError) return reportUsage(error, program);
  const interruption = asInterruption(error);
  if (interruption !== null) {
    // The main thread must not end this one between the two, or the message would be lost.
    undivided(() => {
      if (mustSayInterrupted()) printNotice(`${printable(interruption.message)}\n`);
    });
    return EXIT.interrupted;
  }
  const isAbout =
    error instanceof HostError ||
    error instanceof SimulationError ||
    error instanceof FileError ||
    error instanceof EvaluationError ||
    error instanceof FigureError;
  const failure = isAbout
    ? badInput(withOptions(error.message), withOptions(error.remedy))
    : (ofSystem(error) ?? error);
  if (failure instanceof Failure) {
    printNotice(renderFailure(failure, noticeColor()));
    return failure.exitCode;
  }
  reportDefect(error, program);
  return EXIT.defect;
}

/**
 * The failure for a file that the system could not read or write, if no caller gave a better message; null for any
 * other error.
 */
function ofSystem(error: unknown): Failure | null {
  const stray = strayProblem(error);
  if (stray === null) return null;
  return (stray.isOfWriting ? cannotWrite : badInput)(stray.message, stray.remedy);
}

function reportUsage(error: CommanderError, program: Command): ExitCode {
  if (error.exitCode === 0) return EXIT.fine;
  if (error.code === 'commander.help') {
    printNotice(program.helpInformation());
    return EXIT.badUsage;
  }
  const [message = '', suggestion = ''] = error.message
    .replace(/^error: /, '')
    .replace(/'([^']*)'/g, '`$1`')
    .split('\n');
  const command = program.commands.find((each) => process.argv.includes(each.name()));
  const question = suggestion.replace(
    /^\(Did you mean (?:one of )?(.*)\?\)$/,
    // Commander lists several if they are equally near.
    (_, names: string) =>
      ` Did you mean ${names
        .split(', ')
        .map((name) => `\`${name}\``)
        .join(' or ')}?`,
  );
  printNotice(
    renderFailure(
      badUsage(
        `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.${question}`,
        missingArgument(error, command) ??
          `\`theodolite ${command === undefined ? '' : `${command.name()} `}--help\` says what can be given.`,
      ),
      noticeColor(),
    ),
  );
  return EXIT.badUsage;
}

/** The usage of a command with a missing argument, and what the argument is; null if none is missing. */
function missingArgument(error: CommanderError, command: Command | undefined): string | null {
  if (error.code !== 'commander.missingArgument' || command === undefined) return null;
  const { registeredArguments } = command;
  const missing = registeredArguments.find((each) => error.message.includes(`'${each.name()}'`));
  if (missing === undefined) return null;
  const shown = registeredArguments.map((each) => `${each.name().toUpperCase()}${each.variadic ? '…' : ''}`);
  const name = missing.name().toUpperCase();
  return `Write \`theodolite ${command.name()} ${shown.join(' ')}\`, where ${name} is ${missing.description}.`;
}

/** One line without the stack, unless the stack is requested. */
function reportDefect(error: unknown, program: Command): void {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const debug = program.opts<{ debug?: boolean }>().debug === true || process.env.THEODOLITE_DEBUG === '1';
  printNotice(
    `error: a defect in theodolite ${version()} (${printable(what.split('\n')[0]!)})\n` +
      '  = help: Report it with the command, the layout and the data; --debug shows where it arose.\n',
  );
  if (debug && error instanceof Error) printNotice(`${error.stack ?? ''}\n`);
}

/** Runs the command line. @throws the system's error where the command itself cannot be loaded */
export async function runCommandLine(): Promise<void> {
  const program = await describeProgram(process.argv.slice(2));
  process.on('uncaughtException', async (error) => {
    process.exit(await report(error, program));
  });
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = await report(error, program);
    // Work in other threads must not keep an interrupted command alive.
    if (process.exitCode === EXIT.interrupted) setTimeout(() => process.exit(), 200).unref();
  }
}
