/** `theodolite tables`, as a user runs it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  const rows = Array.from(
    { length: 60 },
    (_, row) =>
      `${['o1', 'gpt-4o', 'claude'][row % 3]},${2 ** (row % 12)},${row % 2},${row % 7 === 0 ? '' : (row % 5) / 4},${row % 4 === 0 ? 1 : 0}`,
  );
  workspace.write('runs.csv', `alias,human minutes,dark,blur,solved\n${rows.join('\n')}\n`);
  workspace.write('plain.csv', 'a,b\n1.5,x\n2,y\n');
  workspace.write('odd.csv', 'a,b\n1,2\n3\n');
  workspace.write('log.eval', readFileSync(new URL('../files/logs/broken.eval', import.meta.url)));
});
afterAll(() => workspace.remove());

describe('tables', () => {
  it.each<[string, readonly string[]]>([
    ['describes a table and begins a layout', ['runs.csv']],
    ['begins no layout without an outcome', ['plain.csv']],
    ['describes a log, and what is missing in it', ['log.eval', '--outcome', 'score']],
    ['refuses an outcome that is not there', ['runs.csv', '--outcome', 'solve']],
    ['refuses an outcome that is none', ['runs.csv', '--outcome', 'blur']],
    ['refuses to write no layout', ['plain.csv', '--out', 'none.ml']],
    ['refuses a file that is not there', ['run.csv']],
    ['tells of unreadable rows', ['odd.csv']],
  ])('%s', async (what, args) => {
    await expect(transcript(await workspace.run('tables', ...args))).toMatchFileSnapshot(
      `messages/tables/${what.replaceAll(' ', '-')}.txt`,
    );
  });

  it('writes a layout that fit takes, by the command that it prints', async () => {
    const { status, stderr } = await workspace.run('tables', 'runs.csv', '--out', 'runs.ml');
    expect(status).toBe(0);
    const [, command] = /\n {4}theodolite (.*)\n/.exec(stderr)!;
    const words = command!.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''));
    const fitted = await workspace.run(...words, '--warmup', '200', '--draws', '200', '--json');
    expect(JSON.parse(fitted.stdout).subjects.solved.rows).toBe(60);
  });

  it('prints everything as JSON', async () => {
    const { status, stdout } = await workspace.run('tables', 'runs.csv', '--json');
    expect(status).toBe(0);
    const { rows, columns, begun } = JSON.parse(stdout);
    expect(rows).toBe(60);
    expect(columns[1]).toMatchObject({ name: 'human minutes', kind: 'whole', min: 1, max: 2048, missing: 0 });
    expect(columns[1].quantiles.q50).toBeCloseTo(48, 9);
    const { counts } = columns[1].histogram;
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(rows - columns[1].missing);
    expect(columns[1].holds).toBe('whole numbers');
    expect(columns[0].mostFrequent[0]).toEqual({ value: 'claude', rows: 20 });
    expect(begun).toMatchObject({ outcome: 'solved', left: [] });
  });
});
