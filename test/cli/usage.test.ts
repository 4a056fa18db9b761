import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { type Outcome, openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
let built: Outcome;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  built = await workspace.run('build', 'ladder.ml');
}, 60_000);
afterAll(() => workspace.remove());

const FIT = ['fit', 'ladder.wasm', 'robots.csv'];

describe('a command line is refused in words', () => {
  const cases: Record<string, readonly string[]> = {
    'a misspelt command': ['fitt'],
    'a misspelt option': [...FIT, '--drawz', '100'],
    'a missing argument': ['fit', 'ladder.wasm'],
    'a surplus argument': ['build', 'ladder.ml', 'robots.csv', 'more.csv'],
    'an option without its value': [...FIT, '--seed'],
    'a command that is nearly two': ['fot', 'ladder.ml'],
    'an unknown phase': ['build', 'ladder.ml', '--show', 'tokens'],
    'an unknown pass': ['build', 'ladder.ml', '--show', 'after:nothing'],
    'phases that cannot be compared': ['build', 'ladder.ml', '--show', 'plan', '--show', 'graph'],
    'no chains': [...FIT, '--chains', '0'],
    'an unknown method': [...FIT, '--method', 'gibbs'],
    'a warm-up of sequential Monte Carlo': [...FIT, '--method', 'smc', '--warmup', '500'],
    'too few draws': [...FIT, '--draws', '3'],
    'draws that are no number': [...FIT, '--draws', 'many'],
    'a fraction of a warm-up': [...FIT, '--warmup', '10.5'],
    'a target of one': [...FIT, '--target-accept', '1'],
    'a target that is no number': [...FIT, '--target-accept', 'high'],
    'a negative seed': [...FIT, '--seed', '-1'],
    'a seed of 65 bits': [...FIT, '--seed', '18446744073709551616'],
    'an outcome without a column': [...FIT, '--outcome', 'success'],
    'an empty column name': [...FIT, '--outcome', 'success=robot1,,robot2'],
    'an outcome the layout does not observe': [...FIT, '--outcome', 'sucess=robot1'],
    'an outcome given twice': [...FIT, '--outcome', 'success=robot1', '--outcome', 'success=robot2'],
    'a filter without a value': [...FIT, '--rows', 'split'],
    'an output that is empty': [...FIT, '--outcome', 'success=robot1', '--out', ''],
    'an argument that is empty': ['fit', 'ladder.wasm', ''],
    'a module in the place of its layout': ['build', 'ladder.ml', '-o', './ladder.ml'],
    'a simulation in the place of its demands': [
      ...['simulate', 'ladder.ml', '--demands', 'robots.csv', '--profile', 'prior', '--out', 'robots.csv'],
    ],
    'predictions in the place of their table': [
      ...['evaluate', 'ladder.ml', 'robots.csv', '--folds', '3', '--outcome', 'success=robot1'],
      ...['--predictions', './robots.csv'],
    ],
    'a report in the place of its predictions': [
      ...[
        'report',
        '.',
        '--evaluation',
        'ladder.ml',
        '--predictions',
        'robots.csv',
        '--output',
        'robots.csv',
      ],
    ],
    'log-prob without a point': ['log-prob', 'ladder.wasm', 'robots.csv'],
  };
  for (const [title, args] of Object.entries(cases)) {
    it.concurrent(title, async ({ expect }) => {
      const outcome = await workspace.run(...args);
      expect(outcome).toMatchObject({ status: 2, stdout: '' });
      await expect(transcript(outcome)).toMatchFileSnapshot(
        `messages/usage/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
      );
    });
  }

  it('and the help of a program is asked for before a command', async () => {
    const { status, stdout } = await workspace.run('--help', 'fit');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}predict {2,}predict the rows/m);
  });

  it('and no command at all is answered by the help, on stderr', async () => {
    const { status, stdout, stderr } = await workspace.run();
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Commands:');
  });
});

describe('the help', () => {
  it('documents every exit status', async () => {
    const { status, stdout, stderr } = await workspace.run('fit', '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const code of [0, 1, 2, 3, 4, 70, 130]) expect(stdout).toMatch(new RegExp(`^ {2}${code} `, 'm'));
  });

  it('gives the version of the package', async () => {
    const { stdout } = await workspace.run('--version');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('check', () => {
  it('sums a good layout up in one line', async () => {
    expect(await workspace.run('check', 'ladder.ml')).toEqual({
      status: 0,
      stdout:
        'ladder.ml: Ladder is well formed: 4 demands, 3 latents, outcome success.\n' +
        '  ordinal scale: climb, nightSight\n  interval scale: lean\n',
      stderr: '',
    });
  });
});

describe('build', () => {
  it('writes a module of the name of the layout, and says so on stderr', () => {
    expect(built).toMatchObject({ status: 0, stdout: '' });
    expect(existsSync(join(workspace.path, 'ladder.wasm'))).toBe(true);
    expect(built.stderr).toMatch(/^ladder\.wasm: \d+ bytes, layout Ladder\n$/);
  });

  it('prints the passes, the programs that a pass left, and what changed between two', async () => {
    const show = async (...steps: readonly string[]) => {
      const args = steps.flatMap((step) => ['--show', step]);
      const { status, stdout } = await workspace.run('build', 'ladder.ml', ...args);
      expect(status).toBe(0);
      return stdout;
    };
    const passes = await show('passes');
    expect(passes).toMatch(/^merge-logs +one logarithm for many: density \d+/m);
    const [before, after, between] = [
      await show('after:derive'),
      await show('after:share-exponentials'),
      await show('after:derive', 'after:share-exponentials'),
    ];
    expect(before).toMatch(/^density after derive$/m);
    const lines = between.split('\n').filter((line) => /^[-+] /.test(line));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [has, lacks] = line.startsWith('-') ? [before, after] : [after, before];
      expect(has).toContain(line.slice(2));
      expect(lacks.split(/^(?=\w+ after)/m)[0]).not.toContain(`${line.slice(2)}\n`);
    }
  });

  it('prints a phase and writes nothing with --show', async () => {
    const { status, stdout, stderr } = await workspace.run('build', 'ladder.ml', '--show', 'types');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('nightSight');
  });
});

describe('a defect of ours', () => {
  /** Breaks the clock under the command. */
  const BROKEN = "data:text/javascript,performance.now=()=>{throw new TypeError('odd')}";

  it('is told in one line, with what to report and without a stack', async () => {
    const space = openWorkspace({ NODE_OPTIONS: `--import "${BROKEN}"` });
    space.write('ladder.ml', LADDER);
    space.write('table.csv', ladderTable());
    const quiet = await space.run('fit', 'ladder.ml', 'table.csv', '--outcome', 'success=robot1');
    const loud = await space.run('fit', 'ladder.ml', 'table.csv', '--outcome', 'success=robot1', '--debug');
    space.remove();
    expect(quiet).toMatchObject({ status: 70, stdout: '' });
    expect(quiet.stderr).toMatch(
      /^error: a defect in theodolite [\d.]+ \(TypeError: odd\)\n {2}= help: Report it.*\n$/,
    );
    expect(loud.stderr).toMatch(/\n {4}at .*open-layout\.js/);
  });
});
