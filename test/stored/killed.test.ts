/** A fit that is stored in the place of another, by a writer that is killed: the old one is there whole, or the new one. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResultFolder } from '../../cli/process/results.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import { settleFolder } from '../../files/fits/settle-folder.ts';
import { isDead, thisOwner } from '../../files/fits/unfinished-files.ts';
import { LADDER, ladderTable } from '../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { runUntil, STORE_FIT, stepsOf, unfinishedIn } from './killed.ts';

const QUICK = ['--outcome', 'success=robot1', '--warmup', '30', '--draws', '10', '--scouts', '0'];

let workspace: Workspace;
const inside = (...names: readonly string[]) => join(workspace.path, ...names);
/** By the name of the run, the draws of its first chain's latents. */
const draws = new Map<string, string>();

async function drawsIn(folder: string): Promise<string> {
  const { posterior } = await openFit(folder);
  return JSON.stringify(posterior.draws.map(({ latents }) => latents.map((latent) => [...latent])));
}

/** Which of the two fits a folder holds. */
async function heldIn(folder: string): Promise<string | undefined> {
  const found = await drawsIn(folder);
  return [...draws].find(([, wanted]) => wanted === found)?.[0];
}

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  const made = (out: string, ...more: readonly string[]) =>
    workspace.run('fit', 'ladder.ml', 'robots.csv', ...QUICK, '--out', out, ...more);
  // They differ in the files that they have, too.
  await made('old', '--chains', '2', '--seed', '1', '--draws-as', 'csv,parquet');
  await made('new', '--chains', '1', '--seed', '2');
  for (const name of ['old', 'new']) draws.set(name, await drawsIn(inside(name, 'robot1')));
}, 120_000);
afterAll(() => workspace.remove());

describe.skipIf(process.platform === 'win32')('a fit in the place of another', () => {
  it('is whole, or the old one is, wherever the writer is killed', async () => {
    const results = inside('results');
    const store = [STORE_FIT, results, inside('new', 'robot1')];
    cpSync(inside('old'), results, { recursive: true });
    const steps = stepsOf(results, store);
    expect(await heldIn(join(results, 'robot1'))).toBe('new');
    const held: (string | undefined)[] = [];
    for (let step = 1; step <= steps; step++) {
      rmSync(results, { recursive: true });
      cpSync(inside('old'), results, { recursive: true });
      expect(runUntil(step, results, store).wasKilled).toBe(true);
      const found = await heldIn(join(results, 'robot1'));
      held.push(found);
      // Who writes there next puts in order what the dead left, and the fit is the same.
      new ResultFolder(results).prepare('robot1');
      expect(unfinishedIn(results)).toEqual([]);
      expect(await heldIn(join(results, 'robot1'))).toBe(found);
    }
    expect(steps).toBeGreaterThan(15);
    // One step makes the new fit of the old one.
    expect(held).toEqual([...held].sort().reverse());
    expect(new Set(held)).toEqual(new Set(['old', 'new']));
  });

  it('has the same bytes, whichever was there and wherever the writer before was killed', () => {
    const results = inside('again');
    cpSync(inside('old'), results, { recursive: true });
    runUntil(9, results, [STORE_FIT, results, inside('new', 'robot1')]);
    expect(runUntil(null, results, [STORE_FIT, results, inside('new', 'robot1')]).status).toBe(0);
    const files = (folder: string) =>
      (readdirSync(folder, { recursive: true, withFileTypes: false }) as string[])
        .filter((name) => /\.\w+$/.test(name))
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), 'base64')]);
    expect(files(join(results, 'robot1'))).toEqual(files(inside('new', 'robot1')));
  });

  it('is not there where the first writer is killed before it is stored, and is read from where its files wait after', async () => {
    const results = inside('first');
    mkdirSync(results);
    const store = [STORE_FIT, results, inside('new', 'robot1')];
    const steps = stepsOf(results, store);
    const held: (string | undefined)[] = [];
    for (let step = 1; step <= steps; step += 3) {
      rmSync(results, { recursive: true, force: true });
      mkdirSync(results);
      runUntil(step, results, store);
      const folder = join(results, 'robot1');
      held.push(existsSync(join(folder, 'summary.json')) ? await heldIn(folder) : 'none');
    }
    expect(held).toEqual([...held].sort().reverse());
    expect(new Set(held)).toEqual(new Set(['none', 'new']));
  });
});

describe('what a writer left', () => {
  const leave = (name: string) => {
    const folder = inside(name);
    mkdirSync(folder, { recursive: true });
    return (file: string) => writeFileSync(join(folder, file), 'x');
  };

  it('stays where the writer lives, and where it was on another machine', () => {
    const names = [
      `.theodolite-${thisOwner()}-1.partial`,
      `.theodolite-00000000-00000000-1-1-1.partial`.replace('-1-1-1', '-1-1-7'),
      'results.csv.partial',
    ];
    names.forEach(leave('living'));
    settleFolder(inside('living'));
    expect(readdirSync(inside('living')).sort()).toEqual([...names].sort());
  });

  it('goes where the writer is dead', () => {
    const [machine, boot] = thisOwner().split('-');
    // No process has so great a number.
    const dead = `${machine}-${boot}-4194999-1`;
    leave('dead')(`.theodolite-${dead}-1.partial`);
    leave('dead')(`.theodolite-${dead}-${'0'.repeat(64)}.draws.csv.pending`);
    settleFolder(inside('dead'));
    expect(readdirSync(inside('dead'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'is of a dead writer where another process has its number, or the machine was started since',
    () => {
      const [machine, boot, pid, start] = thisOwner().split('-');
      expect(isDead(thisOwner())).toBe(false);
      expect(isDead([machine, boot, pid, Number(start) - 1].join('-'))).toBe(true);
      expect(isDead([machine, '00000000', pid, start].join('-'))).toBe(true);
      expect(isDead(['00000000', boot, pid, Number(start) - 1].join('-'))).toBe(false);
    },
  );
});
