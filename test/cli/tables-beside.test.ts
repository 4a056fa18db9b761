/** Tables beside the main one on the command line: from simulated tables through a fit to predictions, and what refuses them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

it('a report reads the main table again, whatever is bound in the others', async () => {
  workspace.write('bound.csv', `job,success\n${'a,1\nb,0\nc,1\n'.repeat(4)}`);
  workspace.write('bound-ratings.csv', `task,rater,rating\n${'a,u,0.5\nb,v,1\n'.repeat(4)}`);
  const fitted = await workspace.run(
    ...['fit', 'rated.ml', 'bound.csv', '--bind', 'task=job', '--bind', 'judge=rater'],
    ...['--table', 'ratings=bound-ratings.csv', ...QUICK, '--out', 'bound'],
  );
  expect(fitted.status).not.toBe(2);
  const { stderr } = await workspace.run('report', 'bound/success', '-o', 'bound.html');
  expect(stderr).not.toMatch(/rater|no longer/);
  expect(workspace.read('bound.html')).toContain('</html>');
}, 120_000);

describe('rows of the main table that are held out', () => {
  const SIZED = LAYOUT.replace('category task\n', 'category task\ndemand size[task] in [0, 10]\n').replace(
    'length[task] ~ normal(0, 1)',
    'length[task] ~ normal(slope * size[task], 1)\nparam slope ~ normal(0, 1)',
  );
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'];
  const attempts = Array.from({ length: 40 }, (_, row) => {
    const place = row % tasks.length;
    return `${tasks[place]},${place},${row % 4 === 0 ? 'test' : 'train'},${Number((row * 7) % 11 > place)}`;
  });
  const judged = (task: string, place: number) =>
    ['u', 'v'].map((judge, other) => `${task},${judge},${place / 3 + 0.5 - other}`);
  const HEAD = 'task,size,split,success';
  const HELD = ['--rows', 'split=train', '--test-rows', 'split=test'];
  const cells = (name: string, column: string) => {
    const [head, ...lines] = workspace.read(name).trim().split('\n');
    const place = head!.split(',').indexOf(column);
    return lines.map((line) => Number(line.split(',')[place]));
  };
  beforeAll(async () => {
    workspace.write('sized.ml', SIZED);
    workspace.write('attempts.csv', `${[HEAD, ...attempts].join('\n')}\n`);
    const rows = tasks.flatMap(judged);
    workspace.write('judged.csv', `task,judge,rating\n${rows.join('\n')}\n`);
    // One more task, all of whose attempts are held out.
    workspace.write('more.csv', `${[HEAD, ...attempts, 'g,6,test,1', 'g,6,test,0'].join('\n')}\n`);
    workspace.write('more-judged.csv', `task,judge,rating\n${[...rows, ...judged('g', 12)].join('\n')}\n`);
    expect((await workspace.run('build', 'sized.ml', '-o', 'sized.wasm')).status).toBe(0);
  });

  it('are predicted as by a fit of the others beside all rows of the tables', async () => {
    const table = ['--table', 'ratings=judged.csv', ...QUICK];
    const evaluated = await workspace.run(
      ...['evaluate', 'sized.wasm', 'attempts.csv', ...HELD, ...table, '--predictions', 'held.csv'],
    );
    expect(evaluated.stderr).toContain('note: the table `ratings` has 12 rows\n');
    const fitted = ['fit', 'sized.wasm', 'attempts.csv', '--rows', 'split=train', ...table];
    expect((await workspace.run(...(fitted as [string]), '--out', 'sized')).status).not.toBe(2);
    const rows = ['attempts.csv', '--rows', 'split=test', '--out', 'predicted.csv'];
    expect((await workspace.run('predict', 'sized/success', ...rows)).status).not.toBe(2);
    expect(cells('held.csv', 'layout')).toEqual(cells('predicted.csv', 'success mean'));
  }, 120_000);

  it('tell what their levels have, and a level that another table has is known from there', async () => {
    const held = async (...table: string[]) => {
      const { status, stderr } = await workspace.run(
        ...['evaluate', 'sized.ml', 'more.csv', ...HELD, ...table, ...QUICK],
        ...['--no-baselines', '--predictions', 'more-held.csv'],
      );
      expect(status).not.toBe(2);
      return { stderr, last: cells('more-held.csv', 'layout').at(-1)! };
    };
    const rated = await held('--table', 'ratings=more-judged.csv');
    expect(rated.stderr).not.toContain('drawn from the population');
    const unrated = await held('--table', 'ratings=judged.csv');
    expect(unrated.stderr).toContain(
      'note: task: 1 level that was held out had no training rows, and was drawn from the population.\n',
    );
    // It was judged to be 4 long, where the slope says 2.
    expect(rated.last).toBeGreaterThan(unrated.last + 0.03);
  }, 120_000);

  it('are drawn and swept, and other rows of a table are another sweep', async () => {
    const rest = ['attempts.csv', '--folds', '2', '--no-baselines', ...QUICK.slice(0, -2)];
    const sweep = (table: string) =>
      workspace.run('sweep', 'sized.ml', ...rest, '--table', table, '--seeds', '1', '--out', 'sweep');
    expect((await sweep('ratings=judged.csv')).status).not.toBe(2);
    const evaluated = ['--seed', '1', '--table', 'ratings=judged.csv', '--out', 'evaluation.json'];
    expect((await workspace.run('evaluate', 'sized.ml', ...rest, ...evaluated)).status).not.toBe(2);
    const { scores } = JSON.parse(workspace.read('evaluation.json')).subjects.success;
    const [first, second] = cells('sweep/scores.csv', 'layout Brier');
    expect((first! + second!) / 2).toBeCloseTo(scores.success.brier.layout.value, 12);
    workspace.write('other.csv', workspace.read('judged.csv').replace('a,u,0.5', 'a,u,0.6'));
    const other = await sweep('ratings=other.csv');
    expect(other.stderr).toContain('sweep holds another sweep: its `tables` differs.');
  }, 120_000);
});

it('more rows of the main table would halve an sd, whatever the outcomes of another table', async () => {
  const judged = LAYOUT.replace('param slack[judge] ~ half_normal(1)\n', '');
  workspace.write('judged.ml', judged.replace(', judge', '').replace('slack[judge]', '0.5'));
  workspace.write('judged-once.csv', 'task\na\nb\n');
  const { status, stdout } = await workspace.run(
    ...['recover', 'judged.ml', 'rows.csv', '--table', 'ratings=judged-once.csv', '--runs', '6'],
    ...['--halve', 'length[a],length[c]', '--json', '--seed', '3'],
  );
  expect(status).toBe(0);
  const { halve } = JSON.parse(stdout);
  for (const task of ['a', 'c']) {
    const { repeats, chosen } = halve[`length[${task}]`];
    // Of the 15 rows 5 have the task, and no other says anything of it.
    expect(chosen).toEqual([{ demands: { task }, instances: expect.any(Number) }]);
    expect(chosen[0].instances / (5 * repeats)).toBeCloseTo(1, 1);
  }
  // What a judge said of it is known already.
  expect(halve['length[a]'].sd).toBeLessThan(0.8 * halve['length[c]'].sd);
}, 120_000);

it('priors are checked by the outcomes of the main table', async () => {
  const alone = 'layout Rated\ncategory task\nparam length[task] ~ normal(0, 1)\n';
  const observed = 'observe success ~ bernoulli(logistic(length[task]))\n';
  const table = 'table ratings {\n  category task\n  observe rating ~ normal(length[task], 1)\n}\n';
  workspace.write('alone.ml', `${alone}${observed}`);
  workspace.write('beside.ml', `${alone}${observed}${table}`);
  workspace.write('checked.csv', `task,success,by\n${'a,1,x\nb,0,y\nc,1,x\n'.repeat(5)}`);
  const check = (layout: string, ...table: string[]) =>
    workspace.run(
      ...['predictive-check', '--prior', layout, 'checked.csv', '--by', 'by', '--json', ...table],
    );
  workspace.write('rated-here.csv', 'task,said\na,1\nb,-5\n');
  const given = ['--table', 'ratings=rated-here.csv', '--bind', 'rating=said'];
  const beside = await check('beside.ml', ...given);
  const without = await check('alone.ml');
  expect(beside).toMatchObject({ status: without.status, stdout: without.stdout });
  expect(JSON.parse(beside.stdout).outcomes.success.checks.length).toBeGreaterThan(3);
}, 120_000);

it.each([
  ['check', 'rated.ml', 'rows.csv'],
  ['check', 'rated.ml', 'rows.csv', '--table', 'rating=ratings.csv'],
  ['check', 'rated.ml', 'rows.csv', '--table', 'ratings.csv'],
  ['check', 'rated.ml', 'rows.csv', ...RATINGS, ...RATINGS],
  ['simulate', 'rated.ml', '--demands', 'rows.csv', ...RATINGS, '--profile', 'prior'],
  ['evaluate', 'rated.ml', 'rows.csv', '--split', '0.8'],
  ['sweep', 'rated.ml', 'rows.csv', '--folds', '2', '--out', 'swept'],
  ['evaluate', 'rated.ml', 'rows.csv', ...RATINGS, '--outcome', 'rating=rating', '--folds', '2'],
  ['recover', 'rated.ml', 'rows.csv', ...RATINGS, '--halve', 'length'],
  ['predictive-check', 'fit/success', 'made.csv', ...RATINGS],
  ['fit', 'rated.ml', 'rows.csv', ...RATINGS, '--outcome', 'rating=source'],
  ['fit', 'rated.ml', 'rows.csv', ...RATINGS, '--outcome', 'rat=source'],
  ['build', 'rated.ml', '--target', 'wasi', '-o', 'rated.wasm'],
])('what is wrong with tables is said: %s %s %s %s %s %s', async (...command) => {
  const { status, stderr } = await workspace.run(...(command as [string, ...string[]]));
  expect(status).not.toBe(0);
  expect(stderr).toMatchSnapshot();
});
