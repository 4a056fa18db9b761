/**
 * Solves monotone equations of one unknown each, all of them at a time: generated code computes the residuals at trial
 * values, and this file chooses the next ones.
 *
 * A bracket is narrowed by the Illinois method (Dowell & Jarratt 1971, BIT 11): regula falsi, with the residual at an end
 * halved if that end stays twice. Every third trial halves the bracket, on a logarithmic scale if its ends have one sign and
 * differ by much, so that the number of trials is bounded and small solutions are as precise as large ones.
 */
import { allocateEach, release } from './memory';

/** Bytes of a record: the ends of the bracket, their residuals, the trial value, and the number of trials. */
const RECORD_BYTES: usize = 48;

/** A bracket this narrow, relative to its ends, is a solution. */
const TOLERANCE: f64 = 1e-13;

/** Maximum number of trials. Without it a solution that is exactly 0 would be approached for ever. */
const MAX_TRIALS: i32 = 250;

/** The number of trials of an equation that is solved. */
const SOLVED: i32 = -1;

/** Ends of which one is at least so many times the other are halved on a logarithmic scale. */
const WIDE: f64 = 4;

let records: usize = 0;

/** Makes room for this many unknowns. */
export function prepareSolving(count: i32): void {
  release(records);
  records = allocateEach(count, RECORD_BYTES);
}

// @ts-ignore: decorator
@inline
function recordOf(unknown: i32): usize {
  return records + <usize>unknown * RECORD_BYTES;
}

/** Begins to solve the equations of `count` unknowns, from number `first` on, each between `lo` and `hi`. */
export function startSolving(first: i32, count: i32, lo: f64, hi: f64): void {
  for (let i = first; i < first + count; i++) {
    const record = recordOf(i);
    store<f64>(record, lo);
    store<f64>(record, hi, 8);
    store<f64>(record, lo, 32);
    store<i32>(record, 0, 40);
    store<i32>(record, 0, 44);
  }
}

/** The value at which the residual of an unknown is needed next; its solution once it is solved. */
export function trialOf(unknown: i32): f64 {
  return load<f64>(recordOf(unknown), 32);
}

/** Writes the trial values of `count` unknowns, one f64 each. */
export function writeTrials(out: usize, first: i32, count: i32): void {
  for (let i = 0; i < count; i++) store<f64>(out + (<usize>i << 3), trialOf(first + i));
}

/** Takes the residuals of `count` unknowns at their trial values. Whether one of them is still to be solved. */
export function observeResiduals(residuals: usize, first: i32, count: i32): bool {
  let isOpen = false;
  for (let i = 0; i < count; i++) {
    if (observeResidual(first + i, load<f64>(residuals + (<usize>i << 3)))) isOpen = true;
  }
  return isOpen;
}

/** Takes the residual of an unknown at its trial value. Whether it is still to be solved. */
export function observeResidual(unknown: i32, residual: f64): bool {
  const record = recordOf(unknown);
  const trials = load<i32>(record, 40);
  if (trials == SOLVED) return false;
  store<i32>(record, trials + 1, 40);
  if (trials == 0) {
    store<f64>(record, residual, 16);
    store<f64>(record, load<f64>(record, 8), 32);
    return true;
  }
  if (trials == 1) {
    store<f64>(record, residual, 24);
    return begin(record);
  }
  return narrow(record, residual);
}

/** Both ends are known: the nearer one if there is no solution between them, else the first trial between them. */
function begin(record: usize): bool {
  const lo = load<f64>(record);
  const hi = load<f64>(record, 8);
  const atLo = load<f64>(record, 16);
  const atHi = load<f64>(record, 24);
  if (isNaN(atLo) || isNaN(atHi)) return solved(record, NaN);
  if (atLo == 0) return solved(record, lo);
  if (atHi == 0) return solved(record, hi);
  if (atLo > 0 == atHi > 0) return solved(record, abs(atLo) <= abs(atHi) ? lo : hi);
  store<f64>(record, between(record), 32);
  return true;
}

/** Replaces one end of the bracket by the trial value. */
function narrow(record: usize, residual: f64): bool {
  const trial = load<f64>(record, 32);
  if (residual == 0 || isNaN(residual)) return solved(record, isNaN(residual) ? NaN : trial);
  const isLow = residual > 0 == load<f64>(record, 16) > 0;
  // Which end was replaced last: 1 the lower one, 2 the upper one.
  const before = load<i32>(record, 44);
  const now = isLow ? 1 : 2;
  const own: usize = isLow ? record : record + 8;
  const other: usize = isLow ? record + 24 : record + 16;
  store<f64>(own, trial);
  store<f64>(own, residual, 16);
  if (before == now) store<f64>(other, 0.5 * load<f64>(other));
  store<i32>(record, now, 44);
  const lo = load<f64>(record);
  const hi = load<f64>(record, 8);
  if (hi - lo <= TOLERANCE * max(abs(lo), abs(hi)) || load<i32>(record, 40) >= MAX_TRIALS) {
    return solved(record, 0.5 * lo + 0.5 * hi);
  }
  store<f64>(record, between(record), 32);
  return true;
}

function solved(record: usize, solution: f64): bool {
  store<f64>(record, solution, 32);
  store<i32>(record, SOLVED, 40);
  return false;
}

/** The next trial value, strictly between the ends. */
function between(record: usize): f64 {
  const lo = load<f64>(record);
  const hi = load<f64>(record, 8);
  const atLo = load<f64>(record, 16);
  const atHi = load<f64>(record, 24);
  const middle = halfway(lo, hi);
  if (load<i32>(record, 40) % 3 == 1) return middle;
  const falsi = lo + (hi - lo) * (atLo / (atLo - atHi));
  // Once it is next to an end, a step beyond it shows on which side the solution is.
  const least = 0.5 * TOLERANCE * max(abs(lo), abs(hi));
  const trial = min(max(falsi, lo + least), hi - least);
  return trial > lo && trial < hi ? trial : middle;
}

function halfway(lo: f64, hi: f64): f64 {
  const isPositive = lo > 0 && hi > WIDE * lo;
  const isNegative = hi < 0 && lo < WIDE * hi;
  if (isPositive || isNegative) {
    const size = sqrt(abs(lo)) * sqrt(abs(hi));
    return isPositive ? size : -size;
  }
  return 0.5 * lo + 0.5 * hi;
}
