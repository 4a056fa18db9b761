/** `theodolite recover`, as a user runs it. */
import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoverLayout } from '../../analysis/evaluate/recovery/recover-layout.ts';
import { openThisThread } from '../../index.ts';
import { triesAll } from '../random-cases.ts';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

let workspace: Workspace;
const PROFILE = { climb: 2, nightSight: 0.7, lean: 0.1 };
/** The defaults of `recover`, for `fit`. */
const SAMPLER = ['--chains', '2', '--warmup', '300', '--draws', '500', '--scouts', '8'];
const LINE = `layout Line
unit m
demand height : m in [0, 4]
capability climb : m ~ uniform(0, 6)
robustness slip : probability ~ beta(1, 9)
observe success ~ bernoulli(downscale(slip, margin(climb, height, 3)))
`;
const PEOPLE = `layout People
category person
demand level in [0, 4]
capability theta[person] ~ normal(0, 1)
observe y ~ bernoulli_logit(theta[person] - level)
`;
const GUESSING = LADDER.replace('layout Ladder', 'layout Guessing').replace(
  'bernoulli(margin',
  'bernoulli(mean(success) and margin',
);

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('bounded.ml', LADDER.replace('tries : count', 'tries : count in [0, 3]'));
  workspace.write('guessing.ml', GUESSING);
  workspace.write('robots.csv', ladderTable());
  workspace.write('profile.json', JSON.stringify(PROFILE));
  workspace.write('outside.json', JSON.stringify({ ...PROFILE, climb: 7 }));
  workspace.write('file', '');
  workspace.write('line.ml', LINE);
  workspace.write('line.json', JSON.stringify({ climb: 2, slip: 0.1 }));
  workspace.write('people.ml', PEOPLE);
  workspace.write('people.csv', `person,level\n${'Ada,0.5\nBen,0.5\nAda,1\nBen,1\n'.repeat(15)}`);
  workspace.write(
    'timed.ml',
    LINE.replace(/observe.*/, 'observe time : m ~ normal(climb + slip * height, 1 m)'),
  );
  expect(await workspace.run('build', 'ladder.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterAll(() => workspace.remove());

const recover = (...args: readonly string[]) => workspace.run('recover', ...args);
const rowsOf = (path: string): Record<string, string>[] => parse(workspace.read(path), { columns: true });

describe('recover', () => {
  it('says what a program says, of a design and a profile that is given', async () => {
    const { stdout } = await recover(
      ...['line.ml', '--design', 'grid', '40', '--profile', 'line.json', '--runs', '4', '--seed', '3'],
      ...['--halve', 'climb', '--json'],
    );
    const report = JSON.parse(stdout);
    const found = await recoverLayout(
      LINE,
      { kind: 'grid', rows: 40 },
      {
        ...{ profile: { climb: 2, slip: 0.1 }, runs: 4, seed: 3n, halve: ['climb'], pool: openThisThread() },
        ...{ chains: 2, warmup: 300, draws: 500, scouts: 8 },
      },
    );
    expect(found.halvings).toEqual(report.halve);
    for (const { name, ...parameter } of found.parameters!)
      expect(report.parameters[name]).toMatchObject(parameter);
    expect(found.runs).toHaveLength(4);
    const unknown = recoverLayout(LINE, { kind: 'grid', rows: 40 }, { halve: ['reach'] });
    await expect(unknown).rejects.toThrow(
      'The layout has no latent called `reach`, whose sd could be halved.',
    );
    await expect(recoverLayout(LINE, { height: [1, 2] }, { runs: 1 })).rejects.toThrow(
      'There cannot be 1 runs.',
    );
  });

  it('says how well profiles from the prior are found, and leaves a row for each run and parameter', async () => {
    const { status, stdout, stderr } = await recover(
      ...['ladder.ml', 'robots.csv', '--runs', '20', '--out', 'prior'],
    );
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(
      /^Ladder: 20 runs of 60 rows, each with a profile drawn from the prior; all fits converged$/m,
    );
    expect(stdout).toMatch(/^ +unit +in 50 % +in 95 % +bias +RMSE +RMSE \/ range +correlation +mean sd$/m);
    expect(stdout).toMatch(
      /^climb +m +\d+ % ± \d+ +\d+ % ± \d+ +-?[\d.]+ ± [\d.]+ +[\d.]+ ± [\d.]+ +0\.\d{3} /m,
    );
    expect(stdout).toMatch(/^lean +m .* +- +-?\d\.\d\d +[\d.]+$/m);
    expect(stdout).toMatch(/^nightSight +(uniform|NOT UNIFORM) +\S+ +\d+ \d+ \d+ \d+$/m);
    expect(readdirSync(join(workspace.path, 'prior')).sort()).toEqual([
      ...['plan.json', 'recovery.json', 'runs.csv', 'runs.jsonl'],
    ]);
    const rows = rowsOf('prior/runs.csv');
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map(({ seed }) => seed)).size).toBe(20);
    const report = JSON.parse(workspace.read('prior/recovery.json'));
    for (const name of ['climb', 'nightSight', 'lean']) {
      const own = rows.filter(({ parameter }) => parameter === name);
      const errors = own.map((row) => Number(row.mean) - Number(row.truth));
      const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / 20);
      const held = own.filter(
        (row) => row['q2.5']! && +row['q2.5'] <= +row.truth! && +row.truth! <= +row['q97.5']!,
      );
      expect(report.parameters[name].rmse).toBeCloseTo(rmse, 12);
      expect(report.parameters[name].coverage95).toBe(held.length / 20);
      // 14 or fewer of 20 that hold with 95 % are had once in 300 000 times.
      expect(report.parameters[name].coverage95).toBeGreaterThan(0.7);
    }
    expect(report.parameters.climb.normalisedRmse).toBeCloseTo(report.parameters.climb.rmse / 6, 12);
    expect(report.parameters.lean.normalisedRmse).toBeNull();
  });

  it('has in each run what simulate and fit make of its seed', async () => {
    await recover('ladder.ml', 'robots.csv', '--runs', '2', '--out', 'two');
    const [first] = rowsOf('two/runs.csv');
    const seed = ['--seed', first!.seed!];
    await workspace.run(
      ...[
        'simulate',
        'ladder.ml',
        '--demands',
        'robots.csv',
        '--profile',
        'prior',
        ...seed,
        '--out',
        'one.csv',
      ],
    );
    expect(JSON.parse(workspace.read('one.profile.json')).climb).toBe(Number(first!.truth));
    const fit = await workspace.run('fit', 'ladder.ml', 'one.csv', ...SAMPLER, ...seed, '--json');
    expect(JSON.parse(fit.stdout).subjects.success.parameters.climb.mean).toBe(Number(first!.mean));
  });

  it('gives the same bytes with the same seed, whatever the threads, and its first runs whatever their number', async () => {
    const given = ['bounded.ml', '--design', 'grid', '100', '--profile', 'profile.json'];
    const one = await recover(...given, '--runs', '3', '--workers', '1', '--json', '--out', 'one');
    const two = await recover(...given, '--runs', '3', '--workers', '3', '--json', '--out', 'three');
    expect(one.stdout).toBe(two.stdout);
    expect(workspace.read('one/runs.csv')).toBe(workspace.read('three/runs.csv'));
    expect(workspace.read('one/demands.csv').split('\n')[0]).toBe('height,dark,side,tries');
    await recover(...given, '--runs', '2', '--out', 'fewer');
    expect(workspace.read('one/runs.csv').startsWith(workspace.read('fewer/runs.csv'))).toBe(true);
    await recover(...given, '--runs', '2', '--seed', '2', '--out', 'other');
    expect(workspace.read('other/runs.csv')).not.toBe(workspace.read('fewer/runs.csv'));
  });

  it('takes a profile that is given as the truth of all runs, and then ranks nothing', async () => {
    const { status, stdout } = await recover(
      ...['ladder.ml', 'robots.csv', '--rows', 'split=train', '--profile', 'profile.json'],
      ...['--runs', '4'],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Ladder: 4 runs of 48 rows, all with the profile given; /);
    expect(stdout).toMatch(/^climb +m +2\.0* /m);
    expect(stdout).not.toContain('Ranks');
  });

  it('tells fits that did not converge, and leaves them out', async () => {
    const { status, stdout, stderr } = await recover(
      ...[
        'ladder.ml',
        'robots.csv',
        '--runs',
        '3',
        '--warmup',
        '0',
        '--draws',
        '5',
        '--scouts',
        '0',
        '--json',
      ],
    );
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ runs: 3, failed: 3, parameters: null });
    expect(stderr).toMatch(/^error: 3 of 3 fits did not converge/);
  });

  it('takes the statistics that outcomes are drawn with, as simulate does', async () => {
    const { status, stdout, stderr } = await recover(
      ...['guessing.ml', 'robots.csv', '--statistic', 'mean(success)=0.6', '--runs', '2'],
    );
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('Guessing: 2 runs of 60 rows');
    const [, least, greatest] =
      /^mean\(success\): taken as 0.6, and ([\d.]+) to ([\d.]+) in what was simulated$/m
        .exec(stderr)!
        .map(Number);
    expect(least).toBeLessThanOrEqual(greatest!);
    // A number of successes among 60 rows.
    expect(Math.abs(least! * 60 - Math.round(least! * 60))).toBeLessThan(0.01);
  });

  it.each(['climb', 'slip'])(
    'says what halves the sd of %s, and fits to that many more instances have about half of it',
    async (latent) => {
      const heights = Array.from({ length: 80 }, (_, row) => (row % 16) / 4);
      const recovered = async (name: string, rows: readonly number[], ...args: string[]) => {
        workspace.write(`${name}.csv`, `height\n${rows.join('\n')}\n`);
        const { status, stdout, stderr } = await recover(
          ...['line.ml', `${name}.csv`, '--profile', 'line.json', '--runs', '25', '--json', ...args],
        );
        expect(status, stderr).toBe(0);
        return JSON.parse(stdout);
      };
      const { parameters, halve } = await recovered(`${latent}-now`, heights, '--halve', latent);
      const { sd, sdWithChosen, repeats, chosen } = halve[latent];
      expect(sd).toBeCloseTo(parameters[latent].meanSd, 10);
      const added: number[] = chosen.flatMap(
        ({ demands, instances }: { demands: { height: number }; instances: number }) =>
          new Array<number>(instances).fill(demands.height),
      );
      const withChosen = await recovered(`${latent}-chosen`, [...heights, ...added]);
      expect(withChosen.parameters[latent].meanSd / sdWithChosen).toBeGreaterThan(0.8);
      expect(withChosen.parameters[latent].meanSd / sdWithChosen).toBeLessThan(1.2);
      const count = Math.round(repeats * heights.length);
      const again = Array.from({ length: count }, (_, row) => heights[row % heights.length]!);
      const withAll = await recovered(`${latent}-all`, [...heights, ...again]);
      expect(withAll.parameters[latent].meanSd / (sd / 2)).toBeGreaterThan(0.8);
      expect(withAll.parameters[latent].meanSd / (sd / 2)).toBeLessThan(1.2);
      // What is chosen is worth it.
      expect(added.length).toBeLessThan(0.6 * count);
    },
  );

  it('tells what halves an sd with the demands of the rows, and the names of their groups', async () => {
    const { status, stdout, stderr } = await recover(
      ...['people.ml', 'people.csv', '--runs', '2', '--halve', 'theta[Ben], theta[Ada]'],
    );
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(
      /^To halve the sd of theta\[Ada\], which is [\d.]+ on average, in half of the runs:$/m,
    );
    expect(stdout).toMatch(/^ {2}all rows again: [\d.]+ times, \d+ more instances$/m);
    expect(stdout).toMatch(/^ {2}chosen rows: \d+ more instances, with these demands:$/m);
    expect(stdout).toMatch(/^ +instances +level +person$/m);
    expect(stdout).toMatch(/^ +\d+ +[\d.]+ +Ben$/m);
  });

  it('tells what halves an sd where there are no demands', async () => {
    workspace.write(
      'coin.ml',
      'layout Coin\nparam heads : probability ~ beta(2, 2)\nobserve y ~ bernoulli(heads)\n',
    );
    const { status, stdout, stderr } = await recover(
      ...['coin.ml', '--design', 'random', '16', '--runs', '20', '--halve', 'heads', '--json'],
    );
    expect(status, stderr).toBe(0);
    // The variance falls to a quarter with 3 N more tosses, N = 16 + 2 + 2 (the beta distribution's), to Monte Carlo error.
    const { repeats, chosen } = JSON.parse(stdout).halve.heads;
    expect(repeats * 16).toBeGreaterThan(60 * 0.85);
    expect(repeats * 16).toBeLessThan(60 * 1.15);
    expect(chosen).toHaveLength(1);
    expect(chosen[0].demands).toEqual({});
  });

  describe('that is stopped', () => {
    const GIVEN = ['recover', 'line.ml', '--design', 'grid', '16', '--halve', 'climb', '--seed', '3'];
    const filesOf = (out: string) =>
      Object.fromEntries(
        readdirSync(join(workspace.path, out)).map((name) => [name, workspace.read(join(out, name))]),
      );
    const lines = (out: string) => {
      const journal = join(workspace.path, out, 'runs.jsonl');
      return existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0;
    };
    beforeAll(async () => {
      const whole = await workspace.run(...GIVEN, '--runs', '8', '--out', 'uncut');
      expect(whole.status, whole.stderr).toBe(0);
    }, 60_000);

    it.each(['SIGKILL', 'SIGINT'] as const)(
      'by %s keeps its runs, and ends with the same bytes',
      async (signal) => {
        const out = `cut-${signal}`;
        for (const done of triesAll() ? [1, 3] : [3]) {
          const { child, ended } = workspace.start(...GIVEN, '--runs', '8', '--out', out);
          while (lines(out) < done && child.exitCode === null)
            await new Promise((resolve) => setTimeout(resolve, 5));
          child.kill(signal);
          const { status, stderr } = await ended;
          if (signal === 'SIGINT') {
            expect({ status, said: stderr.split('\n').at(-2) }).toEqual({
              status: 130,
              said: `Interrupted: ${lines(out)} of 8 runs ${lines(out) === 1 ? 'is' : 'are'} kept in ${out}, and the same command makes the others.`,
            });
          } else {
            // As if it had been killed while it wrote.
            const journal = join(workspace.path, out, 'runs.jsonl');
            truncateSync(journal, readFileSync(journal).length - 10);
          }
        }
        const kept = lines(out);
        const { stderr } = await workspace.run(...GIVEN, '--runs', '8', '--out', out);
        expect(stderr.split('\n')[0]).toBe(`${kept} of 8 runs ${kept === 1 ? 'is' : 'are'} done.`);
        expect(filesOf(out)).toEqual(filesOf('uncut'));
      },
    );

    it('or done goes on to more runs, and tells of fewer', async () => {
      await workspace.run(...GIVEN, '--runs', '3', '--out', 'grown');
      const fewer = workspace.read('grown/runs.csv');
      const { stderr } = await workspace.run(...GIVEN, '--runs', '8', '--out', 'grown');
      expect(stderr.split('\n')[0]).toBe('3 of 8 runs are done.');
      expect(filesOf('grown')).toEqual(filesOf('uncut'));
      await workspace.run(...GIVEN, '--runs', '3', '--out', 'grown');
      expect(workspace.read('grown/runs.csv')).toBe(fewer);
      expect(lines('grown')).toBe(8);
    });

    it('before its first run leaves nothing, or says that there is none', async () => {
      const folder = join(workspace.path, 'cut');
      const { child, ended } = workspace.start(...GIVEN, '--runs', '5000', '--out', 'cut');
      while (!existsSync(folder) && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGINT');
      const { status, stdout, stderr } = await ended;
      expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
      expect(stderr).toBe(
        existsSync(folder)
          ? `Interrupted: ${lines('cut')} of 5000 runs are kept in cut, and the same command makes the others.\n`
          : 'Interrupted: nothing was written.\n',
      );
    });
  });
});

