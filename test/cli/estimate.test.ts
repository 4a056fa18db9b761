/** `fit --method mle`, `map` and `laplace` as a user runs them, and what is made of what they store. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sortKey } from '../../reporting/report/sections/section.ts';
import { sealed } from '../stored/reseal.ts';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LOGIT = `layout Logit
demand x in [-5, 5]
param a, b ~ normal(0, 10)
observe y ~ bernoulli(logistic(a + b * x))
`;
const ROWS = Array.from({ length: 60 }, (_, row) => {
  const x = (row - 29.5) / 10;
  const half = row >= 30;
  return [x, (row % 7 === 3) !== half ? 1 : 0, half ? 1 : 0].join(',');
});
const TABLE = `x,y,parted\n${ROWS.join('\n')}\n`;

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('logit.ml', LOGIT);
  workspace.write('rows.csv', TABLE);
  expect(await workspace.run('build', 'logit.ml')).toMatchObject({ status: 0 });
  for (const method of ['mle', 'map', 'laplace']) {
    const { status, stderr } = await run('--method', method, '--out', method);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }
}, 120_000);
afterAll(() => workspace.remove());

const run = (...options: readonly string[]) => workspace.run('fit', 'logit.wasm', 'rows.csv', ...options);

/** What differs from run to run: the times, and the digest that a summary has of its own content with them. */
const timeless = (text: string) =>
  text
    .replace(/(?<=\n {2}"sha256": ")[0-9a-f]{64}(?="\n\}\n$)/, '')
    .replaceAll(/ in \d+\.\d s/g, ' in 0.0 s')
    .replaceAll(/"(compileSeconds|seconds)":\s*[\d.e-]+/g, '"$1":0');

describe('an estimate', () => {
  for (const method of ['mle', 'map', 'laplace']) {
    it(`by ${method} is printed with its errors`, async () => {
      const { status, stdout, stderr } = await run('--method', method);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      await expect(timeless(stdout)).toMatchFileSnapshot(`messages/estimate/by-${method}.txt`);
    });

    it(`by ${method} is the same bytes for any number of threads`, async () => {
      const runs = await Promise.all(
        ['1', '3'].map((workers) =>
          run('--method', method, '--workers', workers, '--json', '--out', `by${workers}`),
        ),
      );
      expect(timeless(runs[0]!.stdout)).toBe(timeless(runs[1]!.stdout));
      const file = method === 'laplace' ? 'draws.csv' : 'summary.json';
      expect(timeless(workspace.read(`by1/y/${file}`))).toBe(timeless(workspace.read(`by3/y/${file}`)));
    });
  }

  it('that is none says so in the table, on stderr and with status 3', async () => {
    const outcome = await run('--method', 'mle', '--outcome', 'y=parted');
    expect(outcome.status).toBe(3);
    await expect(timeless(transcript(outcome))).toMatchFileSnapshot(
      'messages/estimate/of-what-has-no-maximum.txt',
    );
  });

  it('has an interval as wide as was asked for', async () => {
    const widths = await Promise.all(
      ['0.5', '0.95'].map(async (confidence) => {
        const { stdout } = await run('--method', 'mle', '--confidence', confidence, '--json');
        const [lower, upper] = JSON.parse(stdout).subjects.y.parameters.b.interval as [number, number];
        return upper - lower;
      }),
    );
    expect(widths[1]! / widths[0]!).toBeCloseTo(1.959964 / 0.6744898, 5);
  });
});

