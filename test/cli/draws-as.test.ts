import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  expect(await workspace.run('build', 'ladder.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const FIT = ['fit', 'ladder.wasm', 'robots.csv', '--outcome', 'success=robot1', '--chains', '2'];
const QUICK = [...FIT, '--warmup', '100', '--draws', '50', '--scouts', '0'];
const FILES = ['draws.csv', 'chains/chain-1.csv', 'draws.parquet', 'inference-data.json'];
const place = (name: string) => join(workspace.path, name);

describe('draws', () => {
  it('are the same numbers in every form, and the same bytes again', async () => {
    for (const out of ['one', 'two']) {
      await workspace.run(...QUICK, '--out', out, '--draws-as', 'csv,parquet,arviz');
    }
    for (const name of FILES) {
      expect(
        readFileSync(place(`one/robot1/${name}`)).equals(readFileSync(place(`two/robot1/${name}`))),
        name,
      ).toBe(true);
    }
    const csv = Papa.parse<Record<string, number>>(workspace.read('one/robot1/draws.csv'), {
      comments: '#',
      dynamicTyping: true,
      header: true,
      skipEmptyLines: true,
    }).data;
    const bytes = new Uint8Array(readFileSync(place('one/robot1/draws.parquet')));
    const parquet = await parquetReadObjects({ file: bytes.buffer });
    expect(parquet.map(({ chain: _, draw: __, ...row }) => row)).toEqual(csv);
    const { posterior, sample_stats, observed_data } = JSON.parse(
      workspace.read('one/robot1/inference-data.json'),
    );
    expect(posterior.climb.flat()).toEqual(csv.map(({ climb }) => climb));
    expect(sample_stats.lp.flat()).toEqual(csv.map(({ lp__ }) => lp__));
    expect(observed_data.success).toHaveLength(60);
  });

  it('of an earlier run in another form do not stay behind', async () => {
    const there = () => FILES.map((name) => existsSync(place(`three/robot1/${name}`)));
    await workspace.run(...QUICK, '--out', 'three', '--draws-as', 'parquet, arviz');
    expect(there()).toEqual([false, false, true, true]);
    await workspace.run(...QUICK, '--out', 'three');
    expect(there()).toEqual([true, true, false, false]);
    await workspace.run(...QUICK, '--out', 'three', '--draws-as', 'arviz');
    expect(existsSync(place('three/robot1/chains/chain-1.csv'))).toBe(false);
  });

  it('of runs of particles are written too', async () => {
    await workspace.run(
      ...FIT,
      '--method',
      'smc',
      '--draws',
      '100',
      '--out',
      'smc',
      '--draws-as',
      'parquet,arviz',
    );
    const { posterior_attrs, sample_stats } = JSON.parse(workspace.read('smc/robot1/inference-data.json'));
    expect(posterior_attrs).toMatchObject({ method: 'smc', chains: 2, draws: 100 });
    const bytes = new Uint8Array(readFileSync(place('smc/robot1/draws.parquet')));
    const rows = await parquetReadObjects({ file: bytes.buffer });
    expect(rows.map(({ n_leapfrog__ }) => n_leapfrog__)).toEqual(sample_stats.n_steps.flat());
  });

  it.each<[title: string, args: readonly string[], status: number]>([
    ['a form that there is not', [...QUICK, '--out', 'x', '--draws-as', 'csv,parket'], 2],
    ['two forms of one file', [...QUICK, '--out', 'x', '--draws-as', 'parquet,parquet32'], 2],
    ['a form without a place', [...QUICK, '--draws-as', 'parquet'], 2],
  ])('are refused in words in %s', async (title, args, status) => {
    const outcome = await workspace.run(...args);
    expect(outcome.status).toBe(status);
    await expect(transcript(outcome)).toMatchFileSnapshot(
      `messages/draws-as/${title.replaceAll(' ', '-')}.txt`,
    );
    expect(existsSync(place('x'))).toBe(false);
  });

  it.each(['parquet', 'parquet32', 'arviz'])(
    'are refused in words where a latent has the name of an order: %s',
    async (form) => {
      workspace.write('drawn.ml', LADDER.replaceAll('climb', 'draw'));
      const outcome = await workspace.run(
        ...['fit', 'drawn.ml', 'robots.csv', '--outcome', 'success=robot1', '--out', 'x', '--draws-as', form],
      );
      expect(outcome.status).toBe(1);
      await expect(transcript(outcome)).toMatchFileSnapshot(
        `messages/draws-as/a-latent-called-draw-${form}.txt`,
      );
      expect(existsSync(place('x'))).toBe(false);
    },
  );
});
