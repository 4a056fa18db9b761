import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Lengths

category task
category model

demand length[task] in [0, 10] missing = 1

param slope         ~ normal(0, 1)
param hard[task]    ~ normal(slope * length[task], 1)
capability skill[model] ~ normal(0, 1)

observe solved ~ bernoulli_logit(skill[model] - hard[task])
`;

/** The same without the length. */
const PLAIN = LAYOUT.replace(/demand.*\n/, '').replace('slope * length[task]', 'slope');

const TASKS = ['t1', 't2', 't3', 't4', 't5', 't6'];
const LENGTHS = ['', 2, 3, 4, 5, 6];
const ATTEMPTS = ['a', 'b', 'c'].flatMap((model, at) =>
  TASKS.flatMap((task, place) =>
    [0, 1, 2, 3].map((row) => [model, task, place + row < 3 + at ? 1 : 0, row === 3 ? 'test' : 'train']),
  ),
);
const table = (header: string, rows: readonly (readonly unknown[])[]) =>
  `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`;

const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2'];
const JOINED = ['attempts.csv', '--join', 'tasks.csv'];

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('lengths.ml', LAYOUT);
  workspace.write('plain.ml', PLAIN);
  workspace.write('attempts.csv', table('model,task,solved,split', ATTEMPTS));
  workspace.write(
    'tasks.csv',
    table(
      'task,length,kind',
      TASKS.map((task, place) => [task, LENGTHS[place], place % 2 === 0 ? 'maze' : 'walk']),
    ),
  );
  workspace.write(
    'whole.csv',
    table(
      'model,task,solved,split,length',
      ATTEMPTS.map((row) => [...row, LENGTHS[TASKS.indexOf(String(row[1]))]]),
    ),
  );
  for (const args of [
    ['lengths.ml', ...JOINED, '--out', 'joined'],
    ['lengths.ml', 'whole.csv', '--out', 'whole'],
    ['plain.ml', 'attempts.csv', '--out', 'plain'],
  ]) {
    const { status } = await workspace.run('fit', ...args, '--rows', 'split=train', ...QUICK);
    expect(status).toBe(0);
  }
}, 120_000);
afterAll(() => workspace.remove());

const summary = (folder: string) => JSON.parse(workspace.read(`${folder}/solved/summary.json`));

describe('fit --join', () => {
  it('fits what the table would be with the columns in it', () => {
    expect(workspace.read('joined/solved/draws.csv')).toBe(workspace.read('whole/solved/draws.csv'));
    expect(summary('joined').digests).toEqual(summary('whole').digests);
  });

  it('stores which tables were joined', () => {
    expect(summary('joined').made.data).toMatchObject({ path: 'attempts.csv', joins: ['tasks.csv'] });
    expect(summary('whole').made.data).not.toHaveProperty('joins');
  });

  it('says of the joined table which values were missing', async () => {
    const { stderr } = await workspace.run('check', 'lengths.ml', ...JOINED);
    expect(stderr).toContain('tasks.csv, column `length`: 1 missing value is taken for 1.');
  });
});

describe('a stored fit whose table was joined', () => {
  it('is reported on with its rows, and with the command that makes it', async () => {
    expect(await workspace.run('report', 'joined', '-o', 'report.html')).toMatchObject({ status: 0 });
    const page = workspace.read('report.html');
    expect(page).toContain('theodolite fit lengths.ml attempts.csv --rows split=train --join tasks.csv');
    expect(page).toContain('<dt>Joined tables</dt><dd><code>tasks.csv</code></dd>');
  });

  it('is drawn without priors, one of which reads a column of it', async () => {
    const drawn = await workspace.run('plot', 'density', 'joined', '-o', 'density.svg', '--only', 'slope');
    expect(drawn.status).toBe(0);
    expect(drawn.stderr).toContain('a prior reads rows of the table');
  });

  it('is reported on without its rows where the joined table is gone, until that is given', async () => {
    const [from, to] = ['tasks.csv', 'moved.csv'].map((name) => join(workspace.path, name));
    renameSync(from!, to!);
    try {
      const gone = await workspace.run('report', 'joined', '-o', 'gone.html');
      await expect(transcript(gone).replace(/\d+ kB/, 'N kB')).toMatchFileSnapshot(
        'messages/join/a-report-without-its-table.txt',
      );
      const found = await workspace.run('report', 'joined', '-o', 'found.html', '--join', 'moved.csv');
      expect(found.status).toBe(0);
      expect(found.stderr).not.toContain('warning');
    } finally {
      renameSync(to!, from!);
    }
  });

  it('predicts, with the columns of the joined table in what it writes', async () => {
    const { status, stdout } = await workspace.run(
      'predict',
      'joined/solved',
      ...JOINED,
      '--rows',
      'kind=walk',
    );
    expect(status).toBe(0);
    const [header, first] = stdout.split('\n');
    expect(header).toMatch(/^model,task,solved,split,length,kind,solved mean,/);
    expect(first).toMatch(/^a,t2,1,train,2,walk,0\./);
  });

  it('is compared with one whose layout reads nothing of the joined table', async () => {
    const compared = await workspace.run(
      ...['compare', 'joined/solved', 'plain/solved', '--data', ...JOINED, '--rows', 'split=train', '--json'],
    );
    expect(compared.status).toBe(0);
    expect(JSON.parse(compared.stdout).fits).toHaveLength(2);
    const mixed = await workspace.run(
      ...['predict', 'joined/solved', ...JOINED, '--stack', 'plain/solved', '--fitted', 'attempts.csv'],
      ...['--fitted-rows', 'split=train', '--json'],
    );
    expect(mixed.status).toBe(0);
  });

  it('is checked by columns of the joined table', async () => {
    const { stdout } = await workspace.run(
      ...['predictive-check', 'joined/solved', ...JOINED, '--by', 'kind', '--json'],
    );
    expect(stdout).toContain('"kind"');
  });

  it('is drawn with its rows', async () => {
    const drawn = await workspace.run('plot', 'calibration', 'joined/solved', '--data', ...JOINED);
    expect(drawn.status).toBe(0);
  });
});

describe('levels that a column of a joined table orders', () => {
  const ORDERED = `layout Walk

