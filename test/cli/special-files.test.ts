/** Files that are none, and systems that give no more of them: told in words at once, never waited for. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const LAYOUT = `layout Robots
unit m
demand load : m in [0, 9]
capability strength : m ~ normal(3 m, 2 m)
observe success ~ bernoulli(margin(strength, load, steepness = 1 / 1 m))
`;

/** Runs a line of the shell with the command as `$T`, and ends it where it hangs. */
function shell(workspace: Workspace, line: string) {
  const { status, stdout, stderr, signal } = spawnSync('bash', ['-c', line], {
    cwd: workspace.path,
    env: { ...process.env, NO_COLOR: '1', T: `${process.execPath} ${MAIN}` },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { status, stdout, stderr, signal };
}

describe.skipIf(process.platform === 'win32')('what stands in the place of a file', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = openWorkspace();
    workspace.write('robots.ml', LAYOUT);
    workspace.write('robots.csv', 'load,success\n1,0\n3,1\n0,1\n2,0\n');
    execFileSync('mkfifo', [join(workspace.path, 'pipe')]);
    mkdirSync(join(workspace.path, 'folder'));
  });
  afterAll(() => workspace.remove());

  it.each([
    ['a layout', 'check'],
    ['a layout to fit', 'fit', 'robots.csv'],
    ['a layout to build', 'build', '-o', 'module.wasm'],
  ])('is refused where %s is wanted, when it is a pipe or a device', async (_, command, ...others) => {
    for (const [path, kind] of [
      ['pipe', 'a pipe'],
      ['/dev/zero', 'a device'],
    ]) {
      const { status, stderr, signal } = shell(workspace, `$T ${command} ${path} ${others.join(' ')}`);
      expect([status, signal, stderr]).toEqual([
        1,
        null,
        `error: ${path} is ${kind}, and a file is wanted here.\n  = help: Give the path of the layout.\n`,
      ]);
    }
  });

  it.each([
    ['a point', 'log-prob robots.ml robots.csv --at pipe'],
    ['a file of splits', 'evaluate robots.ml robots.csv --folds 2 --splits pipe'],
    ['an evaluation', 'report folder --evaluation pipe'],
    ['a comparison', 'predict folder robots.csv --stack other --weights pipe'],
  ])('is refused where %s is wanted', (_, words) => {
    const { status, stderr, signal } = shell(workspace, `$T ${words}`);
    expect([status, signal]).toEqual([1, null]);
    expect(stderr).toContain('pipe is a pipe, and a file is wanted here.');
  });

  it('is read where the shell hands it over', () => {
    const fine = 'Robots is well formed';
    expect(shell(workspace, '$T check <(cat robots.ml)').stdout).toContain(fine);
    expect(shell(workspace, 'cat robots.ml | $T check /dev/stdin').stdout).toContain(fine);
    expect(shell(workspace, '$T check /dev/stdin < robots.ml').stdout).toContain(fine);
    expect(shell(workspace, '$T check robots.ml <(cat robots.csv)').stdout).toContain(fine);
    expect(shell(workspace, 'cat robots.csv | $T check robots.ml /dev/stdin --weight load').stdout).toContain(
      '/dev/stdin: 4 rows, ',
    );
    const fit = shell(workspace, 'cat robots.csv | $T fit robots.ml /dev/stdin --weight load');
    expect([fit.status, fit.stderr]).toEqual([0, expect.not.stringContaining('(node:')]);
  });

  it('leaves the command where the system gives it too few files to begin with', () => {
    const statuses = [24, 28, 36, 48].map((most) => {
      const { status, stderr } = shell(workspace, `ulimit -n ${most}; $T fit robots.ml robots.csv`);
      expect(stderr).toMatch(
        /^error: .* cannot be read: this process may open no more files\.\n {2}= help: Raise the limit/,
      );
      expect(stderr).not.toMatch(/\n +at /);
      return status;
    });
    expect(statuses).toEqual([1, 1, 1, 1]);
  });
});
