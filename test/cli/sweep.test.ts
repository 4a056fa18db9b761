/** `theodolite sweep`, as a user runs it. */
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalLine } from '../../analysis/sweep/journal.ts';
import type { BaselineResult } from '../../analysis/sweep/result.ts';
import { triesAll } from '../random-cases.ts';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const CHOOSING = LADDER.replace(
  'uniform(0, 6)',
  'choose prior { flat: uniform(0, 6), low: half_normal(2) }',
).replace('beta(1, 1)', 'choose sight { vague: beta(1, 1), sure: beta(8, 2) }');
const SWEEP = ['sweep', 'choosing.ml', 'robots.csv', '--outcome', 'success=robot1'];
const SHORT = ['--chains', '2', '--warmup', '200', '--draws', '300', '--scouts', '0'];

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('choosing.ml', CHOOSING);
  workspace.write('robots.csv', ladderTable());
});
afterAll(() => workspace.remove());

const sweep = (...args: readonly string[]) => workspace.run(...SWEEP, ...SHORT, ...args);
const FILES = ['distributions.csv', 'fits.csv', 'fits.jsonl', 'parameters.csv', 'sweep.json'];
const SPLIT_FILES = [...FILES, 'baselines.jsonl', 'scores.csv', 'splits.json'].sort();
const filesOf = (out: string) =>
  Object.fromEntries(
    readdirSync(join(workspace.path, out)).map((name) => [name, workspace.read(join(out, name))]),
  );
