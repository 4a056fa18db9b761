/** A sweep that several processes make in parts, and its merge. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseShard, shardAt, shareOf } from '../../cli/shards/shard.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Walls
demand height in [0, 10]
let base = choose where { low: 2, high: 6 }
capability climb ~ normal(base, 3)
observe success ~ bernoulli(margin(climb, height))
`;
const ROWS = Array.from(
  { length: 40 },
  (_, row) => `${row % 10},${Number(row % 10 < 5)},${Number(row % 7 < 4)}`,
);
const ARGS = [
  ...['sweep', 'walls.ml', 'walls.csv', '--outcome', 'success=a,b', '--folds', '2', '--seeds', '1,2'],
  ...['--warmup', '100', '--draws', '100', '--chains', '2', '--no-baselines'],
];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('walls.ml', LAYOUT);
  workspace.write('walls.csv', `height,a,b\n${ROWS.join('\n')}\n`);
  await workspace.run(...ARGS, '--out', 'whole');
});
afterAll(() => workspace.remove());

const shard = (part: string, out: string) => workspace.run(...ARGS, '--out', out, '--shard', part);
const merge = (out: string) => workspace.run('sweep', '--merge', out);
const shardFiles = (out: string) => readdirSync(join(workspace.path, out, 'shards'));

/** The files of a sweep, without the folder of its parts. */
function filesIn(out: string): Map<string, string> {
  const folder = join(workspace.path, out);
  const names = readdirSync(folder).filter((name) => name !== 'shards');
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('a sweep in parts', () => {
  it('gives the bytes of one process, in whatever order the parts are made', async () => {
    for (const part of ['3/3', '1/3', '2/3'])
      expect((await shard(part, 'parts')).stderr).not.toContain('error');
    const { stdout } = await merge('parts');
    expect(stdout).toContain('Posterior mean of climb');
    expect(filesIn('parts')).toEqual(filesIn('whole'));
    // A second merge changes nothing.
    await merge('parts');
    expect(filesIn('parts')).toEqual(filesIn('whole'));
  });

  it('says which parts are missing, and by which command they are made', async () => {
    await shard('2/3', 'some');
    const { status, stderr } = await merge('some');
    expect(status).toBe(1);
    expect(stderr).toContain('5 of 16 fits in some are made: part 1/3 lacks 5 fits');
    expect(stderr).toContain('part 3/3 lacks 6 fits');
    const [, command] = /`theodolite (.*?)`/.exec(stderr)!;
    expect((await workspace.run(...command!.split(' '))).stderr).toContain('Part 1 of 3 is made.');
    expect((await merge('some')).stderr).toContain('10 of 16 fits in some are made: part 3/3 lacks 6 fits');
  });

  it('continues a part that was killed, and takes a part that was made twice once', async () => {
    await shard('1/2', 'twice');
    const [fits] = shardFiles('twice').filter((name) => name.startsWith('fits.1-of-2.'));
    const path = `twice/shards/${fits}`;
    const lines = workspace.read(path).split('\n');
    // As a kill leaves it, in the middle of the fourth of eight lines.
    workspace.write(path, `${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, 40)}`);
    expect((await shard('1/2', 'twice')).stderr).toContain('; 3 are done.');
    workspace.write('twice/shards/fits.1-of-2.again.jsonl', lines.join('\n'));
    await shard('2/2', 'twice');
    await merge('twice');
    expect(filesIn('twice')).toEqual(filesIn('whole'));
  });

  it('may be divided anew, and keeps what was made', async () => {
    await shard('1/2', 'anew');
    expect((await shard('1/4', 'anew')).stderr).toContain('; 4 are done.');
    for (const part of ['3/4', '4/4']) await shard(part, 'anew');
    await merge('anew');
    expect(filesIn('anew')).toEqual(filesIn('whole'));
  });

  it.each<[string, readonly string[]]>([
    ['a part beyond the last', [...ARGS, '--out', 'bad', '--shard', '4/3']],
    ['a part of no number', [...ARGS, '--out', 'bad', '--shard', 'three']],
    ['a job that is none', [...ARGS, '--out', 'bad', '--shard', 'auto']],
    ['a merge of a sweep that is not in parts', ['sweep', '--merge', 'whole']],
    ['a merge with a layout', ['sweep', 'walls.ml', '--merge', 'whole']],
    ['a sweep of nothing', ['sweep']],
    ['a sweep without a folder', ARGS],
  ])('refuses %s', async (what, args) => {
    await expect(transcript(await workspace.run(...args))).toMatchFileSnapshot(
      `messages/sweep-shards/${what.replaceAll(' ', '-')}.txt`,
    );
    rmSync(join(workspace.path, 'bad'), { recursive: true, force: true });
  });

  it('refuses a journal that was changed', async () => {
    await shard('1/16', 'changed');
    const [fits] = shardFiles('changed').filter((name) => name.startsWith('fits.'));
    const path = `changed/shards/${fits}`;
    workspace.write(path, workspace.read(path).replace('"divergences":0', '"divergences":1'));
    const { status, stderr } = await merge('changed');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /Line 1 of changed\/shards\/fits\.1-of-16\.\w+\.jsonl is not as a sweep wrote it/,
      ),
    });
  });
});

describe('the part of a job', () => {
  it.each([
    ['2/5', {}, { index: 2, count: 5 }],
    [
      'auto',
      {
        SLURM_ARRAY_TASK_ID: '7',
        SLURM_ARRAY_TASK_MIN: '1',
        SLURM_ARRAY_TASK_STEP: '3',
        SLURM_ARRAY_TASK_COUNT: '4',
      },
      { index: 3, count: 4 },
    ],
    ['auto', { AWS_BATCH_JOB_ARRAY_INDEX: '0', AWS_BATCH_JOB_ARRAY_SIZE: '9' }, { index: 1, count: 9 }],
    ['auto/6', { JOB_COMPLETION_INDEX: '5' }, { index: 6, count: 6 }],
    // One job of eight that is run again.
    [
      'auto/8',
      { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_MIN: '3', SLURM_ARRAY_TASK_COUNT: '1' },
      { index: 3, count: 8 },
    ],
    ['auto/6', { PBS_ARRAY_INDEX: '2' }, { index: 3, count: 6 }],
  ])('%s is known from %j', (text, environment, wanted) => {
    expect(parseShard(text, environment)).toEqual(wanted);
  });

  it('has to be told where the scheduler does not tell how many there are', () => {
    expect(() => parseShard('auto', { JOB_COMPLETION_INDEX: '5' })).toThrow(/not how many there are/);
  });

  it('has every fit in one part, and parts that differ by one at most', () => {
    for (const length of [1, 5, 16, 97]) {
      const all = Array.from({ length }, (_, place) => place);
      for (const count of [1, 2, 3, 7, 120]) {
        const parts = Array.from({ length: count }, (_, part) => shareOf(all, { index: part + 1, count }));
        expect(parts.flat()).toEqual(all);
        const sizes = parts.map((part) => part.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        for (const place of all) expect(parts[shardAt(place, length, count).index - 1]).toContain(place);
      }
    }
  });
});
