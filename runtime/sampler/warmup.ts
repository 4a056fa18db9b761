/**
 * The schedule of a warm-up: a fast stretch, windows that double in length, each ending in a new metric, a fast stretch. In many
 * dimensions it begins with cooling. It ends early when longer windows no longer pay.
 *
 * Cooling (simulated annealing: Kirkpatrick, Gelatt & Vecchi 1983, Science 220, 671) keeps a chain from being stuck where it starts. Where
 * a layout has values for many levels, each may have a lesser mode of its own, and from anywhere some value soon falls into one. So
 * the likelihood has an exponent, which grows from nearly 0 to 1: while it is small the chain moves freely, and as it grows the chain
 * settles where most of the mass is.
 */
import { TO_POSTERIOR, placeOnBridge } from '../smc/bridge';
import { exp } from '../math/exp';
import { log } from '../math/log';
import { DIMENSION } from '../layout';
import { MAX_DIMENSIONS } from '../optimise/laplace';

/**
 * Transitions before the first window and in it. Stan takes 75 and 25 (Stan Reference Manual, "Automatic parameter
 * tuning"), since a variance needs draws; the metric here also reads gradients and is good after a few, so that
 * doubling begins early and costs less.
 */
const FIRST_STRETCH: i32 = 20;
const FIRST_WINDOW: i32 = 20;

/**
 * The share of a warm-up after the last window, where only the step size adapts. Stan takes 50 of 1000 transitions;
 * with three times as many the chain meets its target accept rate more closely.
 */
const LAST_SHARE: f64 = 0.15;

/** The share before a warm-up's one window when it is too short for FIRST_STRETCH and FIRST_WINDOW: Stan's. */
const FIRST_SHARE: f64 = 0.15;

/** The share of a warm-up in which trajectories are kept short: before the last and longest window. */
const EARLY_SHARE: f64 = 0.3;

/** Below this length no metric is learned: Stan's. */
const SHORTEST: i32 = 20;

let earlyEnd: i32 = 0;
let windowsBegin: i32 = 0;
let windowsEnd: i32 = 0;
let window: i32 = 0;
let windowFirst: i32 = 0;
let windowLast: i32 = 0;

/** Lays out the windows for a warm-up of `warmup` transitions, of which the first `cooling` are not to learn from. */
export function scheduleWarmup(warmup: i32, cooling: i32): void {
  windowsEnd = warmup - <i32>(LAST_SHARE * <f64>warmup);
  earlyEnd = max(cooling, <i32>(EARLY_SHARE * <f64>warmup));
  windowsBegin = cooling + FIRST_STRETCH;
  window = FIRST_WINDOW;
  if (warmup < SHORTEST) {
    windowsBegin = windowsEnd;
    window = 0;
  } else if (windowsBegin + window > windowsEnd) {
    windowsBegin = cooling + <i32>(FIRST_SHARE * <f64>(warmup - cooling));
    window = windowsEnd - windowsBegin;
  } else if (windowsBegin + 3 * window > windowsEnd) {
    window = windowsEnd - windowsBegin;
  }
  windowFirst = windowsBegin;
  windowLast = windowsBegin + window - 1;
  shortestLast = max(SHORTEST_LAST_WINDOW, <i32>(LAST_WINDOW_SHARE * <f64>warmup));
  forgetTransitions();
  costBefore = 0;
}

/** Whether transition `iteration` (from 0) is one whose trajectory is kept short. */
export function isEarly(iteration: i32): bool {
  return iteration < earlyEnd;
}

/** Whether the draw of transition `iteration` (from 0) is one to learn the metric from. */
export function inWindow(iteration: i32): bool {
  return iteration >= windowsBegin && iteration < windowsEnd;
}

/** How many transitions the present window has. */
export function windowLength(): i32 {
  return windowLast - windowFirst + 1;
}

/** Whether there is no window after the present one. */
export function isLastWindow(): bool {
  return windowLast == windowsEnd - 1;
}

/** Whether a window ends with transition `iteration`. */
export function endsWindow(iteration: i32): bool {
  return inWindow(iteration) && iteration == windowLast;
}

/**
 * Begins the window after the one that ended: twice as long, or as long as there is room when the one after it would
 * not fit any more.
 */
export function nextWindow(): void {
  const last = windowsEnd - 1;
  if (windowLast == last) return;
  forgetTransitions();
  window *= 2;
  windowFirst = windowLast + 1;
  windowLast += window;
  if (windowLast != last && windowLast + 2 * window >= windowsEnd) windowLast = last;
}

/**
 * A warm-up ends early after a steady window that has at least this many transitions, and this share of all. With 200
 * transitions in all the metric is not good everywhere; with 300 it is (docs/explanation/sampler.md). Who asks for a longer warm-up
 * gets a longer one.
 */
