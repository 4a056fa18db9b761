/** The fits of one command that several processes make in parts, and their merge. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `/// Jumps.
layout Jump
demand height in [0, 4]
category wall
capability leap ~ normal(2, 1)
capability grip[wall] ~ normal(0, 1)
observe cleared ~ bernoulli(margin(leap + grip[wall], height, steepness = 3))
`;
const AGENTS = ['shards', 'a "b", c', 'Ü', 'ada', 'Ada'];
const ROWS = Array.from({ length: 90 }, (_, row) => {
  const height = (row % 30) / 8;
  const results = AGENTS.map((_, agent) => Number(height < 1 + agent / 2 + (row % 3) / 4));
  return [['step2', 'step10', ''][row % 3], ['brick', 'rock'][row % 2], height, ...results].join(',');
});
const HEADER = ['step', 'wall', 'height', 'shards', '"a ""b"", c"', 'Ü', 'ada', 'Ada'].join(',');
const SHORT = ['--warmup', '100', '--draws', '100', '--chains', '2', '--scouts', '2', '--seed', '5'];
const BOTH = ['fit', 'jump.ml', 'jumps.csv', '--outcome', 'cleared=shards,Ü,ada,Ada', '--rows', 'height<3.5'];
const ARGS = [...BOTH, ...SHORT];
/** Eight fits, of two levels. */
const LEVELS = [...BOTH, '--each', 'step', '--method', 'map', '--seed', '5'];

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('jump.ml', LAYOUT);
  workspace.write('jumps.csv', `${HEADER}\n${ROWS.join('\n')}\n`);
  const { status, stderr } = await workspace.run(...ARGS, '--out', 'whole');
  expect([0, 3, 5], stderr).toContain(status);
}, 60_000);
afterAll(() => workspace.remove());

const shard = (part: string, out: string, args = ARGS) =>
  workspace.run(...args, '--out', out, '--shard', part);
const merge = (out: string, ...args: string[]) => workspace.run('fit', '--merge', out, ...args);
const journalsOf = (out: string, part: string) =>
  readdirSync(join(workspace.path, out, 'shards')).filter((name) => name.startsWith(`fits.${part}.`));

/** Seconds differ between any two runs, and so do the digests of the summaries that have them. */
const withoutSeconds = (text: string) =>
  text
    .replaceAll(/"(compileSeconds|samplingSeconds|seconds)": ?[\d.e-]+/g, '"$1": 0')
    .replaceAll(/"sha256":"[0-9a-f]{64}"\}$|"sha256": "[0-9a-f]{64}"\n\}\n$/g, '')
    .replaceAll(/ in \d+\.\d s\b/g, ' in 0 s');

/** The files of fits, without the folder of their parts, and without seconds. */
function filesIn(out: string): Map<string, string> {
  const folder = join(workspace.path, out);
  const paths = (readdirSync(folder, { recursive: true }) as string[]).filter(
    (path) => !statSync(join(folder, path)).isDirectory() && !/^shards[/\\]\w/.test(path),
  );
  return new Map(
    paths.sort().map((path) => {
      const bytes = readFileSync(join(folder, path));
      return [path, path.endsWith('summary.json') ? withoutSeconds(String(bytes)) : bytes.toString('base64')];
    }),
  );
}

