/** Tables beside the main one on the command line: from simulated tables through a fit to predictions, and what refuses them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Rated
category task
param length[task] ~ normal(0, 1)
param slack[judge] ~ half_normal(1)
observe success ~ bernoulli(logistic(length[task]))
table ratings {
  category task, judge
  observe rating ~ normal(length[task], slack[judge])
}
`;
const RATINGS = ['--table', 'ratings=ratings.csv'];
const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('rated.ml', LAYOUT);
  workspace.write('rows.csv', `task\n${'a\nb\nc\n'.repeat(5)}`);
  workspace.write('ratings.csv', `task,judge,source\n${'b,u,x\nc,v,y\nd,u,z\n'.repeat(4)}`);
});
afterAll(() => workspace.remove());

it('tables are simulated, fitted and predicted', async () => {
  const made = [
    '--demands',
    'rows.csv',
    ...RATINGS,
    '--profile',
    'prior',
    '--seed',
    '2',
    '--out',
    'made.csv',
  ];
  expect((await workspace.run('simulate', 'rated.ml', ...made)).status).toBe(0);
  expect(workspace.read('made.csv').split('\n')[0]).toBe('task,success');
  expect(workspace.read('made.ratings.csv').split('\n')[0]).toBe('task,judge,source,rating');
  const both = ['made.csv', '--table', 'ratings=made.ratings.csv'];
  const fitted = await workspace.run('fit', 'rated.ml', ...both, ...QUICK, '--out', 'fit');
  expect(fitted.stderr).toContain('note: the table `ratings` has 12 rows\n');
  expect(fitted.stderr).toContain(
    'note: `ratings` lacks 1 of the levels of `task` (a), and has 1 that the main table lacks (d)\n',
  );
  const { parameters, made: origin } = JSON.parse(workspace.read('fit/success/summary.json'));
  expect(Object.keys(parameters)).toEqual([
    ...['length[a]', 'length[b]', 'length[c]', 'length[d]', 'slack[u]', 'slack[v]'],
  ]);
  expect(origin.data.tables).toEqual(['ratings=made.ratings.csv']);
  const predicted = await workspace.run('predict', 'fit/success', 'made.csv');
  expect(predicted.stdout.split('\n')[0]).toBe(
    'task,success,success mean,success sd,success lower,success upper',
  );
  const seed = ['--seed', '2', '--out', 'again'];
  expect((await workspace.run('fit', 'rated.ml', ...both, ...QUICK, ...seed)).status).not.toBe(2);
  const grouped = await workspace.run(
    ...['compare', 'fit/success', 'again/success', '--data', 'made.csv', '--group', 'task'],
  );
  expect(grouped.status).not.toBe(0);
  expect(grouped.stderr).toContain(
    'The table `ratings` has rows about the groups of `task` too, and would keep them where a group is left out.',
  );
}, 120_000);

it.each([
  ['check', 'rated.ml', 'rows.csv'],
  ['check', 'rated.ml', 'rows.csv', '--table', 'rating=ratings.csv'],
  ['check', 'rated.ml', 'rows.csv', '--table', 'ratings.csv'],
  ['check', 'rated.ml', 'rows.csv', ...RATINGS, ...RATINGS],
  ['simulate', 'rated.ml', '--demands', 'rows.csv', ...RATINGS, '--profile', 'prior'],
  ['evaluate', 'rated.ml', 'rows.csv', '--split', '0.8'],
  ['recover', 'rated.ml', 'rows.csv', ...RATINGS, '--halve', 'length'],
  ['build', 'rated.ml', '--target', 'wasi', '-o', 'rated.wasm'],
])('what is wrong with tables is said: %s %s %s %s %s %s', async (...command) => {
  const { status, stderr } = await workspace.run(...(command as [string, ...string[]]));
  expect(status).not.toBe(0);
  expect(stderr).toMatchSnapshot();
});
