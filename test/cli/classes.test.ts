/** Classes of levels, from the layout through the fit to the report, and what refuses them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Rule
category person
param knowing : probability ~ beta(2, 2)
param slip, guess : probability ~ beta(2, 18)
class knows[person] ~ bernoulli(knowing)
observe right ~ bernoulli(mix(knows[person], guess, not slip))
`;
const PERSONS = 30;

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('rule.ml', LAYOUT);
  // Every third person is right but once in twelve rows, the others wrong but once.
  const rows = Array.from({ length: 12 * PERSONS }, (_, row) => {
    const [person, answer] = [row % PERSONS, Math.floor(row / PERSONS)];
    return `p${person},${Number((person % 3 === 0) !== (answer === person % 12))}`;
  });
  workspace.write('rows.csv', ['person,right', ...rows, ''].join('\n'));
  const quick = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '1'];
  await workspace.run('fit', 'rule.ml', 'rows.csv', ...quick, '--out', 'fit');
}, 60_000);
afterAll(() => workspace.remove());

describe('classes', () => {
  it('are reported with a probability for each level, which may be 1 in all draws', () => {
    const { parameters, status, checks } = JSON.parse(workspace.read('fit/right/summary.json'));
    expect(status).not.toBe('failed');
    expect(checks).toEqual({ unchecked: 'The module of this layout cannot predict rows.' });
    for (let person = 0; person < PERSONS; person++) {
      const { mean } = parameters[`knows[p${person}]`];
      expect(Math.abs(mean - Number(person % 3 === 0))).toBeLessThan(0.01);
    }
    expect(parameters.knowing.mean).toBeGreaterThan(0.2);
    expect(parameters.knowing.mean).toBeLessThan(0.5);
  });

  it('have a report, which says that it knows nothing of rows', async () => {
    const { status, stderr } = await workspace.run('report', 'fit/right', '--output', 'report.html');
    expect(stderr).toContain('cannot predict rows');
    expect(status).toBe(0);
    expect(workspace.read('report.html')).toContain('knows');
  });

  it('are drawn in a simulation', async () => {
    const given = ['--levels', 'person=40', '--profile', 'prior', '--seed', '2', '--out', 'made.csv'];
    expect((await workspace.run('simulate', 'rule.ml', ...given)).status).toBe(0);
    expect(workspace.read('made.csv').trim().split('\n')).toHaveLength(41);
  });

  it.each([
    ['predict', 'fit/right', 'rows.csv'],
    ['predictive-check', 'fit/right', 'rows.csv'],
    ['predictive-check', '--prior', 'rule.ml', 'rows.csv'],
    ['evaluate', 'rule.ml', 'rows.csv', '--folds', '2', '--warmup', '50', '--draws', '50'],
  ])('refuse %s in words', async (...args) => {
    const { status, stderr } = await workspace.run(...args);
    expect(status).toBe(1);
    expect(stderr).toContain('its layout has classes');
    expect(stderr).toContain('Read the classes in the summary of the fit.');
  });
});
