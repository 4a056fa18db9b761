/** Draws stored as Parquet: read back to the last bit, refused where a byte is another, and the usual form of large fits. */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DOUBLE_NUMBERS, MAX_TEXT_NUMBERS, usualDrawsFormat } from '../../files/fits/draws-format.ts';
import { parquetDraws } from '../../files/fits/draws-parquet.ts';
import type { WritablePosterior } from '../../files/fits/draws-provenance.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import { readDrawsParquet } from '../../files/fits/stored-draws.ts';
import { tableFileOf } from '../../files/tables/table-file.ts';
import { variance } from '../../statistics/moments.ts';
import { LADDER, ladderTable } from '../cli/ladder.ts';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';
import { triesAll } from '../random-cases.ts';

/** A posterior of so many draws per chain; `of` says each number. */
function posteriorOf(
  names: readonly string[],
  chains: number,
  draws: number,
  of: (chain: number, place: number, draw: number) => number,
): WritablePosterior {
  const column = (from: (draw: number) => number) =>
    Float64Array.from({ length: draws }, (_, at) => from(at));
  return {
    manifest: { layout: 'made' },
    parameters: names.map((name) => ({ name, latent: { support: { lo: 0 } } })),
    summary: Object.fromEntries(
      names.map((name, place) => [name, { sd: Math.sqrt(variance(column((draw) => of(0, place, draw)))) }]),
    ),
    settings: { method: 'nuts', warmup: 5, targetAccept: 0.8, maxTreeDepth: 10, seed: 1n },
    draws: Array.from({ length: chains }, (_, chain) => ({
      latents: names.map((_, place) => column((draw) => of(chain, place, draw))),
      ...{ lp: column(() => -1), acceptStat: column(() => 0.9), stepSize: column(() => 0.5) },
      ...{ treeDepth: column(() => 3), leapfrogs: column(() => 7), divergent: column(() => 0) },
      energy: column((draw) => draw),
    })),
  } as unknown as WritablePosterior;
}

async function bytesOf(posterior: WritablePosterior, isShort = false): Promise<Uint8Array> {
  return Buffer.concat([...(await parquetDraws(posterior, { version: '0', isShort }))]);
}

