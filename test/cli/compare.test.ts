/** `theodolite compare`, as a user runs it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareModels, stack } from '../../analysis/evaluate/compare/compare-models.ts';
import { type Loo, loo, spreadOverRows, waic } from '../../analysis/evaluate/compare/criteria.ts';
import { type FitLikelihood, likelihoodOfFit } from '../../analysis/evaluate/compare/estimate-fit.ts';
import { HEADER, LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

/** As a program has it: chains run in threads, which only what was built can start. */
const { load }: typeof import('../../index.ts') = await import(
  new URL('../../dist/index.js', import.meta.url).href
);

/** One that does not know of the dark, and calls the outcome otherwise. */
const BLIND = `layout Blind
unit m
demand height : m in [0, 4]
capability climb : m ~ uniform(0, 6)
observe climbs ~ bernoulli(margin(climb, height, steepness = 1 / 1 m))
`;
/** So sure that a row by itself moves it far. */
const SURE = `layout Sure
demand height in [0, 4]
param offset ~ normal(0, 9)
observe climbs ~ normal(offset, 0.02)
`;
const TEAMS = `layout Teams
category team
demand height in [0, 9]
capability climb[team] ~ uniform(0, 10)
observe success ~ bernoulli(margin(climb[team], height))
`;

let workspace: Workspace;
const QUICK = ['--chains', '2', '--warmup', '300', '--draws', '200', '--scouts', '0'];
const SETTINGS = { chains: 2, warmup: 300, draws: 200, scouts: 0, workers: 1 } as const;
const ROBOT1 = ['robots.csv', '--outcome', 'success=robot1', ...QUICK];
const DATA = ['--data', 'robots.csv'];

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('blind.ml', BLIND);
  workspace.write('sure.ml', SURE);
  workspace.write('teams.ml', TEAMS);
  workspace.write('robots.csv', ladderTable());
  await workspace.run('fit', 'ladder.ml', ...ROBOT1, '--out', 'ladder');
  await workspace.run('fit', 'ladder.ml', ...ROBOT1, '--rows', 'split=train', '--out', 'train');
  await workspace.run(
    'fit',
    'blind.ml',
    'robots.csv',
    '--outcome',
    'climbs=robot1',
    ...QUICK,
    '--out',
    'blind',
  );
  await workspace.run(
    'fit',
    'blind.ml',
    'robots.csv',
    '--outcome',
    'climbs=robot2',
    ...QUICK,
    '--out',
    'blind',
  );
  await workspace.run(
    'fit',
    'sure.ml',
    'robots.csv',
    '--outcome',
    'climbs=robot1',
    ...QUICK,
    '--out',
    'sure',
  );
}, 120_000);
afterAll(() => workspace.remove());

const compare = (...args: readonly string[]) => workspace.run('compare', ...args);

/** One row of the outcome is far from all others. */
async function fitNarrow(): Promise<void> {
  const narrow = ladderTable(
    ladderRows().map((line, row) => `${line},${row === 17 ? 4 : Math.sin(row) / 50}`),
    `${HEADER},width`,
  );
  workspace.write('narrow.csv', narrow);
  await workspace.run(
    ...['fit', 'sure.ml', 'narrow.csv', '--outcome', 'climbs=width', ...QUICK, '--out', 'narrow'],
  );
}

/** The log likelihoods of a fit that was stored, made anew in a program. */
async function likelihoodOf(folder: string, outcome: string): Promise<FitLikelihood> {
  const rows = ladderRows().map((line) => line.split(',').map(Number));
  const column = (name: string) => rows.map((row) => row[HEADER.split(',').indexOf(name)]!);
  const columns = {
    ...Object.fromEntries(['height', 'dark', 'side', 'tries'].map((name) => [name, column(name)])),
    [outcome]: column('robot1'),
  };
  const model = await load(readFileSync(join(workspace.path, folder, 'model.wasm')));
  const fit = await (await model.bind(columns)).fit(SETTINGS);
  const likelihoods = await fit.pointwiseLogLikelihood(columns);
  return likelihoodOfFit(Object.values(likelihoods), 2);
}

async function leftOut(folder: string, outcome: string): Promise<{ elpd: Float64Array; result: Loo }> {
  const { matrix, matrixRow } = await likelihoodOf(folder, outcome);
  const result = loo(matrix);
  return { elpd: spreadOverRows(result.pointwise.elpd, matrixRow), result };
}

