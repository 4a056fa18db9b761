/** `theodolite sweep`, as a user runs it. */
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const CHOOSING = LADDER.replace(
  'uniform(0, 6)',
  'choose prior { flat: uniform(0, 6), low: half_normal(2) }',
).replace('beta(1, 1)', 'choose sight { vague: beta(1, 1), sure: beta(8, 2) }');
const SWEEP = ['sweep', 'choosing.ml', 'robots.csv', '--outcome', 'success=robot1'];
const SHORT = ['--chains', '2', '--warmup', '150', '--draws', '100', '--scouts', '0'];

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('choosing.ml', CHOOSING);
  workspace.write('robots.csv', ladderTable());
});
afterAll(() => workspace.remove());

const sweep = (...args: readonly string[]) => workspace.run(...SWEEP, ...SHORT, ...args);
const FILES = ['fits.csv', 'fits.jsonl', 'parameters.csv', 'sweep.json'];
const filesOf = (out: string) =>
  Object.fromEntries(FILES.map((name) => [name, workspace.read(join(out, name))]));
const lines = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a sweep', () => {
  beforeAll(async () => {
    const { stdout, stderr } = await sweep('--seeds', '1,2', '--out', 'whole');
    expect(
      stderr
        .replace(/[\d.]+ s\b/g, 'N s')
        .split('\n')
        .slice(0, 3),
    ).toEqual([
      '8 fits: 4 layouts, 1 subject, 2 seeds.',
      'The first took N s: the other 7 take about N s.',
      'whole/fits.csv and whole/parameters.csv have all of it.',
    ]);
    expect(stdout).toMatch(/^ +fits +failed +climb +nightSight +lean$/m);
    expect(stdout).toMatch(/^prior flat +4 +\d /m);
    expect(stdout).toMatch(/^seed 2 +4 +\d /m);
    expect(stdout).toMatch(/^all +8 +\d /m);
  });

  it('leaves one row for each fit, and one for each of its parameters', () => {
    expect(readdirSync(join(workspace.path, 'whole')).sort()).toEqual(FILES);
    const fits: Record<string, string>[] = parse(workspace.read('whole/fits.csv'), { columns: true });
    expect(fits.map(({ prior, sight, seed }) => `${prior} ${sight} ${seed}`)).toEqual([
      ...['flat vague 1', 'flat vague 2', 'flat sure 1', 'flat sure 2'],
      ...['low vague 1', 'low vague 2', 'low sure 1', 'low sure 2'],
    ]);
    const parameters: Record<string, string>[] = parse(workspace.read('whole/parameters.csv'), {
      columns: true,
    });
    expect(parameters).toHaveLength(24);
    const nightSight = (sight: string) =>
      parameters
        .filter((row) => row.sight === sight && row.parameter === 'nightSight')
        .map((row) => Number(row.mean));
    expect(Math.min(...nightSight('sure'))).toBeGreaterThan(0);
  });

  it('says of each fit what fit says', async () => {
    const { stdout } = await workspace.run(
      ...['fit', 'choosing.ml', 'robots.csv', '--outcome', 'success=robot1', ...SHORT],
      ...['--choose', 'prior=low', '--choose', 'sight=sure', '--seed', '2', '--json'],
    );
    const { subjects } = JSON.parse(stdout);
    const results = workspace
      .read('whole/fits.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.at(-1).parameters).toEqual(subjects.robot1.parameters);
    expect(results.at(-1).status).toEqual(subjects.robot1.status);
  });

  it('that is killed, again and again, ends with the same bytes', async () => {
    const journal = join(workspace.path, 'killed/fits.jsonl');
    for (const done of [1, 4]) {
      const { child, ended } = workspace.start(...SWEEP, ...SHORT, '--seeds', '1,2', '--out', 'killed');
      await until(() => lines(journal) >= done || child.exitCode !== null);
      child.kill('SIGKILL');
      await ended;
      // As if it had been killed while it wrote.
      truncateSync(journal, readFileSync(journal).length - 10);
    }
    const before = lines(journal);
    const { stderr } = await sweep('--seeds', '1,2', '--out', 'killed');
    expect(stderr.split('\n')[0]).toBe(
      `8 fits: 4 layouts, 1 subject, 2 seeds; ${before} ${before === 1 ? 'is' : 'are'} done.`,
    );
    expect(filesOf('killed')).toEqual(filesOf('whole'));
  });

  it('that is interrupted keeps what is done, and goes on', async () => {
    const journal = join(workspace.path, 'interrupted/fits.jsonl');
    const { child, ended } = workspace.start(...SWEEP, ...SHORT, '--seeds', '1,2', '--out', 'interrupted');
    await until(() => lines(journal) >= 2 || child.exitCode !== null);
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect({ status, stdout, said: stderr.split('\n').at(-2) }).toEqual({
      ...{ status: 130, stdout: '' },
      said: `Interrupted: ${lines(journal)} of 8 fits are kept in interrupted, and the same command makes the others.`,
    });
    await sweep('--seeds', '1,2', '--out', 'interrupted');
    expect(filesOf('interrupted')).toEqual(filesOf('whole'));
  });

  it('that is done says so, and makes nothing again', async () => {
    const before = filesOf('whole');
    const { stderr } = await sweep('--seeds', '1,2', '--out', 'whole');
    expect(stderr.split('\n')[0]).toBe('8 fits: 4 layouts, 1 subject, 2 seeds; 8 are done.');
    expect(stderr).not.toContain('The first took');
    expect(filesOf('whole')).toEqual(before);
  });

  it('makes its first fit and no other to say how long it takes', async () => {
    const { status, stdout, stderr } = await sweep('--plan', '--among', 'sight=sure', '--out', 'planned');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(
      /^2 fits: 2 layouts, 1 subject, 1 seed\.\nThe first took .* the other 1 take about /,
    );
    expect(lines(join(workspace.path, 'planned/fits.jsonl'))).toBe(1);
  });

  it('takes several subjects, and the columns of outcomes that fit takes', async () => {
    const { stdout } = await workspace.run(
      ...[
        'sweep',
        'choosing.ml',
        'robots.csv',
        '--outcome',
        'success=robot1,robot2',
        '--rows',
        'split=train',
      ],
      ...[...SHORT, '--among', 'prior=flat', '--among', 'sight=vague', '--out', 'subjects'],
    );
    expect(stdout).toMatch(/^subject robot1 +1 /m);
    expect(stdout).toMatch(/^subject robot2 +1 /m);
  });
});

