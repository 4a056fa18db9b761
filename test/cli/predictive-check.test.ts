/** `theodolite predictive-check`, as a user runs it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPosterior, checkPrior } from '../../analysis/evaluate/checks/predictive-checks.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import { HEADER, LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

/** One that knows of the height alone. */
const BLIND = `layout Blind
unit m
demand height : m in [0, 4]
capability climb : m ~ uniform(0, 6)
observe success ~ bernoulli(margin(climb, height, steepness = 1 / 1 m))
`;
const STEEP = BLIND.replace('Blind', 'Steep').replace('uniform(0, 6)', 'normal(0, 90)');
const TEAMS = `layout Teams
category team
demand height in [0, 9]
capability climb[team] ~ uniform(0, 10)
observe success ~ bernoulli(margin(climb[team], height))
`;
const QUICK = ['--chains', '2', '--warmup', '300', '--draws', '500', '--scouts', '0'];

let workspace: Workspace;
const check = (...args: readonly string[]) => workspace.run('predictive-check', ...args);
const OF_ROBOT = ['blind/robot1', 'robots.csv'];

/** Success of robot1 falls with the height, faster than the layout has it. */
const rows = ladderRows(240).map((line) => line.split(','));
const column = (name: string) => rows.map((row) => Number(row[HEADER.split(',').indexOf(name)]));

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('blind.ml', BLIND);
  workspace.write('steep.ml', STEEP);
  workspace.write('teams.ml', TEAMS);
  workspace.write('robots.csv', ladderTable(ladderRows(240)));
  const teams = (names: readonly string[]) =>
    `team,height,success\n${names.map((name, row) => `${name},${row % 9},${row % 9 < 4 ? 1 : 0}`).join('\n')}\n`;
  workspace.write('teams.csv', teams(Array.from({ length: 40 }, (_, row) => ['red', 'blue'][row % 2]!)));
  workspace.write('green.csv', teams(['red', 'green', 'blue']));
  await workspace.run(
    ...['fit', 'blind.ml', 'robots.csv', '--outcome', 'success=robot1', ...QUICK, '--out', 'blind'],
  );
  await workspace.run('fit', 'teams.ml', 'teams.csv', ...QUICK, '--out', 'teams');
}, 120_000);
afterAll(() => workspace.remove());

describe('predictive-check', () => {
  it('says of a stored fit what a program says of it', async () => {
    const { status, stdout } = await check(...OF_ROBOT, '--pairs', '--seed', '9', '--json');
    const { source, wereFitted, outcomes, replications } = JSON.parse(stdout);
    expect({ source, wereFitted, replications }).toEqual({
      ...{ source: 'posterior', wereFitted: true, replications: 1000 },
    });
    const found = await checkPosterior(
      await openFit(join(workspace.path, 'blind/robot1')),
      { height: column('height'), success: column('robot1') },
      { pairs: true, seed: 9n },
    );
    const { checks, findings } = found.outcomes.success!;
    expect(outcomes.success.findings).toEqual(findings);
    expect(outcomes.success.checks).toHaveLength(checks.length);
    for (const [index, { quantity, replications: _, ...numbers }] of checks.entries())
      expect(outcomes.success.checks[index]).toMatchObject({ ...numbers, rows: quantity.rows.length });
    expect(status).toBe(findings.length > 0 ? 6 : 0);
  });

  it('finds what the layout makes too little of, and ends with status 6', async () => {
    const { status, stdout, stderr } = await check(...OF_ROBOT, '--by', 'dark,split');
    expect({ status, stderr }).toEqual({ status: 6, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(
      'messages/predictive-check/a-demand-of-which-the-layout-makes-too-little.txt',
    );
  });

  it('finds nothing in rows that the fit makes itself, and ends with status 0', async () => {
    workspace.write('demands.csv', `height\n${column('height').join('\n')}\n`);
    workspace.write('profile.json', JSON.stringify({ climb: 2 }));
    const made = ['--profile', 'profile.json', '--seed', '4', '--out', 'made.csv'];
    await workspace.run('simulate', 'blind.ml', '--demands', 'demands.csv', ...made);
    await workspace.run('fit', 'blind.ml', 'made.csv', ...QUICK, '--out', 'made');
    const { status, stdout, stderr } = await check('made/success', 'made.csv');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/Taking all of them into account, none fails\.\n/);
  });

  it('holds a fit to rows that it was not fitted to', async () => {
    const { stdout } = await check(...OF_ROBOT, '--rows', 'split=test', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ wereFitted: false, rows: 48 });
  });

  it('checks the priors of a layout, before any fit', async () => {
    const args = ['--prior', 'steep.ml', 'robots.csv', '--outcome', 'success=robot1'];
    const { status, stdout, stderr } = await check(...args);
    expect({ status, stderr }).toEqual({ status: 6, stderr: '' });
    await expect(stdout).toMatchFileSnapshot('messages/predictive-check/a-prior-that-is-sure.txt');
    const { outcomes } = JSON.parse((await check(...args, '--json')).stdout);
    const data = { height: column('height'), success: column('robot1') };
    const found = await checkPrior(STEEP, data);
    expect(outcomes.success.certainty).toBe(found.outcomes.success!.certainty);
    expect(outcomes.success.findings).toEqual(found.outcomes.success!.findings);
  });

  it('knows the levels of categories by their names', async () => {
    for (const args of [['teams/success'], ['--prior', 'teams.ml']]) {
      const { outcomes } = JSON.parse((await check(...args, 'teams.csv', '--json')).stdout);
      const levels = outcomes.success.checks.flatMap(
        ({ places }: { places: { column: string; level: string }[] }) =>
          places.filter((place) => place.column === 'team').map(({ level }) => level),
      );
      expect(levels).toEqual(['blue', 'red']);
    }
  });

  it('writes everything as JSON', async () => {
    const { stdout } = await check(...OF_ROBOT, '--out', 'checks/robot1.json');
    expect(stdout).toMatch(/^success: 240 rows/);
    const { stdout: printed } = await check(...OF_ROBOT, '--json');
    expect(readFileSync(join(workspace.path, 'checks/robot1.json'), 'utf8')).toBe(printed);
  });
});

describe('predictive-check refuses in words', () => {
  const PRIOR = ['--prior', 'ladder.ml', 'robots.csv'];
  const cases: Record<string, [status: number, args: readonly string[]]> = {
    'a layout without the prior': [1, ['ladder.ml', 'robots.csv']],
    'a fit for a prior': [1, ['--prior', 'blind/robot1', 'robots.csv']],
    'an alternative of a fit': [2, [...OF_ROBOT, '--choose', 'form=log']],
    'a column of the layout to check by': [2, [...OF_ROBOT, '--by', 'height']],
    'a column to check by that is not there': [1, [...OF_ROBOT, '--by', 'darkness']],
    'several columns for a prior': [2, [...PRIOR, '--outcome', 'success=robot1,robot2']],
    'an outcome of another name': [2, [...PRIOR, '--outcome', 'climbs=robot1']],
    'no column of the outcome': [1, PRIOR],
    'too few replications': [2, [...OF_ROBOT, '--replications', '10']],
    'a level of no fit': [1, ['teams/success', 'green.csv']],
    'columns to check by of stacked rows': [
      2,
      ['teams/success', 'teams.csv', '--stack', 'team', '--by', 'x'],
    ],
  };
  it.each(Object.entries(cases))('%s', async (title, [status, args]) => {
    const outcome = await check(...args);
    expect(outcome).toMatchObject({ status, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/predictive-check/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
    );
  });
});
