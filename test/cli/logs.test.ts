/** Logs of evaluations, and tables in several files, as a user fits them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Sums
demand minutes in [0, inf]
capability skill ~ normal(0, 3)
observe correct ~ bernoulli(logistic(skill - 0.1 * minutes))
`;
const BY_TASK = `layout Tasks
category task
demand minutes in [0, inf]
param skill[task] ~ normal(0, 3)
observe correct ~ bernoulli(logistic(skill[task] - 0.1 * minutes))
`;
const RASCH = `layout Rasch
category model
category item
capability skill[model] ~ normal(0, 1)
param hard[item] ~ normal(0, 1)
observe correct ~ bernoulli(logistic(skill[model] - hard[item]))
`;
const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];
const LOGS = ['addition.eval', 'addition.json', 'two-scorers.eval', 'broken.eval'];

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('sums.ml', LAYOUT);
  workspace.write('tasks.ml', BY_TASK);
  for (const name of LOGS) {
    workspace.write(`logs/${name}`, readFileSync(new URL(`../files/logs/${name}`, import.meta.url)));
  }
  workspace.write('a.csv', 'task,minutes,correct\nt,1,1\nt,2,0\n');
  workspace.write('b.csv', 'minutes,task,note,correct\n3,u,x,1\n4,u,y,maybe\n');
  workspace.write('c.csv', 'task,correct\nt,1\n');
  workspace.write(
    'nested.jsonl',
    '{"doc": {"minutes": 1}, "correct": 1}\n{"doc": {"minutes": 2}, "correct": 0}\n',
  );
});
afterAll(() => workspace.remove());

const fitTo = (...args: readonly string[]) => workspace.run('fit', ...args, ...QUICK);
const rowsOf = async (...args: readonly string[]) => {
  const { status, stdout, stderr } = await fitTo(...args, '--json');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return Object.values(JSON.parse(stdout).subjects as Record<string, { rows: number }>)[0]!.rows;
};

describe('fit', () => {
  it('takes logs that match a pattern, whose rows know task, score and metadata', async () => {
    const args = ['--outcome', 'correct=score.match', '--out', 'results'];
    const { status, stdout, stderr } = await fitTo('tasks.ml', 'logs/*.eval', ...args);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'note: logs/broken.eval: 1 of 6 samples without a score (1 ended with an error); a missing outcome does not count in the fit.\n',
    });
    expect(stdout).toMatch(/skill\[addition\][^\n]*\nskill\[broken\][^\n]*\nskill\[two_scorers\]/);
    const { made } = JSON.parse(workspace.read('results/score.match/summary.json'));
    expect(made.data.files).toEqual(['logs/addition.eval', 'logs/broken.eval', 'logs/two-scorers.eval']);
    expect(made.data.notes).toHaveLength(1);
    const report = await workspace.run('report', 'results');
    expect(report).toMatchObject({ status: 0, stderr: '' });
    expect(report.stdout).toContain('logs/addition.eval logs/broken.eval logs/two-scorers.eval');
  });

  it('gives the same draws from an archive and from JSON', async () => {
    const draws = async (log: string) => {
      const out = `same-${log}`;
      await fitTo('sums.ml', `logs/${log}`, '--outcome', 'correct=score', '--rows', 'epoch=1', '--out', out);
      return workspace.read(`${out}/score/draws.csv`).replace(/^#.*\n/gm, '');
    };
    expect(await draws('addition.json')).toBe(await draws('addition.eval'));
  });

  it('takes the words that stand for success, and the report reads the table so', async () => {
    workspace.write('verdicts.csv', 'minutes,correct\n1,C\n2,P\n3,I\n4,N\n5,\n');
    const args = ['--success', 'c,P', '--out', 'verdicts'];
    expect((await fitTo('sums.ml', 'verdicts.csv', ...args)).status).toBe(0);
    const summary = JSON.parse(workspace.read('verdicts/correct/summary.json'));
    expect(summary.outcomes.correct).toMatchObject({ successes: 2, missing: 1 });
    const report = await workspace.run('report', 'verdicts');
    expect(report).toMatchObject({ status: 0, stderr: '' });
    expect(report.stdout).toContain('--success c,P');
  });

  it('reads a column inside of objects', async () => {
    expect(await rowsOf('sums.ml', 'nested.jsonl', '--bind', 'minutes=doc.minutes')).toBe(2);
  });

  it('reads several tables of other columns, whose names are levels too', async () => {
    expect(await rowsOf('tasks.ml', 'a.csv', 'b.csv', '--success', '1')).toBe(4);
    const { stdout } = await fitTo('tasks.ml', 'a.csv', 'b.csv', '--success', '1', '--bind', 'task=file');
    expect(stdout).toMatch(/skill\[a\.csv\][^\n]*\nskill\[b\.csv\]/);
  });

  it('reads a matrix either way round', async () => {
    const rows = [
      ['t1', 1, 0, 1],
      ['t2', 0, 0, 1],
      ['t3', 1, 1, 1],
      ['t4', 0, 1, 0],
    ];
    const wide = [['item', 'a', 'b', 'c'], ...rows];
    const turned = wide[0]!.map((_, column) => wide.map((row) => row[column]));
    workspace.write('rasch.ml', RASCH);
    workspace.write('items.csv', `${wide.map((row) => row.join(',')).join('\n')}\n`);
    workspace.write(
      'models.csv',
      `${[['model', 't1', 't2', 't3', 't4'], ...turned.slice(1)].map((row) => row.join(',')).join('\n')}\n`,
    );
    const tableOf = async (...args: readonly string[]) =>
      (await fitTo('rasch.ml', ...args, '--outcome', 'correct=*')).stdout.match(
        /^(?:correct: [^,]*,[^,]*|\S+\[\w+\] +\S+)/gm,
      );
    const byItems = await tableOf('items.csv', '--stack', 'model');
    expect(byItems).toHaveLength(8);
    expect(await tableOf('models.csv', '--stack', 'item')).toEqual(byItems);
  });

  it.each<[string, readonly string[]]>([
    ['a pattern that no file matches', ['sums.ml', 'logs/*.parquet']],
    ['a file that is given twice', ['sums.ml', 'a.csv', 'b.csv', 'a.csv']],
    ['a file without a column that others have', ['sums.ml', 'a.csv', 'c.csv']],
    ['files of two kinds', ['sums.ml', 'a.csv', 'logs/addition.eval']],
    ['a mistake in the second file', ['sums.ml', 'a.csv', 'b.csv']],
    ['words of which none is there', ['sums.ml', 'b.csv', '--success', 'pass']],
    ['an empty word', ['sums.ml', 'a.csv', '--success', 'C,']],
    ['a score that several scorers gave', ['sums.ml', 'logs/two-scorers.eval', '--outcome', 'correct=score']],
    ['an archive that is said to be a table', ['sums.ml', 'logs/addition.eval', '--format', 'csv']],
  ])('refuses %s', async (what, args) => {
    await expect(transcript(await fitTo(...args))).toMatchFileSnapshot(
      `messages/logs/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
