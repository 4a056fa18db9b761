#!/usr/bin/env node
/** The program `theodolite`. It loads the rest itself, so that a system that gives no more files is told in words too. */
import { strayProblem } from '../files/system-problem.ts';

try {
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine();
} catch (error) {
  const stray = strayProblem(error);
  if (stray === null) throw error;
  process.stderr.write(`error: ${stray.message}\n  = help: ${stray.remedy}\n`);
  process.exitCode = stray.isOfWriting ? 4 : 1;
}
