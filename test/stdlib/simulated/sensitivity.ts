/** The tasks of the simulated arena with outcomes drawn from two of the sixty layouts, and the sixty selections. */
import type { Selection } from '../../../compiler/choose/alternatives.ts';
import { column, ROWS } from '../navigation/battery.ts';
import type { Battery } from './battery.ts';

const distances = column(ROWS, 'goalDistance');
const sizes = column(ROWS, 'goalSize');

const base = {
  layout: 'sensitivity/sensitivity',
  rows: ROWS.length,
  demands: (_: unknown, row: number) => ({ goalDistance: distances[row]!, goalSize: sizes[row]! }),
  profile: { visualAcuity: 40, navigation: 25 },
};

export const DEMANDING: Battery = {
  ...base,
  choices: { steepness: 'p999', prior: 'half', compensation: 'none' },
  seed: 9,
};

export const COMPENSATORY: Battery = {
  ...base,
  choices: { steepness: 'p999', prior: 'flat', compensation: 'quadratic' },
  seed: 10,
};

const ALTERNATIVES = {
  steepness: ['p95', 'p99', 'p999'],
  prior: ['whole', 'half', 'quarter', 'flat'],
  compensation: ['none', 'geometric', 'arithmetic', 'quadratic', 'cubic'],
};

/** Each steepness with each prior and each kind of compensation. */
export const SELECTIONS: readonly Selection[] = ALTERNATIVES.steepness.flatMap((steepness) =>
  ALTERNATIVES.prior.flatMap((prior) =>
    ALTERNATIVES.compensation.map((compensation) => ({ steepness, prior, compensation })),
  ),
);
