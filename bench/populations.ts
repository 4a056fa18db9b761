/** The measured populations, simulated: many systems with many items, and many checkpoints with many tasks. */
import type { Battery } from './battery.ts';
import type { HandLoop, LoopColumns } from './loops/loop.ts';
import { driftLoop, raschLoop, twoParameterLoop } from './loops/population.ts';
import { uniformNumbers } from './uniform.ts';

export const RASCH = `layout Rasch
category person, item
capability skill[person] ~ normal(0, 1)
param hard[item] ~ normal(0, 1)
observe success ~ bernoulli(logistic(skill[person] - hard[item]))
`;

export const TWO_PARAMETERS = `layout TwoParameters
category person, item
capability skill[person] ~ normal(0, 1)
param hard[item] ~ normal(0, 1)
param sharp[item] ~ lognormal(0, 0.3)
observe success ~ bernoulli(logistic(sharp[item] * (skill[person] - hard[item])))
`;

const DRIFT = `layout Drift
category step
demand d1, d2, d3 in [-3, 3]
param start1, start2, start3 ~ normal(0, 2)
param drift1, drift2, drift3 ~ half_normal(0.5)
capability a1[step] ~ normal(previous(a1[step], start1), drift1)
capability a2[step] ~ normal(previous(a2[step], start2), drift2)
capability a3[step] ~ normal(previous(a3[step], start3), drift3)
observe success ~ bernoulli(margin(a1[step], d1, steepness = 1) and margin(a2[step], d2, steepness = 1)
  and margin(a3[step], d3, steepness = 1))
`;

const SEED = 2027;

/**
 * Every person answers every item, in two sizes and under two layouts; and three walks of checkpoints, each with its
 * own tasks.
 */
export function populations(): readonly Battery[] {
  return [
    ...[
      [50, 500],
      [200, 1000],
    ].flatMap(([persons, items]) => [
      complete('Rasch', RASCH, raschLoop, persons!, items!, 0),
      complete('two parameters', TWO_PARAMETERS, twoParameterLoop, persons!, items!, 1),
    ]),
    drift(100, 200),
  ];
}

/** A complete table of persons and items. */
export function complete(
  name: string,
  text: string,
  loop: (columns: LoopColumns) => HandLoop,
  persons: number,
  items: number,
  sharpnesses: 0 | 1,
): Battery {
  const { normal, passes } = simulator();
  const skill = Array.from({ length: persons }, normal);
  const hard = Array.from({ length: items }, normal);
  const sharp = Array.from({ length: items }, () => (sharpnesses === 0 ? 1 : Math.exp(0.3 * normal())));
  const rows = persons * items;
  const [person, item, success] = [0, 1, 2].map(() => new Float64Array(rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < rows; row++) {
    const [p, i] = [Math.floor(row / items), row % items];
    person[row] = p;
    item[row] = i;
    success[row] = passes(sharp[i]! * (skill[p]! - hard[i]!)) ? 1 : 0;
  }
  const columns = new Map([
    ['person', person],
    ['item', item],
    ['success', success],
  ]);
  const centre = new Array<number>(persons + (1 + sharpnesses) * items).fill(0);
  return { name: `${name}, ${persons} × ${items}`, source: { name, text }, rows, columns, loop, centre };
}

/** Training steps, each with its own tasks, that require three abilities. */
export function drift(steps: number, tasks: number): Battery {
  const { normal, uniform, passes } = simulator();
  const rows = steps * tasks;
  const step = Float64Array.from({ length: rows }, (_, row) => Math.floor(row / tasks));
  const demands = [0, 1, 2].map(() => Float64Array.from({ length: rows }, () => 6 * uniform() - 3));
  const success = new Float64Array(rows).fill(1);
  for (const demand of demands) {
    let ability = normal();
    for (let row = 0; row < rows; row++) {
      if (row % tasks === 0) ability += 0.3 * normal();
      if (!passes(ability - demand[row]!)) success[row] = 0;
    }
  }
  const columns = new Map([
    ['step', step],
    ...demands.map((demand, index) => [`d${index + 1}`, demand] as const),
    ['success', success],
  ]);
  const centre = [0, 0, 0, -1.2, -1.2, -1.2, ...new Array<number>(3 * steps).fill(0)];
  const name = `drift, ${steps} steps of ${tasks} tasks`;
  return { name, source: { name: 'drift', text: DRIFT }, rows, columns, loop: driftLoop, centre };
}

function simulator() {
  const uniform = uniformNumbers(SEED);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal, passes: (margin: number) => uniform() < 1 / (1 + Math.exp(-margin)) };
}
