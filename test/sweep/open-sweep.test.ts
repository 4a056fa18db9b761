/** A sweep that a program runs. */
import { describe, expect, it } from 'vitest';
import {
  EvaluationError,
  memoryStore,
  openSweep,
  type SweepAsked,
  type SweepTask,
  scoresTable,
  sumUpSweep,
  taskKey,
} from '../../analysis/sweep/index.ts';
import { ChoiceError, compile, HostError, load, openThisThread } from '../../index.ts';

const LAYOUT = `layout Climbing
demand height in [0, 10]
capability climb ~ choose prior { wide: uniform(0, 10), low: half_normal(2) }
observe success ~ bernoulli(margin(climb, height, choose steepness { gentle: 1, steep: 4 }))
`;
const SETTINGS = { chains: 2, warmup: 100, draws: 60, scouts: 0 } as const;

/** A climber of so many metres, that slips now and then. */
function climber(ability: number) {
  const height = Array.from({ length: 40 }, (_, row) => ((row * 7) % 40) / 4);
  return {
    height,
    success: height.map((metres, row) => (row % 11 === 3 ? metres > ability : metres < ability)),
  };
}
const SUBJECTS = { Ada: climber(6), Bo: climber(3) };
const ASKED: SweepAsked = { settings: SETTINGS, seeds: [4n, 5n], holdOut: { folds: 2 } };

const inThisThread = () => ({ pool: openThisThread() });
const namesOf = (tasks: readonly SweepTask[]) =>
  tasks.map(
    ({ selection, subject, split, seed }) =>
      `${selection.prior} ${selection.steepness} ${subject} ${split} ${seed}`,
  );

