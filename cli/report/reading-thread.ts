/** A thread that reads folders of fits for a report, one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { RecordCache } from '../../files/tables/record-cache.ts';
import { readReportFolder } from './read-folder.ts';
import type { ReadingAnswer, ReadingTask } from './reading-threads.ts';

const { folders, options, fits } = workerData as ReadingTask;
const cache = new RecordCache();
const never = new AbortController().signal;

/** While one folder waits for its files, another is computed. */
const AT_ONCE = 2;

const left = [...folders];
async function readOn(): Promise<void> {
  for (let each = left.shift(); each !== undefined; each = left.shift()) {
    let read: ReadingAnswer['read'] = null;
    try {
      read = await readReportFolder(each, { ...options, cache, fits }, never);
    } catch {
      // The command reads it again, and tells why it cannot.
    }
    parentPort!.postMessage({ place: each.place, read } satisfies ReadingAnswer);
  }
}

for (let at = 0; at < AT_ONCE; at++) void readOn();
