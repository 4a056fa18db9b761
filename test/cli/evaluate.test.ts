/** `theodolite evaluate`, as a user runs it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateLayout } from '../../analysis/evaluate/evaluate-layout.ts';
import { compile, load, openThisThread } from '../../index.ts';
import { LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const SHORT = ['--chains', '2', '--warmup', '300', '--draws', '400', '--scouts', '0'];
const GROUPED = `layout Grouped
category team
demand x in [0, 10]
capability skill[team] ~ normal(0, 3)
observe success ~ bernoulli(logistic(skill[team] - x))
`;

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable(ladderRows(120)));
  workspace.write('grouped.ml', GROUPED);
  workspace.write('rated.ml', GROUPED.replace(/(observe .*logistic\()/, '$1mean(x, by = team) + '));
  const rows = Array.from({ length: 40 }, (_, row) => {
    const team = ['red', 'blue', 'late'][row === 39 ? 2 : row % 2];
    return [team, row % 7, (row * 5) % 3 === 0 ? 1 : 0, row < 30 ? 'train' : 'test'].join(',');
  });
  workspace.write('teams.csv', `team,x,success,split\n${rows.join('\n')}\n`);
});
afterAll(() => workspace.remove());

const evaluate = (...args: readonly string[]) => workspace.run('evaluate', ...args, ...SHORT);
const ROBOT = ['ladder.ml', 'robots.csv', '--outcome', 'success=robot1'];
const GIVEN = [...ROBOT, '--rows', 'split=train', '--test-rows', 'split=test'];

/** The rows as a program has them. */
function columns(split: string) {
  return columnsOf((fields) => fields[4] === split);
}

function columnsOf(isWanted: (fields: readonly string[]) => boolean) {
  const rows = ladderRows(120)
    .map((row) => row.split(','))
    .filter(isWanted);
  const column = (place: number) => rows.map((fields) => Number(fields[place]));
  return { height: column(0), dark: column(1), side: column(2), tries: column(3), success: column(7) };
}

