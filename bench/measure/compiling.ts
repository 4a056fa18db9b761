/** Milliseconds from a layout's text to an instance: cold, in a fresh process, and warm, in this one. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Battery } from '../battery.ts';
import { compileAndLoad, openInstance } from '../bound-module.ts';
import { PACKAGE } from '../package-files.ts';
import { alone, type Result } from '../results.ts';
import { median } from '../rounds.ts';

const COLD_REPEATS = 7;
const WARM_REPEATS = 9;

/** The cold time excludes Node's own start-up, which is measured in alternation with it. */
export async function measureCompiling({ name, source }: Battery): Promise<Result[]> {
  const layout = fileURLToPath(new URL(source.name, PACKAGE));
  const cold: number[] = [];
  for (let repeat = 0; repeat < COLD_REPEATS; repeat++) {
    const bare = runNode('bare-start.js');
    cold.push(runNode('compile-once.js', layout) - bare);
  }
  const warm: number[] = [];
  await compileAndLoad(source);
  for (let repeat = 0; repeat < WARM_REPEATS; repeat++) {
    const began = performance.now();
    await openInstance(await compileAndLoad(source));
    warm.push(performance.now() - began);
  }
  return [
    alone(`compiling, ${name}, cold`, 'ms', median(cold)),
    alone(`compiling, ${name}, warm`, 'ms', median(warm)),
  ];
}

/** The time of a fresh process in milliseconds. Throws an Error if it fails. */
function runNode(script: string, ...args: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${script} ended with status ${status}`);
  return performance.now() - began;
}
