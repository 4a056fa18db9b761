import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endless } from '../host/endless.ts';
import { reseal } from '../stored/reseal.ts';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, type Workspace } from './run-command.ts';
import { interruptStuck, NOTES } from './stuck.ts';

let workspace: Workspace;
let whole: Uint8Array;

const DATA = ['robots.csv', '--outcome', 'success=robot1'];
const SHORT = ['--warmup', '50', '--draws', '50', '--chains', '2'];

beforeAll(async () => {
  workspace = openWorkspace(NOTES);
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  workspace.write('at.json', JSON.stringify({ climb: 2, nightSight: 0.7, lean: 0.1 }));
  await workspace.run('fit', 'ladder.ml', ...DATA, '--out', 'fits', ...SHORT);
  whole = readFileSync(join(workspace.path, 'fits/robot1/model.wasm'));
}, 120_000);
afterAll(() => workspace.remove());

/** Writes a module in which an export does not return; also as the module of a fit. */
async function stuckIn(name: string): Promise<{ readonly module: string; readonly fit: string }> {
  const bytes = await endless(whole, name);
  workspace.write(`${name}.wasm`, bytes);
  cpSync(join(workspace.path, 'fits'), join(workspace.path, `fits-${name}`), { recursive: true });
  writeFileSync(join(workspace.path, `fits-${name}/robot1/model.wasm`), bytes);
  // A module that is not by the digest of the fit would be refused before it runs.
  reseal(join(workspace.path, `fits-${name}/robot1`));
  return { module: `${name}.wasm`, fit: `fits-${name}/robot1` };
}

const INTERRUPTED = { wasStuck: true, status: 130, stdout: '' };
const last = (stderr: string) => stderr.split('\n').at(-2);

/** Files that are not of a whole result. */
function leftovers(): string[] {
  const all = readdirSync(workspace.path, { recursive: true, encoding: 'utf8' });
  return all.filter((name) => name.includes('partial') || /^out($|\/)/.test(name));
}

/** Of each command an export that it calls, and not another thread of its. `test/slow/cli` tries them all. */
const CASES: Readonly<
  Record<string, readonly [name: string, args: (files: { module: string; fit: string }) => string[]]>
> = {
  'fit, while it gives the data': ['bind', ({ module }) => ['fit', module, ...DATA, '--out', 'out']],
  'fit, while it looks for hints': ['constrain', ({ module }) => ['fit', module, ...DATA]],
  'fit, while a chain runs': ['chain_run', ({ module }) => ['fit', module, ...DATA, '--out', 'out']],
  'fit --method mle': ['objective', ({ module }) => ['fit', module, ...DATA, '--method', 'mle']],
  'fit --method laplace': ['ascend', ({ module }) => ['fit', module, ...DATA, '--method', 'laplace']],
  'log-prob': ['log_density', ({ module }) => ['log-prob', module, ...DATA, '--at', 'at.json']],
  predict: ['outcome_mean', ({ fit }) => ['predict', fit, 'robots.csv', '--out', 'out/rows.csv']],
  'predictive-check': ['draw_outcome', ({ fit }) => ['predictive-check', fit, 'robots.csv']],
  compare: ['log_likelihood', ({ fit }) => ['compare', fit, 'fits/robot1', '--data', 'robots.csv']],
  report: ['predict', ({ fit }) => ['report', fit, '--data', 'robots.csv', '-o', 'out/page.html']],
  plot: [
    'add_rows',
    ({ fit }) => ['plot', 'success-by-demand', fit, '--data', 'robots.csv', '-o', 'out/plot.svg'],
  ],
};

describe('a module that does not return is ended by one signal in', () => {
  for (const [command, [name, args]] of Object.entries(CASES)) {
    it(`${command} (\`${name}\`)`, async () => {
      const outcome = await interruptStuck(workspace, args(await stuckIn(name)));
      expect(outcome, outcome.stderr).toMatchObject(INTERRUPTED);
      expect(last(outcome.stderr)).toBe('Interrupted: nothing was written.');
      expect(leftovers()).toEqual([]);
    });
  }

  it('and by SIGTERM as by SIGINT, by two as by one', async () => {
    const { module } = await stuckIn('bind');
    for (const signals of [['SIGTERM'], ['SIGINT', 'SIGTERM'], ['SIGTERM', 'SIGTERM', 'SIGINT']] as const) {
      const outcome = await interruptStuck(workspace, ['fit', module, ...DATA], { signals });
      expect(outcome, outcome.stderr).toMatchObject(INTERRUPTED);
      expect(outcome.stderr.match(/Interrupted/g)).toHaveLength(1);
    }
  });
});

describe('work that is not a module', () => {
  it('is ended while it waits for the standard input', async () => {
    const quiet = openWorkspace();
    const { child, ended } = quiet.start('fmt', '-');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill('SIGINT');
    expect(await ended).toEqual({ status: 130, stdout: '', stderr: 'Interrupted: nothing was written.\n' });
    quiet.remove();
  });
});

describe('notes', () => {
  it('say that chains warm up, for as long as none has a draw', async () => {
    const long = ['--warmup', '1000000', '--draws', '1000'];
    const pattern = /note: after \d+ s: robot1, warming up, [1-9]\d* of 4004000 draws, \d+ (s|min) left/;
    const outcome = await interruptStuck(workspace, ['fit', 'ladder.ml', ...DATA, ...long], { pattern });
    expect(outcome, outcome.stderr).toMatchObject(INTERRUPTED);
    expect(outcome.stderr).toMatch(pattern);
  });

  it('say what a long command does, and about how long it takes, where no terminal shows it', async () => {
    const { child, ended } = workspace.start('fit', 'ladder.ml', ...DATA, '--draws', '1000000');
    const pattern = /note: after \d+ s: robot1, \d+ of 4004000 draws, \d+ (s|min) left\. Ctrl-C ends it\.\n/;
    await new Promise<void>((resolve) => {
      let text = '';
      child.stderr!.on('data', (piece: string) => {
        text += piece;
        if (pattern.test(text)) resolve();
      });
      child.on('close', () => resolve());
    });
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(stderr).toMatch(pattern);
    expect(status).toBe(130);
  });
});
