/** `missing = value`: what cells without a value are taken for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADER, LADDER, ladderRows, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const GAPS = LADDER.replace('in [0, 4]', 'in [0, 4] missing = 1.5 m')
  .replace('{-1, 0, 1}', '{-1, 0, 1} missing = choose gap { left: -1, right: 1 }')
  .replace('dark : flag', 'dark : flag missing = 0');

/** The ladder's rows with other cells in some of them. */
function tableWith(cells: Readonly<Record<number, Readonly<Record<string, string>>>>): string {
  const names = HEADER.split(',');
  const rows = ladderRows().map((text, row) =>
    text
      .split(',')
      .map((cell, index) => cells[row]?.[names[index]!] ?? cell)
      .join(','),
  );
  return ladderTable(rows);
}

const WITH_GAPS = tableWith({
  3: { height: '', side: 'NA' },
  8: { height: 'nan' },
  20: { height: '', dark: '.' },
});
const FILLED = tableWith({
  3: { height: '1.5', side: '-1' },
  8: { height: '1.5' },
  20: { height: '1.5', dark: '0' },
});

const TOLD = `gaps.csv, column \`height\`: 3 missing values are taken for 1.5 m.
gaps.csv, column \`dark\`: 1 missing value is taken for 0.
gaps.csv, column \`side\`: 1 missing value is taken for -1.
`;

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('gaps.ml', GAPS);
  workspace.write('gaps.csv', WITH_GAPS);
  workspace.write('filled.csv', FILLED);
  workspace.write('point.json', JSON.stringify({ climb: 2, nightSight: 0.5, lean: 0.3 }));
  for (const layout of ['gaps.ml', 'ladder.ml'])
    expect(await workspace.run('build', layout)).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const ROBOT1 = ['--outcome', 'success=robot1'];
const AT = ['--at', 'point.json'];

describe('a table with missing values', () => {
  it.each(['gaps.ml', 'gaps.wasm'])('is the one in which they are filled in, for %s', async (layout) => {
    // What is compiled without a table adds up in an order of its own.
    const same = layout.replace('gaps', 'ladder');
    const filled = await workspace.run('log-prob', same, 'filled.csv', ...ROBOT1, ...AT);
    expect(filled).toMatchObject({ status: 0, stderr: '' });
    expect(await workspace.run('log-prob', layout, 'gaps.csv', ...ROBOT1, ...AT)).toEqual({
      ...filled,
      stderr: TOLD,
    });
  });

  it('has another value in their place where one is chosen', async () => {
    const { stderr } = await workspace.run(
      ...['log-prob', 'gaps.ml', 'gaps.csv', ...ROBOT1, ...AT, '--choose', 'gap=right'],
    );
    expect(stderr).toContain('column `side`: 1 missing value is taken for 1.\n');
  });

  it('is told of once by fit, whatever the number of subjects, and in the results', async () => {
    const short = ['--warmup', '200', '--draws', '100', '--chains', '2', '--scouts', '0', '--out', 'out'];
    const outcome = ['--outcome', 'success=robot1,robot2'];
    const { stderr } = await workspace.run('fit', 'gaps.ml', 'gaps.csv', ...outcome, ...short);
    expect(stderr.startsWith(TOLD)).toBe(true);
    expect(stderr.split('missing value')).toHaveLength(4);
    for (const subject of ['robot1', 'robot2']) {
      const report = JSON.parse(workspace.read(`out/${subject}/summary.json`));
      expect(report.replaced).toEqual({ height: 3, dark: 1, side: 1 });
    }
  });

  it('counts the rows that are used alone', async () => {
    const train = ['--rows', 'split=train'];
    const { stderr } = await workspace.run('log-prob', 'gaps.ml', 'gaps.csv', ...ROBOT1, ...AT, ...train);
    // Row 20 is of the other split.
    expect(stderr).toContain('column `height`: 2 missing values are taken for 1.5 m.\n');
    expect(stderr).not.toContain('dark');
  });

  it('is not told of where none is missing', async () => {
    expect(await workspace.run('log-prob', 'gaps.ml', 'filled.csv', ...ROBOT1, ...AT)).toMatchObject({
      stderr: '',
    });
  });

  it('is refused where a value is there and not allowed, or missing where nothing is said of it', async () => {
    workspace.write(
      'wrong.csv',
      tableWith({ 3: { height: '9' }, 4: { tries: 'NA' }, 5: { height: 'tall' } }),
    );
    const outcome = await workspace.run('log-prob', 'gaps.ml', 'wrong.csv', ...ROBOT1, ...AT);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/values-that-no-default-is-for.txt');
  });
});

describe('a count of trials', () => {
  it('is that of the layout where it is missing, and bounds its outcome', async () => {
    workspace.write(
      'trials.ml',
      'layout Trials\ndemand n : count missing = 3\ncapability c ~ normal(0, 1)\nobserve y ~ binomial_logit(n, c)\n',
    );
    workspace.write('trials.csv', 'n,y\n5,5\n,3\n,4\n');
    workspace.write('c.json', '{"c": 0}');
    const { status, stderr } = await workspace.run('log-prob', 'trials.ml', 'trials.csv', '--at', 'c.json');
    expect(status).toBe(1);
    expect(stderr).toContain('line 4, column `y`: found 4, which is more than the 3 of `n`');
    expect(stderr).not.toContain('line 3');
  });

  it('bounds no outcome that is missing', async () => {
    workspace.write(
      'some.ml',
      'layout Some\ndemand n : count\ncapability c ~ normal(0, 1)\nobserve y ~ binomial_logit(n, c)\n',
    );
    workspace.write('some.csv', 'n,y\n5,2\n3,NA\n3,\n');
    workspace.write('c.json', '{"c": 0}');
    const outcome = await workspace.run('log-prob', 'some.ml', 'some.csv', '--at', 'c.json');
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });
});
