import { describe, expect, it } from 'vitest';
import { evaluateLayout } from '../../analysis/evaluate/evaluate-layout.ts';
import { evaluatedOutcomes, fittedColumns, readEvaluatedRows } from '../../analysis/evaluate/parts/rows.ts';
import { recoverLayout } from '../../analysis/evaluate/recovery/recover-layout.ts';
import { openSweep } from '../../analysis/sweep/open-sweep.ts';
import { prepare } from '../../compiler/compile.ts';
import { sourceOf } from '../../compiler/layout-input.ts';
import { openThisThread } from '../../host/index.ts';
import { toRows } from '../../host/row-tables.ts';

const LAYOUT = `layout Lengths
category task in family
category family
category model ordered by size
demand size[model] in [0, 10]
param base[family] ~ normal(0, 1)
param length[task] ~ normal(base[family], 1)
param slack[judge] ~ half_normal(1)
param taste[task, judge] ~ normal(0, 0.1)
capability skill[model] ~ normal(0.1 * size[model], 1)
observe success ~ bernoulli(logistic(skill[model] - length[task]))
table ratings {
  category task, judge
  observe hard ~ bernoulli(logistic(length[task] + taste[task, judge]))
  observe said ~ normal(length[task] + base[family], slack[judge])
}
`;

const MAIN = {
  task: ['b', 'a', 'c', 'b', 'a', 'c', 'd', 'd'],
  family: ['y', 'x', 'x', 'y', 'x', 'x', 'z', 'z'],
  model: ['m', 'm', 'm', 'k', 'k', 'k', 'm', 'k'],
  size: [2, 2, 2, 1, 1, 1, 2, 1],
  success: [1, 0, 1, 1, 1, 0, 1, 0],
};
const RATINGS = {
  task: ['c', 'b', 'd', 'd'],
  judge: ['u', 'u', 'v', 'u'],
  hard: [1, 0, 1, null],
  said: [0.5, null, 1.5, 1],
};
const { manifest } = prepare(sourceOf(LAYOUT));

function some(rows: readonly number[]) {
  return Object.fromEntries(
    Object.entries(MAIN).map(([name, values]) => [name, rows.map((row) => values[row]!)]),
  );
}

describe('rows of the main table that are fitted', () => {
  const rows = readEvaluatedRows(manifest, MAIN, { ratings: RATINGS });

  it('stand beside all rows of the other tables, as if only they had been given', () => {
    const training = [0, 2, 4, 6];
    const { columns, levels } = fittedColumns(rows, training);
    const expected = toRows(manifest, some(training), { ratings: RATINGS });
    expect(levels).toEqual(expected.levels);
    expect(columns).toEqual(expected.columns);
  });

  it('need not tell what the held-out rows tell of a level', () => {
    const training = [0, 1, 2, 3];
    const told = 'The level `d` of `task` is in the table `ratings` alone, and nothing says its `family`.';
    expect(() => toRows(manifest, some(training), { ratings: RATINGS })).toThrow(told);
    const { columns, levels } = fittedColumns(rows, training);
    expect(levels.get('task')).toEqual(['a', 'b', 'c', 'd']);
    expect(levels.get('task.judge')).toEqual(['b, u', 'c, u', 'd, u', 'd, v']);
    expect(Array.from(columns.get('family')!, (code) => levels.get('family')![code])).toEqual([
      'y',
      'x',
      'x',
      'y',
      'x',
      'y',
      'z',
      'z',
    ]);
    // Those that held-out rows alone have are not there.
    expect(fittedColumns(rows, [0, 1, 2]).levels.get('model')).toEqual(['m']);
  });

  it('have the outcomes that are scored', () => {
    expect(evaluatedOutcomes(manifest)).toEqual({ predicted: ['success'], divided: 'success' });
  });
});

describe('a program', () => {
  const quick = { chains: 2, warmup: 100, draws: 100, scouts: 0, pool: openThisThread() };

  it('evaluates and sweeps beside other tables, which it gives by name', async () => {
    const tables = { ratings: RATINGS };
    const test = [6, 7];
    const { parts } = await evaluateLayout(LAYOUT, MAIN, { test }, { ...quick, baselines: false, tables });
    const { outcomes, newLevels } = parts[0]!;
    expect(newLevels.size).toBe(0);
    expect([...outcomes.keys()]).toEqual(['success']);
    const { layout } = outcomes.get('success')!.probabilities;
    const brier = ((layout![0]! - 1) ** 2 + layout![1]! ** 2) / 2;
    const sweep = await openSweep(
      LAYOUT,
      { one: MAIN },
      { holdOut: { test }, tables, baselines: false, settings: quick },
    );
    const [fit] = [...(await sweep.run({ pool: quick.pool })).fits.values()];
    expect(fit!.scores!.success!.brier).toBeCloseTo(brier, 12);
    await expect(evaluateLayout(LAYOUT, MAIN, { test }, quick)).rejects.toThrow(
      'In the table `ratings`: There are no rows of it.',
    );
  }, 60_000);

  it('recovers profiles with rows of all tables', async () => {
    const { runs } = await recoverLayout(LAYOUT, MAIN, { ...quick, runs: 2, tables: { ratings: RATINGS } });
    expect(runs).toHaveLength(2);
    expect(Object.keys(runs[0]!.truths)).toHaveLength(15);
  }, 60_000);
});
