/** The thread in which a command does all its work. The main thread can end it at any time. */
import { parentPort, workerData } from 'node:worker_threads';
import { EXIT } from './failure.ts';
import { interrupt } from './process/interruption.ts';
import {
  openStandardStream,
  STANDARD_ERROR,
  STANDARD_OUTPUT,
  sayAtOnce,
  strayNotice,
} from './process/standard-streams.ts';
import { beSupervised, type CommandData, tellSupervisor } from './process/supervised.ts';

const { shared } = workerData as CommandData;
beSupervised({ port: parentPort!, shared: new Int32Array(shared) }, interrupt);

/** A standard stream cannot be written, so the results for it are lost. */
async function failToWrite(error: Error): Promise<never> {
  const [{ renderFailure }, { unwritable }] = await Promise.all([
    import('./terminal.ts'),
    import('./process/results.ts'),
  ]);
  sayAtOnce(renderFailure(unwritable('The standard output', error), false));
  process.exit(EXIT.cannotWrite);
}

// This must come before anything is loaded that uses the streams. Node's own streams of a thread are written by the
// main thread, after all its other work.
const streams = {
  stdout: openStandardStream(STANDARD_OUTPUT, failToWrite),
  stderr: openStandardStream(STANDARD_ERROR, failToWrite),
};
for (const [name, value] of Object.entries(streams)) Object.defineProperty(process, name, { value });
const input = Object.getOwnPropertyDescriptor(process, 'stdin')!;
let isInputRead = false;
Object.defineProperty(process, 'stdin', {
  get() {
    // Node itself comes here with each piece of the input, which must be piped once.
    if (!isInputRead) tellSupervisor({ kind: 'input' });
    isInputRead = true;
    return input.get!.call(process);
  },
});

try {
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine();
} catch (error) {
  const notice = strayNotice(error);
  if (notice === null) throw error;
  sayAtOnce(notice.text);
  process.exitCode = notice.status;
}
