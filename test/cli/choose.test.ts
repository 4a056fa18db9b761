/** `--choose`: which alternative of a layout a command takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const CHOICES = LADDER.replace(
  '~ uniform(0, 6)',
  '~ choose prior { flat: uniform(0, 6), falling: half_normal(2) }',
).replace('steepness = 1 / 1 m', 'steepness = choose slope { gentle: 1 / 1 m, steep: 4 / 1 m }');

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('choices.ml', CHOICES);
  workspace.write('robots.csv', ladderTable());
  workspace.write('point.json', JSON.stringify({ climb: 2, nightSight: 0.5, lean: 0 }));
  expect(
    await workspace.run('build', 'choices.ml', '--choose', 'slope=steep', '-o', 'steep.wasm'),
  ).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const ROBOT = ['robots.csv', '--outcome', 'success=robot1'];

describe('check', () => {
  it('lists what can be chosen, and how many layouts that makes', async () => {
    const first = await workspace.run('check', 'choices.ml');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout.split('\n').slice(1)).toEqual([
      '  ordinal scale: climb, nightSight',
      '  interval scale: lean',
      '  choose prior: [flat] falling',
      '  choose slope: [gentle] steep',
      '  4 layouts in all; --choose takes another than those in brackets.',
      '',
    ]);
    const second = await workspace.run('check', 'choices.ml', '--choose', 'prior=falling');
    expect(second.stdout).toContain('choose prior: flat [falling]\n');
    expect(second.stdout).toContain('  ratio scale: climb\n');
  });
});

describe('a selection', () => {
  it('is another log density, the same as that of the layout with the alternative alone', async () => {
    workspace.write('steep.ml', LADDER.replace('steepness = 1 / 1 m', 'steepness = 4 / 1 m'));
    const at = ['--at', 'point.json'];
    const gentle = await workspace.run('log-prob', 'choices.ml', ...ROBOT, ...at);
    const chosen = await workspace.run('log-prob', 'choices.ml', ...ROBOT, ...at, '--choose', 'slope=steep');
    const module = await workspace.run('log-prob', 'steep.wasm', ...ROBOT, ...at);
    const alone = await workspace.run('log-prob', 'steep.ml', ...ROBOT, ...at);
    const value = ({ stdout }: { stdout: string }): number => JSON.parse(stdout).logDensity;
    expect(chosen).toEqual(alone);
    expect(value(module)).toBeCloseTo(value(alone), 9);
    expect(Math.abs(value(gentle) - value(chosen))).toBeGreaterThan(0.1);
  });

  it('is recorded in the module and in the results', async () => {
    const chosen = ['--choose', 'prior=falling', '--choose', 'slope=steep'];
    const short = ['--warmup', '200', '--draws', '100', '--chains', '2', '--scouts', '0', '--out', 'out'];
    const fitted = await workspace.run('fit', 'choices.ml', ...ROBOT, ...chosen, ...short, '--json');
    const choices = { prior: 'falling', slope: 'steep' };
    expect(JSON.parse(fitted.stdout).subjects.robot1.choices).toEqual(choices);
    expect(JSON.parse(workspace.read('out/robot1/summary.json')).choices).toEqual(choices);
    const bytes = readFileSync(join(workspace.path, 'steep.wasm'));
    const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'theodolite');
    expect(JSON.parse(new TextDecoder().decode(section)).choices).toEqual({ prior: 'flat', slope: 'steep' });
  });
});

describe('a selection is refused in words', () => {
  const cases: Record<string, readonly string[]> = {
    'an unknown choice': ['check', 'choices.ml', '--choose', 'pior=flat'],
    'an unknown choice like no other': ['fit', 'choices.ml', ...ROBOT, '--choose', 'elephant=flat'],
    'an unknown alternative': ['build', 'choices.ml', '--choose', 'slope=step'],
    'a choice where there is none': ['check', 'ladder.ml', '--choose', 'prior=flat'],
    'a choice without an alternative': ['check', 'choices.ml', '--choose', 'prior'],
    'a choice given twice': ['check', 'choices.ml', '--choose', 'prior=flat', '--choose', 'prior=falling'],
    'a choice of a built module': ['fit', 'steep.wasm', ...ROBOT, '--choose', 'slope=gentle'],
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
});
