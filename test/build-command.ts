/** Builds the package once before the tests, so that they run the command and its worker threads as a user does. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Types are the business of `npm run typecheck`. */
const TSC = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'];

export function setup(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const step of [TSC, ['scripts/finish-build.mjs']]) {
    execFileSync(process.execPath, step, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}
