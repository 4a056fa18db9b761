/** `check` with a table: what the data cannot tell about the layout, without sampling. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;

beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
});
afterAll(() => workspace.remove());

describe('check with a table', () => {
  it('says that there is nothing to say', async () => {
    const { status, stdout, stderr } = await workspace.run(
      ...['check', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1'],
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('\nrobots.csv: 60 rows, 1 subject, no hints.\n');
  });

  it('gives the hints that fit gives, for the rows and outcomes asked for', async () => {
    const outcome = await workspace.run(
      ...['check', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot*', '--rows', 'dark=0'],
    );
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/check-with-a-table.txt');
  });

  it('refuses options for a table where none is given', async () => {
    const outcome = await workspace.run('check', 'ladder.ml', '--rows', 'dark=0');
    await expect(transcript(outcome)).toMatchFileSnapshot('messages/usage/rows-without-a-table.txt');
  });

  it('says what is wrong with the table', async () => {
    const { status, stderr } = await workspace.run('check', 'ladder.ml', 'none.csv');
    expect(status).toBe(1);
    expect(stderr).toContain('none.csv');
  });
});
