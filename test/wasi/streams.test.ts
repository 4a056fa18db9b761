import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from '../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { hasPython, PYTHON } from '../python.ts';
import type { Outcome } from './run-module.ts';

/** The first block of code behind the name of a program in docs/guides/wasi.md. */
function program(name: string): string {
  const page = readFileSync(new URL('../../docs/guides/wasi.md', import.meta.url), 'utf8');
  const [, code] = /^```\w+\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf(` ${name} `)))!;
  return code!;
}

const NODE = [process.execPath, '--no-warnings', 'run.mjs'];
const WASMTIME = [PYTHON, 'run.py'];
const hasWasmtime = hasPython(['wasmtime'], 'command modules under Wasmtime');

const OPTIONS = [
  '--outcome',
  'success=robot1',
  '--warmup',
  '60',
  '--draws',
  '30',
  '--chains',
  '2',
  '--seed',
  '7',
];

let workspace: Workspace;
let wanted: string;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  workspace.write('run.mjs', program('run.mjs'));
  workspace.write('run.py', program('run.py'));
  const built = await workspace.run(
    'build',
    'ladder.ml',
    'robots.csv',
    '--target',
    'wasi',
    '-o',
    'command.wasm',
  );
  expect(built).toMatchObject({ status: 0, stdout: '' });
  const fitted = await workspace.run(
    'fit',
    'ladder.ml',
    'robots.csv',
    ...OPTIONS,
    '--scouts',
    '0',
    '--out',
    'results',
  );
  // So few draws need not have converged.
  expect([0, 3]).toContain(fitted.status);
  wanted = workspace.read('results/robot1/draws.csv');
}, 60_000);
afterAll(() => workspace.remove());

/** Runs the module with `input` on its standard input, in pieces of so many characters with a pause after each. */
function run(
  runner: readonly string[],
  args: readonly string[],
  input = '',
  piece = input.length,
): Promise<Outcome> {
  const [program, ...first] = runner as [string, ...string[]];
  const child = spawn(program, [...first, 'command.wasm', ...args], { cwd: workspace.path });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  // It may end before it has read all.
  child.stdin.on('error', () => undefined);
  const write = (at: number) => {
    if (at >= input.length) child.stdin.end();
    else child.stdin.write(input.slice(at, at + piece), () => setTimeout(write, 1, at + piece));
  };
  write(0);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status: status ?? -1, ...texts })));
}

describe.each([
  ['node:wasi', NODE, true],
  ['Wasmtime', WASMTIME, hasWasmtime],
] as const)('under %s', (_, runner, isThere) => {
  it.skipIf(!isThere)('a pipe gives the bytes of `fit --out`', async () => {
    const found = await run(runner, OPTIONS, ladderTable());
    expect(found).toEqual({ status: 0, stdout: wanted, stderr: '' });
  });

  it.skipIf(!isThere)('a pipe that comes in small pieces gives the same', async () => {
    const found = await run(runner, OPTIONS, ladderTable(), 37);
    expect(found).toEqual({ status: 0, stdout: wanted, stderr: '' });
  });

  it.skipIf(!isThere)('a file in the directory that it was given gives the same', async () => {
    expect(await run(runner, [...OPTIONS, 'robots.csv'])).toEqual({ status: 0, stdout: wanted, stderr: '' });
  });

  it.skipIf(!isThere)('sequential Monte Carlo gives the bytes of `fit --out`', async () => {
    const options = ['--outcome', 'success=robot1', '--method', 'smc', '--draws', '40', '--chains', '2'];
    await workspace.run('fit', 'ladder.ml', 'robots.csv', ...options, '--scouts', '0', '--out', 'particles');
    const found = await run(runner, options, ladderTable());
    expect(found).toEqual({ status: 0, stdout: workspace.read('particles/robot1/draws.csv'), stderr: '' });
  });

  it.skipIf(!isThere)('what is wrong is told with a status of its own', async () => {
    const mistake = await run(runner, OPTIONS, ladderTable().replace('\n0,', '\nx,'));
    expect(mistake).toMatchObject({ status: 1, stdout: '' });
    expect(mistake.stderr).toContain('The standard input, line 2, column `height`: found "x"');
    expect(await run(runner, ['--drawz', '7'])).toMatchObject({ status: 2, stdout: '' });
    expect(await run(runner, [...OPTIONS, 'absent.csv'])).toMatchObject({
      status: 1,
      stderr: 'error: There is no file absent.csv.\n  = help: Give the path of the table.\n',
    });
    expect((await run(runner, [...OPTIONS, '.'])).stderr).toContain('. is a directory.');
  });

  it.skipIf(!isThere)('a reader that stops listening ends it without a word', async () => {
    const [program, ...first] = runner as [string, ...string[]];
    const args = [...first, 'command.wasm', '--outcome', 'success=robot1', '--draws', '20000', 'robots.csv'];
    const child = spawn(program, args, { cwd: workspace.path });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, stderr }).toEqual({ status: 4, stderr: '' });
  });

  it.skipIf(!isThere || process.platform !== 'linux')('a full disk is told', () => {
    const [program, ...first] = runner as [string, ...string[]];
    const full = openSync('/dev/full', 'w');
    const found = spawnSync(program, [...first, 'command.wasm', ...OPTIONS, 'robots.csv'], {
      cwd: workspace.path,
      stdio: ['ignore', full, 'pipe'],
    });
    expect(found.status).toBe(4);
    expect(found.stderr.toString()).toBe(
      'error: The standard output cannot be written: the disk is full.\n  = help: Give a place that you may write to.\n',
    );
  });
});

describe('the command', () => {
  it('shows what a command module is made of', async () => {
    const shown = await workspace.run('build', 'ladder.ml', '--show', 'assemblyscript', '--target', 'wasi');
    const table = shown.stdout.indexOf('/**\n * What the layout Ladder wants of its table');
    expect(shown.stdout.slice(0, table)).toContain('The layout Ladder, generated by theodolite');
    await expect(shown.stdout.slice(table)).toMatchFileSnapshot('messages/table-of-the-ladder.txt');
    const text = await workspace.run('build', 'ladder.ml', '--show', 'wat', '--target', 'wasi');
    expect(text.stdout).toContain('(import "wasi_snapshot_preview1" "fd_write"');
  });

  it('says what a command module is where a plain one is wanted', async () => {
    const outcome = await workspace.run('fit', 'command.wasm', 'robots.csv', ...OPTIONS);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain('This module is a command that fits its layout on its own');
  });

  it('refuses a target that there is not', async () => {
    const outcome = await workspace.run('build', 'ladder.ml', '--target', 'wasm32');
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain('Allowed choices are module, wasi.');
  });

  it('makes a plain module where no target is said', async () => {
    await workspace.run('build', 'ladder.ml', '-o', 'plain.wasm');
    await workspace.run('build', 'ladder.ml', '--target', 'module', '-o', 'module.wasm');
    const read = (name: string) => readFileSync(`${workspace.path}/${name}`);
    expect(read('module.wasm').equals(read('plain.wasm'))).toBe(true);
    expect(WebAssembly.Module.imports(new WebAssembly.Module(read('plain.wasm')))).toEqual([]);
  });
});
