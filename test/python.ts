/** Python, for tests that others can read what is written; they are skipped, and say so, where it lacks what they need. */
import { execFileSync, spawnSync } from 'node:child_process';

/** The interpreter: that of the environment variable, or what is on the path. */
export const PYTHON = process.env.THEODOLITE_PYTHON ?? 'python3';

/** Whether the modules can be imported; says on stderr what is skipped where they cannot. */
export function hasPython(modules: readonly string[], what: string): boolean {
  const { status } = spawnSync(PYTHON, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' });
  if (status !== 0) {
    process.stderr.write(
      `skipped: ${what}: ${PYTHON} has no ${modules.join(' and ')}; set THEODOLITE_PYTHON to one that has\n`,
    );
  }
  return status === 0;
}

/** What a program prints, as JSON. */
export function runPython(program: string, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync(PYTHON, ['-W', 'ignore', '-c', program, ...args], { encoding: 'utf8' }));
}

/** What a program in a file prints, as JSON. */
export function runPythonFile(path: string, ...args: readonly string[]): unknown {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return JSON.parse(
    execFileSync(PYTHON, ['-W', 'ignore', path, ...args], { encoding: 'utf8', stdio: [...stdio] }),
  );
}
