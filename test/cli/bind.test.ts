/** Columns that are read under the names of the layout, from a table and from one that is joined to it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Horizon
category system, task
demand minutes in [0, inf]
param hard[task] ~ normal(0, 1)
capability reach[system] ~ normal(3, 2)
observe solved ~ bernoulli(logistic(reach[system] - hard[task] - log(minutes)))
`;
const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];
const TASKS = ['t1', 't2', 't3', 't4', 't5', 't6'];
const ROWS = ['o1', 'GPT 4o'].flatMap((alias, system) =>
  TASKS.flatMap((task, place) => [0, 1, 2].map((row) => [alias, task, Number(place + row < 4 + system), 99])),
);
const table = (header: string, rows: readonly (readonly unknown[])[]) =>
  `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`;
const lengthOf = (task: unknown) => 4 * TASKS.indexOf(String(task)) + 1;

const BOUND = [
  '--bind',
  'system=alias,minutes=human minutes',
  '--outcome',
  'solved=score',
  '--join',
  'tasks.csv',
];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('horizon.ml', LAYOUT);
  // Its own minutes are others, and are not read.
  workspace.write('runs.csv', table('alias,task,score,minutes', ROWS));
  workspace.write(
    'tasks.csv',
    table(
      'task,human minutes',
      TASKS.map((task) => [task, lengthOf(task)]),
    ),
  );
  workspace.write(
    'plain.csv',
    table(
      'system,task,solved,minutes',
      ROWS.map(([alias, task, score]) => [alias, task, score, lengthOf(task)]),
    ),
  );
  const bound = await workspace.run('fit', 'horizon.ml', 'runs.csv', ...BOUND, ...QUICK, '--out', 'bound');
  expect(bound.status).toBe(0);
  const plain = await workspace.run('fit', 'horizon.ml', 'plain.csv', ...QUICK, '--out', 'plain');
  expect(plain.status).toBe(0);
}, 60_000);
afterAll(() => workspace.remove());

describe('columns that are bound to names of the layout', () => {
  it('give the draws that a table with these names gives', () => {
    expect(workspace.read('bound/score/draws.csv').replace(/^#.*\n/gm, '')).toBe(
      workspace.read('plain/solved/draws.csv').replace(/^#.*\n/gm, ''),
    );
    const { made } = JSON.parse(workspace.read('bound/score/summary.json'));
    expect(made.data.bindings).toEqual(['system=alias', 'minutes=human minutes']);
  });

  it('are found again by a report, whose command has them', async () => {
    const { status, stdout, stderr } = await workspace.run('report', 'bound');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--bind system=alias --bind');
  });

  it('are predicted from, with the table as it was', async () => {
    const [, bindings] = BOUND;
    const args = ['--bind', bindings!, '--join', 'tasks.csv'];
    const { status, stdout } = await workspace.run('predict', 'bound/score', 'runs.csv', ...args);
    expect(status).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^alias,task,score,minutes,human minutes,solved mean/);
    expect(stdout.split('\n')[1]).toMatch(/^o1,t1,1,99,1,0\.\d+/);
  });

  it.each([
    ['a-column-that-is-not-there', ['--bind', 'system=alia']],
    ['a-binding-without-a-column', ['--bind', 'system']],
    ['two-columns-for-a-name', ['--bind', 'system=alias', '--bind', 'system=score']],
  ])('are refused: %s', async (name, args) => {
    const outcome = await workspace.run('fit', 'horizon.ml', 'runs.csv', ...args);
    await expect(transcript(outcome)).toMatchFileSnapshot(`messages/bind/${name}.txt`);
  });
});