category task ordered by length
category model

demand length[task] in [0, 10] missing = 9

param hard[task]        ~ normal(previous(hard[task], 0), 1)
capability skill[model] ~ normal(0, 1)

observe solved ~ bernoulli_logit(skill[model] - hard[task])
`;
  const names = (stdout: string) => Object.keys(JSON.parse(stdout).subjects.solved.parameters).slice(0, 6);

  it('stand in that order in a fit, and in one to rows that lack some', async () => {
    workspace.write('walk.ml', ORDERED);
    const fitted = await workspace.run('fit', 'walk.ml', ...JOINED, ...QUICK, '--json');
    expect(names(fitted.stdout)).toEqual(['t2', 't3', 't4', 't5', 't6', 't1'].map((task) => `hard[${task}]`));
    const scored = await workspace.run('evaluate', 'walk.ml', ...JOINED, '--folds', '2', ...QUICK);
    expect(scored.status).toBe(0);
  });

  it('are refused where two have one value', async () => {
    workspace.write('tied.csv', workspace.read('tasks.csv').replace('t4,4', 't4,5'));
    const tied = await workspace.run('fit', 'walk.ml', 'attempts.csv', '--join', 'tied.csv');
    await expect(transcript(tied)).toMatchFileSnapshot('messages/join/two-levels-of-one-value.txt');
  });

  it('are refused where they are the columns of --stack, of which a demand cannot tell', async () => {
    workspace.write('wide.csv', 'length,t1,t2\n1,1,0\n1,0,1\n');
    const args = ['wide.csv', '--outcome', 'solved=t*', '--stack', 'task'];
    workspace.write(
      'stacked.ml',
      ORDERED.replace(/category model\n|capability.*\n/g, '').replace('skill[model]', '0'),
    );
    const stacked = await workspace.run('fit', 'stacked.ml', ...args);
    await expect(transcript(stacked)).toMatchFileSnapshot('messages/join/stacked-columns-of-one-value.txt');
  });
});

describe('a joined table of the columns that --stack takes for levels', () => {
  const SCALING = `layout Scaling

category model in maker
category maker

demand compute[model] in [0, inf] missing = 3
demand staff[maker] in [0, inf]
demand hard in [-3, 3]

param gain              ~ normal(0, 1)
param house[maker]      ~ normal(log1p(staff[maker]), 1)
capability skill[model] ~ normal(gain * log(compute[model]) + house[maker], 1)

