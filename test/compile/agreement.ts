/** Whether a compiled module says of a random layout what the interpreter says: the property behind every optimisation. */
import { expect } from 'vitest';
import { type Interpretation, interpret, type Point } from '../../compiler/interpret/interpret.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import type { RandomCase } from '../random-layout.ts';
import { type BoundModule, bindModule, type Evaluated } from './bound-module.ts';

/** Sketches that lead the compiler to its extremes, whatever the data is; undefined lets it guess. */
export const SKETCHES: Readonly<Record<string, DataSketch | undefined>> = {
  'guessed from the declarations': undefined,
  'everything repeats': { rows: 1e6, distinct: (columns) => columns.length },
  'levels are many': { rows: 1e6, distinct: (columns) => 35 * 5 ** (columns.length - 1) },
  'nothing repeats': { rows: 1e5, distinct: () => 1e5 },
};

/** Relative to the larger of 1 and the value: a density near 0 is a sum whose terms are not. */
const VALUE_TOLERANCE = 1e-10;

export async function expectAgreement(
  { text, selection, layout, data, points }: RandomCase,
  sketch: DataSketch | undefined,
): Promise<void> {
  const { bytes, manifest } = await compileToFit({ name: 'random.ml', text }, sketch, {
    choices: selection,
  });
  const module = bindModule(bytes, manifest, data);
  const meaning = interpret(layout, data);
  meaning.statistics.forEach(({ value }) => {
    expect(Number.isFinite(value)).toBe(true);
  });
  for (const { unconstrained, values } of points) {
    const names = layout.latents.map(({ name }) => name);
    const own = names.map((name) => values[name]!);
    expect(module.outsideSupport(own)).toBe(0);

    const wanted = meaning.logDensity(values);
    expectClose(module.logDensity(own).value, wanted, VALUE_TOLERANCE);

    expectReports(module, meaning, own, values);

    const posterior = module.logDensityUnconstrained(unconstrained);
    expectSame(posterior, (u) => meaning.logDensityUnconstrained(u), unconstrained, names);
    const prior = module.logPriorUnconstrained(unconstrained);
    expectSame(prior, (u) => meaning.logPriorUnconstrained(u), unconstrained, names);
  }
}

/** Compares a value and its gradient with a function and its central differences. */
function expectSame(
  found: Evaluated,
  meaning: (unconstrained: ArrayLike<number>) => number,
  unconstrained: readonly number[],
  names: readonly string[],
): void {
  expectClose(found.value, meaning(unconstrained), VALUE_TOLERANCE);
  expectSlopes(found.gradient, meaning, unconstrained, names);
}

/** Compares what is reported of a point. */
export function expectReports(
  module: BoundModule,
  meaning: Interpretation,
  own: readonly number[],
  values: Point,
): void {
  const wanted = Object.values(meaning.reports(values)).flat();
  const found = module.reports(own, wanted.length);
  wanted.forEach((value, index) => {
    if (Number.isFinite(value)) expectClose(found[index]!, value, VALUE_TOLERANCE);
    else expect(found[index]).toBe(value);
  });
}

function expectClose(found: number, wanted: number, tolerance: number): void {
  expect(Math.abs(found - wanted), `${found}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(wanted)),
  );
}