describe('draws in Parquet', () => {
  it('are read back to the last bit, in any order of the parameters and beyond one row group', async () => {
    const special = [Number.NaN, Infinity, -Infinity, -0, 5e-324, Number.MAX_VALUE, 0.1];
    const of = (chain: number, place: number, draw: number) =>
      special[draw] ?? (chain + 1) * 1e6 + place * 1e5 + draw / 3;
    const draws = (1 << 16) + 10;
    const bytes = await bytesOf(posteriorOf(['b', 'a[x, y]', 'chain of'], 2, draws, of));
    const columns = ['a[x, y]', 'b', 'energy__', 'divergent__'];
    const read = await readDrawsParquet(tableFileOf(bytes, 'draws.parquet'), { columns, chains: 2, draws });
    for (const [chain, { latents }] of read.entries()) {
      const [a, b, energy, divergent] = latents;
      for (const draw of [0, 1, 2, 3, 4, 5, 6, 7, (1 << 16) - 1, 1 << 16, draws - 1]) {
        expect(a![draw]).toBe(of(chain, 1, draw));
        expect(b![draw]).toBe(of(chain, 0, draw));
        expect(energy![draw]).toBe(draw);
        expect(divergent![draw]).toBe(0);
      }
    }
  });

  it('of more columns than fit into a row group of 64 MiB are in several', async () => {
    const names = Array.from({ length: 4000 }, (_, place) => `theta[${place}]`);
    const of = (chain: number, place: number, draw: number) => chain * 10 + place + draw / 4096;
    const bytes = await bytesOf(posteriorOf(names, 1, 2100, of));
    const wanted = { columns: [names[3999]!, names[0]!], chains: 1, draws: 2100 };
    const [chain] = await readDrawsParquet(tableFileOf(bytes, 'draws.parquet'), wanted);
    for (const draw of [0, 2091, 2092, 2099])
      expect(chain!.latents.map((values) => values[draw])).toEqual([of(0, 3999, draw), of(0, 0, draw)]);
  });

  it('have 32 bits where that is asked for, except parameters for which they are too few', async () => {
    const draws = 4000;
    const of: Readonly<Record<string, (draw: number) => number>> = {
      usual: (draw) => 3 + Math.sin(draw) / 3,
      // A year, whose draws differ by less than single precision tells apart.
      year: (draw) => 2000 + Math.sin(draw) / 1000,
      // Rounded to zero, the end of the support.
      tiny: (draw) => (draw === 17 ? 1e-60 : 1 + Math.sin(draw) / 3),
      constant: () => 0.5,
      odd: () => 0.1,
      undefined: (draw) => (draw === 3 ? Number.NaN : draw),
      infinite: (draw) => (draw === 3 ? 1e300 : draw),
    };
    const names = Object.keys(of);
    const posterior = posteriorOf(names, 2, draws, (chain, place, draw) => of[names[place]!]!(draw + chain));
    const [long, short] = [await bytesOf(posterior), await bytesOf(posterior, true)];
    // One of the columns has half as many bytes; a constant one is written once.
    const wanted = { columns: names, chains: 2, draws };
    const [one, two] = [
      await readDrawsParquet(tableFileOf(long, 'draws.parquet'), wanted),
      await readDrawsParquet(tableFileOf(short, 'draws.parquet'), wanted),
    ];
    const saved = 4 * 2 * draws;
    expect(long.length - short.length).toBeGreaterThan(saved - 1000);
    expect(long.length - short.length).toBeLessThan(saved + 1000);
    for (const chain of [0, 1]) {
      for (const [place, name] of names.entries()) {
        const [exact, found] = [one[chain]!.latents[place]!, two[chain]!.latents[place]!];
        const expected = name === 'usual' ? exact.map(Math.fround) : exact;
        expect(found, name).toEqual(expected);
      }
    }
  });

  it('that are not those wanted are told in words', async () => {
    const bytes = await bytesOf(posteriorOf(['a', 'b'], 2, 10, (_, place, draw) => place + draw));
    const reading = (wanted: { columns: readonly string[]; chains: number; draws: number }) =>
      readDrawsParquet(tableFileOf(bytes, 'draws.parquet'), wanted);
    await expect(reading({ columns: ['a', 'c'], chains: 2, draws: 10 })).rejects.toThrow(
      'draws.parquet has no column `c`, a parameter of the fit.',
    );
    await expect(reading({ columns: ['a', 'b'], chains: 2, draws: 11 })).rejects.toThrow(
      'draws.parquet has 20 draws where the fit has 22, of 2 chains.',
    );
  });
});

describe('the form of draws where none was asked for', () => {
  const size = { chains: 4, draws: 1000, latents: ['skill'] };

  it('is text up to a million numbers, Parquet above, and of 32 bits above four millions', () => {
    const parameters = Math.floor(MAX_TEXT_NUMBERS / 4000);
    expect(usualDrawsFormat({ ...size, parameters })).toBe('csv');
    expect(usualDrawsFormat({ ...size, parameters: parameters + 1 })).toBe('parquet');
    const many = Math.floor(MAX_DOUBLE_NUMBERS / 4000);
    expect(usualDrawsFormat({ ...size, parameters: many })).toBe('parquet');
    expect(usualDrawsFormat({ ...size, parameters: many + 1 })).toBe('parquet32');
  });

  it('is text where a latent has the name of a column that orders draws', () => {
    expect(usualDrawsFormat({ ...size, parameters: 5000, latents: ['skill', 'chain'] })).toBe('csv');
  });
});

