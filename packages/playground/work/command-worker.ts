/**
 * The worker that runs commands of `theodolite` in a page: the same code as on a command line, with a disk in memory. So a fit
 * here has the same draws, words and report.
 */

import { storedFiles, storeFiles } from '../system/disk.ts';
import { Exited, process, written } from '../system/process.ts';
import type { CommandResult, CommandTask, FromWorker } from './messages.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<CommandTask>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}

const page = globalThis as unknown as WorkerScope;

/** The command that runs; the page gives the next one only after its result. */
let current = -1;

/** The command tells here what it does. */
const port = {
  on: () => undefined,
  unref: () => undefined,
  postMessage(message: { readonly kind: string; readonly text?: string; readonly share?: number }) {
    if (message.kind === 'doing')
      page.postMessage({ ...message, id: current, kind: 'doing', text: message.text! });
  },
};

/** The command line, which is loaded only now, because the globals of Node must be there first. */
const loading = Promise.all([
  import('../../../cli/command-line.ts'),
  import('../../../cli/process/supervised.ts'),
]).then(([{ runCommandLine }, { beSupervised }]) => {
  beSupervised({ port: port as never, shared: new Int32Array(3) }, () => undefined);
  return runCommandLine;
});
// Who gives a task hears of it.
loading.catch(() => undefined);

async function run({ words, files }: CommandTask): Promise<CommandResult> {
  const runCommandLine = await loading;
  storeFiles(files);
  const given = new Map(files);
  process.argv = ['theodolite', 'theodolite', ...words];
  process.exitCode = undefined;
  Object.assign(written, { stdout: '', stderr: '' });
  try {
    await runCommandLine();
  } catch (error) {
    if (!(error instanceof Exited)) throw error;
  }
  return {
    status: process.exitCode ?? 0,
    ...written,
    written: storedFiles().filter(([path, bytes]) => given.get(path) !== bytes),
  };
}

page.onmessage = async ({ data: task }) => {
  current = task.id;
  try {
    page.postMessage({ id: task.id, kind: 'done', result: await run(task) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    page.postMessage({ id: task.id, kind: 'broken', message });
  }
};
