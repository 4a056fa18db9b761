/** A layout compiled for a sketch, to be bound to one data set after another and compared with the interpreter. */
import { expect } from 'vitest';
import type { Compiled } from '../../compiler/compile.ts';
import { type Interpretation, interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { centralDifference } from '../central-difference.ts';
import { type BoundModule, bindModule } from '../compile/bound-module.ts';
import { compileToFit } from '../compile-to-fit.ts';

export interface BoundLayout {
  readonly names: readonly string[];
  readonly module: BoundModule;
  readonly meaning: Interpretation;
}

/** Sketches for a program of levels, for one of so many that their exponentials separate, for one of rows, and for one with so many rows that its exponentials separate. */
export const EMITTED: Readonly<Record<string, DataSketch>> = {
  'at levels': { rows: 1e6, distinct: (columns) => columns.length },
  'at many levels': { rows: 1e6, distinct: (columns) => 35 * 5 ** (columns.length - 1) },
  'row by row': { rows: 100, distinct: () => 100 },
  'with separated exponentials': { rows: 1e5, distinct: () => 1e5 },
};

export function compileText(text: string, sketch: DataSketch): Promise<Compiled> {
  return compileToFit({ name: 'layout.ml', text }, sketch);
}

export function bound({ layout, bytes, manifest }: Compiled, columns: Data['columns']): BoundLayout {
  const data = { rows: Object.values(columns)[0]!.length, columns };
  return {
    names: layout.latents.map(({ name }) => name),
    module: bindModule(bytes, manifest, data),
    meaning: interpret(layout, data),
  };
}

/** Expects the value and the gradient at an unconstrained point to be the interpreter's. */
export function expectInterpreted(
  { module, meaning, names }: BoundLayout,
  unconstrained: readonly number[],
): void {
  const found = module.logDensityUnconstrained(unconstrained);
  const wanted = meaning.logDensityUnconstrained(unconstrained);
  expect(Number.isFinite(wanted)).toBe(true);
  expect(Math.abs(found.value - wanted), `${found.value}, not ${wanted}`).toBeLessThanOrEqual(
    1e-11 * Math.max(1, Math.abs(wanted)),
  );
  const differences = centralDifference((u) => meaning.logDensityUnconstrained(u), unconstrained);
  found.gradient.forEach((derivative, index) => {
    const { value, error } = differences[index]!;
    const slack = 1e-7 * Math.max(1, Math.abs(value)) + 10 * error;
    const what = `d/d${names[index]}: ${derivative}, not ${value}`;
    expect(Math.abs(derivative - value), what).toBeLessThanOrEqual(slack);
  });
}