describe('what cannot be recovered is told', () => {
  beforeAll(async () => {
    const [head, first, ...rows] = ladderTable().split('\n');
    const [height, ...others] = first!.split(',');
    workspace.write('taller.csv', [head, [Number(height) + 1, ...others].join(','), ...rows].join('\n'));
    await recover('ladder.ml', 'robots.csv', '--runs', '2', '--out', 'begun');
    for (const name of ['plan.json', 'runs.jsonl'])
      workspace.write(`damaged/${name}`, workspace.read(`begun/${name}`).replace('"key":"2"', '"key":2'));
    workspace.write('headless/runs.jsonl', '');
  }, 60_000);

  it.each([
    ['no-demands', ['ladder.ml']],
    ['a-table-and-a-design', ['ladder.ml', 'robots.csv', '--design', 'grid', '20']],
    ['a-design-with-a-filter', ['ladder.ml', '--design', 'grid', '20', '--rows', 'split=train']],
    ['a-design-of-another-kind', ['ladder.ml', '--design', 'latin', '20']],
    ['a-demand-without-a-range', ['ladder.ml', '--design', 'random', '20']],
    ['one-run', ['ladder.ml', 'robots.csv', '--runs', '1']],
    ['a-built-module', ['ladder.wasm', 'robots.csv']],
    ['a-profile-that-is-not-there', ['ladder.ml', 'robots.csv', '--profile', 'profil.json']],
    ['a-profile-outside-a-support', ['ladder.ml', 'robots.csv', '--profile', 'outside.json']],
    ['a-statistic-that-is-not-given', ['guessing.ml', 'robots.csv']],
    ['half-the-sd-of-nothing', ['ladder.ml', 'robots.csv', '--halve', 'clim']],
    ['half-the-sd-from-times', ['timed.ml', '--design', 'grid', '10', '--halve', 'climb']],
    [
      'half-the-sd-from-too-much',
      ['bounded.ml', '--design', 'random', '3000', '--halve', 'climb', '--runs', '100000'],
    ],
    ['another-seed', ['ladder.ml', 'robots.csv', '--runs', '2', '--seed', '9', '--out', 'begun']],
    ['other-demands', ['ladder.ml', 'taller.csv', '--runs', '2', '--out', 'begun']],
    [
      'half-the-sd-of-runs-that-were-kept-without',
      ['ladder.ml', 'robots.csv', '--halve', 'climb', '--out', 'begun'],
    ],
    ['a-damaged-journal', ['ladder.ml', 'robots.csv', '--runs', '2', '--out', 'damaged']],
    ['a-journal-without-a-plan', ['ladder.ml', 'robots.csv', '--runs', '2', '--out', 'headless']],
    ['a-file-for-a-folder', ['ladder.ml', 'robots.csv', '--out', 'file']],
  ])('%s', async (name, args) => {
    const outcome = await recover(...args);
    expect(outcome.stdout).toBe('');
    await expect(transcript(outcome).replaceAll(workspace.path, '.')).toMatchFileSnapshot(
      `messages/recover/${name}.txt`,
    );
  });
});