observe solved ~ bernoulli(margin(skill[model], hard))
`;
  const WIDE = 'hard,a,b,c\n0,1,0,1\n1,0,0,1\n-1,1,1,NA\n2,0,1,1\n';
  // In whatever order: the makers are known by the table of models.
  const JOINS = ['--join', 'makers.csv', '--join', 'models.csv'];
  const STACK = ['wide-attempts.csv', '--outcome', 'solved=a,b,c', '--stack', 'model'];
  const fitStacked = (...args: readonly string[]) =>
    workspace.run('fit', 'scaling.ml', ...STACK, ...args, ...QUICK);

  beforeAll(() => {
    workspace.write('scaling.ml', SCALING);
    workspace.write('wide-attempts.csv', WIDE);
    workspace.write('models.csv', 'maker,compute,model\nX,20,b\nY,,c\nX,10,a\nZ,1,d\n');
    workspace.write('makers.csv', 'maker,staff\nY,9\nX,2\n');
  });

  it('is that of a table with a row for each level', async () => {
    const [wide = [], ...cells] = WIDE.trim()
      .split('\n')
      .map((line) => line.split(','));
    const facts = { a: '10,X,2', b: '20,X,2', c: '3,Y,9' };
    const rows = wide
      .slice(1)
      .flatMap((model, at) =>
        cells.map((row) => `${row[0]},${row[at + 1]},${model},${facts[model as keyof typeof facts]}`),
      );
    workspace.write('long.csv', `hard,solved,model,compute,maker,staff\n${rows.join('\n')}\n`);
    const stacked = await fitStacked(...JOINS, '--out', 'stacked');
    expect(stacked.stderr).toContain('models.csv, column `compute`: 1 missing value is taken for 3.');
    await workspace.run('fit', 'scaling.ml', 'long.csv', ...QUICK, '--out', 'long');
    expect(workspace.read('stacked/solved/draws.csv')).toBe(workspace.read('long/solved/draws.csv'));
    expect((await workspace.run('report', 'stacked', '-o', 'stacked.html')).stderr).not.toContain(
      'warning: wide',
    );
    const checked = await workspace.run('check', 'scaling.ml', ...STACK, ...JOINS);
    expect(checked.stdout).toContain('12 rows, 1 subject');
  });

  for (const [title, write, args] of [
    ['a column without facts', ['models.csv', 'maker,compute,model\nX,20,b\nX,10,a\nY,1,cc\n'], JOINS],
    ['facts that rows have too', ['hard.csv', 'model,hard\na,1\nb,1\nc,1\n'], ['--join', 'hard.csv']],
    ['facts of nothing known', ['makers.csv', 'manufacturer,staff\nX,2\nY,3\n'], JOINS],
  ] as [string, [string, string], string[]][]) {
    it(`is refused: ${title}`, async () => {
      workspace.write(...write);
      await expect(transcript(await fitStacked(...args))).toMatchFileSnapshot(
        `messages/join/${title.replaceAll(' ', '-')}.txt`,
      );
    });
  }
});

describe('--join', () => {
  it('is taken where rows are held out, and by a sweep that goes on', async () => {
    const evaluated = await workspace.run(
      ...[
        'evaluate',
        'lengths.ml',
        ...JOINED,
        '--rows',
        'split=train',
        '--test-rows',
        'split=test',
        ...QUICK,
      ],
    );
    expect(evaluated.status).toBe(0);
    const sweep = () => workspace.run('sweep', 'lengths.ml', ...JOINED, '--out', 'swept', ...QUICK);
    expect((await sweep()).status).toBe(0);
    expect((await sweep()).stderr).toContain('1 is done');
  });

  it('is taken by what simulates: the table that is written has all columns', async () => {
    const simulated = await workspace.run(
      ...['simulate', 'lengths.ml', '--demands', ...JOINED, '--profile', 'prior', '--out', 'run.csv'],
    );
    expect(simulated.status).toBe(0);
    expect(workspace.read('run.csv')).toMatch(/^model,task,solved,split,length,kind\n/);
    expect((await workspace.run('build', 'lengths.ml', ...JOINED)).status).toBe(0);
  });

  for (const [title, args] of Object.entries({
    'demands that are made': ['recover', 'lengths.ml', '--design', 'random', '20', '--join', 'tasks.csv'],
    'levels that are made': [
      ...[
        'simulate',
        'lengths.ml',
        '--levels',
        'task=2,model=2',
        '--profile',
        'prior',
        '--join',
        'tasks.csv',
      ],
    ],
    'a table that is not there': ['fit', 'lengths.ml', 'attempts.csv', '--join', 'absent.csv'],
    'a layout in its place': ['fit', 'lengths.ml', 'attempts.csv', '--join', 'plain.ml'],
    'the category of --stack': [
      ...['fit', 'plain.ml', 'attempts.csv', '--outcome', 'solved=solved', '--stack', 'model'],
      ...['--join', 'tasks.csv'],
    ],
    'no table': ['check', 'lengths.ml', '--join', 'tasks.csv'],
  })) {
    it(`is refused: ${title}`, async () => {
      await expect(transcript(await workspace.run(...args))).toMatchFileSnapshot(
        `messages/join/${title.replaceAll(' ', '-')}.txt`,
      );
    });
  }
});