describe('an evaluation', () => {
  it('of a single training row has the aggregate alone beside the layout, and says so', async () => {
    workspace.write('two.csv', ladderTable(ladderRows(120).slice(0, 2)));
    const table = ['ladder.ml', 'two.csv', '--outcome', 'success=robot1'];
    const { status, stdout, stderr } = await evaluate(...table, '--split', '0.5');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toContain('Fewer than two training rows have the outcome');
    expect(stdout).not.toMatch(/logistic regression +boosted trees/);
  });

  it('has a log score of -inf as a text in its JSON', async () => {
    // All succeed that are fitted to, so that the aggregate holds each failure impossible.
    const rows = Array.from(
      { length: 20 },
      (_, row) => `${row % 5},0,0,1,${row < 10 ? 'train,1' : 'test,0'}`,
    );
    workspace.write('sure.csv', `height,dark,side,tries,split,success\n${rows.join('\n')}\n`);
    const parts = ['--rows', 'split=train', '--test-rows', 'split=test', '--no-baselines', '--json'];
    const { stdout } = await evaluate('ladder.ml', 'sure.csv', ...parts);
    expect(JSON.parse(stdout).subjects.success.scores.success.logScore.aggregate.value).toBe('-inf');
  });

  it('scores what a fit to some rows says of the others, beside those who know no layout', async () => {
    const { status, stdout } = await evaluate(...GIVEN, '--json');
    expect(status).toBe(0);
    const { subjects, predictors } = JSON.parse(stdout);
    expect(predictors).toEqual(['layout', 'aggregate', 'logistic regression', 'boosted trees']);
    const { scores, parts } = subjects.robot1;
    expect(parts).toMatchObject([{ training: 96, test: 24, silent: { success: {} } }]);
    const training = columns('train');
    const test = columns('test');
    const rate = training.success.reduce((sum, success) => sum + success, 0) / 96;
    const brier = (probabilities: ArrayLike<number>) =>
      test.success.reduce((sum, success, row) => sum + (probabilities[row]! - success) ** 2, 0) / 24;
    const { brier: told } = scores.success;
    expect(told.aggregate.value).toBeCloseTo(brier(new Array(24).fill(rate)), 12);
    const model = await load((await compile(LADDER)).bytes);
    const fit = await (await model.bind(training)).fit({
      pool: openThisThread(),
      warmup: 300,
      draws: 1000,
      scouts: 0,
    });
    const { outcomes } = await fit.predict(test);
    expect(told.layout.value).toBeCloseTo(brier(outcomes.success!.mean), 2);
    expect(told.layout.value).toBeLessThan(told.aggregate.value);
  });

  it('is a table in which the best of each row is marked', async () => {
    const { stdout, stderr } = await evaluate(...GIVEN);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^robot1: fitted to 96 rows, tested on 24$/m);
    const [head, ...rows] = stdout.split('\n').slice(2, 9);
    expect(head).toMatch(/^ +layout +aggregate +logistic regression +boosted trees$/);
    expect(rows.map((row) => row.slice(0, 17).trim())).toEqual([
      ...['Brier score', 'calibration', 'refinement', 'log score', 'AUROC', 'calibration error'],
    ]);
    for (const row of rows) expect(row).toMatch(/\d \*/);
    expect(rows[0]).toMatch(/ 0\.\d{3} \(\+0\.\d{3} ± 0\.\d{3}\)/);
  });

  it('holds each row out once in every repeat of folds, and stores the splits for another time', async () => {
    const folds = ['--folds', '3', '--repeats', '2', '--no-baselines', '--splits', 'splits.json', '--json'];
    const first = await evaluate(...ROBOT, ...folds);
    const { subjects } = JSON.parse(first.stdout);
    const { parts } = subjects.robot1.split as { parts: { repeat: number; test: number[] }[] };
    expect(parts).toHaveLength(6);
    for (const repeat of [1, 2]) {
      const held = parts.filter((part) => part.repeat === repeat).flatMap(({ test }) => test);
      expect(held.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, row) => row));
    }
    expect(JSON.parse(workspace.read('splits.json')).robot1).toEqual(subjects.robot1.split);
    expect(Object.keys(subjects.robot1.scores.success.brier)).toEqual(['layout', 'aggregate']);
    const again = await evaluate(...ROBOT, '--split', '0.5', ...folds.slice(4));
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(first.stdout));
  });

  it('says what a program says of the same rows', async () => {
    const folds = ['--folds', '3', '--repeats', '2', '--seed', '5', '--no-baselines', '--json'];
    const { robot1 } = JSON.parse((await evaluate(...ROBOT, ...folds)).stdout).subjects;
    const rows = columnsOf(() => true);
    const settings = { chains: 2, warmup: 300, draws: 400, scouts: 0, seed: 5n, baselines: false } as const;
    const pool = openThisThread();
    const found = await evaluateLayout(LADDER, rows, { folds: 3, repeats: 2 }, { ...settings, pool });
    expect(found.scores).toEqual(robot1.scores);
    expect(found.split).toEqual(robot1.split);
    const again = await evaluateLayout(LADDER, rows, { split: found.split! }, { ...settings, pool });
    expect(again.scores).toEqual(found.scores);
    const test = rows.height.flatMap((_, row) => (row % 5 === 0 ? [row] : []));
    const given = await evaluateLayout(LADDER, rows, { test }, { ...settings, pool });
    const { stdout } = await evaluate(...GIVEN, ...folds.slice(4));
    const expected = JSON.parse(stdout).subjects.robot1.scores;
    for (const score of ['brier', 'logScore'] as const)
      expect(given.scores.success![score].layout!.value).toBe(expected.success[score].layout.value);
    await expect(evaluateLayout(LADDER, rows, { test: [120] })).rejects.toThrow('there is no row 120');
    await expect(evaluateLayout(LADDER, { ...rows, height: [1] }, { split: found.split! })).rejects.toThrow();
  });

  it('sums several subjects up in one table, and writes all of it', async () => {
    const { stdout } = await workspace.run(
      ...['evaluate', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1,robot2', '--split', '0.8'],
      ...[...SHORT, '--no-baselines', '--out', 'out/scores.json'],
    );
    expect(stdout).toMatch(/^Brier scores$/m);
    expect(stdout).toMatch(/^robot2 .*\*/m);
    expect(Object.keys(JSON.parse(workspace.read('out/scores.json')).subjects)).toEqual(['robot1', 'robot2']);
  });
});

