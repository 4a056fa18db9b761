/**
 * The long-lived process in which tests run commands that are not about processes: Node and the compiler are loaded once for all of
 * them, and not once for each.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('./serve-commands.mjs', import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServedCommand {
  readonly args: readonly string[];
  /** The working folder. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

interface Answer {
  readonly outcome: Outcome;
  /** Whether the command ended the process. */
  readonly isLast: boolean;
}

let server: ChildProcess | null = null;
/** Where the command runs that is under way. */
let folder: string | null = null;
/** Ends with the last command that was asked for: they run one after another. */
let queue: Promise<unknown> = Promise.resolve();

/** Runs a command after those asked for before. @throws where the process ends without an answer */
export function serve(command: ServedCommand): Promise<Outcome> {
  const outcome = queue.then(() => ask(command));
  queue = outcome.catch(() => undefined);
  return outcome;
}

/** Ends the process if it is at a command in this folder, as where a test did not wait for it: the next command gets a new one. */
export function abandon(inFolder: string): void {
  if (folder === inFolder) server?.kill('SIGKILL');
}

async function ask(command: ServedCommand): Promise<Outcome> {
  server ??= fork(SERVER, { env: command.environment, execArgv: [] });
  const asked = server;
  folder = command.folder;
  try {
    const { outcome, isLast } = await answerOf(asked, command);
    if (isLast) server = null;
    return outcome;
  } catch (error) {
    server = null;
    throw error;
  } finally {
    folder = null;
  }
}

function answerOf(asked: ChildProcess, command: ServedCommand): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (status: number | null, signal: string | null) =>
      reject(
        new Error(
          `The process of the commands ended in \`${command.args.join(' ')}\`, or before it: ${signal ?? status}.`,
        ),
      );
    asked.once('exit', onExit);
    asked.once('message', (answer: Answer) => {
      asked.off('exit', onExit);
      resolve(answer);
    });
    // One that has ended between two commands was ended by what the first left behind.
    if (asked.exitCode !== null) onExit(asked.exitCode, asked.signalCode);
    else asked.send(command);
  });
}