describe('compare', () => {
  it('says of stored fits what leave-one-out says of the same fits in a program, whatever they call the outcome', async () => {
    const { status, stdout } = await compare('blind/robot1', 'ladder/robot1', ...DATA, '--json');
    expect(status).toBe(0);
    const { fits, rows } = JSON.parse(stdout);
    expect(rows).toBe(60);
    const [blind, ladder] = [
      await leftOut('blind/robot1', 'climbs'),
      await leftOut('ladder/robot1', 'success'),
    ];
    const models = [
      { name: 'blind/robot1', elpd: blind.elpd },
      { name: 'ladder/robot1', elpd: ladder.elpd },
    ];
    const { weights } = stack(models, null);
    const expected = compareModels(models, null).map(({ name, index, ...ranked }) => {
      const { result } = [blind, ladder][index]!;
      const { elpd, standardError, effectiveParameters, effectiveParametersError, monteCarloError, paretoK } =
        result;
      return {
        ...{ fit: name, ...ranked, elpd, standardError, weight: weights[index], paretoK },
        ...{ effectiveParameters, effectiveParametersError, monteCarloError },
      };
    });
    expect(fits).toMatchObject(expected);
    expect(fits.map(({ layout }: { layout: string }) => layout)).toEqual(
      fits.map(({ fit }: { fit: string }) => (fit === 'blind/robot1' ? 'Blind' : 'Ladder')),
    );
    expect(fits[0].pointwise.row).toEqual(Array.from({ length: 60 }, (_, row) => row + 1));
    expect(fits[0].difference).toBe(0);
    expect(fits[1].difference).toBeLessThan(0);
  });

  it('prints a table, the best first', async () => {
    const { status, stdout, stderr } = await compare('blind/robot1', 'ladder/robot1', ...DATA);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('60 rows, left out one by one');
    expect(lines[2]).toMatch(/^ +elpd +se +p_loo +difference +se +weight +high k +worst k$/);
    const row = / +-\d+\.\d +\d+\.\d +\d+\.\d +-?\d+\.\d +\d+\.\d +[01]\.\d\d +0 +-?0\.\d\d$/;
    expect(lines[3]).toMatch(row);
    expect(lines[4]).toMatch(row);
    const best = JSON.parse((await compare('blind/robot1', 'ladder/robot1', ...DATA, '--json')).stdout)
      .fits[0];
    expect(lines[3]!.startsWith(`${best.fit} `)).toBe(true);
  });

  it('compares by WAIC when that is asked for, with what WAIC is of the same fit in a program', async () => {
    const args = ['blind/robot1', 'ladder/robot1', ...DATA, '--criterion', 'waic'];
    const { status, stdout, stderr } = await compare(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('60 rows, by WAIC');
    expect(lines[2]).toMatch(/^ +elpd +se +p_waic +difference +se +weight +p > 0\.4$/);
    const { criterion, fits } = JSON.parse((await compare(...args, '--json')).stdout);
    expect(criterion).toBe('waic');
    const expected = waic((await likelihoodOf('ladder/robot1', 'success')).matrix);
    const ladder = fits.find(({ fit }: { fit: string }) => fit === 'ladder/robot1');
    const { pointwise: _, rows: __, ...totals } = expected;
    expect(ladder).toMatchObject(totals);
    expect(ladder.pointwise.elpd).toHaveLength(60);
  });

  it('says in which rows WAIC is not to be relied on', async () => {
    await fitNarrow();
    const { status, stderr } = await compare(
      ...['narrow/width', '--data', 'narrow.csv', '--criterion', 'waic'],
    );
    expect(status).toBe(0);
    await expect(stderr).toMatchFileSnapshot('messages/compare/a-row-of-many-parameters.txt');
  });

  it('has numbers that are infinite as texts in its JSON', async () => {
    await workspace.run(
      ...['fit', 'blind.ml', 'robots.csv', '--outcome', 'climbs=robot1', '--out', 'few'],
      ...['--chains', '1', '--warmup', '300', '--draws', '20', '--scouts', '0'],
    );
    const { fits } = JSON.parse((await compare('few/robot1', ...DATA, '--json')).stdout);
    // Twenty draws have a tail of four, which is too few to fit a Pareto distribution to.
    expect(fits[0].paretoK).toMatchObject({ worst: 'inf', veryBad: 60 });
    expect(new Set(fits[0].pointwise.paretoK)).toEqual(new Set(['inf']));
  });

  it('takes the rows of the fit, when they are chosen as they were', async () => {
    const { status, stdout } = await compare('train/robot1', ...DATA, '--rows', 'split=train', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 48, fits: [{ difference: 0, weight: 1 }] });
  });

  it('takes the columns of a table as levels, as they were fitted', async () => {
    const stacked = ['--outcome', 'success=robot1,robot10', '--stack', 'team'];
    await workspace.run('fit', 'teams.ml', 'robots.csv', ...stacked, ...QUICK, '--out', 'teams');
    const { status, stdout, stderr } = await compare('teams/success', ...DATA, ...stacked, '--json');
    expect(stderr).toContain('note: Rows of one team are not independent');
    expect(stderr).toContain('For new ones leave the levels out together: --group team.');
    expect(status).toBe(0);
    expect(JSON.parse(stdout).rows).toBe(120);
  });

  it('leaves whole groups out, by a column of the table or a category of the layout, and integrates over their latents', async () => {
    const stacked = ['--outcome', 'success=robot1,robot10', '--stack', 'team'];
    await workspace.run('fit', 'teams.ml', 'robots.csv', ...stacked, ...QUICK, '--out', 'teams');
    const byTeam = await compare('teams/success', ...DATA, ...stacked, '--group', 'team');
    expect(byTeam.status).toBe(0);
    const lines = byTeam.stdout.split('\n');
    expect(lines[0]).toBe('2 groups by team of 120 rows, left out one by one');
    expect(lines[2]).toMatch(/^ +elpd +se +p_logo +difference +se +weight +high k +worst k$/);
    expect(byTeam.stdout).toContain('teams/success: integrated over climb of the group left out.\n');
    expect(byTeam.stderr).not.toContain('not independent');
    const found = JSON.parse(
      (await compare('teams/success', ...DATA, ...stacked, '--group', 'team', '--json')).stdout,
    );
    expect(found).toMatchObject({ criterion: 'loo', group: 'team', groups: 2, rows: 120 });
    expect(found.fits[0]).toMatchObject({ integrated: ['climb'], weight: 1 });
    expect(found.fits[0].points).toBeGreaterThanOrEqual(16);
    expect(found.fits[0].pointwise).toMatchObject({ group: ['robot1', 'robot10'], rows: [60, 60] });

    // The teams are independent, since their prior is fixed: each is as probable as under its prior.
    const rows = ladderRows().map((line) => line.split(',').map(Number));
    const names = HEADER.split(',');
    const of = (name: string) => rows.map((row) => row[names.indexOf(name)]!);
    for (const [place, robot] of ['robot1', 'robot10'].entries()) {
      const [height, success] = [of('height'), of(robot)];
      const densities = Array.from({ length: 4000 }, (_, step) => {
        const climb = (step + 0.5) / 400;
        return Math.exp(
          height.reduce((sum, demand, row) => {
            const logit = success[row] === 1 ? climb - demand : demand - climb;
            return sum - Math.log1p(Math.exp(-logit));
          }, 0),
        );
      });
      const mean = densities.reduce((a, b) => a + b) / densities.length;
      expect(found.fits[0].pointwise.elpd[place]).toBeCloseTo(Math.log(mean), 2);
    }

    // A column that the layout does not read, and that says nothing of teams.
    const bySplit = await compare('teams/success', ...DATA, ...stacked, '--group', 'split', '--json');
    expect(JSON.parse(bySplit.stdout)).toMatchObject({
      ...{ group: 'split', groups: 2 },
      fits: [{ integrated: [], points: 0 }],
    });
  });

  it('writes weights of groups that predict reads', async () => {
    const args = ['ladder/robot1', 'blind/robot1', ...DATA, '--group', 'height', '--out', 'groups.json'];
    expect((await compare(...args)).status).toBe(0);
    const { status } = await workspace.run(
      ...['predict', 'ladder/robot1', 'robots.csv', '--stack', 'blind/robot1', '--weights', 'groups.json'],
    );
    expect(status).toBe(0);
  });

  it('says which groups change the posterior so much that they have to be left out of a fit', async () => {
    const far = ladderTable(
      ladderRows().map(
        (line, row) => `${line},${row < 6 ? 'far' : `day${row % 9}`},${row < 6 ? 4 : Math.sin(row) / 50}`,
      ),
      `${HEADER},day,width`,
    );
    workspace.write('far.csv', far);
    await workspace.run(
      ...['fit', 'sure.ml', 'far.csv', '--outcome', 'climbs=width', ...QUICK, '--out', 'far'],
    );
    const { status, stderr } = await compare('far/width', '--data', 'far.csv', '--group', 'day');
    expect(status).toBe(0);
    await expect(stderr).toMatchFileSnapshot('messages/compare/a-group-that-is-far-from-all-others.txt');
    const refitted = await compare('far/width', '--data', 'far.csv', '--group', 'day', '--refit');
    expect(refitted.stderr).toMatch(
      /^note: far\/width is fitted again without 10 groups; as it took \d+ s, this may take \d+ s\.\n$/,
    );
    expect(refitted.stdout).toContain('far/width: fitted again without `day` "far", "day1", ');
    const again = await compare('far/width', '--data', 'far.csv', '--group', 'day', '--refit', '--json');
    const { fits } = JSON.parse(again.stdout);
    expect(fits[0].refits).toHaveLength(10);
    expect(fits[0].refits[0]).toMatchObject({
      group: 'far',
      status: expect.stringMatching(/converged|usable/),
    });
    const place = fits[0].pointwise.group.indexOf('far');
    expect(fits[0].pointwise.elpd[place]).toBe(fits[0].refits[0].elpd);
  });

  it('says in which rows of which fit the Pareto k is too high, and what to do', async () => {
    await fitNarrow();
    const { status, stderr, stdout } = await compare('narrow/width', '--data', 'narrow.csv');
    expect(status).toBe(0);
    expect(stdout).toMatch(/ 1 +\d+\.\d\d$/m);
    await expect(stderr).toMatchFileSnapshot('messages/compare/a-row-that-is-far-from-all-others.txt');
  });

  it('has the status of a fit that did not converge', async () => {
    const poor = ['--chains', '2', '--warmup', '0', '--draws', '4', '--scouts', '0', '--out', 'poor'];
    await workspace.run('fit', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1', ...poor);
    const { status, stderr } = await compare('poor/robot1', 'blind/robot1', ...DATA);
    expect(status).toBe(3);
    expect(stderr).toContain(
      'error: The fit in poor/robot1 did not converge: what is said of it here must not be used.\n',
    );
  });
});

describe('compare refuses in words', () => {
  const cases: Record<string, [status: number, args: readonly string[], prepare?: () => void]> = {
    'a fit twice': [2, ['ladder/robot1', 'ladder/robot1', ...DATA]],
    'no table': [2, ['ladder/robot1', 'blind/robot1']],
    'fewer rows than were fitted': [1, ['ladder/robot1', ...DATA, '--rows', 'split=train']],
    'rows that are not those fitted': [
      1,
      ['train/robot1', '--data', 'others.csv'],
      () => workspace.write('others.csv', ladderTable(ladderRows().slice(0, 48))),
    ],
    'fits of different outcomes': [1, ['blind/robot1', 'blind/robot2', ...DATA]],
    'a density with a probability': [1, ['blind/robot1', 'sure/robot1', ...DATA]],
    'another criterion': [2, ['blind/robot1', ...DATA, '--criterion', 'dic']],
    'groups by no column': [1, ['blind/robot1', ...DATA, '--group', 'spilt']],
    'refits without groups': [2, ['blind/robot1', ...DATA, '--refit']],
    'groups by WAIC': [2, ['blind/robot1', ...DATA, '--group', 'split', '--criterion', 'waic']],
    'a folder that is not there': [1, ['ladder/robot3', ...DATA]],
    'two columns for one fit': [2, ['ladder/robot1', ...DATA, '--outcome', 'success=robot*']],
    'an outcome of another name': [2, ['ladder/robot1', ...DATA, '--outcome', 'climbs=robot1']],
  };
  it.each(Object.entries(cases))('%s', async (title, [status, args, prepare]) => {
    prepare?.();
    const outcome = await compare(...args);
    expect(outcome).toMatchObject({ status, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/compare/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
    );
  });
});