describe('what cannot be swept is told', () => {
  beforeAll(async () => {
    await sweep('--plan', '--out', 'begun');
    workspace.write('damaged/sweep.json', workspace.read('begun/sweep.json'));
    workspace.write('damaged/fits.jsonl', `${workspace.read('begun/fits.jsonl')}nonsense\n`);
    workspace.write('headless/fits.jsonl', '');
  });

  it.each([
    ['another-seed', ['--seeds', '2', '--out', 'begun']],
    ['other-settings', ['--draws', '101', '--out', 'begun']],
    ['other-rows', ['--rows', 'split=train', '--out', 'begun']],
    ['a-damaged-journal', ['--out', 'damaged']],
    ['a-journal-without-a-sweep', ['--out', 'headless']],
    ['an-unknown-choice', ['--among', 'priors=flat', '--out', 'x']],
    ['an-unknown-alternative', ['--among', 'prior=flat,lower', '--out', 'x']],
    ['a-choice-twice', ['--among', 'prior=flat', '--among', 'prior=low', '--out', 'x']],
    ['no-choice', ['--among', 'flat', '--out', 'x']],
    ['no-seed', ['--seeds', '1,two', '--out', 'x']],
    ['no-folder', []],
    ['a-file-for-a-folder', ['--out', 'robots.csv']],
  ])('%s', async (name, args) => {
    const outcome = await sweep(...args);
    await expect(transcript(outcome)).toMatchFileSnapshot(`messages/sweep/${name}.txt`);
    expect(existsSync(join(workspace.path, 'x'))).toBe(false);
  });

  it('a built module', async () => {
    await workspace.run('build', 'choosing.ml', '-o', 'built.wasm');
    const outcome = await workspace.run('sweep', 'built.wasm', 'robots.csv', '--out', 'x');
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/sweep/a-built-module.txt');
    rmSync(join(workspace.path, 'built.wasm'));
  });
});
