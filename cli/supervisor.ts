/** The main thread: it starts the command in another thread, and ends it on the user's request. */
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Worker } from 'node:worker_threads';
import { threadFlags } from '../host/node/thread-flags.ts';
import { EXIT, type ExitCode } from './failure.ts';
import { printable } from './printable.ts';
import { interruptedMessage, NOTHING_WRITTEN } from './process/interruption.ts';
import { STANDARD_ERROR, sayAtOnce, strayNotice } from './process/standard-streams.ts';
import {
  type CommandData,
  type FromCommand,
  isFirstToSay,
  SHARED,
  STEP,
  type ToCommand,
} from './process/supervised.ts';
import { duration } from './words.ts';

/** The command's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const COMMAND = new URL(
  import.meta.url.endsWith('.ts') ? './command-thread.ts' : './command-thread.js',
  import.meta.url,
);

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The time that a command has to end in order after a signal. Everything ends within a second. */
const GRACE_MILLISECONDS = 600;
/** The maximum wait for several files to be renamed. */
const UNDIVIDED_MILLISECONDS = 300;
/** The interval at which this is checked. */
const LOOK_MILLISECONDS = 10;
/**
 * The maximum wait for a terminated thread: a thread in a system call, such as reading a pipe, ends only after that
 * call.
 */
const ENDING_MILLISECONDS = 200;

/** Removes a live line, shows the cursor, and restores line wrapping, in any state of the command. */
const TIDY = '\r\x1b[K\x1b[?25h\x1b[?7h';

/**
 * Runs the command line. The process ends with it, with its status.
 *
 * @param file the code of the command's thread
 */
export function superviseCommand(file: URL = COMMAND): void {
  const shared = new Int32Array(new SharedArrayBuffer(4 * Object.keys(SHARED).length));
  const command = new Worker(file, {
    argv: process.argv.slice(2),
    execArgv: threadFlags(),
    workerData: { shared: shared.buffer as SharedArrayBuffer } satisfies CommandData,
    stdin: true,
    // The process ends with the thread, so nothing need be closed then. A pipe that a socket has closed would count as open,
    // and Node would warn when its number is given again.
    trackUnmanagedFds: false,
    // It writes to the standard streams directly.
    ...{ stdout: true, stderr: true },
  });
  /** Files and directories to remove if it is ended, in the order of their creation. */
  const unfinished = new Set<string>();
  let kept = NOTHING_WRITTEN;
  let signals = 0;
  let isEnding = false;
  const notes = openNotes(shared);

  const end = async (patience: number) => {
    isEnding = true;
    if (!mayEnd(shared)) {
      for (let waited = 0; waited < patience && !mayEnd(shared); waited += LOOK_MILLISECONDS)
        await after(LOOK_MILLISECONDS);
    }
    const hasEnded = await Promise.race([command.terminate(), after(ENDING_MILLISECONDS)]);
    for (const path of [...unfinished].reverse()) takeAway(path);
    if (isFirstToSay(shared)) {
      const tidy = isatty(STANDARD_ERROR) ? TIDY : '';
      sayAtOnce(`${printable(interruptedMessage(kept))}\n`, tidy);
    }
    if (hasEnded !== undefined) process.exit(EXIT.interrupted);
    // Node would wait for the thread to end; the system does not, and a shell sees the same status.
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, 'SIGINT');
  };
  const stop = () => {
    signals++;
    notes.end();
    if (signals > 1) return void end(0);
    command.postMessage({ kind: 'interrupt' } satisfies ToCommand);
    setTimeout(() => end(UNDIVIDED_MILLISECONDS), GRACE_MILLISECONDS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, stop);

  command.on('message', (message: FromCommand) => {
    if (message.kind === 'unfinished') unfinished.add(message.path);
    else if (message.kind === 'finished') unfinished.delete(message.path);
    else if (message.kind === 'kept') kept = message.text;
    else if (message.kind === 'doing') notes.doing(message.text, message.share);
    else if (message.kind === 'serving') notes.end();
    else if (message.kind === 'unheard') void end(0);
    else process.stdin.pipe(command.stdin!);
  });
  command.on('error', (error: NodeJS.ErrnoException) => {
    const { text, status } = notStarted(error);
    sayAtOnce(text);
    process.exitCode = status;
  });
  command.on('exit', (status) => {
    notes.end();
    // Its output is written. Its input may still be open.
    if (!isEnding) process.exit(process.exitCode ?? status);
  });
}

