/** When particles have moved enough: until their positions no longer tell where they began, or telling falls no more. */
import { DIMENSION } from '../layout';
import { allocate } from '../memory';
import { component, setComponent } from '../sampler/vector';
import { logDensityAt, POSITION, startAt, startLogDensityAt, particleAt } from './particles';

/** A correlation that fell by less will not fall soon: between separate modes nothing moves. */
const SLOW: f64 = 0.05;

/** The correlations after the sweep before: one a dimension, and that of the log density. */
let before: usize = 0;

/** Makes room, once an instance. False when there is no more memory. */
export function allocateDecorrelation(): bool {
  before = allocate(<usize>(DIMENSION + 1) << 3);
  return before != 0;
}

/** Begins anew: the particles are where they begin. */
export function beginDecorrelation(): void {
  for (let i = 0; i <= DIMENSION; i++) setComponent(before, i, 1);
}

/**
 * Whether another sweep would be of little use: each dimension's correlation between where particles began and where
 * they are, and the log density's, is at most `little` or hardly fell (after Buchholz, Chopin & Jacob 2021, section 3.3).
 */
export function hasDecorrelated(count: i32, little: f64): bool {
  let done = true;
  for (let i = 0; i <= DIMENSION; i++) {
    const correlation =
      i < DIMENSION
        ? correlate(startAt() + (<usize>i << 3), POSITION + (<usize>i << 3), count)
        : correlate(startLogDensityAt(), logDensityAt(), count);
    if (correlation > little && component(before, i) - correlation > SLOW) done = false;
    setComponent(before, i, correlation);
  }
  return done;
}

/** The correlation of two f64s of each particle, at these offsets; 0 where one of them does not vary. */
function correlate(a: usize, b: usize, count: i32): f64 {
  let meanA = 0.0;
  let meanB = 0.0;
  let squaresA = 0.0;
  let squaresB = 0.0;
  let products = 0.0;
  for (let i = 0; i < count; i++) {
    const valueA = load<f64>(particleAt(i) + a);
    const valueB = load<f64>(particleAt(i) + b);
    const fromA = valueA - meanA;
    const fromB = valueB - meanB;
    meanA += fromA / <f64>(i + 1);
    meanB += fromB / <f64>(i + 1);
    squaresA += fromA * (valueA - meanA);
    squaresB += fromB * (valueB - meanB);
    products += fromA * (valueB - meanB);
  }
  return squaresA > 0 && squaresB > 0 ? products / sqrt(squaresA * squaresB) : 0;
}
