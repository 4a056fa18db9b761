/** A folder of compiled modules, named by the environment. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiled modules, keyed by the texts that they were compiled from. */
export interface ModuleStore {
  /** The module stored for the texts, not verified; null if there is none. @throws the system's errors */
  read(texts: readonly string[]): Uint8Array | null;
  /** Stores a module. @throws the system's errors */
  write(texts: readonly string[], module: Uint8Array): void;
}

/** The environment variable that names the folder. Without it nothing is stored. */
const VARIABLE = 'THEODOLITE_CACHE';

/** The store in the folder, which is created if needed; null if the environment names none. */
export function openModuleStore(): ModuleStore | null {
  const folder = process.env[VARIABLE];
  if (folder === undefined || folder === '') return null;
  const pathOf = (texts: readonly string[]) => join(folder, `${digest(texts)}.wasm`);
  /** Errors name the variable, so that the reader knows why this folder is used. */
  const failed = (error: unknown) =>
    Object.assign(error as Error, { path: `The folder ${folder} of ${VARIABLE}` });
  return {
    read(texts) {
      try {
        // As a compiler returns it: the slices of a Node buffer share its memory, so that who changes one changes all.
        const { buffer, byteOffset, byteLength } = readFileSync(pathOf(texts));
        return new Uint8Array(buffer, byteOffset, byteLength);
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw failed(error);
      }
    },
    write(texts, module) {
      // Several processes may write the same module: each writes a file of its own, then renames it.
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

/** Each text's length precedes it, so that no two lists give the same bytes. */
function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\n`).update(text);
  return hash.digest('hex');
}