/** Whether the command is in no indivisible step; from then on it starts none. */
function mayEnd(shared: Int32Array): boolean {
  return Atomics.compareExchange(shared, SHARED.step, STEP.free, STEP.ended) !== STEP.undivided;
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

/** Removes a file, or an empty directory. */
function takeAway(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else rmSync(path);
  } catch {
    // It is already removed, or holds results and stays.
  }
}

/** The message for an error of the thread itself; the command reports its own errors. */
function notStarted(error: NodeJS.ErrnoException): { readonly text: string; readonly status: ExitCode } {
  const { code, message } = error;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return {
      text:
        'error: There is not enough memory for this command.\n' +
        '  = help: Give it fewer rows or draws at a time, or more memory: NODE_OPTIONS=--max-old-space-size=8000, in MB.\n',
      status: EXIT.badInput,
    };
  }
  // If the system cannot create a thread, the message has the system's code.
  const given = /\b(EMFILE|ENFILE|ENOMEM)\b/.exec(message)?.[0];
  const known = given === undefined ? error : Object.assign(new Error(message), { code: given });
  const stray = strayNotice(known);
  if (stray !== null) return stray;
  return {
    text: `error: The command could not be run (${printable(message.split('\n')[0]!)}).\n`,
    status: EXIT.defect,
  };
}

interface Notes {
  /** Sets the current work, and the share of it that is done, if that is known. */
  doing(text: string, share?: number): void;
  /** Stops printing. */
  end(): void;
}

/**
 * The first line comes after this number of seconds, and another each time that the elapsed time has doubled. Where the share of the
 * work is known, one also comes with each further tenth of it, but no sooner than so many seconds after the last.
 */
const FIRST_SECONDS = 10;
const TENTH = 0.1;
/**
 * After this time without a beat, a command is reported as not answering: it is busy, or its module does not return.
 */
const SILENT_SECONDS = 10;
/** The interval at which beats are checked. */
const BEAT_MILLISECONDS = 500;

/**
 * Starts the notes. On a terminal the command's own live line shows progress, so only missing answers are reported
 * here. The variable THEODOLITE_NOTES is the number of seconds before the first line, or `off`.
 *
 * @param shared as described at `SHARED`
 */
function openNotes(shared: Int32Array): Notes {
  const setting = process.env.THEODOLITE_NOTES ?? '';
  const wanted = Number(setting);
  const first = setting !== '' && wanted > 0 && Number.isFinite(wanted) ? wanted : FIRST_SECONDS;
  let text = '';
  let share: number | undefined;
  /** The share of the work, and the time, of the last line. */
  let told = { share: 0, seconds: 0 };
  if (setting === 'off') return { doing() {}, end() {} };
  const isTerminal = isatty(STANDARD_ERROR);
  const began = Date.now();
  let next = first;
  let beats = 0;
  let heard = began;
  const look = () => {
    const now = Date.now();
    const beat = Atomics.load(shared, SHARED.beats);
    if (beat !== beats) [beats, heard] = [beat, now];
    const silent = (now - heard) / 1000;
    const isSilent = silent >= Math.min(SILENT_SECONDS, first);
    const what = text === '' ? 'the command begins' : text;
    if (isTerminal) {
      if (isSilent) sayAtOnce(`${what} … no answer for ${duration(silent)}; Ctrl-C ends it`, '\r\x1b[K');
      return;
    }
    const seconds = (now - began) / 1000;
    const isTenth = share !== undefined && share >= told.share + TENTH && seconds >= told.seconds + first;
    if (seconds < next && !isTenth) return;
    while (next <= seconds) next *= 2;
    told = { share: share ?? 0, seconds };
    const answer = isSilent ? `, without an answer for ${duration(silent)}` : '';
    sayAtOnce(`note: after ${duration(seconds)}: ${what}${answer}. Ctrl-C ends it.\n`);
  };
  const timer = setInterval(look, BEAT_MILLISECONDS);
  timer.unref();
  return {
    doing: (doing, done) => {
      text = printable(doing);
      share = done;
      // Other work, which begins anew.
      if (done === undefined || done < told.share) told = { ...told, share: done ?? 0 };
    },
    end: () => clearInterval(timer),
  };
}