const rowsOf = (path: string): Record<string, string>[] => parse(workspace.read(path), { columns: true });
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
      'The first took N s, and the next layout N s to compile: the other 7 take about N s.',
      'whole/fits.csv, whole/parameters.csv and whole/distributions.csv have all of it.',
    ]);
    expect(stdout).toMatch(/^Posterior mean of nightSight$/m);
    expect(stdout).toMatch(/^ +count +least +quartile +median +quartile +greatest$/m);
    for (const [group, count] of [
      ['prior flat', 4],
      ['seed 2', 4],
      ['all', 8],
    ]) {
      const rows = stdout.split('\n').filter((row) => row.startsWith(`${group} `));
      expect(rows).toHaveLength(3);
      for (const row of rows)
        expect(row).toMatch(new RegExp(`^${group} +(\\d of )?${count}( +-?[\\d.]+){5}$`));
    }
  }, 60_000);

  it('leaves one row for each fit, and one for each of its parameters', () => {
    expect(readdirSync(join(workspace.path, 'whole')).sort()).toEqual(FILES);
    const fits = rowsOf('whole/fits.csv');
    expect(fits.map(({ prior, sight, seed }) => `${prior} ${sight} ${seed}`)).toEqual([
      ...['flat vague 1', 'flat vague 2', 'flat sure 1', 'flat sure 2'],
      ...['low vague 1', 'low vague 2', 'low sure 1', 'low sure 2'],
    ]);
    const parameters = rowsOf('whole/parameters.csv');
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
    for (const done of triesAll() ? [1, 4] : [4]) {
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
      /^2 fits: 2 layouts, 1 subject, 1 seed\.\nThe first took .* to compile: the other takes about /,
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

describe('a sweep that holds rows out', () => {
  const SPLIT = ['--among', 'sight=vague', '--folds', '3', '--seeds', '7,8'];
  const held = (...args: readonly string[]) => sweep(...SPLIT, ...args);

  beforeAll(async () => {
    const { stdout, stderr } = await held('--out', 'held');
    expect(stderr.split('\n')[0]).toBe('12 fits: 2 layouts, 1 subject, 3 parts held out, 2 seeds.');
    expect(stdout).toMatch(/^Brier score of success in the rows held out, averaged over 3 parts$/m);
    expect(stdout).toMatch(
      /^without a layout: aggregate 0\.\d{3}, logistic regression 0\.\d{3}, boosted trees 0\.\d{3}$/m,
    );
    expect(stdout).toMatch(/^ +count +least .* +greatest +below the aggregate$/m);
    expect(stdout).toMatch(/^prior low +2( +0\.\d{3}){5} +\d of 2$/m);
    expect(stdout).toMatch(/^Posterior mean of climb, averaged over 3 parts$/m);
  }, 60_000);

  it('keeps which rows they are, as evaluate stores and takes them', async () => {
    expect(readdirSync(join(workspace.path, 'held')).sort()).toEqual(SPLIT_FILES);
    const evaluated = ['evaluate', 'choosing.ml', 'robots.csv', '--outcome', 'success=robot1', ...SHORT];
    const drawn = await workspace.run(
      ...[...evaluated, '--folds', '3', '--seed', '7', '--splits', 'drawn.json', '--json'],
    );
    expect(workspace.read('drawn.json')).toBe(workspace.read('held/splits.json'));
    // The same parts by the same seed have the scores that evaluate averages.
    const { scores } = JSON.parse(drawn.stdout).subjects.robot1;
    const own = rowsOf('held/scores.csv').filter(({ prior, seed }) => prior === 'flat' && seed === '7');
    expect(own.map(({ split }) => split)).toEqual(['fold 1', 'fold 2', 'fold 3']);
    const average = (column: string) => own.reduce((sum, row) => sum + Number(row[column]), 0) / 3;
    for (const predictor of ['layout', 'aggregate', 'logistic regression', 'boosted trees']) {
      expect(average(`${predictor} Brier`)).toBeCloseTo(scores.success.brier[predictor].value, 12);
      expect(average(`${predictor} log score`)).toBeCloseTo(scores.success.logScore[predictor].value, 12);
    }
    const read = await sweep(
      '--among',
      'sight=vague',
      '--among',
      'prior=flat',
      '--folds',
      '3',
      '--seeds',
      '7',
      '--splits',
      'drawn.json',
      '--out',
      'stored',
    );
    expect(read.status).toBe(0);
    expect(rowsOf('stored/scores.csv')).toEqual(own);
  });

  it('asks those who know no layout once for each part', () => {
    expect(lines(join(workspace.path, 'held/baselines.jsonl'))).toBe(3);
    const byPart = new Map<string, Set<string>>();
    for (const { split, 'aggregate Brier': brier } of rowsOf('held/scores.csv'))
      byPart.set(split!, new Set([...(byPart.get(split!) ?? []), brier!]));
    expect([...byPart.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  });

  it('that is killed, again and again, ends with the same bytes', async () => {
    const journal = join(workspace.path, 'held-killed/fits.jsonl');
    const beside = join(workspace.path, 'held-killed/baselines.jsonl');
    for (const done of triesAll() ? [1, 5] : [5]) {
      const { child, ended } = workspace.start(...SWEEP, ...SHORT, ...SPLIT, '--out', 'held-killed');
      await until(() => lines(journal) >= done || child.exitCode !== null);
      child.kill('SIGKILL');
      await ended;
      truncateSync(journal, readFileSync(journal).length - 10);
      // A part whose baselines are lost, while fits to it are there.
      truncateSync(beside, readFileSync(beside).length - 10);
    }
    const { status } = await held('--out', 'held-killed');
    expect(status).toBe(0);
    expect(filesOf('held-killed')).toEqual(filesOf('held'));
  });

  it('says why who knows no layout says nothing', async () => {
    // robot2 climbs everything.
    const { stdout, status } = await workspace.run(
      ...['sweep', 'choosing.ml', 'robots.csv', '--outcome', 'success=robot2', ...SHORT, '--split', '0.8'],
      ...['--among', 'sight=sure', '--among', 'prior=flat', '--out', 'sure'],
    );
    expect(status).not.toBe(1);
    expect(stdout).toMatch(/^without a layout: aggregate 0\.000(, boosted trees 0\.\d{3})?$/m);
    expect(stdout.split('\n').filter((line) => line.includes('logistic'))).toEqual([
      'All 48 training outcomes are 1, so no logistic regression can be learnt from them. Compare with the aggregate alone, or train on other rows.',
    ]);
  });

  it('holds out the rows that the table says', async () => {
    const { stdout, stderr, status } = await sweep(
      ...['--among', 'sight=vague', '--among', 'prior=flat', '--rows', 'split=train'],
      ...['--test-rows', 'split=test', '--no-baselines', '--out', 'given'],
    );
    expect(status).toBe(0);
    expect(stderr.split('\n')[0]).toBe('1 fit: 1 layout, 1 subject, 1 part held out, 1 seed.');
    expect(stdout).toMatch(/^Brier score of success in the rows held out$/m);
    expect(stdout).toMatch(/^without a layout: aggregate 0\.\d{3}$/m);
    const [row] = rowsOf('given/scores.csv');
    expect(row).toMatchObject({ split: 'held out', outcome: 'success', 'training rows': expect.anything() });
    expect(existsSync(join(workspace.path, 'given/splits.json'))).toBe(false);
  });
});

describe('what cannot be swept is told', () => {
  const stray: BaselineResult = { key: '[]', training: 1, test: 1, outcomes: {} };
  beforeAll(async () => {
    await sweep('--plan', '--out', 'begun');
    workspace.write('damaged/sweep.json', workspace.read('begun/sweep.json'));
    workspace.write('damaged/fits.jsonl', `${workspace.read('begun/fits.jsonl')}nonsense\n`);
    workspace.write('headless/fits.jsonl', '');
    await sweep('--plan', '--split', '0.8', '--no-baselines', '--out', 'divided');
    for (const name of ['sweep.json', 'splits.json', 'fits.jsonl'])
      workspace.write(`astray/${name}`, workspace.read(`divided/${name}`));
    workspace.write('astray/baselines.jsonl', journalLine(stray));
  }, 60_000);

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
    ['two-splits', ['--split', '0.8', '--folds', '3', '--out', 'x']],
    ['repeats-of-nothing', ['--repeats', '3', '--out', 'x']],
    ['splits-of-nothing', ['--splits', 'splits.json', '--out', 'x']],
    ['test-rows-that-are-fitted-to', ['--test-rows', 'split=test', '--out', 'x']],
    ['test-rows-of-no-column', ['--test-rows', 'split', '--out', 'x']],
    ['too-many-folds', ['--folds', '5000', '--out', 'x']],
    ['another-split', ['--split', '0.7', '--no-baselines', '--out', 'divided']],
    ['no-split-any-more', ['--no-baselines', '--out', 'divided']],
    ['baselines-of-another-sweep', ['--split', '0.8', '--no-baselines', '--out', 'astray']],
    ['no-seed', ['--seeds', '1,two', '--out', 'x']],
    ['no-folder', []],
    ['a-file-for-a-folder', ['--out', 'robots.csv']],
  ])('%s', async (name, args) => {
    const outcome = await sweep(...args);
    await expect(transcript(outcome)).toMatchFileSnapshot(`messages/sweep/${name}.txt`);
    expect(existsSync(join(workspace.path, 'x'))).toBe(false);
  });

  it.each([
    ['no-outcome-of-0-and-1', 'heights.ml', ['--split', '0.8']],
    ['rows-without-the-outcome', 'sparse.ml', ['--rows', 'split=train', '--test-rows', 'split=test']],
  ])('%s', async (name, layout, args) => {
    const skill = 'capability skill[team] ~ normal(0, 3)';
    const text = (title: string, rest: string) =>
      `layout ${title}\ncategory team\ndemand x in [0, 10]\n${rest}\n`;
    workspace.write(
      'grouped.ml',
      text('Grouped', `${skill}\nobserve success ~ bernoulli(logistic(skill[team] - x))`),
    );
    workspace.write('heights.ml', text('Heights', `${skill}\nobserve x2 ~ normal(skill[team], 1)`));
    workspace.write(
      'sparse.ml',
      'layout Sparse\nparam a ~ normal(0, 1)\nobserve rare ~ bernoulli(logistic(a))\n',
    );
    const rows = Array.from({ length: 40 }, (_, row) => {
      const team = ['red', 'blue', 'late'][row === 39 ? 2 : row % 2];
      return [team, row % 7, row % 2, row, row < 30 ? row % 2 : '', row < 30 ? 'train' : 'test'].join(',');
    });
    workspace.write('teams.csv', `team,x,success,x2,rare,split\n${rows.join('\n')}\n`);
    const outcome = await workspace.run('sweep', layout, 'teams.csv', ...SHORT, ...args, '--out', 'x');
    await expect(transcript(outcome)).toMatchFileSnapshot(`messages/sweep/${name}.txt`);
    expect(existsSync(join(workspace.path, 'x'))).toBe(false);
  });

  it('other values, by the name of their column', async () => {
    const [head, first, ...rows] = ladderTable().split('\n');
    const [height, ...others] = first!.split(',');
    const taller = [Number(height) + 1, ...others].join(',');
    workspace.write('changed.csv', [head, taller, ...rows].join('\n'));
    const changed = SWEEP.map((word) => (word === 'robots.csv' ? 'changed.csv' : word));
    const outcome = await workspace.run(...changed, ...SHORT, '--out', 'begun');
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/sweep/other-values.txt');
  });

  it('a built module', async () => {
    await workspace.run('build', 'choosing.ml', '-o', 'built.wasm');
    const outcome = await workspace.run('sweep', 'built.wasm', 'robots.csv', '--out', 'x');
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/sweep/a-built-module.txt');
    rmSync(join(workspace.path, 'built.wasm'));
  });
});
