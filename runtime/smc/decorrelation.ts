/**
 * Decides when particles have moved enough: until their positions are decorrelated from where they started, or the
 * correlation stops falling.
 */
import { DIMENSION } from '../layout';
import { allocate } from '../memory';
import { component, setComponent } from '../sampler/vector';
import { logDensityAt, POSITION, startAt, startLogDensityAt, particleAt } from './particles';

/** A correlation that fell by less will not fall soon: no particle moves between separate modes. */
const SLOW: f64 = 0.05;

/** The correlations after the previous sweep: one per dimension, and that of the log density. */
let before: usize = 0;

/** Allocates memory, once per instance. False if there is no more memory. */
export function allocateDecorrelation(): bool {
  before = allocate(<usize>(DIMENSION + 1) << 3);
  return before != 0;
}

/** Resets the correlations: the particles are where they started. */
export function beginDecorrelation(): void {
  for (let i = 0; i <= DIMENSION; i++) setComponent(before, i, 1);
}

/**
 * Whether another sweep would be of little use: the correlation between start and current position in each dimension,
 * and that of the log density, is at most `little` or hardly fell (after Buchholz, Chopin & Jacob 2021, section 3.3).
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

/** The correlation over particles of two of their f64s, at these offsets; 0 if one of them does not vary. */
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