describe('fits in parts', () => {
  it('are those of one process, with a part made twice, and what is missing is said before', async () => {
    const second = await shard('2/3', 'parts');
    expect({ status: second.status, stdout: second.stdout }).toEqual({ status: 0, stdout: '' });
    expect(second.stderr).toContain('Part 2 of 3, 1 of 4 fits.');
    expect(second.stderr).toContain('Part 2 of 3 is made. Once all are: theodolite fit --merge parts');
    await shard('1/3', 'parts');
    // By mistake at the same time: neither knew of the other.
    const [first] = journalsOf('parts', '1-of-3');
    workspace.write('parts/shards/fits.1-of-3.again.jsonl', workspace.read(`parts/shards/${first}`));

    const missing = await merge('parts');
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toContain('2 of 4 fits in parts are made: part 3/3 lacks 2 fits.');
    const [, command] = /`theodolite (.*?)`\.$/m.exec(missing.stderr)!;
    const made = await workspace.run(...command!.replaceAll("'", '').split(' '));
    expect(made.stderr).toContain('Part 3 of 3 is made.');

    const whole = await workspace.run(...ARGS, '--out', 'whole');
    const merged = await merge('parts');
    expect(merged.status).toBe(whole.status);
    expect(withoutSeconds(merged.stdout)).toBe(withoutSeconds(whole.stdout));
    expect(merged.stderr).toBe(whole.stderr);
    expect(filesIn('parts')).toEqual(filesIn('whole'));
    expect([...filesIn('parts').keys()]).toContain(join('%73hards', 'draws.csv'));
    const json = async (...args: string[]) =>
      withoutSeconds((await workspace.run('fit', ...args, '--json')).stdout);
    expect(await json('--merge', 'parts')).toBe(await json(...ARGS.slice(1)));
  });

  it('of levels are those of one process, whichever part has a level', async () => {
    const whole = await workspace.run(...LEVELS, '--out', 'levels');
    for (const part of ['3/3', '1/3', '2/3'])
      expect((await shard(part, 'divided', LEVELS)).stderr).toContain(`Part ${part[0]} of 3, `);
    const merged = await merge('divided');
    expect(merged.status).toBe(whole.status);
    expect(merged.stdout).toMatch(/^step step2\n\nshards: [\s\S]*\nstep step10\n\nshards: /);
    expect(withoutSeconds(merged.stdout)).toBe(withoutSeconds(whole.stdout));
    expect(filesIn('divided')).toEqual(filesIn('levels'));
    const json = (await merge('divided', '--json')).stdout;
    expect(withoutSeconds(json)).toBe(withoutSeconds((await workspace.run(...LEVELS, '--json')).stdout));
  });

  it('go on where a part was killed, also divided anew', async () => {
    await shard('1/2', 'killed');
    const [journal] = journalsOf('killed', '1-of-2');
    const path = `killed/shards/${journal}`;
    const lines = workspace.read(path).split('\n');
    expect(lines).toHaveLength(3);
    // As a kill leaves it, in the middle of the second of two lines.
    workspace.write(path, `${lines[0]}\n${lines[1]!.slice(0, 40)}`);
    expect((await shard('1/2', 'killed')).stderr).toContain('1 of 2 fits is done.');
    // A fit that is gone is made again, though a journal has it.
    rmSync(join(workspace.path, 'killed/%73hards/draws.csv'));
    expect((await merge('killed')).stderr).toContain(
      '1 of 4 fits in killed is made: part 1/2 lacks 1 fit, part 2/2 lacks 2 fits.',
    );
    expect((await shard('1/4', 'killed')).stderr).not.toContain('done.');
    expect((await shard('2/4', 'killed')).stderr).toContain('1 of 1 fit is done.');
    for (const part of ['3/4', '4/4']) await shard(part, 'killed');
    await merge('killed');
    expect(filesIn('killed')).toEqual(filesIn('whole'));
  });

  it('are made by processes at the same time, of which some are ended in the middle', async () => {
    // Long enough to be ended before they are done.
    const args = [...LEVELS.slice(0, -4), ...SHORT, '--workers', '1'].map((word) =>
      word === '100' ? '2000' : word,
    );
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
    const endAfterOne = async ({ child }: typeof killed, part: string, signal: NodeJS.Signals) => {
      while (lines(part) < 1 && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 2));
      child.kill(signal);
    };
    await Promise.all([
      endAfterOne(killed, '1-of-2', 'SIGKILL'),
      endAfterOne(interrupted, '2-of-2', 'SIGINT'),
    ]);
    await killed.ended;
    const { status, stderr } = await interrupted.ended;
    const made = lines('2-of-2');
    expect(made).toBeLessThan(4);
    expect({ status, said: stderr.split('\n').at(-2) }).toEqual({
      status: 130,
      said: `Interrupted: ${made} of 4 fits ${made === 1 ? 'is' : 'are'} kept in abreast, and the same command makes the others.`,
    });
    // One part twice at once.
    const ends = await Promise.all(['1/2', '2/2', '2/2'].map((part) => begin(part).ended));
    expect(ends.map((end) => end.status)).toEqual([0, 0, 0]);
    const { status: ended, stdout } = await whole;
    const merged = await merge('abreast');
    expect(merged.status).toBe(ended);
    expect(withoutSeconds(merged.stdout)).toBe(withoutSeconds(stdout));
    expect(filesIn('abreast')).toEqual(filesIn('undivided'));
  }, 120_000);

  it('are refused for another table, seed or layout, and where a file was changed', async () => {
    await shard('1/2', 'changed');
    const refused = async (what: string, args: readonly string[], out = 'changed') => {
      const { status, stderr } = await workspace.run(...args, '--out', out, '--shard', '2/2');
      expect(status).toBe(1);
      expect(stderr).toContain(`error: ${out} holds another fit: its \`${what}\` differs.`);
    };
    await refused('settings.seed', ARGS.slice(0, -1).concat('6'));
    await refused('settings.drawsAs', [...ARGS, '--draws-as', 'parquet']);
    await shard('1/2', 'changed-levels', LEVELS);
    const table = workspace.read('jumps.csv');
    // A row that the fits use, under the same path.
    workspace.write('jumps.csv', table.replace(/^step2,brick,0,1/m, 'step2,brick,0,0'));
    await refused('rows.columns.shards', ARGS);
    await refused('rows.columns.shards', LEVELS, 'changed-levels');
    workspace.write('jumps.csv', table);
    workspace.write('jump.ml', LAYOUT.replace('normal(2, 1)', 'normal(2, 2)'));
    await refused('layout.sha256', ARGS);
    workspace.write('jump.ml', LAYOUT);

    await shard('2/2', 'changed');
    const basis = workspace.read('changed/shards/basis.json');
    workspace.write('changed/shards/basis.json', basis.replace('"each":null', '"each":"ste"'));
    expect((await merge('changed')).stderr).toContain(
      'Line 1 of changed/shards/basis.json is not as a fit wrote it',
    );
    workspace.write('changed/shards/basis.json', basis);
    const summary = workspace.read('changed/ada/summary.json');
    workspace.write('changed/ada/summary.json', summary.replace('"status": "', '"status": "un'));
    expect((await merge('changed')).stderr).toContain('changed/ada/summary.json is damaged');
    // Another fit in its place is no fit of these.
    await workspace.run(...ARGS.slice(0, -1), '6', '--out', 'other');
    workspace.write('changed/ada/summary.json', workspace.read('other/ada/summary.json'));
    for (const name of ['draws.csv', 'model.wasm'])
      workspace.write(`changed/ada/${name}`, readFileSync(join(workspace.path, 'other/ada', name)));
    expect((await merge('changed')).stderr).toContain('part 2/2 lacks 1 fit.');
  });

  it('are not merged as a sweep, nor a sweep as fits', async () => {
    await shard('1/2', 'ours');
    expect((await workspace.run('sweep', '--merge', 'ours')).stderr).toContain(
      'error: ours does not hold the parts of a sweep.',
    );
    workspace.write('theirs/shards/plan.json', '{"tasks":["a"],"count":1,"command":["theodolite","sweep"]}');
    expect((await merge('theirs')).stderr).toContain('error: theirs does not hold the parts of a fit.');
  });

  it('are made by the commands of docs/guides/evaluation.md', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/guides/evaluation.md'), 'utf8');
    const [, part, merged] = /```sh\ntheodolite (fit .* --shard 3\/8)\ntheodolite (.*)\n```/.exec(page)!;
    workspace.write('layout.ml', LAYOUT.replaceAll('cleared', 'success'));
    workspace.write('runs.csv', `wall,height,agent1,agent2\n${'brick,1,0,1\nrock,2,1,1\n'.repeat(5)}`);
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const words = part!.replaceAll("'", '').replace('3/8', `${index}/8`).split(' ');
      expect(await workspace.run(...words, ...SHORT)).toMatchObject({ status: 0 });
    }
    expect((await workspace.run(...merged!.split(' '))).stdout).toMatch(/^agent1: 10 rows/);
  });

  it.each<[string, readonly string[]]>([
    ['a part beyond the last', [...ARGS, '--out', 'bad', '--shard', '4/3']],
    ['a part without a folder', [...ARGS, '--shard', '1/3']],
    ['a part with results', [...ARGS, '--out', 'bad', '--shard', '1/3', '--json']],
    ['a merge of fits that are not in parts', ['fit', '--merge', 'whole']],
    ['a merge of no folder', ['fit', '--merge', 'nowhere']],
    ['a merge with a layout', ['fit', 'jump.ml', '--merge', 'whole']],
    ['a merge with draws', ['fit', '--merge', 'whole', '--draws', '9']],
    ['a fit of nothing', ['fit']],
    ['a fit without a table', ['fit', 'jump.ml']],
  ])('refuses %s', async (what, args) => {
    const outcome = await workspace.run(...args);
    expect(outcome.stdout).toBe('');
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/fit-shards/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
