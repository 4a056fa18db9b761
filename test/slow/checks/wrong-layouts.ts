/** Tables that a layout describes, and tables that it does not, in four ways. */
import { Simulator } from '../../outcomes/simulate.ts';

export const ROWS = 1000;
export const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

const HEAD = 'layout Climb\ndemand height, dark in [0, 4]\ndemand wet : flag\n';
export const RIGHT = `${HEAD}capability climb, sight ~ normal(0, 3)
param slick ~ normal(0, 3)
observe success ~ bernoulli(margin(climb - slick * wet, height, 2) and margin(sight, dark, 2))
`;

/** The chance of success where both demands and wetness count, and where the layout is wrong in some way. */
export type Chance = (height: number, dark: number, wet: number, row: number) => number;
export const truth: Chance = (height, dark, wet) =>
  logistic(2 * (2.6 - 0.9 * wet - height)) * logistic(2 * (2.9 - dark));

export const WRONG: Readonly<Record<string, { readonly text: string; readonly chance: Chance }>> = {
  'a wrong link': {
    text: RIGHT,
    chance: (height, dark, wet) => 0.95 * Math.exp(-0.25 * height - 0.1 * dark - 0.2 * wet),
  },
  'a demand that the outcome does not read': {
    text: RIGHT.replace(' and margin(sight, dark, 2)', ' and logistic(sight + 0 * dark)'),
    chance: truth,
  },
  'a missing interaction': {
    text: RIGHT,
    chance: (height, dark, wet) =>
      wet === 1
        ? logistic(2 * (2.6 - height)) * logistic(6 * (1.2 - dark))
        : logistic(2 * (2.6 - height)) * logistic(2 * (3.5 - dark)),
  },
  'two populations': {
    text: RIGHT,
    chance: (height, _, wet, row) =>
      row % 2 === 0 ? logistic(6 * (0.7 - height)) : logistic(6 * (3.6 - height)) * (wet === 1 ? 0.9 : 1),
  },
};

/** A table drawn with these chances. */
export function tableOf(chance: Chance, seed: number): Map<string, Float64Array> {
  const random = new Simulator(seed);
  const column = (value: (row: number) => number) =>
    Float64Array.from({ length: ROWS }, (_, row) => value(row));
  const height = column(() => Math.floor(9 * random.uniform()) / 2);
  const dark = column(() => Math.floor(9 * random.uniform()) / 2);
  const wet = column(() => Number(random.uniform() < 0.5));
  const success = column((row) =>
    Number(random.uniform() < chance(height[row]!, dark[row]!, wet[row]!, row)),
  );
  return new Map(Object.entries({ height, dark, wet, success }));
}
