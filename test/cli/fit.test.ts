import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { type Outcome, openWorkspace, type Workspace } from './run-command.ts';

let workspace: Workspace;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  expect(await workspace.run('build', 'ladder.ml')).toMatchObject({ status: 0 });
}, 60_000);
afterEach(() => rmSync(join(workspace.path, 'out'), { recursive: true, force: true }));
afterAll(() => workspace.remove());

const FIT = ['fit', 'ladder.wasm', 'robots.csv', '--outcome', 'success=robot1'];

/** Waits until something holds, looking again and again; a run that ends first is an error. */
async function until(holds: () => boolean, ended: Promise<Outcome>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!holds()) {
    if (over) throw new Error(`the command ended too early: ${(await ended).stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const files = (directory: string): string[] =>
  readdirSync(join(workspace.path, directory), { recursive: true, encoding: 'utf8' }).sort();

describe('fit', () => {
  it('prints a table with a caption, and nothing on stderr where there is no terminal', async () => {
    const { status, stdout, stderr } = await workspace.run(...FIT);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^robot1: 60 rows, \d+ successes \(\d+\.\d %\), sampled in \d+\.\d s$/);
    expect(lines[2]).toMatch(/^ +unit +mean +sd +95 % HDI +ESS bulk +ESS tail +R-hat$/);
    expect(lines[3]).toMatch(/^climb +m +[\d.]+ +[\d.]+ +[\d.]+ to [\d.]+ +\d+ +\d+ +\d\.\d{3}$/);
    expect(lines[4]).toMatch(/^nightSight +probability /);
    expect(lines[5]).toMatch(/^lean +m /);
  });

  it('compiles a layout that is given as text, for the table at hand, to the same posterior', async () => {
    const fromText = await workspace.run('fit', 'ladder.ml', ...FIT.slice(2), '--json');
    const fromModule = await workspace.run(...FIT, '--json');
    const parameters = ({ stdout }: Outcome): Record<string, { mean: number; mcse: number }> =>
      JSON.parse(stdout).subjects.robot1.parameters;
    const [text, module] = [parameters(fromText), parameters(fromModule)];
    expect(Object.keys(text)).toEqual(['climb', 'nightSight', 'lean']);
    for (const [name, { mean, mcse }] of Object.entries(text)) {
      // Sums are taken in another order, so that last bits differ.
      expect(Math.abs(mean - module[name]!.mean)).toBeLessThan(4 * Math.hypot(mcse, module[name]!.mcse));
    }
  });

  it('prints one JSON object and nothing else with --json', async () => {
    const { status, stdout, stderr } = await workspace.run(
      ...FIT,
      '--json',
      '--chains',
      '3',
      '--draws',
      '400',
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { subjects, layout, version } = JSON.parse(stdout);
    expect({ layout, version }).toEqual({ layout: 'Ladder', version: expect.stringMatching(/^\d/) });
    expect(Object.keys(subjects)).toEqual(['robot1']);
    const { parameters, scales, sampler, ...rest } = subjects.robot1;
    expect(scales).toEqual({ climb: 'ordinal', nightSight: 'ordinal', lean: 'interval' });
    expect(Object.keys(parameters)).toEqual(['climb', 'nightSight', 'lean']);
    const number = expect.any(Number);
    expect(parameters.climb).toEqual({
      ...{
        mean: number,
        sd: number,
        q5: number,
        q50: number,
        q95: number,
        hdi95: [number, number],
        mcse: number,
      },
      ...{ essBulk: number, essTail: number, rhat: number },
    });
    expect(sampler).toEqual({
      ...{
        chains: 3,
        warmup: 1000,
        warmups: [number, number, number],
        draws: 400,
        divergences: number,
        maxTreeDepthHits: number,
        gradients: number,
        scoutGradients: number,
        scouts: { asked: 32, out: number, arrived: number },
      },
      ...{ bfmi: [number, number, number], compileSeconds: number, samplingSeconds: number },
    });
    expect(rest).toMatchObject({
      ...{ status: expect.any(String), findings: expect.any(Array), hints: [], rows: 60 },
      outcomes: { success: { column: 'robot1', successes: number } },
      digests: { height: expect.stringMatching(/^[0-9a-f]{32}$/), success: expect.any(String) },
      fitted: {
        ...{ layout: 'Ladder', meaning: expect.stringMatching(/^[0-9a-f]{16}$/), levels: {} },
        ...{ statistics: [], levelStatistics: [] },
      },
    });
  });

  it('says what was fitted to what and how, so that it can be done again', async () => {
    const { stdout } = await workspace.run(
      ...['fit', 'ladder.ml', 'robots.csv', '--outcome', 'success=robot1', '--rows', 'split=train'],
      ...['--json', '--seed', '18446744073709551615', '--draws', '100', '--chains', '2'],
    );
    const { made } = JSON.parse(stdout).subjects.robot1;
    const number = expect.any(Number);
    expect(made).toEqual({
      version: expect.stringMatching(/^\d/),
      layout: { path: 'ladder.ml', sha256: digestOf(LADDER), text: LADDER },
      data: {
        path: 'robots.csv',
        outcomes: { success: 'robot1' },
        rows: ['split=train'],
        columns: {
          height: { min: 0, median: number, max: 4, mean: number, sd: number, different: 9 },
          dark: { min: 0, median: number, max: 1, mean: 0.5, sd: number, different: 2 },
          side: { min: -1, median: 0, max: 1, mean: number, sd: number, different: 3 },
          tries: { min: 0, median: number, max: 3, mean: number, sd: number, different: 4 },
        },
      },
      settings: {
        ...{ method: 'nuts', chains: 2, warmup: 1000, draws: 100, targetAccept: 0.8, maxTreeDepth: 10 },
        ...{ seed: '18446744073709551615', scouts: 32, drawsAs: ['csv'] },
      },
    });
  });

  it('fits each column a pattern matches, in natural order, and says beforehand what constant outcomes leave open', async () => {
    const { status, stdout, stderr } = await workspace.run(
      'fit',
      'ladder.wasm',
      'robots.csv',
      '--outcome',
      'success=robot*',
    );
    expect(status).toBe(0);
    const captions = stdout.split('\n').filter((line) => /^\w+: \d+ rows/.test(line));
    expect(captions.map((line) => line.split(':')[0])).toEqual(['robot1', 'robot2', 'robot10']);
    await expect(stderr).toMatchFileSnapshot('messages/hints-of-some-subjects.txt');
  });

  it('uses only the rows of the filter, and says which demands then never vary', async () => {
    const filters = ['--rows', 'split=train', '--rows', 'dark=0'];
    const { stdout, stderr } = await workspace.run(...FIT, ...filters, '--json');
    const { rows, hints } = JSON.parse(stdout).subjects.robot1;
    expect(rows).toBe(24);
    expect(hints).toEqual([
      {
        kind: 'constant-demand',
        names: ['dark'],
        message: 'Every `dark` is 0: the data do not show how the outcome changes with it.',
        remedy: 'Add rows where it has other values, or take it out of the layout.',
      },
      {
        kind: 'uninformed',
        names: ['nightSight'],
        message: 'No row says anything about `nightSight`: its numbers repeat the prior.',
        remedy: 'Add rows whose outcome depends on it, or take it out of the layout.',
      },
    ]);
    await expect(stderr).toMatchFileSnapshot('messages/hints.txt');
  });

  it('reads semicolons, quotes, CRLF and a byte order mark as it reads plain commas', async () => {
    const quoted = ladderTable()
      .split('\n')
      .map((line) =>
        line
          .split(',')
          .map((field) => (field === '' ? '' : ` "${field}" `))
          .join(';'),
      )
      .join('\r\n');
    workspace.write('semicolons.csv', `\ufeff${quoted}`);
    const [plain, other] = await Promise.all(
      ['robots.csv', 'semicolons.csv'].map((table) =>
        workspace.run('fit', 'ladder.wasm', table, '--outcome', 'success=robot1', '--draws', '50', '--json'),
      ),
    );
    const parameters = ({ stdout }: Outcome) => JSON.parse(stdout).subjects.robot1.parameters;
    expect(parameters(other!)).toEqual(parameters(plain!));
  });
});

describe('a fit that did not converge', () => {
  it('is told before the table, in the table, on stderr, and by a status of its own', async () => {
    const { status, stdout, stderr } = await workspace.run(...FIT, '--warmup', '0', '--draws', '4');
    expect(status).toBe(3);
    expect(stderr).toContain('error: 1 of 1 fits did not converge: robot1.\n');
    const lines = stdout.split('\n');
    expect(lines[1]).toBe('THIS FIT DID NOT CONVERGE. The numbers below are no estimates: do not use them.');
    expect(lines[3]).toMatch(/^NOT CONVERGED +unit/);
    expect(lines.slice(4, 7).every((line) => line.startsWith('! '))).toBe(true);
    expect(stdout).toMatch(/^error: .+\n {2}= help: .+$/m);
  });

  it('is told in the JSON object too', async () => {
    const { status, stdout } = await workspace.run(...FIT, '--warmup', '0', '--draws', '4', '--json');
    expect(status).toBe(3);
    expect(JSON.parse(stdout).subjects.robot1).toMatchObject({
      status: 'failed',
      findings: [{ kind: 'too-short', weight: 'fatal' }],
    });
  });
});

describe('a fit by sequential Monte Carlo', () => {
  const SMC = [...FIT, '--method', 'smc'];

  it('prints the evidence beside the table, and exits as any fit', async () => {
    const { status, stdout, stderr } = await workspace.run(...SMC);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[1]).toMatch(
      /^log evidence -\d+\.\d+ \(standard error 0\.\d+, 95 % interval -\d+\.\d+ to -\d+\.\d+ by Student's t\), from 4 runs of 1000 particles through \d+ temperatures$/,
    );
    expect(lines[4]).toMatch(/^climb +m +[\d.]+ +[\d.]+ +[\d.]+ to [\d.]+ +\d+ +\d+ +\d\.\d{3}$/);
  });

  it('gives the profile that chains give', async () => {
    const parameters = async (...args: string[]) =>
      JSON.parse((await workspace.run(...args, '--json')).stdout).subjects.robot1.parameters;
    const [particles, chains] = [await parameters(...SMC), await parameters(...FIT)];
    for (const name of ['climb', 'nightSight', 'lean']) {
      const error = Math.hypot(particles[name].mcse, chains[name].mcse);
      expect(Math.abs(particles[name].mean - chains[name].mean) / error).toBeLessThan(4.5);
      expect(particles[name].sd / chains[name].sd).toBeCloseTo(1, 0);
    }
  });

  it('writes how each run went, and the same bytes whatever the number of workers', async () => {
    const draws: string[] = [];
    for (const workers of ['1', '2']) {
      await workspace.run(...SMC, '--chains', '3', '--draws', '200', '--workers', workers, '--out', 'out');
      draws.push(workspace.read('out/robot1/draws.csv'));
    }
    expect(draws[1]).toBe(draws[0]);
    expect(draws[0]).toContain('# sampled by theodolite, by sequential Monte Carlo');
    expect(draws[0]).toContain('#     num_warmup = 0\n');
    const { sampler } = JSON.parse(workspace.read('out/robot1/summary.json'));
    expect(sampler).toMatchObject({ chains: 3, warmup: 0, draws: 200 });
    expect(sampler.particles.logEvidence).toBeLessThan(0);
    expect(sampler.particles.logEvidenceError).toBeGreaterThan(0);
    expect(sampler.particles.runs).toHaveLength(3);
    expect(Object.keys(sampler.particles.runs[0])).toEqual([
      ...['temperatures', 'sweeps', 'logEvidence', 'logPriorMass', 'leastAcceptance', 'ancestors'],
      ...['logEvidenceForward', 'ways'],
    ]);
  });

  it('fails where particles are far too few, with numbers all the same', async () => {
    const { status, stdout } = await workspace.run(...SMC, '--draws', '4', '--json');
    expect(status).toBe(3);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    expect(JSON.parse(stdout).subjects.robot1.findings[0].message).toBe(
      'Runs of 4 particles cannot be judged.',
    );
  });
});

describe('results in files', () => {
  const OUT = [...FIT, '--warmup', '100', '--draws', '100', '--out', 'out'];

  it('hold the summary, all draws, and each chain by itself', async () => {
    const { stdout } = await workspace.run(...OUT, '--json', '--chains', '2');
    expect(files('out')).toEqual([
      'robot1',
      'robot1/chains',
      'robot1/chains/chain-1.csv',
      'robot1/chains/chain-2.csv',
      'robot1/draws.csv',
      'robot1/model.wasm',
      'robot1/summary.json',
    ]);
    const { files: bound, sha256, ...summary } = JSON.parse(workspace.read('out/robot1/summary.json'));
    expect(summary).toEqual(JSON.parse(stdout).subjects.robot1);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(bound).sort()).toEqual([
      ...['chains/chain-1.csv', 'chains/chain-2.csv', 'draws.csv', 'model.wasm'],
    ]);
    const rowsOf = (name: string) =>
      workspace
        .read(`out/robot1/${name}`)
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'));
    const all = rowsOf('draws.csv');
    expect(all[0]).toMatch(/^lp__,accept_stat__,.*,climb,nightSight,lean$/);
    expect(all.slice(1)).toEqual([
      ...rowsOf('chains/chain-1.csv').slice(1),
      ...rowsOf('chains/chain-2.csv').slice(1),
    ]);
    expect(all).toHaveLength(201);
  });

  it('are the same bytes for one worker, for two, and again', async () => {
    const draws: string[] = [];
    const modules: Buffer[] = [];
    for (const workers of ['1', '2', '2']) {
      expect(
        await workspace.run(...OUT, '--workers', workers, '--seed', '18446744073709551615'),
      ).toMatchObject({
        stderr: expect.not.stringContaining('error: a'),
      });
      draws.push(workspace.read('out/robot1/draws.csv'));
      modules.push(readFileSync(join(workspace.path, 'out/robot1/model.wasm')));
    }
    expect(draws[1]).toBe(draws[0]);
    expect(draws[2]).toBe(draws[0]);
    expect(modules[2]).toEqual(modules[0]);
  });

  it('of an earlier run with more chains do not stay behind', async () => {
    await workspace.run(...OUT, '--chains', '3');
    await workspace.run(...OUT, '--chains', '2');
    expect(files('out/robot1/chains')).toEqual(['chain-1.csv', 'chain-2.csv']);
  });

  it('stay inside the directory, whatever a column is called', async () => {
    workspace.write('odd.csv', ladderTable().replace('robot10', '../x').replace('robot2', '..'));
    const { status } = await workspace.run(
      ...['fit', 'ladder.wasm', 'odd.csv', '--outcome', 'success=..,../x', '--draws', '100', '--out', 'out'],
    );
    expect([0, 3]).toContain(status);
    expect(readdirSync(join(workspace.path, 'out'))).toEqual(['%2E%2E', '%2E.%2Fx'].sort());
    expect(existsSync(join(workspace.path, 'x'))).toBe(false);
    expect(existsSync(join(workspace.path, 'summary.json'))).toBe(false);
  });

  it('leave no empty directory when the data are refused', async () => {
    const { status } = await workspace.run(
      'fit',
      'ladder.wasm',
      'robots.csv',
      '--outcome',
      'success=silly',
      '--out',
      'out/a',
    );
    expect(status).toBe(1);
    expect(existsSync(join(workspace.path, 'out'))).toBe(false);
  });
});

describe('Ctrl-C', () => {
  const LONG = ['--draws', '1000000', '--out', 'out'];

  it('while sampling says that nothing was written, and leaves nothing', async () => {
    const { child, ended } = workspace.start(...FIT, ...LONG);
    // This folder is made just before sampling starts.
    await until(() => existsSync(join(workspace.path, 'out/robot1')), ended);
    child.kill('SIGINT');
    expect(await ended).toEqual({ status: 130, stdout: '', stderr: 'Interrupted: nothing was written.\n' });
    expect(existsSync(join(workspace.path, 'out'))).toBe(false);
  });

  it('while compiling says so too', async () => {
    const { child, ended } = workspace.start('fit', 'ladder.ml', ...FIT.slice(2), ...LONG);
    // This folder is made just before compiling starts.
    await until(() => existsSync(join(workspace.path, 'out')), ended);
    child.kill('SIGINT');
    expect(await ended).toEqual({ status: 130, stdout: '', stderr: 'Interrupted: nothing was written.\n' });
    expect(existsSync(join(workspace.path, 'out'))).toBe(false);
  });

  it('between two subjects keeps the first and says so', async () => {
    const { child, ended } = workspace.start(
      ...[
        'fit',
        'ladder.wasm',
        'robots.csv',
        '--outcome',
        'success=robot1,robot2',
        '--draws',
        '8000',
        '--out',
        'out',
      ],
    );
    await until(() => existsSync(join(workspace.path, 'out/robot1/summary.json')), ended);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect({ status, last: stderr.split('\n').at(-2) }).toEqual({
      status: 130,
      last: 'Interrupted: the results of robot1 were written to out, and no others.',
    });
    expect(files('out').filter((name) => name.includes('partial') || name.includes('robot2'))).toEqual([]);
  });
});

describe('a reader that stops listening', () => {
  it('is no error', async () => {
    const { child, ended } = workspace.start(...FIT, '--draws', '100');
    child.stdout!.destroy();
    expect((await ended).stderr).toBe('');
  });
});

describe('a layout that does not describe the rows', () => {
  it('is told of beneath the profile, with the worst misfit, and stored with it', async () => {
    const level = (row: number) => row % 5;
    const rows = Array.from({ length: 200 }, (_, row) => `${level(row)},${level(row) === 4 ? 1 : row % 2}`);
    workspace.write('odd.csv', ['height,success', ...rows, ''].join('\n'));
    workspace.write(
      'odd.ml',
      'layout Odd\ndemand height in [0, 4]\nparam rate : probability ~ beta(1, 1)\nparam slope ~ normal(0, 0.01)\nobserve success ~ bernoulli(rate and logistic(9 + slope * height))\n',
    );
    const fitted = await workspace.run('fit', 'odd.ml', 'odd.csv', '--out', 'odd', '--draws', '300');
    expect(fitted.status).toBe(0);
    expect(fitted.stdout).toMatch(
      /warning: The layout does not describe `success`: \d of 7 predictive checks fail\. The worst: expected \S+ % of successes \(\S+ to \S+ %\) where `height` is 4, and observed 100 % of 40 rows\./,
    );
    const { checks } = JSON.parse(workspace.read('odd/success/summary.json'));
    expect(checks.outcomes.success.worst).toMatchObject({ check: 'mean where height is 4', observed: 1 });
    const page = await workspace.run('report', 'odd');
    expect(page.stdout).toContain('The layout does not describe these data.');
  });
});
