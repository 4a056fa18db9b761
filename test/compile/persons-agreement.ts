/** Compares modules of layouts that have a category `person` with the interpreter. */
import { describe, expect, it } from 'vitest';
import { interpret, type Point } from '../../compiler/interpret/interpret.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { type DataSketch, sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';

/** The number of persons. */
export const LEVELS = 4;
const ROWS = 3 * LEVELS;
/** A table of persons with a demand `d` and an outcome `y`. */
export const DATA = {
  rows: ROWS,
  columns: {
    d: Float64Array.from({ length: ROWS }, (_, row) => ((row * 7) % 11) / 2 - 2.5),
    person: Float64Array.from({ length: ROWS }, (_, row) => (row * 5) % LEVELS),
    y: Float64Array.from({ length: ROWS }, (_, row) => Math.sin(row)),
  },
};

function expectClose(found: number, wanted: number, what: string): void {
  expect(Math.abs(found - wanted), `${what}: ${found}, not ${wanted}`).toBeLessThanOrEqual(
    1e-10 * Math.max(1, Math.abs(wanted)),
  );
}

/** That the density, its gradient and the reports of a layout for `DATA` are those of the interpreter. */
export async function expectAgreement(
  text: string,
  sketch: DataSketch | undefined,
  from: number,
): Promise<void> {
  const layout = readLayout(text);
  const { bytes, manifest } = await compileToFit({ name: 'persons.ml', text }, sketch);
  const module = bindModule(bytes, manifest, DATA);
  const meaning = interpret(layout, DATA);
  const sizes = layout.latents.map(({ index }) => (index === null ? 1 : LEVELS));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const point = Array.from({ length: size }, (_, i) => 1.3 * Math.sin(from + 2 * i));
  module.setCentrings(Float64Array.from({ length: module.centrings }, () => 0));
  const centrings = new Map(
    manifest.latents.flatMap(({ name, centring, index }) =>
      centring === undefined
        ? []
        : [[name, Array.from({ length: index === undefined ? 1 : LEVELS }, () => 0)]],
    ),
  );
  const nonCentred = nonCentredLatents(sketch ?? sketchFromDeclarations(layout));
  const zero = interpret(layout, DATA, nonCentred, centrings);
  for (const [found, wanted] of [
    [module.logDensityUnconstrained(point), (u: ArrayLike<number>) => zero.logDensityUnconstrained(u)],
    [module.logPriorUnconstrained(point), (u: ArrayLike<number>) => zero.logPriorUnconstrained(u)],
  ] as const) {
    expectClose(found.value, wanted(point), 'the log density');
    expectSlopes(found.gradient, wanted, point);
  }
  const values: Point = zero.constrain(point);
  const own = Object.values(values).flat() as number[];
  expectClose(module.logDensity(own).value, meaning.logDensity(values), 'the log density on its own scale');
  const reports = Object.values(meaning.reports(values)).flat();
  const found = module.reports(own, reports.length);
  for (const [index, wanted] of reports.entries()) expectClose(found[index]!, wanted, `report ${index}`);
}

/** Tests of each layout, in each way in which data may be laid out. */
export function testAgreement(what: string, layouts: Readonly<Record<string, string>>): void {
  describe.each(Object.entries(layouts))(`${what} %s`, (_, text) => {
    it.each(Object.entries(SKETCHES))(
      'means in a module what the interpreter says: %s',
      async (__, sketch) => {
        for (const from of [1, 2.5, 4]) await expectAgreement(text, sketch, from);
      },
    );
  });
}
