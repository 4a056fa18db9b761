/** Names of files that are on the disk, and not only the files. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { systemCode } from '../../files/system-problem.ts';

/** Waits until the disk has the names that were given and taken in these directories. */
export function syncDirectories(directories: readonly string[]): void {
  // Windows opens no directory, and keeps names as it keeps files.
  if (process.platform === 'win32') return;
  for (const directory of new Set(directories)) {
    let handle: number;
    try {
      handle = openSync(directory, 'r');
    } catch (error) {
      // One that may be written and not read.
      if (systemCode(error) === 'EACCES') continue;
      throw error;
    }
    try {
      fsyncSync(handle);
    } catch (error) {
      // Some file systems know no such order, as those of networks: nothing more can be asked of them.
      if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error;
    } finally {
      closeSync(handle);
    }
  }
}
