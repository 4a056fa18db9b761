/** `theodolite simulate`, as a user runs it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
const PROFILE = { climb: 2, nightSight: 0.7, lean: 0.1 };
const GUESSING = LADDER.replace('layout Ladder', 'layout Guessing').replace(
  'bernoulli(margin',
  'bernoulli(mean(success) and margin',
);
const BOUNDED = LADDER.replace('tries : count', 'tries : count in [0, 3]');

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('bounded.ml', BOUNDED);
  workspace.write('guessing.ml', GUESSING);
  workspace.write('robots.csv', ladderTable());
  workspace.write('profile.json', JSON.stringify(PROFILE));
  expect(await workspace.run('build', 'ladder.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const simulate = (...args: readonly string[]) => workspace.run('simulate', ...args);
const ROBOTS = ['--demands', 'robots.csv', '--profile'];

describe('simulate', () => {
  it('prints the table of the demands, all its columns kept, with the outcome beside them', async () => {
    const { status, stdout, stderr } = await simulate('ladder.ml', ...ROBOTS, 'profile.json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const given = ladderTable().trim().split('\n');
    const made = stdout.trim().split('\n');
    expect(made[0]).toBe(`${given[0]},success`);
    expect(made).toHaveLength(given.length);
    expect(made.slice(1).map((line) => line.slice(0, -2))).toEqual(given.slice(1));
    expect(new Set(made.slice(1).map((line) => line.at(-1)))).toEqual(new Set(['0', '1']));
  });

  it('writes the profile that it drew beside the table, from which the same table comes again', async () => {
    const first = await simulate('ladder.ml', ...ROBOTS, 'prior', '--seed', '5', '--out', 'runs/first.csv');
    expect(first).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'runs/first.csv: 60 rows of success\nruns/first.profile.json: the profile, drawn from the prior\n',
    });
    const profile = JSON.parse(workspace.read('runs/first.profile.json'));
    expect(Object.keys(profile)).toEqual(['climb', 'nightSight', 'lean']);
    const again = await simulate('ladder.ml', ...ROBOTS, 'runs/first.profile.json', '--seed', '5');
    expect(again).toEqual({ status: 0, stdout: workspace.read('runs/first.csv'), stderr: '' });
    const other = await simulate('ladder.ml', ...ROBOTS, 'runs/first.profile.json', '--seed', '6');
    expect(other.stdout).not.toBe(again.stdout);
    expect(readdirSync(join(workspace.path, 'runs')).sort()).toEqual(['first.csv', 'first.profile.json']);
  });

  it('says the profile that it drew where there is no file for it', async () => {
    const { stdout, stderr } = await simulate('ladder.ml', ...ROBOTS, 'prior', '--seed', '5');
    const [, json] = /^profile drawn from the prior: (\{.*\})\n$/.exec(stderr)!;
    workspace.write('said.json', json!);
    expect((await simulate('ladder.ml', ...ROBOTS, 'said.json', '--seed', '5')).stdout).toBe(stdout);
    await simulate('ladder.ml', ...ROBOTS, 'prior', '--seed', '5', '--profile-out', 'there.json');
    expect(JSON.parse(workspace.read('there.json'))).toEqual(JSON.parse(json!));
  });

  it('takes only the rows that --rows leaves, and puts an outcome in the place of a column of its name', async () => {
    workspace.write(
      'old.csv',
      'success;height;note;dark;side;tries\nx;1;"a;b";0;0;1\nx;2;c;1;1;2\nx;1;"d,""e""";0;0;1\n',
    );
    const { stdout, stderr } = await simulate(
      ...['ladder.ml', '--demands', 'old.csv', '--profile', 'profile.json', '--rows', 'height=1'],
    );
    expect(stdout).toMatch(
      /^success,height,note,dark,side,tries\n[01],1,a;b,0,0,1\n[01],1,"d,""e""",0,0,1\n$/,
    );
    expect(stderr).toBe('old.csv holds success, and the simulation replaces it\n');
  });

  it('makes demands by a design, which a fit takes', async () => {
    const made = await simulate(
      ...['bounded.ml', '--design', 'grid', '300', '--profile', 'profile.json', '--out', 'grid.csv'],
    );
    // 2 · 3 · 4 combinations, and 12 heights.
    expect(made).toEqual({ status: 0, stdout: '', stderr: 'grid.csv: 288 rows of success\n' });
    expect(existsSync(join(workspace.path, 'grid.profile.json'))).toBe(false);
    const fitted = await workspace.run('log-prob', 'bounded.ml', 'grid.csv', '--at', 'profile.json');
    expect(JSON.parse(fitted.stdout).logDensity).toBeGreaterThan(-288 * Math.LN2);
  });

  it('keeps the names of groups, in the table and in the profile', async () => {
    workspace.write(
      'group.ml',
      'layout Group\ncategory person\ncapability theta[person] ~ normal(0, 1)\nobserve y ~ normal(theta[person], 1)\n',
    );
    workspace.write('people.csv', 'person\nAda\nBen\nAda\n');
    const people = ['group.ml', '--demands', 'people.csv', '--profile'];
    await simulate(...people, 'prior', '--out', 'people/table.csv');
    const table = workspace.read('people/table.csv');
    expect(table).toMatch(/^person,y\nAda,\S+\nBen,\S+\nAda,\S+\n$/);
    const { theta } = JSON.parse(workspace.read('people/table.profile.json'));
    expect(Object.keys(theta)).toEqual(['Ada', 'Ben']);
    expect((await simulate(...people, 'people/table.profile.json')).stdout).toBe(table);
    const designed = await simulate('group.ml', '--design', 'random', '9', '--profile', 'profile.json');
    expect(designed).toMatchObject({ status: 1, stdout: '' });
    expect(designed.stderr).toContain('of the category `person`');
  });

  it('makes levels of categories, in a table that a fit takes', async () => {
    workspace.write(
      'school.ml',
      'layout School\ncategory person\ncategory item in {easy, "not easy"}\ncapability theta[person] ~ normal(0, 1)\n' +
        'param hard[item] ~ normal(0, 1)\nobserve right ~ bernoulli(logistic(theta[person] - hard[item]))\n',
    );
    const made = await simulate(
      ...['school.ml', '--levels', 'person=3', '--profile', 'prior', '--out', 'school.csv'],
    );
    expect(made).toMatchObject({ status: 0, stdout: '' });
    expect(workspace.read('school.csv').replaceAll(/[01]$/gm, 'x')).toBe(
      `person,item,right\n${['1', '2', '3'].flatMap((person) => [`${person},easy,x`, `${person},not easy,x`]).join('\n')}\n`,
    );
    const { theta } = JSON.parse(workspace.read('school.profile.json'));
    expect(Object.keys(theta)).toEqual(['1', '2', '3']);
    const density = await workspace.run('log-prob', 'school.ml', 'school.csv', '--at', 'school.profile.json');
    expect(density.status).toBe(0);
    const random = ['school.ml', '--levels', 'person=3,item=2', '--design', 'random', '12', '--profile'];
    const again = await simulate(...random, 'school.profile.json');
    expect(again.stdout.trim().split('\n')).toHaveLength(13);
    for (const wrong of ['person', 'person=0', 'person=3,person=4', 'preson=3', 'item=3']) {
      const refused = await simulate('school.ml', '--levels', wrong, '--profile', 'prior');
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toMatch(/^error: .*\n {2}= help: /);
    }
  });

  it('says what a statistic of an outcome was taken as, and what it came out as', async () => {
    const { status, stdout, stderr } = await simulate(
      ...['guessing.ml', ...ROBOTS, 'profile.json', '--statistic', 'mean(success) = 0.75'],
    );
    expect(status).toBe(0);
    const rows = stdout.trim().split('\n').slice(1);
    const mean = rows.filter((line) => line.endsWith(',1')).length / rows.length;
    expect(stderr).toBe(
      `mean(success): taken as 0.75, and ${Number(mean.toPrecision(6))} in what was simulated\n`,
    );
  });
});

describe('a simulation is refused in words', () => {
  const WITH = ['--profile', 'profile.json'];
  const cases: Record<string, [status: number, ...args: string[]]> = {
    'a simulation without demands': [2, 'ladder.ml', ...WITH],
    'a simulation without a profile': [2, 'ladder.ml', '--demands', 'robots.csv'],
    'demands and a design': [2, 'ladder.ml', ...ROBOTS, 'prior', '--design', 'grid', '20'],
    'a design without rows': [2, 'ladder.ml', ...WITH, '--design', 'grid'],
    'a design of another kind': [2, 'ladder.ml', ...WITH, '--design', 'latin', '20'],
    'a design of half a row': [2, 'ladder.ml', ...WITH, '--design', 'grid', '0.5'],
    'a design with a filter': [2, 'ladder.ml', ...WITH, '--design', 'grid', '20', '--rows', 'split=train'],
    'a demand without a range': [1, 'ladder.ml', ...WITH, '--design', 'random', '20'],
    'a grid that is too small': [1, 'bounded.ml', ...WITH, '--design', 'grid', '20'],
    'a statistic without a value': [2, 'guessing.ml', ...ROBOTS, 'prior', '--statistic', 'mean(success)'],
    'a statistic given twice': [
      ...[2, 'guessing.ml', ...ROBOTS, 'prior', '--statistic', 'mean(success)=1'],
      ...['--statistic', 'mean( success )=0.5'],
    ] as [number, ...string[]],
    'a statistic of an outcome that is not given': [1, 'guessing.ml', ...ROBOTS, 'prior'],
    'a statistic that is not read': [1, 'ladder.ml', ...ROBOTS, 'prior', '--statistic', 'mean(success)=0.5'],
    'a built module to simulate': [1, 'ladder.wasm', ...ROBOTS, 'prior'],
    'a profile that is not there': [1, 'ladder.ml', ...ROBOTS, 'profil.json'],
    'a profile that lacks a latent': [1, 'ladder.ml', ...ROBOTS, 'lacking.json'],
    'a profile outside a support': [1, 'ladder.ml', ...ROBOTS, 'outside.json'],
    'a table and a profile in one file': [
      2,
      'ladder.ml',
      ...ROBOTS,
      'prior',
      '--out',
      'x.csv',
      '--profile-out',
      './x.csv',
    ],
    'a simulated table put where a directory is': [4, 'ladder.ml', ...ROBOTS, 'prior', '--out', 'folder'],
  };
  beforeAll(() => {
    workspace.write('lacking.json', JSON.stringify({ climb: 2, lean: 0 }));
    workspace.write('outside.json', JSON.stringify({ ...PROFILE, climb: 7 }));
    workspace.write('folder/x', '');
  });
  for (const [title, [status, ...args]] of Object.entries(cases)) {
    it.concurrent(title, async ({ expect }) => {
      const outcome = await simulate(...args);
      expect(outcome).toMatchObject({ status, stdout: '' });
      await expect(transcript(outcome).replaceAll(workspace.path, '.')).toMatchFileSnapshot(
        `messages/simulate/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
      );
    });
  }

  it('and leaves no file behind', async () => {
    const outcome = await simulate('ladder.ml', ...ROBOTS, 'outside.json', '--out', 'none/table.csv');
    expect(outcome.status).toBe(1);
    expect(existsSync(join(workspace.path, 'none'))).toBe(false);
  });
});
