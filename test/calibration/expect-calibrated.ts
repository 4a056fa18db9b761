/** Expects fits of a layout to be calibrated, over simulations from its prior. */
import { expect } from 'vitest';
import { compile } from '../../compiler/compile.ts';
import { type CalibrationPlan, calibrate } from './calibrate.ts';
import { testUniformity } from './uniformity.ts';

/** How many calibrations the slow tests make: the chance that one of them all fails by accident is that of `testUniformity`. */
const CALIBRATIONS = 3;

export async function expectCalibrated(
  text: string,
  plan: Pick<CalibrationPlan, 'demands'> & Partial<CalibrationPlan>,
): Promise<void> {
  const compiled = await compile({ name: 'layout.ml', text });
  const calibration = await calibrate({
    layout: compiled.layout,
    compiled,
    simulations: 208,
    draws: 63,
    ...plan,
  });
  const { excess, failing } = testUniformity(calibration, 0.01, CALIBRATIONS);
  expect(failing, JSON.stringify(Object.fromEntries(excess))).toEqual([]);
}
