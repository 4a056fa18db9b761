/** `fit` and `sweep` as users run them, killed at each step by which they change the disk, and what every reader says then. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from '../../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../../cli/run-command.ts';
import { MAIN, runUntil, stepsOf, unfinishedIn } from '../../stored/killed.ts';

const QUICK = ['--chains', '2', '--warmup', '60', '--draws', '40', '--scouts', '2'];
const FIT = ['fit', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1', ...QUICK];
const SWEEP = [
  ...['sweep', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1,robot2', ...QUICK],
  ...['--seeds', '1,2', '--out', 'swept'],
];
const READERS: readonly (readonly string[])[] = [
  ['predict', 'results/robot1', 'robots.csv'],
  ['report', 'results/robot1'],
  ['compare', 'results/robot1', 'third/robot1', '--data', 'robots.csv'],
  ['plot', 'forest', 'results/robot1'],
  ['predictive-check', 'results/robot1', 'robots.csv'],
];

let workspace: Workspace;
const inside = (...names: readonly string[]) => join(workspace.path, ...names);

/** What each reader prints, or that it refuses in words. */
async function read(): Promise<string[]> {
  const said: string[] = [];
  for (const words of READERS) {
    const { status, stdout, stderr } = await workspace.run(...words);
    expect([0, 1, 3, 5, 6]).toContain(status);
    if (status === 1) expect(stderr).toMatch(/^error: .*\n {2}= help: /m);
    said.push(status === 1 ? 'refused' : stdout);
  }
  return said;
}

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  for (const [out, seed] of [
    ['old', '1'],
    ['third', '3'],
  ])
    await workspace.run(...FIT, '--seed', seed!, '--out', out!, '--draws-as', 'csv,parquet');
}, 600_000);
afterAll(() => workspace.remove());

describe.skipIf(process.platform === 'win32')('a command that is killed', () => {
  const results = () => inside('results');
  const begin = () => {
    rmSync(results(), { recursive: true, force: true });
    cpSync(inside('old'), results(), { recursive: true });
  };

  it('leaves the old fit or the new one to every reader', { timeout: 60 * 60_000 }, async () => {
    const words = [MAIN, ...FIT, '--seed', '2', '--out', 'results'];
    begin();
    const old = await read();
    const steps = stepsOf(results(), words, workspace.path);
    const fresh = await read();
    expect(fresh.some((text, index) => text === old[index])).toBe(false);
    expect(steps).toBeGreaterThan(20);
    for (let step = 1; step <= steps; step++) {
      begin();
      expect(runUntil(step, results(), words, workspace.path).wasKilled, `step ${step}`).toBe(true);
      expect([old, fresh]).toContainEqual(await read());
    }
    // What all of them left goes when the command runs to its end.
    expect(runUntil(null, results(), words, workspace.path).status).not.toBe(1);
    expect(unfinishedIn(results())).toEqual([]);
  });

  it('leaves a sweep that goes on and ends with the same bytes', { timeout: 60 * 60_000 }, () => {
    const files = () =>
      readdirSync(inside('swept'))
        .sort()
        .map((name) => [name, readFileSync(inside('swept', name), 'utf8')]);
    const words = [MAIN, ...SWEEP];
    const steps = stepsOf(inside('swept'), words, workspace.path);
    const whole = files();
    for (let step = 1; step <= steps; step++) {
      rmSync(inside('swept'), { recursive: true, force: true });
      const { wasKilled } = runUntil(step, inside('swept'), words, workspace.path);
      // Results that come at once are written in one step, so that a run may have a step or two less than the first.
      expect(wasKilled || step > steps - 3, `step ${step}`).toBe(true);
      runUntil(null, inside('swept'), words, workspace.path);
      expect(existsSync(inside('swept', 'distributions.csv'))).toBe(true);
      expect(files()).toEqual(whole);
    }
  });
});
