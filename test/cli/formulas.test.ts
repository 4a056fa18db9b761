/** Cells that a spreadsheet would take for formulas: written as they were read, with a note of the first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './run-command.ts';

const LAYOUT = `layout Small
demand height in [0, 9]
param level ~ normal(0, 1)
observe success ~ bernoulli_logit(level - height)
`;

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('small.ml', LAYOUT);
});
afterAll(() => workspace.remove());

const simulated = (table: string) => {
  workspace.write('demands.csv', table);
  return workspace.run('simulate', 'small.ml', '--demands', 'demands.csv', '--profile', 'prior');
};

describe('text that begins as a formula does', () => {
  it('is written as it was read, and told', async () => {
    const names = ['=1+1', '+x', '-y', '@sum', '"=a,b"'];
    const { status, stdout, stderr } = await simulated(
      `note,height\n${names.map((name) => `${name},1\n`).join('')}`,
    );
    expect(status).toBe(0);
    expect(
      stdout
        .split('\n')
        .slice(1, -1)
        .map((line) => line.replace(/,1,[01]$/, '')),
    ).toEqual(names);
    expect(stderr).toContain(
      'note: row 1 has text in the column `note` that begins like a formula of a spreadsheet.',
    );
  });

  it('is no number, and no mark of a missing value', async () => {
    const { stderr } = await simulated('note,height\n-1.5,1\n+2e3,1\n-,1\nplain=,1\n');
    expect(stderr).not.toContain('formula');
  });
});
