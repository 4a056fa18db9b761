/** A compiler whose modules contain another sampler: a copy of the package with a changed runtime. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { compileSource } from '../../compiler/compile.ts';
import { PACKAGE } from '../package-files.ts';
import { type Edit, edited } from './variants.ts';

type Compile = typeof compileSource;

/**
 * The files that the compiler reads: its built code, its libraries, and the runtime that it compiles with each layout.
 */
const COPIED = [
  'dist/compiler',
  'dist/grammar',
  'dist/host',
  'dist/module',
  'dist/statistics',
  'dist/vendor',
  'runtime',
  'stdlib-layouts/prelude.ml',
];
const FILES = ['asconfig.json', 'package.json'];

/**
 * The compiler with these edits of `runtime/sampler`, and a function that removes its folder. The package must be
 * built.
 *
 * @throws RangeError when an edit does not apply.
 */
export async function compilerWith(
  edits: readonly Edit[],
): Promise<{ compile: Compile; remove: () => void }> {
  const from = fileURLToPath(PACKAGE);
  const folder = mkdtempSync(join(tmpdir(), 'theodolite-sampler-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const path of [...COPIED, ...FILES])
      cpSync(join(from, path), join(folder, path), { recursive: true });
    symlinkSync(join(from, 'node_modules'), join(folder, 'node_modules'));
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const path = join(folder, 'runtime/sampler', file);
      writeFileSync(path, edited(file, readFileSync(path, 'utf8'), edits));
    }
    // The compiler reads the runtime from a module with its text, which must be changed too.
    const { embedPackageFiles } = await import(new URL('scripts/embed-package-files.mjs', PACKAGE).href);
    embedPackageFiles(pathToFileURL(join(folder, 'dist/')));
    const module = await import(pathToFileURL(join(folder, 'dist/compiler/compile.js')).href);
    return { compile: module.compileSource, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
