/** A folder of compiled modules, which the environment names: what was compiled once is read again. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules by the texts that they were compiled from. */
export interface ModuleStore {
  /** The module that was kept of the texts, as it was found; null where there is none. @throws the system's errors */
  read(texts: readonly string[]): Uint8Array | null;
  /** Keeps a module. @throws the system's errors */
  write(texts: readonly string[], module: Uint8Array): void;
}

/** Names the folder. Without it nothing is kept. */
const VARIABLE = 'THEODOLITE_CACHE';

/** The store in the folder, which is made if it is not there; null where the environment names none. */
export function openModuleStore(): ModuleStore | null {
  const folder = process.env[VARIABLE];
  if (folder === undefined || folder === '') return null;
  const pathOf = (texts: readonly string[]) => join(folder, `${digest(texts)}.wasm`);
  /** An error names the variable, without which nobody would know why the folder is looked at. */
  const failed = (error: unknown) =>
    Object.assign(error as Error, { path: `The folder ${folder} of ${VARIABLE}` });
  return {
    read(texts) {
      try {
        return readFileSync(pathOf(texts));
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw failed(error);
      }
    },
    write(texts, module) {
      // Several processes may write the same module: each gives it its name whole.
      const partial = join(folder, `${randomUUID()}.partial`);
      try {
        makeFolder(folder);
        writeFileSync(partial, module, { flag: 'wx' });
        renameSync(partial, pathOf(texts));
      } catch (error) {
        rmSync(partial, { force: true });
        throw failed(error);
      }
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/** The length of each text stands before it, so that no two lists give the same bytes. */
function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\n`).update(text);
  return hash.digest('hex');
}
