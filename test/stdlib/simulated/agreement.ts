/** Whether a layout of `stdlib-layouts` compiled for a battery says what the interpreter says. */
import { expect } from 'vitest';
import type { Selection } from '../../../compiler/choose/alternatives.ts';
import { prepare } from '../../../compiler/compile.ts';
import { interpret } from '../../../compiler/interpret/interpret.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import { bindModule } from '../../compile/bound-module.ts';
import { readLayout } from './battery.ts';

/** Relative to the larger of 1 and the value: a density near 0 is a sum whose terms are not. */
const TOLERANCE = 1e-10;

/** Expects the log density of the module at a point, on the layout's own scale, to be that of the interpreter. */
export async function expectAgreement(
  layout: string,
  choices: Selection,
  columns: ReadonlyMap<string, Float64Array>,
  point: Readonly<Record<string, number>>,
): Promise<void> {
  const prepared = prepare({ name: layout, text: readLayout(layout) }, { choices });
  const [first] = columns.values();
  const data = { rows: first!.length, columns: Object.fromEntries(columns) };
  const wanted = interpret(prepared.layout, data).logDensity(point);
  expect(Number.isFinite(wanted)).toBe(true);
  const { bytes, manifest } = await prepared.compile(sketchOf(columns), { predicts: false });
  const at = manifest.latents.map(({ name }) => point[name]!);
  const found = bindModule(bytes, manifest, data).logDensity(at).value;
  expect(Math.abs(found - wanted), `${found}, not ${wanted}`).toBeLessThanOrEqual(
    TOLERANCE * Math.max(1, Math.abs(wanted)),
  );
}
