import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Teams

category team

demand height in [0, 10]

param typical ~ normal(5, 2)
capability climb[team] ~ normal(typical, 1)

observe success ~ bernoulli(margin(climb[team], height))
`;

let workspace: Workspace;

/** Twelve rows of each team; that called 10 is the best. */
const teams = (names: readonly string[]) =>
  names.flatMap((name) =>
    Array.from(
      { length: 12 },
      (_, row) => `${name},${row % 10},${row % 10 < (name === '10' ? 8 : 4) ? 1 : 0}`,
    ),
  );

const table = (rows: readonly string[]) => `team,height,success\n${rows.join('\n')}\n`;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('teams.ml', LAYOUT);
  workspace.write('teams.csv', table(teams(['10', '9', '"2"'])));
  workspace.write(
    'wide.csv',
    `height,alpha,beta\n${Array.from({ length: 24 }, (_, row) => `${row % 10},${row % 10 < 3 ? 1 : 0},${row % 10 < 8 ? 1 : 0}`).join('\n')}\n`,
  );
  expect(await workspace.run('build', 'teams.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const QUICK = ['--warmup', '300', '--draws', '500'];

describe('a layout with a category', () => {
  it('has a value for each level, in the order of numbers, in the table, the summary and the draws', async () => {
    const { status, stdout } = await workspace.run(
      ...['fit', 'teams.wasm', 'teams.csv', '--out', 'out', '--json', ...QUICK],
    );
    expect(status).toBe(0);
    const { parameters } = JSON.parse(stdout).subjects.success;
    expect(Object.keys(parameters)).toEqual(['typical', 'climb[2]', 'climb[9]', 'climb[10]']);
    expect(parameters['climb[10]'].mean).toBeGreaterThan(parameters['climb[9]'].mean + 1);
    const draws = workspace.read('out/success/draws.csv');
    expect(draws).toMatch(/^lp__,.*,energy__,typical,climb\.1,climb\.2,climb\.3$/m);
    expect(draws).toContain('# climb.3 = climb[10]\n');
  });

  it('is fitted to the columns of a table as levels', async () => {
    const { status, stdout } = await workspace.run(
      ...['fit', 'teams.wasm', 'wide.csv', '--outcome', 'success=alpha,beta', '--stack', 'team', ...QUICK],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^success: 48 rows, 29 successes/);
    const means = ['alpha', 'beta'].map((name) =>
      Number(new RegExp(`^climb\\[${name}\\] +([\\d.]+)`, 'm').exec(stdout)![1]),
    );
    expect(means[1]! - means[0]!).toBeGreaterThan(2);
  });

  it('keeps the names of the levels beside the draws, for predictions', async () => {
    const { status } = await workspace.run(...['fit', 'teams.wasm', 'teams.csv', '--out', 'kept']);
    expect(status).toBe(0);
    const { fitted } = JSON.parse(workspace.read('kept/success/summary.json'));
    expect(fitted.levels).toEqual({ team: ['2', '9', '10'] });
  });

  it('says at a point what the log density is, and by which level it changes how', async () => {
    workspace.write('point.json', '{"typical": 5, "climb": {"2": 3, "9": 4, "10": 8}}');
    const { status, stdout } = await workspace.run(
      'log-prob',
      'teams.wasm',
      'teams.csv',
      '--at',
      'point.json',
    );
    expect(status).toBe(0);
    expect(Object.keys(JSON.parse(stdout).gradient)).toEqual([
      'typical',
      'climb[2]',
      'climb[9]',
      'climb[10]',
    ]);
  });

  it('has its levels in the order in which the layout lists them, whether rows or columns hold them', async () => {
    workspace.write('listed.ml', LAYOUT.replace('category team', 'category team in {c, beta, alpha}'));
    const orders = [
      ['long.csv', ...QUICK],
      ['wide.csv', '--outcome', 'success=alpha,beta', '--stack', 'team', ...QUICK],
    ];
    workspace.write('long.csv', table(teams(['alpha', 'beta'])));
    for (const data of orders) {
      const { status, stdout } = await workspace.run('fit', 'listed.ml', ...data, '--json');
      expect(status).toBe(0);
      const { parameters } = JSON.parse(stdout).subjects.success;
      expect(Object.keys(parameters)).toEqual(['typical', 'climb[beta]', 'climb[alpha]']);
    }
  });

  it('may have two columns, of which a stored fit predicts other pairs', async () => {
    workspace.write(
      'arena.ml',
      'layout Arena\ncategory team = home, guest\ncapability skill[team] ~ normal(0, 2)\n' +
        'observe won ~ bernoulli(logistic(skill[home] - skill[guest]))\n',
    );
    // Team c is never at home, and loses; team 10 wins.
    const pairs = ['10,c,1', 'b,c,1', '10,b,1', 'b,10,0'];
    const matches = (rows: readonly string[]) => `home,guest,won\n${rows.join('\n')}\n`;
    workspace.write('matches.csv', matches(Array.from({ length: 48 }, (_, row) => pairs[row % 4]!)));
    const { status, stdout } = await workspace.run(
      ...['fit', 'arena.ml', 'matches.csv', '--out', 'arena', '--json', ...QUICK],
    );
    expect(status).toBe(0);
    const { parameters } = JSON.parse(stdout).subjects.won;
    expect(Object.keys(parameters)).toEqual(['skill[10]', 'skill[b]', 'skill[c]']);
    expect(parameters['skill[10]'].mean).toBeGreaterThan(parameters['skill[b]'].mean + 1);
    workspace.write('final.csv', matches(['c,10,', 'c,b,']));
    const predicted = await workspace.run('predict', 'arena/won', 'final.csv', '--json');
    expect(predicted.status).toBe(0);
    const means = JSON.parse(predicted.stdout).outcomes.won.mean as number[];
    expect(means[0]).toBeLessThan(means[1]!);
    expect(means[1]).toBeLessThan(0.3);
    // A report counts the rows of a team on either side; a plan names the columns.
    const report = await workspace.run(
      ...['report', 'arena/won', '--data', 'matches.csv', '-o', 'arena.html'],
    );
    expect(report).toMatchObject({ status: 0 });
    expect((await workspace.run('build', 'arena.ml', 'matches.csv', '--show', 'plan')).status).toBe(0);
  });

  const refusals: Record<string, [files: Record<string, string>, ...args: string[]]> = {
    'a row without its level': [
      { 'bad.csv': table([...teams(['a']), ',3,1', 'NA,3,1']) },
      ...['fit', 'teams.wasm', 'bad.csv'],
    ],
    'a level that is not listed': [
      {
        'listed.ml': LAYOUT.replace('category team', 'category team in {c, beta, alpha}'),
        'bad.csv': table(teams(['alpha', 'bta']))
          .split('\n')
          .slice(0, 15)
          .join('\n'),
      },
      ...['fit', 'listed.ml', 'bad.csv'],
    ],
    'stacked columns that are not listed': [
      { 'listed.ml': LAYOUT.replace('category team', 'category team in {c, beta}') },
      ...['fit', 'listed.ml', 'wide.csv', '--outcome', 'success=alpha,beta', '--stack', 'team'],
    ],
    'no column for the category': [
      { 'bad.csv': 'tema,height,success\nx,1,1\n' },
      'fit',
      'teams.wasm',
      'bad.csv',
    ],
    'a point without levels': [{ 'bad.json': '{"typical": 5, "climb": 3}' }, ...at('bad.json')],
    'a point with other levels': [
      { 'bad.json': '{"typical": 5, "climb": {"2": 3, "9": "x", "11": 8}}' },
      ...at('bad.json'),
    ],
    'stacking by what is no category': [{}, 'fit', 'teams.wasm', 'wide.csv', '--stack', 'taem'],
  };

  function at(point: string): string[] {
    return ['log-prob', 'teams.wasm', 'teams.csv', '--at', point];
  }

  it.each(Object.entries(refusals))('refuses %s in words', async (title, [files, ...args]) => {
    for (const [name, content] of Object.entries(files)) workspace.write(name, content);
    const outcome = await workspace.run(...args);
    expect(outcome.status).not.toBe(0);
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/categories/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
    );
  });
});
