/**
 * The layout's predictions for each row. The compiler replaces this file by the code generated for a layout. This
 * version predicts nothing, so that the runtime compiles and can be tested by itself.
 */

/** Sets the number of levels of a column's category. */
export function setLevels(column: i32, levels: i32): void {}

/** Sets a statistic of the manifest. */
export function setStatistic(index: i32, value: f64): void {}

/** Memory for a per-level statistic, one f64 per level; 0 if none is read, or if there is no more memory. */
export function levelStatisticRoom(index: i32): usize {
  return 0;
}

/**
 * Computes everything that depends on data alone, from the distinct rows of `rows.ts`; false if there is no more memory
 * or nothing to predict.
 */
export function bindData(): bool {
  return false;
}

/** Computes the predictions at a point of the constrained scale. */
export function predictAt(point: usize): void {}

/** Computes the log likelihood of each distinct row at a point of the constrained scale. */
export function likelihoodAt(point: usize): void {}

/** The mean of an outcome's distribution for each distinct row, from the last prediction. */
export function outcomeMean(index: i32, out: usize): void {}

/** The log density or mass of an outcome for each distinct row; NaN if the outcome is missing. */
export function outcomeLogLikelihood(index: i32, out: usize): void {}

/** A derived value for each distinct row, or its single value, from the last prediction. */
export function derivedValue(index: i32, out: usize): void {}

/**
 * Draws an outcome for `count` rows, starting with row `first`; `rowsAt` points to the index of each row's distinct
 * row.
 */
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