describe('the folder of an estimate', () => {
  it('has draws of an approximation alone, and no files of an earlier fit of another kind', async () => {
    const has = (file: string) => existsSync(join(workspace.path, file));
    expect(has('mle/y/draws.csv')).toBe(false);
    expect(has('laplace/y/draws.csv')).toBe(true);
    await run('--draws', '50', '--warmup', '50', '--chains', '2', '--out', 'turned');
    expect(has('turned/y/chains/chain-2.csv')).toBe(true);
    await run('--method', 'mle', '--out', 'turned');
    expect(has('turned/y/draws.csv') || has('turned/y/chains/chain-2.csv')).toBe(false);
    expect((await workspace.run('predict', 'turned/y', 'rows.csv')).status).toBe(0);
  });

  it('predicts: at the estimate with errors by the delta method, or from the draws of an approximation', async () => {
    const column = async (folder: string, name: string) => {
      const { stdout, status } = await workspace.run('predict', `${folder}/y`, 'rows.csv', '--drawn', '2');
      expect(status).toBe(0);
      const [head, ...lines] = stdout
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      return lines.map((fields) => Number(fields[head!.indexOf(name)]));
    };
    const summary = JSON.parse(workspace.read('mle/y/summary.json'));
    const { a, b } = summary.parameters;
    const means = await column('mle', 'y mean');
    for (const [row, mean] of means.entries()) {
      const at = a.estimate + (b.estimate * (row - 29.5)) / 10;
      expect(mean).toBeCloseTo(1 / (1 + Math.exp(-at)), 12);
    }
    // Of a + b x the variance is that of a, b and their covariance; of its logistic p (1 - p) times as much.
    const sds = await column('mle', 'y sd');
    for (const [row, sd] of sds.entries()) {
      const x = (row - 29.5) / 10;
      const [[vaa, vab], [, vbb]] = summary.covariance as [[number, number], [number, number]];
      const p = means[row]!;
      expect(sd).toBeCloseTo(p * (1 - p) * Math.sqrt(vaa + 2 * x * vab + x * x * vbb), 8);
    }
    const drawn = await column('mle', 'y drawn 1');
    expect(new Set(drawn)).toEqual(new Set([0, 1]));
    const approximate = await column('laplace', 'y sd');
    for (const [row, sd] of approximate.entries()) expect(sd / sds[row]!).toBeCloseTo(1, 0);
  });
});

describe('a forest plot of estimates', () => {
  it.each(['mle', 'map', 'laplace'])('has those by %s with their intervals', async (method) => {
    const { status, stdout, stderr } = await workspace.run('plot', 'forest', method);
    expect(status).toBe(0);
    expect(stdout).toContain('>95 % interval</text>');
    expect(stderr).toMatch(/^Estimates of y\. .*\.\n$/);
    const { parameters } = JSON.parse(workspace.read(`${method}/y/summary.json`));
    const told = /<desc[^>]*>(.*?)<\/desc>/s.exec(stdout)![1]!.replaceAll('−', '-');
    for (const [name, { estimate, interval }] of Object.entries<{ estimate: number; interval: number[] }>(
      parameters,
    )) {
      const numbers = new RegExp(`${name} (\\S+), 95 % interval (\\S+) to (-?[\\d.]+\\d)`).exec(told)!;
      for (const [place, value] of [estimate, ...interval].entries())
        expect(Number(numbers[place + 1])).toBeCloseTo(value, 0);
    }
  });

  it('says that an estimate is none, and that it is drawn of no draws', async () => {
    await run('--method', 'mle', '--outcome', 'y=parted', '--out', 'endless');
    const endless = await workspace.run('plot', 'forest', 'endless');
    expect(endless.status).toBeGreaterThan(0);
    await expect(transcript({ ...endless, stdout: '' })).toMatchFileSnapshot(
      'messages/estimate/a-forest-of-what-has-no-maximum.txt',
    );
    await run('--draws', '50', '--warmup', '50', '--chains', '2', '--out', 'sampled');
    await expect(transcript(await workspace.run('plot', 'forest', 'mle/y', 'sampled/y'))).toMatchFileSnapshot(
      'messages/estimate/a-forest-of-estimates-and-draws.txt',
    );
  });
});

