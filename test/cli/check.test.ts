/** `check` with a table: what the data do not show about the layout, without sampling. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProgram } from '../../cli/program.ts';
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

/** A layout whose category may be given by stacking columns. */
const TEAMS = `layout Teams

category team

demand height in [0, 10]

param typical ~ normal(5, 2)
capability climb[team] ~ normal(typical, 1)

observe success ~ bernoulli(margin(climb[team], height))
`;

describe('check takes what fit takes', () => {
  /** The options of a command but for these, with how they are written and what is said of them. */
  async function optionsOf(name: string, but: readonly string[] = []) {
    const command = (await describeProgram([name])).commands.find((each) => each.name() === name)!;
    return command.options
      .filter((option) => !but.includes(option.long ?? ''))
      .map(({ flags, description, defaultValue, argChoices }) => ({
        ...{ flags, description, defaultValue, argChoices },
      }));
  }

  it('every option but those that say what is written, and by which process', async () => {
    const shared = await optionsOf('fit', ['--out', '--draws-as', '--json', '--shard', '--merge']);
    expect(await optionsOf('check')).toEqual(shared);
    expect(shared.map(({ flags }) => flags.split(' ')[0])).toEqual(
      expect.arrayContaining(['--stack', '--outcome', '--choose', '--format', '--method', '--seed']),
    );
  });

  it('and reads columns that are stacked as levels of a category', async () => {
    workspace.write('teams.ml', TEAMS);
    workspace.write(
      'wide.csv',
      `height,alpha,beta\n${Array.from({ length: 30 }, (_, i) => `${i % 11},${i % 11 < 5 ? 1 : 0},${i % 11 < 7 ? 1 : 0}`).join('\n')}\n`,
    );
    const stacked = ['teams.ml', 'wide.csv', '--outcome', 'success=alpha,beta', '--stack', 'team'];
    const checked = await workspace.run('check', ...stacked, '--method', 'mle', '--starts', '4');
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(checked.stdout).toContain(
      '\nwide.csv: 60 rows, 1 subject, no hints.\n  sampled between noncentred and centred, as warm-up learns: climb[team]\n',
    );
  });

  it('and says of them what fit says', async () => {
    workspace.write('teams.ml', TEAMS);
    workspace.write('narrow.csv', 'height,alpha\n1,1\n');
    for (const options of [
      ['narrow.csv', '--outcome', 'success=alpha', '--stack', 'taem'],
      ['narrow.csv', '--outcome', 'success=alpha', '--stack', 'team', '--method', 'smc', '--warmup', '5'],
      ['narrow.csv', '--outcome', 'success=alpha', '--stack', 'team', '--method', 'mle', '--chains', '5'],
    ]) {
      const [checked, fitted] = await Promise.all([
        workspace.run('check', 'teams.ml', ...options),
        workspace.run('fit', 'teams.ml', ...options),
      ]);
      expect(checked.status).toBe(2);
      expect(checked.stderr).toBe(fitted.stderr);
    }
  });

  it('but for options that read a table where none is given', async () => {
    for (const option of [
      ['--stack', 'team'],
      ['--format', 'csv'],
      ['--delimiter', ';'],
      ['--outcome', 'success=alpha'],
    ]) {
      const { status, stderr } = await workspace.run('check', 'ladder.ml', ...option);
      expect({ status, stderr }).toMatchObject({ status: 2 });
      expect(stderr).toContain(`\`${option[0]}\` says how to read a table, and none is given.`);
    }
  });
});
