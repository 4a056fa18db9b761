/** What becomes of scores and means with each alternative. */
import { describe, expect, it } from 'vitest';
import { partKey, partsOfPlan, planSweep, type SweepTask, taskKey } from '../../analysis/sweep/plan.ts';
import type { BaselineResult, HeldOutScores, SweepResult } from '../../analysis/sweep/result.ts';
import { distribution, sumUpSweep } from '../../analysis/sweep/sum-up.ts';
import { distributionsTable } from '../../analysis/sweep/tidy.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';

const SUMMARY: ParameterSummary = {
  ...{ mean: 0, sd: 0.5, q5: 0.7, q50: 1.4, q95: 2.4, hdi95: [0.6, 2.3], mcse: 0.01 },
  ...{ essBulk: 900, essTail: 800, rhat: 1.001 },
};

function scores(brier: number): HeldOutScores {
  const others = { calibration: 0, refinement: 0, auroc: 0.5, calibrationError: 0, logScore: -1 };
  return { rows: 10, brier, ...others };
}

/** Fits whose Brier score and mean are functions of the task. */
function finished(
  tasks: readonly SweepTask[],
  {
    brier,
    mean,
    failed = () => false,
  }: {
    brier: (task: SweepTask) => number;
    mean: (task: SweepTask) => number;
    failed?: (task: SweepTask) => boolean;
  },
  aggregate: (split: string) => number,
) {
  const fits = new Map(
    tasks.map((task): [string, SweepResult] => [
      taskKey(task),
      {
        ...{
          key: taskKey(task),
          status: failed(task) ? 'failed' : 'converged',
          findings: [],
          divergences: 0,
        },
        parameters: { a: { ...SUMMARY, mean: mean(task) } },
        scores: { y: scores(brier(task)) },
      },
    ]),
  );
  const baselines = new Map(
    partsOfPlan(tasks).map((part): [string, BaselineResult] => [
      partKey(part),
      {
        ...{ key: partKey(part), training: 90, test: 10 },
        outcomes: { y: { scores: { aggregate: scores(aggregate(part.split)) }, silent: {} } },
      },
    ]),
  );
  return { fits, baselines };
}

const AXES = {
  selections: [1, 2, 3, 4].flatMap((size) => [
    { size: String(size), form: 'round' },
    { size: String(size), form: 'flat' },
  ]),
  subjects: ['Ada'],
  seeds: [1n],
};

describe('a distribution', () => {
  it('has the quartiles that R has', () => {
    // quantile(c(2, 3, 5, 7, 11, 13)), R 4.3
    expect(distribution([13, 2, 11, 5, 3, 7])).toEqual({
      ...{ count: 6, least: 2, lowerQuartile: 3.5, median: 6, upperQuartile: 10, greatest: 13 },
    });
    expect(distribution([4])).toMatchObject({ least: 4, lowerQuartile: 4, upperQuartile: 4, greatest: 4 });
    expect(distribution([])).toBeNull();
  });
});

describe('the summary of a sweep', () => {
  const tasks = planSweep({ ...AXES, splits: ['held out'] });
  const size = ({ selection }: SweepTask) => Number(selection.size);
  const isFlat = ({ selection }: SweepTask) => selection.form === 'flat';

  it('has for each alternative the distribution over all others', () => {
    const done = finished(
      tasks,
      { brier: (task) => size(task) / 10, mean: (task) => (isFlat(task) ? 7 : size(task)) },
      () => 0.3,
    );
    const { groups, quantities } = sumUpSweep(tasks, done);
    expect(groups.map(({ axis, value, cells }) => [axis, value, cells])).toEqual([
      ...[1, 2, 3, 4].map((value) => ['size', String(value), 2]),
      ...[
        ['form', 'round', 4],
        ['form', 'flat', 4],
        [null, null, 8],
      ],
    ]);
    const [brier, mean] = quantities;
    expect(brier).toMatchObject({ kind: 'brier', name: 'y', baselines: { aggregate: [0.3, 0.3] } });
    expect(brier!.distributions[5]).toMatchObject({ count: 4, least: 0.1, median: 0.25, greatest: 0.4 });
    // As good as the aggregate is not better.
    expect(brier!.belowAggregate).toEqual([2, 2, 0, 0, 2, 2, 4]);
    expect(mean!.distributions[4]).toMatchObject({ lowerQuartile: 1.75, median: 2.5, upperQuartile: 3.25 });
    expect(mean!.distributions[5]).toMatchObject({ least: 7, greatest: 7 });
    const table = distributionsTable(tasks, done);
    expect(table).toHaveLength(1 + 2 * groups.length);
    expect(table[6]).toEqual([
      'Brier score',
      'y',
      'form',
      'flat',
      4,
      0.1,
      expect.closeTo(0.175),
      0.25,
      expect.closeTo(0.325),
      0.4,
      2,
    ]);
    expect(table.at(-1)!.slice(0, 5)).toEqual(['posterior mean', 'a', null, null, 8]);
  });

  it('leaves out what did not converge, and says how much that is', () => {
    const done = finished(
      tasks,
      { brier: size, mean: size, failed: (task) => size(task) === 4 || isFlat(task) },
      () => 9,
    );
    const { groups, quantities } = sumUpSweep(tasks, done);
    expect(groups.map(({ failed }) => failed)).toEqual([1, 1, 1, 2, 1, 4, 5]);
    expect(quantities[0]!.distributions[3]).toBeNull();
    expect(quantities[1]!.distributions[6]).toMatchObject({ count: 3, least: 1, greatest: 3 });
  });

  it('averages over the parts of a split before it compares', () => {
    const folded = planSweep({ ...AXES, splits: ['fold 1', 'fold 2'] });
    const late = ({ split }: SweepTask) => (split === 'fold 2' ? 2 : 0);
    const done = finished(
      folded,
      {
        brier: (task) => size(task) + late(task),
        mean: (task) => size(task) + late(task),
        failed: (task) => late(task) > 0 && isFlat(task) && size(task) === 1,
      },
      (split) => (split === 'fold 1' ? 10 : -4),
    );
    const { groups, quantities } = sumUpSweep(folded, done);
    expect(groups.at(-1)).toMatchObject({ cells: 8, failed: 1 });
    const [brier, mean] = quantities;
    expect(brier!.distributions[4]).toMatchObject({ least: 2, median: 3.5, greatest: 5 });
    expect(mean!.distributions.at(-1)).toMatchObject({ count: 7, least: 2, greatest: 5 });
    // The aggregate's is 3 on average.
    expect(brier!.belowAggregate).toEqual([1, 0, 0, 0, 1, 0, 1]);
    expect(brier!.baselines).toEqual({ aggregate: [3, 3] });
  });
});
