/** The Python package, with its own tests and the examples of its documentation. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasPython, PYTHON } from '../python.ts';

const FOLDER = resolve('packages/python');
const canRun = hasPython(['wasmtime', 'numpy', 'pytest'], 'the Python package');

it('the Python package has the version of the package in npm', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(readFileSync(`${FOLDER}/pyproject.toml`, 'utf8')).toContain(`\nversion = "${version}"\n`);
});

describe.skipIf(!canRun)('the Python package', () => {
  /** Runs a program; returns its status and all that it prints. */
  function run(program: string, args: readonly string[]): Promise<{ status: number | null; told: string }> {
    return new Promise((done, fail) => {
      const env = {
        ...process.env,
        THEODOLITE_PACKAGE: resolve('.'),
        PYTHONPATH: `${FOLDER}/src`,
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const started = spawn(program, args, { cwd: FOLDER, env });
      let told = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (piece: Buffer) => {
          told += piece.toString();
        });
      started.on('error', fail);
      started.on('close', (status) => done({ status, told }));
    });
  }

  it('passes its own tests', { timeout: 300_000 }, async () => {
    const built = await run(process.execPath, [`${FOLDER}/build.mjs`]);
    expect(built.status, built.told).toBe(0);
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests', '--doctest-modules', 'src'];
    const tested = await run(PYTHON, args);
    expect(tested.status, tested.told).toBe(0);
  });
});