describe('the predictions of an evaluation', () => {
  /** A table without quotes, as objects. */
  const linesOf = (text: string) => {
    const [head, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    return lines.map((fields) => Object.fromEntries(fields.map((field, place) => [head![place]!, field])));
  };

  it('are a line for each row held out in each repeat, with the number of the row, and score as was said', async () => {
    const folds = ['--rows', 'split=train', '--folds', '3', '--repeats', '2', '--json'];
    const { stdout } = await evaluate(...ROBOT, ...folds, '--predictions', 'kept/predictions.csv');
    const { scores, split } = JSON.parse(stdout).subjects.robot1;
    const kept = linesOf(workspace.read('kept/predictions.csv'));
    expect(Object.keys(kept[0]!)).toEqual([
      ...['subject', 'outcome', 'repeat', 'fold', 'status', 'row', 'observed'],
      ...['layout', 'aggregate', 'logistic regression', 'boosted trees'],
    ]);
    const rows = ladderRows(120).map((row) => row.split(','));
    const training = rows.flatMap((fields, row) => (fields[4] === 'train' ? [row + 1] : []));
    for (const repeat of ['1', '2']) {
      const own = kept.filter((line) => line.repeat === repeat);
      expect(own.map(({ row }) => Number(row)).sort((a, b) => a - b)).toEqual(training);
      for (const { row, observed } of own) expect(observed).toBe(rows[Number(row) - 1]![7]);
    }
    for (const predictor of ['layout', 'aggregate', 'boosted trees']) {
      const parts = (split.parts as { repeat: number; fold: number }[]).map(({ repeat, fold }) => {
        const own = kept.filter((line) => line.repeat === `${repeat}` && line.fold === `${fold}`);
        return (
          own.reduce((sum, line) => sum + (Number(line[predictor]) - Number(line.observed)) ** 2, 0) /
          own.length
        );
      });
      const mean = parts.reduce((sum, brier) => sum + brier, 0) / parts.length;
      expect(mean).toBeCloseTo(scores.success.brier[predictor].value, 12);
    }
  });

  it('name the column that was stacked, and leave empty what a baseline does not say', async () => {
    workspace.write(
      'teams.ml',
      'layout Teams\ncategory team\ndemand height in [0, 4]\ncapability reach[team] ~ normal(0, 3)\nobserve success ~ bernoulli(margin(reach[team], height))\n',
    );
    const stacked = ['--outcome', 'success=robot2,robot1', '--stack', 'team', '--split', '0.5'];
    const { status } = await evaluate(
      'teams.ml',
      'robots.csv',
      ...stacked,
      '--predictions',
      'teams-kept.csv',
    );
    expect(status).toBe(0);
    const kept = linesOf(workspace.read('teams-kept.csv'));
    const rows = ladderRows(120).map((row) => row.split(','));
    expect(new Set(kept.map(({ level }) => level))).toEqual(new Set(['robot1', 'robot2']));
    for (const { level, row, observed } of kept)
      expect(observed).toBe(rows[Number(row) - 1]![level === 'robot1' ? 7 : 5]);
    const sure = ['ladder.ml', 'robots.csv', '--outcome', 'success=robot2', '--split', '0.5'];
    await evaluate(...sure, '--predictions', 'sure-kept.csv');
    const said = linesOf(workspace.read('sure-kept.csv'));
    expect(said[0]).not.toHaveProperty('logistic regression');
    expect(said.every((line) => line.aggregate === '1')).toBe(true);
  });

  it('are drawn as calibration curves, of the layout and of what knows none', async () => {
    const one = await workspace.run('plot', 'calibration', 'kept/predictions.csv');
    expect(one.status).toBe(0);
    for (const name of ['layout', 'logistic regression', 'boosted trees'])
      expect(one.stdout).toContain(`>${name}</text>`);
    expect(one.stderr).toContain('first of 2 repeats');
  });

  it.each([
    ['predictions-in-another-format', [...ROBOT, '--split', '0.8', '--predictions', 'x/p.parquet']],
    [
      'predictions-and-scores-in-one-file',
      [...ROBOT, '--split', '0.8', '--out', 'x/p.csv', '--predictions', 'x/p.csv'],
    ],
    ['predictions-where-a-directory-is', [...ROBOT, '--split', '0.8', '--predictions', 'kept']],
  ])('%s are refused before anything is fitted', async (name, args) => {
    await expect(transcript(await evaluate(...args))).toMatchFileSnapshot(`messages/evaluate/${name}.txt`);
    expect(existsSync(join(workspace.path, 'x'))).toBe(false);
  });
});

describe('levels without training rows', () => {
  it('are drawn from their population, and said', async () => {
    const given = ['--rows', 'split=train', '--test-rows', 'split=test', '--no-baselines'];
    const drawn = await evaluate('grouped.ml', 'teams.csv', ...given, '--out', 'drawn.json');
    expect(drawn.status).toBe(0);
    expect(drawn.stderr).toBe(
      'note: team: 1 level that was held out had no training rows, and was drawn from the population.\n',
    );
    const [part] = JSON.parse(workspace.read('drawn.json')).subjects.success.parts;
    expect(part.newLevels).toEqual({ team: ['late'] });
  });

  it('are those of groups that are held out together', async () => {
    const given = ['--folds', '2', '--group', 'team', '--no-baselines', '--splits', 'teams.json'];
    const { status, stderr } = await evaluate('grouped.ml', 'teams.csv', ...given);
    expect(status).toBe(0);
    expect(stderr).toContain('team: 3 levels that were held out had no training rows');
    const { success } = JSON.parse(workspace.read('teams.json'));
    expect(success.group).toBe('team');
    const teams = workspace
      .read('teams.csv')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]!);
    const held = success.parts.map(({ test }: { test: number[] }) => new Set(test.map((row) => teams[row])));
    for (const team of new Set(teams)) {
      const inFolds = held.filter((each: Set<string>) => each.has(team));
      expect(inFolds).toHaveLength(1);
    }
    expect((await evaluate('grouped.ml', 'teams.csv', ...given)).status).toBe(0);
  });
});

