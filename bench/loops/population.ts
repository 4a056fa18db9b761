/** Plain loops for populations, as a good programmer would write them: row by row, with the gradient of each level. */
import { type HandLoop, type LoopColumns, loopColumn } from './loop.ts';

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** ln of the normal density with mean 0, and its slope. */
export function addNormal(
  position: Float64Array,
  gradient: Float64Array,
  from: number,
  to: number,
  sd: number,
): number {
  let logDensity = -(to - from) * (HALF_LOG_TWO_PI + Math.log(sd));
  for (let k = from; k < to; k++) {
    const z = position[k]! / sd;
    logDensity -= 0.5 * z * z;
    gradient[k] = -z / sd;
  }
  return logDensity;
}

/** Level numbers from 0, as integers that index arrays fast, and the number of levels. */
export function levelCodes(
  columns: LoopColumns,
  name: string,
): { readonly of: Int32Array; readonly count: number } {
  const of = Int32Array.from(loopColumn(columns, name));
  return { of, count: of.reduce((most, level) => Math.max(most, level), -1) + 1 };
}

/** Rasch: skill[person], hard[item]. */
export function raschLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const success = loopColumn(columns, 'success');
  const [persons, items] = [person.count, person.count + item.count];
  return (position, gradient) => {
    let logDensity = addNormal(position, gradient, 0, items, 1);
    for (let row = 0; row < success.length; row++) {
      const p = person.of[row]!;
      const i = persons + item.of[row]!;
      const m = position[p]! - position[i]!;
      const tail = Math.exp(-Math.abs(m));
      const near = 1 / (1 + tail);
      const passed = success[row] === 1;
      logDensity += Math.min(passed ? m : -m, 0) - Math.log1p(tail);
      const slope = (passed ? 1 : 0) - (m >= 0 ? near : tail * near);
      gradient[p]! += slope;
      gradient[i]! -= slope;
    }
    return logDensity;
  };
}

/** Two parameters per item: skill[person], hard[item], sharp[item]; the position has ln sharp. */
export function twoParameterLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const success = loopColumn(columns, 'success');
  const [persons, items] = [person.count, item.count];
  const sharp = new Float64Array(items);
  return (position, gradient) => {
    let logDensity = addNormal(position, gradient, 0, persons + items, 1);
    // The density of a lognormal, with the Jacobian of its logarithm, is that of the normal logarithm.
    logDensity += addNormal(position, gradient, persons + items, persons + 2 * items, 0.3);
    for (let i = 0; i < items; i++) sharp[i] = Math.exp(position[persons + items + i]!);
    for (let row = 0; row < success.length; row++) {
      const p = person.of[row]!;
      const i = item.of[row]!;
      const a = sharp[i]!;
      const m = a * (position[p]! - position[persons + i]!);
      const tail = Math.exp(-Math.abs(m));
      const near = 1 / (1 + tail);
      const passed = success[row] === 1;
      logDensity += Math.min(passed ? m : -m, 0) - Math.log1p(tail);
      const slope = (passed ? 1 : 0) - (m >= 0 ? near : tail * near);
      gradient[p]! += a * slope;
      gradient[persons + i]! -= a * slope;
      gradient[persons + items + i]! += m * slope;
    }
    return logDensity;
  };
}

/** Three walks over steps: three starts, the logarithms of three drifts, and three walks with one level per step. */
export function driftLoop(columns: LoopColumns): HandLoop {
  const step = levelCodes(columns, 'step');
  const demands = ['d1', 'd2', 'd3'].map((name) => loopColumn(columns, name)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [d1, d2, d3] = demands;
  const success = loopColumn(columns, 'success');
  const steps = step.count;
  const [first, second, third] = [6, 6 + steps, 6 + 2 * steps];
  return (position, gradient) => {
    let logDensity = addNormal(position, gradient, 0, 3, 2);
    gradient.fill(0, 3);
    for (let k = 0; k < 3; k++) {
      // A half-normal of standard deviation ½, with the Jacobian of its logarithm.
      const drift = Math.exp(position[3 + k]!);
      const scaled = drift / 0.5;
      logDensity += Math.LN2 - HALF_LOG_TWO_PI - Math.log(0.5) - 0.5 * scaled * scaled + position[3 + k]!;
      gradient[3 + k]! += 1 - scaled * scaled;
      const from = 6 + k * steps;
      let before = position[k]!;
      for (let s = 0; s < steps; s++) {
        const z = (position[from + s]! - before) / drift;
        logDensity -= 0.5 * z * z + HALF_LOG_TWO_PI + position[3 + k]!;
        gradient[from + s]! -= z / drift;
        gradient[s === 0 ? k : from + s - 1]! += z / drift;
        gradient[3 + k]! += z * z - 1;
        before = position[from + s]!;
      }
    }
    for (let row = 0; row < success.length; row++) {
      const s = step.of[row]!;
      const p1 = 1 / (1 + Math.exp(d1[row]! - position[first + s]!));
      const p2 = 1 / (1 + Math.exp(d2[row]! - position[second + s]!));
      const p3 = 1 / (1 + Math.exp(d3[row]! - position[third + s]!));
      const p = p1 * p2 * p3;
      // The derivative of the row's log probability by ln p.
      let weight = 1;
      if (success[row] === 1) logDensity += Math.log(p);
      else {
        logDensity += Math.log(1 - p);
        weight = -p / (1 - p);
      }
      gradient[first + s]! += weight * (1 - p1);
      gradient[second + s]! += weight * (1 - p2);
      gradient[third + s]! += weight * (1 - p3);
    }
    return logDensity;
  };
}
