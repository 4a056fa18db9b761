/** Builds the package once before the tests, so that they run the command and its worker threads as a user does. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Types are the business of `npm run typecheck`. */
const TSC = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'];

/** @returns what is done after the tests */
export function setup(): () => void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const step of [TSC, ['scripts/finish-build.mjs']]) {
    execFileSync(process.execPath, step, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  }
  // Half of the commands compile a layout that another has compiled.
  const modules = mkdtempSync(join(tmpdir(), 'theodolite-modules-'));
  process.env.THEODOLITE_CACHE = modules;
  return () => rmSync(modules, { recursive: true, force: true });
}