describe('a fit that was stored as Parquet', () => {
  let workspace: Workspace;
  const inside = (...names: readonly string[]) => join(workspace.path, ...names);
  const FIT = ['fit', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1', '--chains', '2'];
  const QUICK = [...FIT, '--warmup', '100', '--draws', '60', '--scouts', '0'];

  beforeAll(async () => {
    workspace = openWorkspace();
    workspace.write('ladder.ml', LADDER);
    workspace.write('robots.csv', ladderTable());
    await workspace.run(...QUICK, '--out', 'plain/one');
    await workspace.run(...QUICK, '--out', 'table/one', '--draws-as', 'parquet');
    for (const form of ['plain', 'table'])
      await workspace.run(
        ...QUICK,
        '--seed',
        '2',
        '--out',
        `${form}/two`,
        '--draws-as',
        `${form === 'plain' ? 'csv' : 'parquet'}`,
      );
  }, 240_000);
  afterAll(() => workspace.remove());

  it.each([
    [['predict', 'FORM/one/robot1', 'robots.csv']],
    [['predictive-check', 'FORM/one/robot1', 'robots.csv', '--seed', '3']],
    [['compare', 'FORM/one/robot1', 'FORM/two/robot1', '--data', 'robots.csv']],
    [['plot', 'forest', 'FORM/one', '-o', 'FORM/figure.svg']],
    [['plot', 'trace', 'FORM/one', '-o', 'FORM/figure.svg']],
    [['plot', 'energy', 'FORM/one', '-o', 'FORM/figure.svg']],
  ])('says what the same fit says that was stored as text: %j', async (words) => {
    const said = await Promise.all(
      ['plain', 'table'].map(async (form) => {
        const { status, stdout, stderr } = await workspace.run(
          ...words.map((word) => word.replace('FORM', form)),
        );
        const figure = inside(form, 'figure.svg');
        const drawn = words[0] === 'plot' ? readFileSync(figure, 'utf8') : '';
        return { status, text: `${stdout}${stderr}${drawn}`.replaceAll(`${form}/`, '') };
      }),
    );
    expect(said[0]!.status).not.toBe(1);
    expect(said[0]!.text.length).toBeGreaterThan(0);
    expect(said[1]).toEqual(said[0]);
  });

  it('is reported on', async () => {
    const { status } = await workspace.run('report', 'table/one', '-o', 'report.html');
    expect(status).toBe(0);
    expect(workspace.read('report.html')).toContain('--draws-as parquet');
  });

  it('is refused, with the file and what to do, where any byte is another or the file has another end', async () => {
    const folder = inside('table/one/robot1');
    const path = join(folder, 'draws.parquet');
    const whole = readFileSync(path);
    const refused = () =>
      expect(openFit(folder, { sampler: true })).rejects.toMatchObject({
        name: 'FileError',
        message: expect.stringContaining(`${path} does not belong to the summary.json beside it`),
        remedy: expect.stringMatching(/^Copy the whole folder again/),
      });
    for (let region = 0; region < 64; region++) {
      const at = Math.min(whole.length - 1, Math.floor(((region + 0.5) * whole.length) / 64));
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (region % 8);
      writeFileSync(path, damaged);
      await refused();
    }
    writeFileSync(path, whole);
    truncateSync(path, whole.length - 1);
    await refused();
    truncateSync(path, 0);
    await refused();
    writeFileSync(path, whole);
    appendFileSync(path, '\0');
    await refused();
    writeFileSync(path, whole);
    expect((await openFit(folder)).posterior.draws).toHaveLength(2);
  });

  it.skipIf(!triesAll())(
    'and is large, is in Parquet if nothing is said, and in text if that is asked for',
    async () => {
      workspace.write(
        'many.ml',
        'layout Many\ncategory person\ncapability skill[person] ~ normal(0, 1)\nobserve success ~ bernoulli(logistic(skill[person]))\n',
      );
      const rows = Array.from({ length: 60 }, (_, row) => `p${row},${row % 2}`);
      workspace.write('many.csv', `person,success\n${rows.join('\n')}\n`);
      const words = ['fit', 'many.ml', 'many.csv', '--chains', '2', '--warmup', '100', '--draws', '8800'];
      const store = (...more: readonly string[]) =>
        workspace.run(...words, '--scouts', '0', '--out', 'many', ...more);
      const there = () =>
        ['draws.parquet', 'draws.csv', 'chains/chain-2.csv'].map((name) =>
          existsSync(inside('many/success', name)),
        );
      await store();
      expect(there()).toEqual([true, false, false]);
      const large = await openFit(inside('many/success'));
      expect(large.summary.made?.settings.drawsAs).toEqual(['parquet']);
      await store('--draws-as', 'parquet32');
      expect(there()).toEqual([true, false, false]);
      const short = await openFit(inside('many/success'));
      const [exact, rounded] = [large, short].map((fit) => fit.posterior.draws[1]!.latents[7]!);
      expect(rounded).toEqual(exact!.map(Math.fround));
      const [first, ...later] = (await workspace.run('predict', 'many/success', 'many.csv')).stdout.split(
        '\n',
      );
      expect(first).toContain('success');
      expect(later.length).toBeGreaterThan(60);
      await store('--draws-as', 'csv');
      expect(there()).toEqual([false, true, true]);
      const text = await openFit(inside('many/success'));
      expect(text.posterior.draws).toEqual(large.posterior.draws);
      await workspace.run('report', 'many', '-o', 'many.html');
      expect(workspace.read('many.html')).toContain('--draws-as csv');
    },
    240_000,
  );
});
