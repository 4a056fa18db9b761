/** Pairs of levels on the command line: from a simulated table through a fit to predictions, and what refuses them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Feel
category person
category item in text
category text
param extra ~ half_normal(1)
param feel[person, text] ~ normal(0, extra)
param hard[item] ~ normal(0, 1)
observe right ~ bernoulli(logistic(feel[person, text] - hard[item]))
`;

const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('feel.ml', LAYOUT);
  const levels = 'person=12,item=6,text=2';
  const made = ['--levels', levels, '--profile', 'prior', '--seed', '2', '--out', 'made.csv'];
  expect((await workspace.run('simulate', 'feel.ml', ...made)).status).toBe(0);
  expect((await workspace.run('fit', 'feel.ml', 'made.csv', ...QUICK, '--out', 'fit')).status).toBe(0);
}, 60_000);
afterAll(() => workspace.remove());

describe('pairs of levels', () => {
  it('need no column of their own, and have a value for each pair in the table', () => {
    expect(workspace.read('made.csv').split('\n')[0]).toBe('person,item,text,right');
    const { parameters } = JSON.parse(workspace.read('fit/right/summary.json'));
    const names = Object.keys(parameters).filter((name) => name.startsWith('feel'));
    expect(names).toHaveLength(24);
    expect(names.slice(0, 3)).toEqual(['feel[1, 1]', 'feel[1, 2]', 'feel[2, 1]']);
  });

  it('can be given for a simulation', async () => {
    const profile = JSON.parse(workspace.read('made.profile.json'));
    expect(Object.keys(profile.feel)).toHaveLength(24);
    const again = ['--levels', 'person=12,item=6,text=2', '--profile', 'made.profile.json', '--seed', '2'];
    const { stdout } = await workspace.run('simulate', 'feel.ml', ...again);
    expect(stdout).toBe(workspace.read('made.csv'));
  });

  it('that the fit did not have are drawn from their population, and said', async () => {
    workspace.write('new.csv', 'person,item,text\nZoe,1,1\n3,1,1\n');
    const { status, stdout, stderr } = await workspace.run('predict', 'fit/right', 'new.csv');
    expect(status).toBe(0);
    expect(stderr).toContain('person "Zoe" and person and text "Zoe, 1": not in the fit');
    expect(stdout.split('\n')[1]).toMatch(/^Zoe,1,1,.*person/);
  });

  it('that a walk has not reached are drawn from where it was last, or from the population', async () => {
    const text = `layout Sessions
category person, session
param start[person] ~ normal(0, 1)
capability skill[person, session] ~ normal(previous(skill[person, session], start[person]), 0.5)
observe right ~ bernoulli(logistic(skill[person, session]))
`;
    const rows = ['Ada,1', 'Ada,2', 'Bo,1', 'Bo,3'].flatMap((pair, place) =>
      Array.from({ length: 8 }, (_, row) => `${pair},${Number(row > place)}`),
    );
    workspace.write('sessions.ml', text);
    workspace.write('sessions.csv', `person,session,right\n${rows.join('\n')}\n`);
    const fitted = await workspace.run('fit', 'sessions.ml', 'sessions.csv', ...QUICK, '--out', 'walked');
    expect(fitted.status).not.toBe(2);
    workspace.write('later.csv', 'person,session\nAda,4\nAda,3\nZoe,1\nBo,3\n');
    const { stdout, stderr } = await workspace.run('predict', 'walked/right', 'later.csv');
    const [, ...lines] = stdout.trim().split('\n');
    expect(lines.map((line) => line.replace(/,[\d.,]*$/, ''))).toMatchInlineSnapshot(`
      [
        "Ada,4,"session, person.session"",
        "Ada,3,person.session",
        "Zoe,1,"person, person.session"",
        "Bo",
      ]
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "note: person "Zoe" and session "4" and person and session "Zoe, 1": not in the fit, and so drawn from the population. Check that the names are right.
      note: person and session "Ada, 3", "Ada, 4": not in the fit, and so its walk goes on from the last level that was fitted. Check that the names are right.
      "
    `);
    workspace.write('between.csv', 'person,session\nBo,2\n');
    const between = await workspace.run('predict', 'walked/right', 'between.csv');
    expect(between.stderr).toMatchInlineSnapshot(`
      "error: The pair Bo, 2 of \`person\` and \`session\` was not fitted, and \`skill\` walks on from it to pairs of "Bo" that were.
        = help: Only pairs behind the last one of "Bo" can be drawn: leave out its rows, or fit again to data that have rows of this pair.
      "
    `);
  });

  it('are checked against the rows', async () => {
    const checked = await workspace.run('predictive-check', 'fit/right', 'made.csv');
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  it('stack the columns of a table', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, row) => `${row % 6},${row % 2},${row % 3 ? 1 : 0},${row % 4 ? 0 : 1}`,
    );
    workspace.write('wide.csv', ['item,text,ada,bo', ...rows, ''].join('\n'));
    const stacked = ['--outcome', 'right=ada,bo', '--stack', 'person', '--json'];
    const { status, stdout } = await workspace.run('fit', 'feel.ml', 'wide.csv', ...stacked, ...QUICK);
    expect(status).toBe(0);
    const { parameters } = JSON.parse(stdout).subjects.right;
    expect(Object.keys(parameters).filter((name) => name.startsWith('feel'))).toEqual(
      ['ada, 0', 'ada, 1', 'bo, 0', 'bo, 1'].map((pair) => `feel[${pair}]`),
    );
  });
});