describe('a sweep of a program', () => {
  it('makes each fit once, and scores it by the rows that it did not see', async () => {
    const sweep = await openSweep(LAYOUT, SUBJECTS, { ...ASKED, among: { steepness: ['steep'] } });
    expect(namesOf(sweep.tasks)).toHaveLength(16);
    expect(namesOf(sweep.tasks).slice(0, 3)).toEqual([
      ...['wide steep Ada fold 1 4', 'wide steep Ada fold 1 5', 'wide steep Ada fold 2 4'],
    ]);
    const told: number[] = [];
    const done = await sweep.run({
      ...inThisThread(),
      onProgress: ({ done: transitions, total }) => told.push(transitions / total),
    });
    expect(told.at(-1)).toBeGreaterThan(0.9);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([...done.fits.keys()].sort()).toEqual(sweep.tasks.map(taskKey).sort());
    expect(done.baselines.size).toBe(4);
    expect(sweep.left()).toEqual({ fits: [], parts: [], layouts: 0 });
    // As a program does it step by step.
    const task = sweep.tasks.find(
      ({ selection, subject, split }) => selection.prior === 'low' && subject === 'Bo' && split === 'fold 2',
    )!;
    const held = new Set(sweep.splits.Bo!.parts[1]!.test);
    const some = (isHeld: boolean) => ({
      height: SUBJECTS.Bo.height.filter((_, row) => held.has(row) === isHeld),
      success: SUBJECTS.Bo.success.filter((_, row) => held.has(row) === isHeld),
    });
    const { bytes } = await compile(LAYOUT, { choices: task.selection, data: SUBJECTS.Ada });
    const bound = await (await load(bytes)).bind(some(false));
    const fit = await bound.fit({ ...SETTINGS, seed: task.seed, ...inThisThread() });
    const { mean } = (await fit.predict(some(true))).outcomes.success!;
    const brier =
      some(true).success.reduce((sum, success, row) => sum + (mean[row]! - Number(success)) ** 2, 0) /
      held.size;
    const kept = done.fits.get(taskKey(task))!;
    expect(kept.scores!.success!.brier).toBeCloseTo(brier, 12);
    expect(kept.parameters.climb).toEqual(fit.summary().climb);
    const summary = sumUpSweep(sweep.tasks, done);
    const all = summary.quantities[0]!;
    expect(all.kind).toBe('brier');
    expect(all.belowAggregate.at(-1)).toBe(all.distributions.at(-1)!.count);
    expect(scoresTable(sweep.tasks, done)).toHaveLength(17);
  });

  it('that was stopped goes on where it was, to the same results', async () => {
    const asked = { ...ASKED, baselines: false, seeds: [4n], among: { prior: ['low'] } };
    const whole = await (await openSweep(LAYOUT, SUBJECTS, asked)).run(inThisThread());
    const store = memoryStore();
    const stop = new AbortController();
    const stopping = {
      ...store,
      addFit: (...[result]: Parameters<typeof store.addFit>) => {
        store.addFit(result);
        if (store.fits.size === 3) stop.abort(new Error('stopped'));
      },
    };
    const first = await openSweep(LAYOUT, SUBJECTS, { ...asked, store: stopping });
    await expect(first.run({ ...inThisThread(), signal: stop.signal })).rejects.toThrow(
      /stopped|interrupted/i,
    );
    expect(store.fits.size).toBeGreaterThanOrEqual(3);
    expect(store.fits.size).toBeLessThan(8);
    const second = await openSweep(LAYOUT, SUBJECTS, { ...asked, store });
    const before = second.left().fits.length;
    expect(before).toBe(8 - store.fits.size);
    const pilot = await second.pilot(inThisThread());
    expect(pilot!.fit).toBeGreaterThan(0);
    expect(pilot!.secondsLeft).toBeGreaterThan(0);
    expect(second.left().fits).toHaveLength(before - 1);
    const done = await second.run(inThisThread());
    expect(new Map([...done.fits].sort())).toEqual(new Map([...whole.fits].sort()));
    expect(new Map([...done.baselines].sort())).toEqual(new Map([...whole.baselines].sort()));
    expect(await second.pilot(inThisThread())).toBeNull();
  });

  it('takes splits that were stored, and all rows where none are held out', async () => {
    const drawn = await openSweep(LAYOUT, SUBJECTS, { ...ASKED, holdOut: { share: 0.75, repeats: 3 } });
    expect(drawn.tasks.slice(0, 6).map(({ split }) => split)).toEqual([
      ...['repeat 1', 'repeat 1', 'repeat 2', 'repeat 2', 'repeat 3', 'repeat 3'],
    ]);
    const again = await openSweep(LAYOUT, SUBJECTS, {
      ...ASKED,
      seeds: [9],
      holdOut: { splits: drawn.splits },
    });
    expect(again.splits).toEqual(drawn.splits);
    const given = await openSweep(LAYOUT, SUBJECTS, { ...ASKED, holdOut: { test: [0, 5, 39] } });
    expect(given.splits).toEqual({});
    expect(new Set(given.tasks.map(({ split }) => split))).toEqual(new Set(['held out']));
    const whole = await openSweep(LAYOUT, SUBJECTS, { settings: SETTINGS });
    expect(whole.splits).toEqual({});
    expect(new Set(whole.tasks.map(({ split }) => split))).toEqual(new Set([null]));
  });

  it.each([
    [
      'an unknown alternative',
      LAYOUT,
      SUBJECTS,
      { among: { prior: ['flat'] } },
      ChoiceError,
      /no alternative `flat`/,
    ],
    [
      'an unknown choice',
      LAYOUT,
      SUBJECTS,
      { among: { priors: ['low'] } },
      ChoiceError,
      /no choice `priors`/,
    ],
    ['no subject', LAYOUT, {}, {}, RangeError, /at least one subject/],
    ['half a seed', LAYOUT, SUBJECTS, { seeds: [0.5] }, HostError, /seed/],
    ['no seed', LAYOUT, SUBJECTS, { seeds: [] }, RangeError, /at least one seed/],
    [
      'a column that is absent',
      LAYOUT,
      { Cy: { height: [1, 2] } },
      {},
      HostError,
      /^Cy: There is no column for the outcome `success`/,
    ],
    [
      'too many folds',
      LAYOUT,
      SUBJECTS,
      { holdOut: { folds: 99 } },
      EvaluationError,
      /cannot be divided into 99 folds/,
    ],
    [
      'a split of other rows',
      LAYOUT,
      SUBJECTS,
      { holdOut: { splits: {} } },
      EvaluationError,
      /no split for Ada/,
    ],
    [
      'an outcome that has no such scores',
      'layout L\ndemand height in [0, 10]\nparam a ~ normal(0, 1)\nobserve success ~ normal(a * height, 1)\n',
      ...([
        SUBJECTS,
        { holdOut: { folds: 2 } },
        EvaluationError,
        /These scores are for outcomes of 0 and 1, and the layout has none/,
      ] as const),
    ],
    ['a setting out of range', LAYOUT, SUBJECTS, { settings: { chains: 0 } }, HostError, /chains/],
  ] as const)('refuses %s before the first fit', async (_, layout, subjects, asked, kind, message) => {
    const opening = openSweep(layout, subjects as typeof SUBJECTS, asked as SweepAsked);
    await expect(opening).rejects.toThrow(kind);
    await expect(opening).rejects.toThrow(message);
  });

  it('draws levels without training rows from their population', async () => {
    const grouped =
      'layout G\ncategory team\nparam skill[team] ~ normal(0, 1)\nobserve success ~ bernoulli(logistic(skill[team]))\n';
    const team = Array.from({ length: 24 }, (_, row) => `team ${row % 4}`);
    const success = team.map((_, row) => Number((row * 5) % 3 === 0));
    const sweep = await openSweep(
      grouped,
      { Ada: { team, success } },
      { settings: SETTINGS, holdOut: { folds: 4, group: 'team' }, baselines: false },
    );
    const { fits } = await sweep.run(inThisThread());
    expect(fits.size).toBe(4);
    for (const { error, scores } of fits.values()) {
      expect(error).toBeUndefined();
      // By symmetry a team of which nothing is known succeeds in half of its attempts.
      expect(Math.abs(scores!.success!.brier - 0.25)).toBeLessThan(0.03);
    }
  });

  it('refuses to hold out groups by a column that is not there', async () => {
    const holdOut = { folds: 2, group: 'taem' };
    await expect(openSweep(LAYOUT, SUBJECTS, { ...ASKED, holdOut })).rejects.toThrow(/no column `taem`/);
  });
});
