/** `theodolite explore`, as a user runs it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  const systems = ['ada', 'bo', 'cy', 'di'];
  const lines = Array.from({ length: 96 }, (_, row) => {
    const [system, scene] = [row % 4, Math.floor(row / 4)];
    const [task, dark] = [scene % 3, scene % 2];
    const solved = system + (scene % 5) > 2 + task + dark;
    return [
      systems[system],
      ['door', 'lake', 'maze'][task],
      scene % 4,
      dark,
      scene,
      solved ? 'pass' : 'fail',
    ];
  });
  workspace.write(
    'long.csv',
    `model,task,cell,dark,steps,result\n${lines.map((line) => line.join(',')).join('\n')}\n`,
  );
  const wide = lines
    .filter((_, row) => row % 4 === 0)
    .map((line, scene) => [
      ...line.slice(1, 5),
      ...systems.map((_, system) => (lines[4 * scene + system]![5] === 'pass' ? 1 : 0)),
    ]);
  workspace.write(
    'wide.csv',
    `task,cell,dark,steps,${systems.map((name) => `agent_${name}`).join(',')}\n${wide.map((line) => line.join(',')).join('\n')}\n`,
  );
  workspace.write('odd.csv', 'a,b,c\n1,0.5,x\n2,7,y\n');
});
afterAll(() => workspace.remove());

describe('explore', () => {
  it.each<[string, readonly string[]]>([
    [
      'relates the columns of a long table',
      ['long.csv', '--outcome', 'result', '--subject', 'model', '--by', 'task'],
    ],
    [
      'averages cells',
      ['wide.csv', '--outcome', 'agent*', '--by', 'task', '--cells', 'cell', '--coefficient', 'kendall'],
    ],
    [
      'uses some rows and columns',
      ['wide.csv', '--outcome', 'agent_bo', '--rows', 'task=door', '--columns', 'dark'],
    ],
    ['wants an outcome', ['wide.csv']],
    ['refuses a column that is not there', ['wide.csv', '--outcome', 'agent_ado']],
    ['refuses a pattern that matches nothing', ['wide.csv', '--outcome', 'robot*']],
    ['refuses what is no outcome', ['odd.csv', '--outcome', 'b']],
    ['refuses words that are no outcome', ['odd.csv', '--outcome', 'c']],
    ['refuses to correlate text', ['wide.csv', '--outcome', 'agent*', '--columns', 'task']],
    [
      'refuses several outcomes of one subject column',
      ['long.csv', '--outcome', 'dark,result', '--subject', 'model'],
    ],
    ['refuses rows that are none', ['wide.csv', '--outcome', 'agent*', '--rows', 'task=sea']],
    ['refuses a filter of no column', ['wide.csv', '--outcome', 'agent*', '--rows', 'tusk=door']],
    ['refuses an empty name', ['wide.csv', '--outcome', 'agent_bo,']],
    ['refuses a file that is not there', ['wid.csv', '--outcome', 'agent*']],
  ])('%s', async (what, args) => {
    await expect(transcript(await workspace.run('explore', ...args))).toMatchFileSnapshot(
      `messages/explore/${what.replaceAll(' ', '-')}.txt`,
    );
  });

  it('says the same of a long and of a wide table', async () => {
    const json = async (...args: string[]) =>
      JSON.parse((await workspace.run('explore', ...args, '--json')).stdout);
    const long = await json('long.csv', '--outcome', 'result', '--subject', 'model', '--by', 'task');
    const wide = await json(
      'wide.csv',
      '--outcome',
      'agent*',
      '--by',
      'task',
      '--columns',
      'cell,dark,steps',
    );
    expect(wide.success.map(({ mean }: { mean: number }) => mean)).toEqual(
      long.success.map(({ mean }: { mean: number }) => mean),
    );
    expect(wide.associations).toEqual(long.associations);
    expect(wide.betweenGroups).toEqual(long.betweenGroups);
  });

  it('prints what docs/guides/exploration.md shows', async () => {
    const page = readFileSync(new URL('../../docs/guides/exploration.md', import.meta.url), 'utf8');
    const [, command] = /```sh\nnpx theodolite (.*)\n```/.exec(page)!;
    const [, shown] = /```text\n([\s\S]*?)```/.exec(page)!;
    const [name, table, ...options] = command!.split(' ');
    workspace.write(table!, readFileSync(new URL(`../../${table}`, import.meta.url)));
    expect((await workspace.run(name!, table!, ...options)).stdout).toBe(shown);
  });

  it('writes its figures and tables, or nothing', async () => {
    const { status, stderr } = await workspace.run(
      ...['explore', 'wide.csv', '--outcome', 'agent*', '--by', 'task', '--cells', 'cell', '--out', 'found'],
    );
    expect(status).toBe(0);
    expect(stderr).toContain('found/success.svg: Success by task.');
    const read = (name: string) => readFileSync(`${workspace.path}/found/${name}`, 'utf8');
    expect(JSON.parse(read('exploration.json')).observations).toBe(48);
    expect(read('associations.csv')).toMatch(/^one,other,coefficient\n/);
    for (const name of ['associations', 'success', 'groups']) expect(read(`${name}.svg`)).toMatch(/^<svg /);
    const failed = await workspace.run('explore', 'odd.csv', '--outcome', 'b', '--out', 'nothing');
    expect(failed.status).toBe(1);
    expect(() => readFileSync(`${workspace.path}/nothing/exploration.json`)).toThrow();
  });
});
