/**
 * Cooling: how a chain of many dimensions begins. Where a layout has values for many levels, each may have a lesser mode of its own,
 * and of a chain that starts anywhere some value is soon stuck in one. So the likelihood is let in by and by, with an exponent
 * that grows from nearly 0 to 1 (simulated annealing: Kirkpatrick, Gelatt & Vecchi 1983, Science 220, 671): while it is small the
 * chain goes where it will, and by and by settles where most of the mass is. All of it belongs to the warm-up.
 */
import { TO_POSTERIOR, placeOnBridge } from '../smc/bridge';
import { exp } from '../math/exp';
import { log } from '../math/log';
import { DIMENSION } from '../layout';
import { MAX_DIMENSIONS } from '../optimise/laplace';

/** The share of the warm-up that a chain cools for, and its transitions at most. */
const SHARE: f64 = 0.2;
const MAX_COOLING: i32 = 150;

/** The likelihood of ten thousand rows is about one nat under this exponent. */
const FIRST_EXPONENT: f64 = 1e-4;

/** Transitions that cool in a warm-up of that many; none where scouts can look for other modes. */
export function coolingLength(warmup: i32): i32 {
  return DIMENSION <= MAX_DIMENSIONS ? 0 : min(MAX_COOLING, <i32>(SHARE * <f64>warmup));
}

/** Lets the likelihood in as far as transition `iteration` (from 0) of `length` wants it: by equal factors. */
export function coolTo(iteration: i32, length: i32): void {
  placeOnBridge(TO_POSTERIOR, exp(log(FIRST_EXPONENT) * (1 - <f64>iteration / <f64>length)));
}
