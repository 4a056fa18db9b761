/**
 * What a layout predicts of each row. The compiler puts the code it generates for a layout in this file's place; what stands
 * here predicts nothing, so that the runtime compiles and can be tried by itself.
 */

/** Says how many levels the category of a column has. */
export function setLevels(column: i32, levels: i32): void {}

/** Gives a statistic of the manifest. */
export function setStatistic(index: i32, value: f64): void {}

/** Room for a statistic by levels, one f64 per level; 0 where none is read, or when there is no more memory. */
export function levelStatisticRoom(index: i32): usize {
  return 0;
}

/** Computes all that depends on data alone, from the distinct rows of `rows.ts`; false when there is no more memory, or nothing to predict. */
export function bindData(): bool {
  return false;
}

/** Takes a point of the layout's own scale to what is predicted there. */
export function predictAt(point: usize): void {}

/** Takes a point of the layout's own scale to the log likelihood of each distinct row there. */
export function likelihoodAt(point: usize): void {}

/** The mean of the distribution of an outcome at each distinct row, of the last prediction. */
export function outcomeMean(index: i32, out: usize): void {}

/** The log density or mass that each distinct row has in an outcome, NaN where it is missing. */
export function outcomeLogLikelihood(index: i32, out: usize): void {}

/** A derived node at each distinct row, or its one value, of the last prediction. */
export function derivedValue(index: i32, out: usize): void {}

/** Draws an outcome for `count` rows, the first of which is number `first`; `rowsAt` points to the number of each one's distinct row. */
export function drawOutcome(
  index: i32,
  seedLow: u32,
  seedHigh: u32,
  draw: u32,
  first: u32,
  rowsAt: usize,
  count: i32,
  out: usize,
): void {}