describe('what cannot be evaluated is told', () => {
  beforeAll(async () => {
    await evaluate(...ROBOT, '--split', '0.8', '--no-baselines', '--splits', 'stored.json');
    workspace.write('damaged.json', workspace.read('stored.json').replace('"fold":1', '"fold":7'));
    workspace.write('text.json', 'nonsense');
    workspace.write('others.json', '{}');
    workspace.write(
      'time.ml',
      'layout Time\ndemand height in [0, 4]\ncapability a ~ half_normal(1)\nobserve silly ~ normal(a * height, 1)\n',
    );
  });

  it.each([
    ['no-split', ROBOT],
    ['two-splits', [...ROBOT, '--split', '0.8', '--folds', '3']],
    ['test-rows-that-are-fitted-to', [...ROBOT, '--test-rows', 'split=test']],
    ['repeats-of-given-rows', [...GIVEN, '--repeats', '2']],
    ['splits-of-given-rows', [...GIVEN, '--splits', 'splits.json']],
    ['too-many-folds', [...ROBOT, '--folds', '500']],
    ['a-share-that-leaves-nothing', [...ROBOT, '--split', '0.999']],
    [
      'splits-of-other-rows',
      [...ROBOT, '--rows', 'split=train', '--split', '0.8', '--splits', 'stored.json'],
    ],
    ['damaged-splits', [...ROBOT, '--split', '0.8', '--splits', 'damaged.json']],
    ['splits-that-are-no-json', [...ROBOT, '--split', '0.8', '--splits', 'text.json']],
    ['splits-of-other-subjects', [...ROBOT, '--split', '0.8', '--splits', 'others.json']],
    ['no-outcome-of-0-and-1', ['time.ml', 'robots.csv', '--split', '0.8']],
    ['groups-of-given-rows', [...GIVEN, '--group', 'split']],
    ['groups-by-no-column', [...ROBOT, '--folds', '3', '--group', 'taks']],
    ['more-folds-than-groups', [...ROBOT, '--folds', '5', '--group', 'split']],
    [
      'a-level-without-a-population',
      ['rated.ml', 'teams.csv', '--rows', 'split=train', '--test-rows', 'split=test'],
    ],
  ])('%s', async (name, args) => {
    const outcome = await evaluate(...args, '--out', 'x/scores.json');
    await expect(transcript(outcome)).toMatchFileSnapshot(`messages/evaluate/${name}.txt`);
    expect(existsSync(join(workspace.path, 'x'))).toBe(false);
  });
});
