/** A recovery that several processes make in parts, and its merge. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Walls
unit m
demand height : m in [0, 10]
category wall
capability climb : m ~ uniform(0, 12)
capability grip[wall] : m ~ normal(0, 1)
let base = choose where { low: 1, high: 2 }
observe success ~ bernoulli(margin(climb + base * grip[wall], height) and mean(success))
`;
const ROWS = Array.from(
  { length: 40 },
  (_, row) => `${(row * 7) % 10},${['brick', 'a "rock", wet', 'Ü'][row % 3]}`,
);
const LINE = `layout Line
demand height in [0, 4]
capability climb ~ uniform(0, 6)
observe success ~ bernoulli(margin(climb, height, 3))
`;
const SHORT = ['--warmup', '100', '--draws', '100', '--scouts', '0'];
const ARGS = [
  ...['recover', 'walls.ml', 'walls.csv', '--choose', 'where=high', '--statistic', 'mean(success)=0.5'],
  ...['--runs', '8', '--halve', 'climb', '--seed', '5', ...SHORT],
];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('walls.ml', LAYOUT);
  workspace.write(
    'walls.csv',
    `height,wall\n${ROWS.map((row) => row.replace('a "rock", wet', '"a ""rock"", wet"')).join('\n')}\n`,
  );
  workspace.write('line.ml', LINE);
  const { status, stderr } = await workspace.run(...ARGS, '--out', 'whole');
  expect([0, 3], stderr).toContain(status);
}, 60_000);
afterAll(() => workspace.remove());

const shard = (part: string, out: string) => workspace.run(...ARGS, '--out', out, '--shard', part);
const merge = (out: string, ...args: string[]) => workspace.run('recover', '--merge', out, ...args);
const journalsOf = (out: string, part: string) =>
  readdirSync(join(workspace.path, out, 'shards')).filter((name) => name.startsWith(`runs.${part}.`));

/** The files of a recovery, without the folder of its parts. */
function filesIn(out: string): Map<string, string> {
  const folder = join(workspace.path, out);
  const names = readdirSync(folder).filter((name) => name !== 'shards');
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('a recovery in parts', () => {
  it('gives the bytes of one process, with a part made twice, and says what is missing before', async () => {
    const third = await shard('3/3', 'parts');
    expect({ status: third.status, stdout: third.stdout }).toEqual({ status: 0, stdout: '' });
    expect(third.stderr).toContain('Part 3 of 3, 3 of 8 runs.');
    expect(third.stderr).toContain('Part 3 of 3 is made. Once all are: theodolite recover --merge parts');
    await shard('1/3', 'parts');
    // By mistake at the same time: neither knew of the other.
    const [first] = journalsOf('parts', '1-of-3');
    workspace.write('parts/shards/runs.1-of-3.again.jsonl', workspace.read(`parts/shards/${first}`));

    const missing = await merge('parts');
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toContain('5 of 8 runs in parts are made: part 2/3 lacks 3 runs.');
    expect([...filesIn('parts').keys()]).toEqual(['plan.json']);
    const [, command] = /`theodolite (.*?)`\.$/m.exec(missing.stderr)!;
    const made = await workspace.run(...command!.replaceAll("'", '').split(' '));
    expect(made.stderr).toContain('Part 2 of 3 is made.');

    const whole = await workspace.run(...ARGS, '--out', 'whole');
    const merged = await merge('parts');
    expect(merged).toMatchObject({ status: whole.status, stdout: whole.stdout });
    expect(merged.stdout).toContain('To halve the sd of climb');
    expect(merged.stderr).toContain('mean(success): taken as 0.5, and ');
    expect(filesIn('parts')).toEqual(filesIn('whole'));
    // A second merge changes nothing, and prints what one process prints.
    const again = await merge('parts', '--json');
    expect(again.stdout).toBe((await workspace.run(...ARGS, '--out', 'whole', '--json')).stdout);
    expect(filesIn('parts')).toEqual(filesIn('whole'));
  });

  it('continues a part that was killed, divided anew or begun by one process', async () => {
    await shard('1/2', 'killed');
    const [journal] = journalsOf('killed', '1-of-2');
    const path = `killed/shards/${journal}`;
    const lines = workspace.read(path).split('\n');
    expect(lines).toHaveLength(5);
    // As a kill leaves it, in the middle of the third of four lines.
    workspace.write(path, `${lines.slice(0, 2).join('\n')}\n${lines[2]!.slice(0, 40)}`);
    expect((await shard('1/2', 'killed')).stderr).toContain('2 of 4 runs are done.');
    expect((await shard('2/4', 'killed')).stderr).toContain('2 of 2 runs are done.');
    await shard('3/4', 'killed');
    await shard('4/4', 'killed');
    await merge('killed');
    expect(filesIn('killed')).toEqual(filesIn('whole'));

    // More runs of a recovery that is there: its own count.
    const more = ARGS.map((word) => (word === '8' ? '10' : word));
    rmSync(join(workspace.path, 'killed', 'shards'), { recursive: true });
    const grown = await workspace.run(...more, '--out', 'killed', '--shard', '1/1');
    expect(grown.stderr).toContain('8 of 10 runs are done.');
    await merge('killed');
    await workspace.run(...more, '--out', 'ten');
    expect(filesIn('killed')).toEqual(filesIn('ten'));
  });

  it('is made by processes at the same time, of which some are ended in the middle', async () => {
    // Long enough to be ended before they are done.
    const longer = new Map([
      ['8', '24'],
      ['100', '1000'],
    ]);
    const args = [...ARGS.map((word) => longer.get(word) ?? word), '--workers', '1'];
    const whole = workspace.run(...args, '--out', 'undivided');
    const begin = (part: string) => workspace.start(...args, '--out', 'abreast', '--shard', part);
    const lines = (part: string) =>
      existsSync(join(workspace.path, 'abreast/shards'))
        ? journalsOf('abreast', part).reduce(
            (sum, name) => sum + workspace.read(`abreast/shards/${name}`).split('\n').length - 1,
            0,
          )
        : 0;
    const [killed, interrupted] = [begin('1/2'), begin('2/2')];
    const endAfterTwo = async ({ child }: typeof killed, part: string, signal: NodeJS.Signals) => {
      while (lines(part) < 2 && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 2));
      child.kill(signal);
    };
    await Promise.all([
      endAfterTwo(killed, '1-of-2', 'SIGKILL'),
      endAfterTwo(interrupted, '2-of-2', 'SIGINT'),
    ]);
    await killed.ended;
    const { status, stderr } = await interrupted.ended;
    const made = lines('2-of-2');
    expect(made).toBeLessThan(12);
    expect({ status, said: stderr.split('\n').at(-2) }).toEqual({
      status: 130,
      said: `Interrupted: ${made} of 12 runs are kept in abreast, and the same command makes the others.`,
    });
    // One part twice at once.
    const ends = await Promise.all(['1/2', '2/2', '2/2'].map((part) => begin(part).ended));
    expect(ends.map((end) => end.status)).toEqual([0, 0, 0]);
    const { status: ended, stdout } = await whole;
    expect(await merge('abreast')).toMatchObject({ status: ended, stdout });
    expect(filesIn('abreast')).toEqual(filesIn('undivided'));
  }, 120_000);

  it('writes the demands of a design, and has parts without runs', async () => {
    const args = ['recover', 'line.ml', '--design', 'random', '20', '--runs', '2', ...SHORT];
    await workspace.run(...args, '--out', 'drawn');
    for (const part of ['1/3', '2/3', '3/3'])
      expect((await workspace.run(...args, '--out', 'divided', '--shard', part)).status).toBe(0);
    await merge('divided');
    expect([...filesIn('drawn').keys()]).toContain('demands.csv');
    expect(filesIn('divided')).toEqual(filesIn('drawn'));
  });

  it('is made by the commands of docs/guides/recovery.md', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/guides/recovery.md'), 'utf8');
    const [, part, merged] = /```sh\ntheodolite (recover .* --shard 3\/8)\ntheodolite (.*)\n```/.exec(page)!;
    workspace.write('reading.ml', LINE);
    workspace.write('words.csv', `height\n${'1\n2\n3\n'.repeat(5)}`);
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const words = part!.replace('--runs 1000', '--runs 8').replace('3/8', `${index}/8`).split(' ');
      expect(await workspace.run(...words, ...SHORT)).toMatchObject({ status: 0 });
    }
    expect((await workspace.run(...merged!.split(' '))).stdout).toContain('Line: 8 runs of 15 rows');
  });

  it('refuses a part of another recovery, and a file that was changed', async () => {
    await shard('1/8', 'changed');
    expect((await merge('changed')).stderr).toContain(
      '1 of 8 runs in changed is made: part 2/8 lacks 1 run, ',
    );
    const other = await workspace.run(
      ...ARGS.map((word) => (word === '5' ? '6' : word)),
      ...['--out', 'changed', '--shard', '2/8'],
    );
    expect(other.status).toBe(1);
    expect(other.stderr).toContain('changed holds another recovery: its `seed` differs.');
    const basis = workspace.read('changed/shards/basis.json');
    for (const part of ['2/8', '3/8', '4/8', '5/8', '6/8', '7/8', '8/8']) await shard(part, 'changed');
    workspace.write('changed/shards/basis.json', basis.replace('"rows":40', '"rows":41'));
    const damaged = await merge('changed');
    expect(damaged.status).toBe(1);
    expect(damaged.stderr).toContain('Line 1 of changed/shards/basis.json is not as a recovery wrote it');
    rmSync(join(workspace.path, 'changed/shards/basis.json'));
    expect((await merge('changed')).stderr).toContain('basis.json is missing or cut off.');
    // Any part writes it anew.
    await shard('1/8', 'changed');
    await merge('changed');
    expect(filesIn('changed')).toEqual(filesIn('whole'));
    const [journal] = journalsOf('changed', '3-of-8');
    const path = `changed/shards/${journal}`;
    workspace.write(path, workspace.read(path).replace('"error":null', '"error":"no"'));
    expect((await merge('changed')).stderr).toMatch(
      /Line 1 of changed\/shards\/runs\.3-of-8\.\w+\.jsonl is not as a recovery wrote it/,
    );
  });

  it.each<[string, readonly string[]]>([
    ['a part beyond the last', [...ARGS, '--out', 'bad', '--shard', '4/3']],
    ['a part without a folder', [...ARGS, '--shard', '1/3']],
    ['a part with results', [...ARGS, '--out', 'bad', '--shard', '1/3', '--json']],
    ['a merge of a recovery that is not in parts', ['recover', '--merge', 'whole']],
    ['a merge of no folder', ['recover', '--merge', 'nowhere']],
    ['a merge with a layout', ['recover', 'walls.ml', '--merge', 'whole']],
    ['a merge with runs', ['recover', '--merge', 'whole', '--runs', '9']],
    ['a merge of a sweep', ['sweep', '--merge', 'whole', '--seeds', '1']],
    ['a recovery of nothing', ['recover']],
  ])('refuses %s', async (what, args) => {
    const outcome = await workspace.run(...args);
    expect(outcome.stdout).toBe('');
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/recover-shards/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