const SHORTEST_LAST_WINDOW: i32 = 160;
const LAST_WINDOW_SHARE: f64 = 0.16;

/** Transitions that follow at least, so that a host has time to learn that the warm-up ends early (docs/reference/abi.md). */
const SHORTEST_STRETCH: i32 = 50;

/** The leapfrog steps per transition of a steady window may differ from those of the window before it by this share. */
const SAME_COST: f64 = 0.2;

/** The mean log density may differ by this many standard deviations between the halves of a steady window. */
const SAME_LEVEL: f64 = 0.75;

/** Of the present window: transitions, leapfrog steps, whether any trajectory failed, and the log density of either half. */
let seen: i32 = 0;
let steps: f64 = 0;
let hasFailed: bool = false;
let firstHalf: f64 = 0;
let secondHalf: f64 = 0;
let levelMean: f64 = 0;
let levelSquares: f64 = 0;
/** Transitions that the last window of a warm-up that ends early must have. */
let shortestLast: i32 = 0;

/** Leapfrog steps per transition of the window before; 0 if there was none. */
let costBefore: f64 = 0;

/** Counts a transition to the present window: its leapfrog steps, whether its trajectory diverged or was cut off, its log density. */
export function observeTransition(leapfrogs: i32, failed: bool, logDensity: f64): void {
  if (2 * seen < windowLength()) firstHalf += logDensity;
  else secondHalf += logDensity;
  seen += 1;
  steps += <f64>leapfrogs;
  if (failed) hasFailed = true;
  const before = logDensity - levelMean;
  levelMean += before / <f64>seen;
  levelSquares += before * (logDensity - levelMean);
}

/**
 * Whether the window that ends was steady: a metric from half as many draws was as good, since transitions took as many
 * steps with it; no trajectory failed; and the chain no longer drifts. What a longer warm-up would learn is then little.
 */
export function isSteady(): bool {
  if (seen < shortestLast || hasFailed || costBefore == 0) return false;
  const cost = steps / <f64>seen;
  if (abs(cost - costBefore) > SAME_COST * costBefore) return false;
  const drift = (2 * abs(secondHalf - firstHalf)) / <f64>seen;
  return drift * drift * <f64>seen < SAME_LEVEL * SAME_LEVEL * levelSquares;
}

function forgetTransitions(): void {
  costBefore = seen > 0 ? steps / <f64>seen : 0;
  seen = 0;
  steps = 0;
  hasFailed = false;
  firstHalf = 0;
  secondHalf = 0;
  levelMean = 0;
  levelSquares = 0;
}

/**
 * Ends the windows with transition `iteration` (from 0), of a warm-up of `warmup`. Returns how long the warm-up then is: only the
 * last stretch follows.
 */
export function endWindows(iteration: i32, warmup: i32): i32 {
  windowsEnd = iteration + 1;
  windowLast = iteration;
  const last = max(SHORTEST_STRETCH, <i32>((LAST_SHARE / (1 - LAST_SHARE)) * <f64>windowsEnd));
  return min(warmup, windowsEnd + last);
}

/** The share of the warm-up that a chain cools for, and its transitions at most. */
const COOLING_SHARE: f64 = 0.2;
const MAX_COOLING: i32 = 150;

/** The likelihood of ten thousand rows is about one nat under this exponent. */
const FIRST_EXPONENT: f64 = 1e-4;

/** How many of a warm-up's transitions cool; none where scouts can look for other modes. */
export function coolingLength(warmup: i32): i32 {
  return DIMENSION <= MAX_DIMENSIONS ? 0 : min(MAX_COOLING, <i32>(COOLING_SHARE * <f64>warmup));
}

/**
 * Transitions per window of cooling. Each window ends in a metric learned from its draws and gradients. In so few
 * transitions the likelihood's exponent grows by a factor of 1.8 at most, and so the scales shrink by less than a third.
 */
const COOLING_WINDOW: i32 = 10;

/**
 * Whether the metric of transition `iteration` (from 0), of `length` that cool, is learned from draws. In the first window
 * the chain is still on its way from where it began, so that its draws say little.
 */
export function learnsWhileCooling(iteration: i32, length: i32): bool {
  return length >= 2 * COOLING_WINDOW && iteration >= COOLING_WINDOW;
}

/** Whether a window of cooling ends before transition `iteration`. The last one ends with the cooling. */
export function endsCoolingWindow(iteration: i32, length: i32): bool {
  return iteration >= 2 * COOLING_WINDOW && (length - iteration) % COOLING_WINDOW == 0;
}

/** Sets the exponent of transition `iteration` (from 0) of the `length` that cool; from one to the next it grows by equal factors. */
export function coolTo(iteration: i32, length: i32): void {
  placeOnBridge(TO_POSTERIOR, exp(log(FIRST_EXPONENT) * (1 - <f64>iteration / <f64>length)));
}