describe('a report on estimates', () => {
  it.each(['mle', 'map'])('by %s has them, how they were found and the command', async (method) => {
    const { status, stderr } = await workspace.run('report', method, '-o', `${method}.html`);
    expect({ status, stderr: stderr.replace(/\d+ kB/, 'N kB') }).toEqual({
      ...{ status: 0, stderr: `${method}.html: 1 fit, N kB\n` },
    });
    const page = workspace.read(`${method}.html`);
    expect(page).toContain(`theodolite fit logit.wasm rows.csv --method ${method} --out results`);
    expect(page).toContain('<svg');
    const { parameters, climbs } = JSON.parse(workspace.read(`${method}/y/summary.json`));
    expect(page).toContain(`<td data-value="${sortKey(parameters.a.estimate)}">`);
    expect(page).toContain(`<td data-value="${sortKey(climbs.best)}">`);
    // Expected at the estimate, without an interval.
    expect(page).toMatch(/<td>\d+ %<small>observed \d+ %<\/small><\/td>/);
  });

  it("of Laplace's approximation is that of its draws, and says so", async () => {
    const { status } = await workspace.run('report', 'laplace', '-o', 'laplace.html');
    expect(status).toBe(0);
    const page = workspace.read('laplace.html');
    expect(page).toContain('are of a normal approximation at the mode of the posterior');
    expect(page).toContain('theodolite fit logit.wasm rows.csv --method laplace --out results');
    const { paretoK } = JSON.parse(workspace.read('laplace/y/summary.json'));
    expect(page).toContain(`<td data-value="${sortKey(paretoK)}">`);
    expect((await workspace.run('plot', 'density', 'laplace', '--layout', 'logit.ml')).status).toBe(0);
  });

  it('takes the draws of two approximations as independent, though they have one seed', async () => {
    workspace.write(
      'twins.csv',
      `x,y,twin\n${ROWS.map((row) => `${row.split(',', 2)},${row.split(',')[1]}`).join('\n')}\n`,
    );
    await workspace.run(
      ...['fit', 'logit.ml', 'twins.csv', '--outcome', 'y=y,twin', '--method', 'laplace', '--out', 'twins'],
    );
    const { parameters } = JSON.parse(workspace.read('twins/y/summary.json'));
    expect((await workspace.run('report', 'twins', '-o', 'twins.html')).status).toBe(0);
    const [, lower, upper] = /<small>by \S+ \((\S+) to (\S+)\)<\/small>/.exec(workspace.read('twins.html'))!;
    // Draw by draw they are equal, so that all differences would be 0.
    const half = 1.96 * Math.SQRT2 * parameters.a.se;
    expect(Number(lower)).toBeCloseTo(-half, 0);
    expect(Number(upper)).toBeCloseTo(half, 0);
    expect(half).toBeGreaterThan(0.6);
  });

  it('of what is no estimate ends with its status, and says that it is none', async () => {
    await run('--method', 'mle', '--outcome', 'y=parted', '--out', 'endless');
    const { status, stderr } = await workspace.run('report', 'endless', '-o', 'endless.html');
    expect(status).toBe(3);
    await expect(stderr.replace(/\d+ kB/, 'N kB')).toMatchFileSnapshot(
      'messages/estimate/a-report-on-what-has-no-maximum.txt',
    );
    expect(workspace.read('endless.html')).toContain('no estimate was found');
  });
});

describe('what does not go with an estimate is refused in words', () => {
  const cases: Record<string, readonly string[]> = {
    'a warm-up of an estimate': ['fit', 'logit.wasm', 'rows.csv', '--method', 'mle', '--warmup', '10'],
    'draws of a point': ['fit', 'logit.wasm', 'rows.csv', '--method', 'map', '--draws', '10'],
    'starts of a chain': ['fit', 'logit.wasm', 'rows.csv', '--starts', '10'],
    'no starts': ['fit', 'logit.wasm', 'rows.csv', '--method', 'mle', '--starts', '0'],
    'a confidence of one': ['fit', 'logit.wasm', 'rows.csv', '--method', 'mle', '--confidence', '1'],
    'a format of draws that are none': [
      'fit',
      'logit.ml',
      'rows.csv',
      '--method',
      'mle',
      '--out',
      'x',
      '--draws-as',
      'csv',
    ],
    'a density of an estimate': ['plot', 'density', 'mle/y'],
    'estimates by different methods': ['plot', 'forest', 'mle/y', 'map/y'],
    'a report on estimates by different methods': ['report', 'mle/y', 'map/y', '-o', 'no.html'],
    'a report on an estimate and draws': ['report', 'laplace/y', 'mle/y', '-o', 'no.html'],
    'a paper on estimates': ['report', 'mle/y', '--paper', 'paper'],
    'a comparison of estimates': ['compare', 'mle/y', 'map/y', '--data', 'rows.csv'],
    'a narrowest interval of a point': ['predict', 'mle/y', 'rows.csv', '--hdi'],
    'each tenth draw of a point': ['predict', 'mle/y', 'rows.csv', '--every', '10'],
  };
  for (const [title, args] of Object.entries(cases)) {
    it(title, async () => {
      const outcome = await workspace.run(...args);
      expect(outcome.status).toBeGreaterThan(0);
      expect(outcome.stdout).toBe('');
      const file = title.replaceAll(/[^A-Za-z0-9]+/g, '-');
      await expect(transcript(outcome)).toMatchFileSnapshot(`messages/estimate/${file}.txt`);
    });
  }

  it('and so is a summary that was changed', async () => {
    const summary = JSON.parse(workspace.read('mle/y/summary.json'));
    for (const [name, changes] of Object.entries({
      'without-covariance': { covariance: undefined },
      'with-an-infinite-estimate': { point: [null, 1] },
    })) {
      workspace.write(`${name}/summary.json`, sealed({ ...summary, ...changes }));
      const outcome = await workspace.run('predict', name, 'rows.csv', '--layout', 'logit.ml');
      expect(outcome).toMatchObject({ status: 1, stdout: '' });
      await expect(transcript(outcome)).toMatchFileSnapshot(`messages/estimate/${name}.txt`);
    }
  });
});
