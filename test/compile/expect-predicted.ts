/** Whether a module predicts of new rows what the interpreter says, with the statistics of the data that were fitted. */
import { expect } from 'vitest';
import { flagsInOrder } from '../../compiler/check/summed-classes.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import type { Point } from '../../compiler/interpret/interpret.ts';
import { type FlagsOfLevels, interpretPrediction } from '../../compiler/interpret/predict.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { loadModule } from '../../host/load.ts';
import { bindRowPredictor, type RowPredictor } from '../../host/predict/predictor.ts';
import { bindModule } from './bound-module.ts';

/** Relative to the larger of 1 and the value. */
const TOLERANCE = 1e-10;

export interface FittedLayout {
  readonly bytes: Uint8Array;
  readonly layout: TypedLayout;
  /** What it was fitted to. */
  readonly data: Data;
}

/** Some rows of a data set, out of order, one of them twice, with outcomes that are missing in some. */
export function newRows(layout: TypedLayout, data: Data): Data {
  const chosen = Array.from({ length: data.rows }, (_, row) => data.rows - 1 - row).filter(
    (row) => data.rows < 4 || row % 3 !== 1,
  );
  const rows = [...chosen, chosen[0]!];
  const outcomes = layout.observations.map(({ outcome }) => outcome);
  const take = (name: string, column: ArrayLike<number>) =>
    Float64Array.from(rows, (row, place) =>
      outcomes.includes(name) && place % 4 === 2 ? Number.NaN : column[row]!,
    );
  return {
    rows: rows.length,
    columns: Object.fromEntries(
      Object.entries(data.columns).map(([name, column]) => [name, take(name, column)]),
    ),
  };
}

export async function bindRows({ bytes, layout, data }: FittedLayout, rows: Data): Promise<RowPredictor> {
  const loaded = await loadModule(bytes);
  const { manifest } = loaded;
  const fit = bindModule(bytes, manifest, data);
  const levels = new Map(
    layout.categories.flatMap(({ name: category, columns }) => {
      const count = Math.max(...columns.map((name) => levelCount(data, name)));
      const levels = Array.from({ length: count }, (_, level) => String(level));
      return [category, ...columns].map((name) => [name, levels] as const);
    }),
  );
  const statistics = {
    values: manifest.statistics.map((_, index) => fit.statistic(index)),
    byLevel: manifest.levelStatistics.map(({ by }, index) => fit.levelStatistic(index, levelCount(data, by))),
  };
  const columns = manifest.columns.map(({ name }) => Float64Array.from(rows.columns[name]!));
  return bindRowPredictor(loaded, { levels, statistics }, columns);
}

export async function expectPredicted(
  fitted: FittedLayout,
  rows: Data,
  points: readonly {
    readonly own: readonly number[];
    readonly values: Point;
    readonly flags?: FlagsOfLevels;
  }[],
): Promise<void> {
  const { layout, data } = fitted;
  const predictor = await bindRows(fitted, rows);
  const meaning = interpretPrediction(layout, data, rows);
  const { manifest } = await loadModule(fitted.bytes);
  for (const { own, values, flags } of points) {
    const wanted = meaning(values, flags);
    if (flags !== undefined)
      predictor.setFlags(
        Float64Array.from(flagsInOrder(layout).flatMap(({ name }) => Array.from(flags.get(name)!))),
      );
    predictor.predictAt(own);
    for (const [index, { outcome }] of layout.observations.entries()) {
      expectRows(predictor, predictor.mean(index), wanted.means[index]!, `the mean of ${outcome}`);
    }
    for (const [index, { name, isByRow }] of manifest.derived.entries()) {
      const found = predictor.derived(index);
      if (isByRow) expectRows(predictor, found, wanted.derived[index]!, name);
      else {
        expect(found.length).toBe(1);
        for (const value of wanted.derived[index]!) expectClose(found[0]!, value, name);
      }
    }
    predictor.likelihoodAt(own);
    for (const [index, { outcome }] of layout.observations.entries()) {
      expectRows(
        predictor,
        predictor.logLikelihood(index),
        wanted.logLikelihoods[index]!,
        `how likely ${outcome} is`,
      );
    }
  }
}

function expectRows(
  { distinctOf }: RowPredictor,
  found: Float64Array,
  wanted: Float64Array,
  what: string,
): void {
  for (const [row, value] of wanted.entries()) {
    expectClose(found[distinctOf[row]!]!, value, `${what} in row ${row}`);
  }
}

export function expectClose(found: number, wanted: number, what: string): void {
  const slack = TOLERANCE * Math.max(1, Math.abs(wanted));
  // Seen first: of thousands of rows, `expect` would take longer than all else.
  if (Object.is(found, wanted) || Math.abs(found - wanted) <= slack) return;
  expect(
    found === wanted ? 0 : Math.abs(found - wanted),
    `${what} is ${found}, not ${wanted}`,
  ).toBeLessThanOrEqual(slack);
}

function levelCount(data: Data, category: string): number {
  return 1 + Array.from(data.columns[category]!).reduce((most, level) => Math.max(most, level), -1);
}
