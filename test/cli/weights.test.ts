/** `--weight` and `--count`: rows that count more or less than once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const LAYOUT = `layout Walls
category model
demand height in [0, 10]
capability climb[model] ~ normal(3, 3)
observe success ~ bernoulli(margin(climb[model], height))
observe time ~ lognormal(climb[model], 1)
`;
const QUICK = ['--warmup', '200', '--draws', '200', '--chains', '2', '--seed', '7'];
/** Model, height, success, time, and how often. */
const ROWS: readonly (readonly [string, number, number, number, number])[] = [
  ['a', 1, 1, 2.5, 3],
  ['a', 4, 0, 3.5, 1],
  ['b', 2, 1, 1.5, 2],
  ['b', 6, 0, 9, 4],
  ['b', 7, 1, 5, 0],
];
const csv = (head: string, rows: readonly (readonly unknown[])[]) =>
  `${[head, ...rows.map((row) => row.join(','))].join('\n')}\n`;

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('walls.ml', LAYOUT);
  workspace.write('own.ml', LAYOUT.replace('height))', 'height)) weight height'));
  workspace.write('name.ml', LAYOUT.replaceAll('climb', 'rowWeight'));
  workspace.write('once.csv', csv('model,height,success,time,n', ROWS));
  workspace.write(
    'often.csv',
    csv(
      'model,height,success,time',
      ROWS.flatMap((row) => Array(row[4]).fill(row.slice(0, 4))),
    ),
  );
  const share = ROWS.map((row) => [...row.slice(0, 4), row[4] / 4, row[0] === 'a' ? '' : 1]);
  workspace.write('shares.csv', csv('model,height,success,time,w,gap', share));
});
afterAll(() => workspace.remove());

