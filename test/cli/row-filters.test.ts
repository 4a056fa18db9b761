/** `--rows` with comparisons, as a user types it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Horizon
demand minutes in [0, inf]
category task
capability reach ~ normal(3, 2)
param hard[task] ~ normal(0, 1)
observe solved ~ bernoulli(logistic(reach - hard[task] - log(minutes)))
`;
const ROWS = Array.from({ length: 40 }, (_, row) => [
  ['t1', 't2', 't3', 't4'][row % 4],
  1 + row,
  Number(row < 20),
  `2024-0${1 + Math.floor(row / 8)}-15`,
]);
const csv = (rows: readonly (readonly unknown[])[]) =>
  `${['task,minutes,solved,day', ...rows.map((row) => row.join(','))].join('\n')}\n`;
const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('horizon.ml', LAYOUT);
  workspace.write('runs.csv', csv(ROWS));
  workspace.write('odd.csv', csv([...ROWS, ['t1', 'fast', 1, '2024-01-01'], ['t2', 3, 1, 'spring']]));
  workspace.write('origin.csv', 'task,origin\nt1,held out\nt2,own\nt3,own\nt4,\n');
});
afterAll(() => workspace.remove());

const fitTo = (...args: readonly string[]) => workspace.run('fit', 'horizon.ml', ...args, ...QUICK);

describe('--rows', () => {
  it.each<[readonly string[], number]>([
    [['minutes<=10'], 10],
    [['minutes>4', 'minutes<10'], 5],
    [['task!=t1'], 30],
    [['task in (t1, t3)'], 20],
    [['day>=2024-02-01', 'day<2024-04-01'], 16],
    [['task=t1', 'minutes>30'], 2],
  ])('uses the rows with %j', async (rows, wanted) => {
    const { status, stdout, stderr } = await fitTo(
      'runs.csv',
      ...rows.flatMap((each) => ['--rows', each]),
      '--json',
    );
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout).subjects.solved.rows).toBe(wanted);
  });

  it('says which values of a list no row has, and not which of them another filter leaves out', async () => {
    const { status, stderr } = await fitTo(
      'runs.csv',
      '--rows',
      'minutes<=30',
      '--rows',
      'task in (t1, t9, 5)',
    );
    expect(status).toBe(0);
    expect(stderr).toBe(
      'note: `task in (t1, t9, 5)` lists t9, 5, which no row that passes the filters before it has; rows that it leaves out have t2, t3, t4.\n',
    );
    const all = await fitTo('runs.csv', '--rows', 'minutes in (1.0, 2, 40)');
    expect(all).toMatchObject({ status: 0, stderr: '' });
  });

  it('compares columns of joined tables, and the report of a stored fit chooses the same rows', async () => {
    const args = ['--join', 'origin.csv', '--rows', 'origin!=held out', '--rows', 'minutes<=30'];
    expect((await fitTo('runs.csv', ...args, '--out', 'fits')).status).toBe(0);
    const { made } = JSON.parse(workspace.read('fits/solved/summary.json'));
    expect(made.data.rows).toEqual(['origin!=held out', 'minutes<=30']);
    const report = await workspace.run('report', 'fits');
    expect(report).toMatchObject({ status: 0, stderr: '' });
    expect(report.stdout).toContain('--rows &#39;origin!=held out&#39; --rows &#39;minutes&lt;=30&#39;');
  });

  it.each<[string, readonly string[]]>([
    ['a filter that orders by a text', ['runs.csv', '--rows', 'minutes<fast']],
    ['a list that is not closed', ['runs.csv', '--rows', 'task in (t1, t2']],
    ['a cell that is no number', ['odd.csv', '--rows', 'minutes<30']],
    ['a cell that is no date', ['odd.csv', '--rows', 'task=t2', '--rows', 'day<2025-01-01']],
    ['a filter that no row passes', ['runs.csv', '--rows', 'task in (t5, t6)', '--rows', 'minutes>3']],
    ['a filter by an absent column', ['runs.csv', '--rows', 'minute>3']],
  ])('refuses %s', async (what, args) => {
    const answer = await fitTo(...args);
    await expect(transcript(answer)).toMatchFileSnapshot(
      `messages/row-filters/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
