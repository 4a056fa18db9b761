/** Threads that read the folders of a report, each several, while the command waits for them in order. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { threadFlags } from '../../host/node/thread-flags.ts';
import type { FolderOfReport, FolderRead, ReportFitsOptions } from './read-folder.ts';

/** Fewer folders are read before threads have loaded their code. */
const LEAST_FOLDERS = 8;
/** Each thread holds a table, and the draws of a fit. */
const MOST_THREADS = 4;

/** The thread's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js',
  import.meta.url,
);

/** What a thread is to read. */
export interface ReadingTask {
  readonly folders: readonly FolderOfReport[];
  readonly options: ReportFitsOptions;
  /** The number of folders of the report. */
  readonly fits: number;
}

/** A folder's place, and what is in it; null where it cannot be read. */
export interface ReadingAnswer {
  readonly place: number;
  readonly read: FolderRead | null;
}

export interface ReadingThreads {
  /** What is in a folder; null where its thread could not read it, or ended. @throws the signal's reason once it is aborted */
  take(folder: FolderOfReport, signal: AbortSignal): Promise<FolderRead | null>;
  close(): Promise<void>;
}

/**
 * Null for few folders, and on a machine that runs one thread at a time; and with a layout, whose warnings are printed where it is
 * compiled.
 */
export function openReadingThreads(
  folders: readonly FolderOfReport[],
  options: ReportFitsOptions,
): ReadingThreads | null {
  const count = Math.min(MOST_THREADS, availableParallelism());
  if (folders.length < LEAST_FOLDERS || count < 2 || options.layout !== undefined) return null;
  const answers = folders.map(() => {
    let resolve: (read: FolderRead | null) => void = () => undefined;
    const promise = new Promise<FolderRead | null>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  });
  const workers = Array.from({ length: count }, (_, thread) => {
    const own = folders.filter((__, place) => place % count === thread);
    const task: ReadingTask = { folders: own, options, fits: folders.length };
    const worker = new Worker(THREAD, { workerData: task, execArgv: threadFlags() });
    worker.on('message', ({ place, read }: ReadingAnswer) => answers[place]!.resolve(read));
    const end = () => {
      for (const { place } of own) answers[place]!.resolve(null);
    };
    worker.once('error', end);
    worker.once('exit', end);
    return worker;
  });
  return {
    take: ({ place }, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        void answers[place]!.promise.then((read) => {
          signal.removeEventListener('abort', stop);
          resolve(read);
        });
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
