/** The thread in which a command does all its work. The process's own thread can end it, whatever it is at. */
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

/** A standard stream cannot be written: the results that go there are lost. */
async function failToWrite(error: Error): Promise<never> {
  const [{ renderFailure }, { unwritable }] = await Promise.all([
    import('./terminal.ts'),
    import('./process/results.ts'),
  ]);
  sayAtOnce(renderFailure(unwritable('The standard output', error), false));
  process.exit(EXIT.cannotWrite);
}

// Before anything is loaded that looks at them. A thread's own would be written by the process's, after all else it has to do.
const streams = {
  stdout: openStandardStream(STANDARD_OUTPUT, failToWrite),
  stderr: openStandardStream(STANDARD_ERROR, failToWrite),
};
for (const [name, value] of Object.entries(streams)) Object.defineProperty(process, name, { value });
const input = Object.getOwnPropertyDescriptor(process, 'stdin')!;
Object.defineProperty(process, 'stdin', {
  get() {
    tellSupervisor({ kind: 'input' });
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
