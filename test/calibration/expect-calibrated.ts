/** Expects fits of a layout to be calibrated, over simulations from its prior. */
import { expect } from 'vitest';
import { simulateLayout } from '../../analysis/simulate/simulate.ts';
import { prepare } from '../../compiler/compile.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { type CalibrationPlan, calibrate } from './calibrate.ts';
import { testUniformity } from './uniformity.ts';

/** How many calibrations the slow tests make: the chance that one of them all fails by accident is that of `testUniformity`. */
const CALIBRATIONS = 20;

export async function expectCalibrated(
  text: string,
  plan: Pick<CalibrationPlan, 'demands'> & Partial<CalibrationPlan>,
): Promise<void> {
  const prepared = prepare({ name: 'layout.ml', text });
  const { layout } = prepared;
  // As `fit` compiles: for data such as these, on which it depends how levels of a category are sampled.
  const { columns } = simulateLayout(layout, { demands: plan.demands, profile: 'prior', seed: 1n });
  const compiled = await prepared.compile(sketchOf(columns));
  const calibration = await calibrate({ layout, compiled, simulations: 208, draws: 63, ...plan });
  const { excess, failing } = testUniformity(calibration, 0.01, CALIBRATIONS);
  expect(failing, JSON.stringify(Object.fromEntries(excess))).toEqual([]);
}
