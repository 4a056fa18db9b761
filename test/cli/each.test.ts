/** `fit --each`: one fit for each level of a column. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write(
    'jump.ml',
    `/// Jumps.
layout Jump
demand height in [0, 4]
capability leap ~ normal(2, 1)
observe cleared ~ bernoulli(margin(leap, height, steepness = 3))
`,
  );
  const rows = Array.from({ length: 90 }, (_, row) => {
    const [level, height] = [row % 3, (row % 30) / 8];
    return `${['step2', 'step10', ''][level]},${height},${height < 1 + level ? 1 : 0}`;
  });
  workspace.write('jumps.csv', `step,height,cleared\n${rows.join('\n')}\n`);
});
afterAll(() => workspace.remove());

const MLE = ['--method', 'mle', '--seed', '1'];
const json = async (...args: string[]) =>
  JSON.parse((await workspace.run('fit', 'jump.ml', 'jumps.csv', ...MLE, ...args, '--json')).stdout);

describe('fit --each', () => {
  it('fits the rows of each level as --rows would, in natural order, and no rows without a level', async () => {
    const { each, levels } = await json('--each', 'step');
    expect(each).toBe('step');
    expect(levels.map(({ level }: { level: string }) => level)).toEqual(['step2', 'step10']);
    for (const { level, ...report } of levels) {
      const alone = await json('--rows', `step=${level}`);
      const found = report.subjects.cleared.parameters.leap;
      expect(found).toEqual(alone.subjects.cleared.parameters.leap);
    }
  });

  it('writes a folder for each level', async () => {
    const { status, stdout } = await workspace.run(
      ...['fit', 'jump.ml', 'jumps.csv', ...MLE, '--each', 'step', '--out', 'found'],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^step step2\n\ncleared: 30 rows/m);
    for (const level of ['step2', 'step10'])
      expect(existsSync(`${workspace.path}/found/${level}/cleared/summary.json`)).toBe(true);
    const plot = await workspace.run('plot', 'forest', 'found/step10', '-o', 'forest.svg');
    expect(plot.status).toBe(0);
    // Of all levels in one: each is called by its level.
    const report = await workspace.run('report', 'found', '-o', 'report.html', '--no-live');
    expect(report.status).toBe(0);
    expect(report.stderr).toMatch(/^report\.html: 2 fits/);
    const page = workspace.read('report.html');
    expect(page).toMatch(/step10<[\s\S]*step2</);
    const both = await workspace.run('plot', 'forest', 'found', '-o', 'both.svg');
    expect(both.status).toBe(0);
    expect(workspace.read('both.svg')).toMatch(/>step2<[\s\S]*>step10</);
  });

  it('is checked level by level too', async () => {
    const { status, stdout } = await workspace.run('check', 'jump.ml', 'jumps.csv', '--each', 'step');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^jumps\.csv, step step2: 30 rows, 1 subject, .*\n(?:.*\n)*jumps\.csv, step step10: 30 rows/m,
    );
    const alone = await workspace.run('check', 'jump.ml', '--each', 'step');
    expect(alone.status).toBe(2);
    expect(alone.stderr).toContain('`--each` says how to read a table, and none is given.');
  });

  it.each<[string, readonly string[]]>([
    ['refuses a column that is not there', ['--each', 'stop']],
    ['refuses rows without a level', ['--each', 'step', '--rows', 'height>9']],
    ['refuses a filter of no column', ['--each', 'step', '--rows', 'hight>1']],
  ])('%s', async (what, args) => {
    await expect(transcript(await workspace.run('fit', 'jump.ml', 'jumps.csv', ...args))).toMatchFileSnapshot(
      `messages/each/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
