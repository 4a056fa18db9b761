/** One file that a command writes: tried before the work, and written beside its place and renamed into it after. */
import { basename, dirname } from 'node:path';
import { isDevice, ResultFolder, writeToDevice } from './result-folder.ts';

export interface OutputFile {
  readonly path: string;
  /** @throws Failure (writing) */
  write(content: string | Uint8Array): void;
  /** Takes away the directories made for it in which nothing was written. */
  discardEmpty(): void;
}

/** Makes the directories that are absent. @throws Failure (writing) when it cannot be written there. */
export function openOutput(path: string): OutputFile {
  if (isDevice(path)) {
    return {
      path,
      write: (content) =>
        writeToDevice(path, typeof content === 'string' ? new TextEncoder().encode(content) : content),
      discardEmpty: () => undefined,
    };
  }
  const folder = new ResultFolder(dirname(path));
  try {
    folder.expectFile(basename(path));
  } catch (error) {
    folder.discardEmpty();
    throw error;
  }
  return {
    path,
    write: (content) => folder.write([{ path: basename(path), content }]),
    discardEmpty: () => folder.discardEmpty(),
  };
}