const fitTo = (...args: readonly string[]) => workspace.run('fit', ...args, ...QUICK);
const drawsOf = async (out: string, ...args: readonly string[]) => {
  expect((await fitTo('walls.ml', ...args, '--out', out)).stderr).not.toContain('error');
  return workspace.read(`${out}/success/draws.csv`).replace(/^#.*\n/gm, '');
};

describe('a fit', () => {
  it('with whole weights, or counts, has the draws of repeated rows, to the byte', async () => {
    const repeated = await drawsOf('often', 'often.csv');
    expect(await drawsOf('weight', 'once.csv', '--weight', 'n')).toBe(repeated);
    expect(await drawsOf('count', 'once.csv', '--count', 'n')).toBe(repeated);
    const shown = (folder: string) => JSON.parse(workspace.read(`${folder}/success/summary.json`));
    expect(shown('often').outcomes.success.successes).toBe(5);
    expect(shown('count').outcomes.success.successes).toBe(5);
    const { stdout } = await fitTo('walls.ml', 'once.csv', '--count', 'n');
    expect(stdout).toContain('5 rows that stand for 10, success in 5 (50.0 %), mean of time');
  });

  it('takes counted rows as repeated ones also in statistics, and in the number of rows of an estimate', async () => {
    workspace.write(
      'means.ml',
      LAYOUT.replace('normal(3, 3)', 'normal(3 + mean(height, by = model) - mean(height), 3)'),
    );
    const shown = async (args: readonly string[]) => {
      const { stdout, stderr } = await workspace.run('fit', 'means.ml', ...args, '--json');
      expect(stderr).not.toContain('error');
      return JSON.parse(stdout).subjects.success;
    };
    const [counted, repeated] = [['once.csv', '--count', 'n'], ['often.csv']] as const;
    const fit = await shown([...counted, ...QUICK]);
    expect(fit.parameters).toEqual((await shown([...repeated, ...QUICK])).parameters);
    // (3 · 1 + 4 + 2 · 2 + 4 · 6) / 10
    expect(fit.fitted.statistics[0].value).toBeCloseTo(3.5, 12);
    const estimate = await shown([...counted, '--method', 'mle']);
    expect(estimate.observations).toBe(10);
    expect(estimate.bic).toBe((await shown([...repeated, '--method', 'mle'])).bic);
  });

  it('says what its rows weigh, and its report reads them again', async () => {
    const { stdout } = await fitTo('walls.ml', 'shares.csv', '--weight', 'w', '--out', 'shares');
    // (Σ w)² / Σ w² with the weights 3, 1, 2, 4 and 0 quarters.
    expect(stdout).toContain('5 rows that weigh as much as 3.333 equal ones, ');
    const summary = JSON.parse(workspace.read('shares/success/summary.json'));
    expect(summary.outcomes.success.weights).toEqual({
      ...{ kind: 'weight', column: 'rowWeight', sum: 2.5 },
      effectiveRows: 2.5 ** 2 / ((9 + 1 + 4 + 16) / 16),
    });
    expect(summary.made.data.weight).toEqual({ kind: 'weight', column: 'w' });
    const report = await workspace.run('report', 'shares');
    expect(report).toMatchObject({ status: 0, stderr: '' });
    expect(report.stdout).toMatch(/theodolite fit walls\.ml shares\.csv --weight w /);
    expect(report.stdout).not.toContain('--bind');
  });

  it('with weights has the posterior of the layout that says so itself', async () => {
    workspace.write(
      'said.ml',
      LAYOUT.replace('height))', 'height)) weight w')
        .replace(', 1)', ', 1) weight w')
        .concat('demand w in [0, inf]\n'),
    );
    const said = await workspace.run('fit', 'said.ml', 'shares.csv', ...QUICK, '--json');
    const given = await workspace.run('fit', 'walls.ml', 'shares.csv', '--weight', 'w', ...QUICK, '--json');
    const meansOf = ({ stdout }: { stdout: string }) =>
      Object.values(JSON.parse(stdout).subjects.success.parameters as Record<string, { mean: number }>).map(
        ({ mean }) => mean,
      );
    expect(meansOf(given)).toEqual(meansOf(said));
  });
});

describe('what is done with such a fit', () => {
  it('reads its weights again without being told, and predicts rows that have none', async () => {
    expect((await fitTo('walls.ml', 'shares.csv', '--weight', 'w', '--out', 'again')).stderr).not.toContain(
      'error',
    );
    expect((await fitTo('walls.ml', 'once.csv', '--count', 'n', '--out', 'counted')).stderr).not.toContain(
      'error',
    );
    for (const [folder, table] of [
      ['again', 'shares.csv'],
      ['counted', 'once.csv'],
    ] as const) {
      const compared = await workspace.run('compare', `${folder}/success`, '--data', table, '--json');
      expect(compared).toMatchObject({ status: 0 });
      expect(JSON.parse(compared.stdout).fits[0].elpd).toBeLessThan(0);
      const grouped = ['compare', `${folder}/success`, '--data', table, '--group', 'model', '--json'];
      expect(await workspace.run(...grouped)).toMatchObject({ status: 0 });
      const checked = await workspace.run('predictive-check', `${folder}/success`, table);
      expect(checked.stderr).not.toContain('no column');
    }
    workspace.write(
      'unweighed.csv',
      csv('model,height', [
        ['a', 2],
        ['b', 3],
      ]),
    );
    const predicted = await workspace.run('predict', 'again/success', 'unweighed.csv');
    expect(predicted).toMatchObject({ status: 0, stderr: '' });
    expect(predicted.stdout.trim().split('\n').length).toBe(3);
    const without = await workspace.run('compare', 'again/success', '--data', 'unweighed.csv');
    expect(without.stderr).toContain('unweighed.csv has no column `w` to read for `rowWeight`.');
  });
});

describe('the options', () => {
  it.each<[string, readonly string[]]>([
    ['a weight beside a count', ['walls.ml', 'once.csv', '--weight', 'n', '--count', 'n']],
    ['a weight of a layout that has one', ['own.ml', 'once.csv', '--weight', 'n']],
    ['a weight of a layout that has its name', ['name.ml', 'once.csv', '--weight', 'n']],
    ['a column that is not there', ['walls.ml', 'once.csv', '--weight', 'm']],
    ['counts that are no whole numbers', ['walls.ml', 'shares.csv', '--count', 'w']],
    ['weights that are missing', ['walls.ml', 'shares.csv', '--weight', 'gap']],
    ['a weight of text', ['walls.ml', 'shares.csv', '--weight', 'model']],
  ])('refuse %s', async (what, args) => {
    await expect(transcript(await fitTo(...args))).toMatchFileSnapshot(
      `messages/weights/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
