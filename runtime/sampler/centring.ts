/**
 * Learns during warm-up how far to centre each value whose prior has a location and a scale that depend on other
 * latents.
 *
 * The sampled number is u = w location + scale^w · z, where z is the standardised distance from the location and w the
 * centring: w = 1 samples the value itself, which suits values that the data determine, and w = 0 samples z, which suits
 * values that the prior determines. The data may determine some values and not others, so each value has its own w; a
 * walk, whose levels depend on each other, has one w as a whole.
 *
 * The best w makes u as nearly independent of everything else, and as nearly normal, as possible. For any density Var u
 * · Var ∂log π/∂u ≥ 1, with equality for a normal that is independent of all other dimensions: the same Fisher
 * divergence that the metric minimises (Seyboldt, Carlson & Carpenter 2026, arXiv 2603.18845). Both variances can be
 * computed for every w from the same draws, since z and the value do not depend on w. For a normal prior and likelihood
 * of known scales the minimum is at the share of the data in the information about the value, as in Papaspiliopoulos,
 * Roberts & Sköld (2003).
 */
import { allocate } from '../memory';
import { centreOf, dimensionOf, latentOf, RECORD_BYTES, spreadOf, startOf, walkOf } from '../centrings';
import { CENTRINGS, describeCentrings, setCentrings, standardise } from '../layout';
import { exp } from '../math/exp';
import { log } from '../math/log';
import { allocateVectors, component, copy, setComponent, vectorBytes } from './vector';

/** The candidates for a centring: 0, 1/8, …, 1. Between them the minimum is taken from a parabola. */
const CANDIDATES: i32 = 9;

/** Maximum number of draws kept per window, equally spaced, and the memory for them: in many dimensions fewer are kept. */
const MAX_KEPT: i32 = 256;
const MIN_KEPT: i32 = 64;
const KEPT_BYTES: usize = 1 << 23;

/** Smaller changes do not justify learning the metric again. */
const MIN_CHANGE: f64 = 0.02;

/**
 * How much better than 0 another centring must be: few draws do not resolve smaller differences, and only at 0 is there
 * no funnel if a scale may be nearly 0.
 */
const MIN_GAIN: f64 = 0.05;

/** Per value, as generated code and this file store them: CENTRINGS f64s or records. */
let records: usize = 0;
let centrings: usize = 0;
let chosen: usize = 0;
/** Locations, logarithms of scales, and slopes. */
let standards: usize = 0;
/** Per value and candidate: the mean and the sum of squared deviations of u and of its gradient. */
let moments: usize = 0;
let criteria: usize = 0;
let pooled: usize = 0;

/** The kept draws and their gradients. */
let draws: usize = 0;
let gradients: usize = 0;
let capacity: i32 = 0;
let kept: i32 = 0;
let stride: i32 = 1;
let seen: i32 = 0;

const MOMENT_BYTES: usize = 32;

/** Allocates memory, once per instance. Nothing is allocated if no centring is learned. */
export function allocateCentrings(): void {
  if (CENTRINGS == 0 || records != 0) return;
  const bytes = <usize>CENTRINGS << 3;
  records = allocate(<usize>CENTRINGS * RECORD_BYTES);
  centrings = allocate(bytes);
  chosen = allocate(bytes);
  standards = allocate(3 * bytes);
  moments = allocate(<usize>CANDIDATES * bytes * 4);
  criteria = allocate(<usize>CANDIDATES * bytes);
  pooled = allocate(<usize>CANDIDATES << 3);
  capacity = min(MAX_KEPT, max(MIN_KEPT, <i32>(KEPT_BYTES / vectorBytes())));
  draws = allocateVectors(capacity);
  gradients = allocateVectors(capacity);
  if (records != 0) describeCentrings(records);
}

// @ts-ignore: decorator
@inline
function recordOf(value: i32): usize {
  return records + <usize>value * RECORD_BYTES;
}

// @ts-ignore: decorator
@inline
function locationOf(value: i32): f64 {
  return component(standards, value);
}

// @ts-ignore: decorator
@inline
function logScaleOf(value: i32): f64 {
  return component(standards, CENTRINGS + value);
}

// @ts-ignore: decorator
@inline
function slopeOf(value: i32): f64 {
  return component(standards, 2 * CENTRINGS + value);
}

/** Copies the layout's initial centrings to the CENTRINGS f64s at `out`. */
function copyStarts(out: usize): void {
  for (let i = 0; i < CENTRINGS; i++) setComponent(out, i, startOf(recordOf(i)));
}

/** Has every value be centred as the layout begins with. */
export function resetCentrings(): void {
  if (CENTRINGS == 0) return;
  copyStarts(centrings);
  setCentrings(centrings);
}

/** Sets every centring to what this chain has learned, after `suspendCentrings`. */
export function resumeCentrings(): void {
  if (CENTRINGS > 0) setCentrings(centrings);
}

/** Sets every centring to the layout's initial one, for computations that do not belong to this chain. */
export function suspendCentrings(): void {
  if (CENTRINGS == 0) return;
  copyStarts(chosen);
  setCentrings(chosen);
}

/** Converts a point of this chain to the layout's initial centrings. */
export function toFirstCentrings(position: usize): void {
  if (CENTRINGS == 0) return;
  resumeCentrings();
  copyStarts(chosen);
  recentre(position);
  setCentrings(chosen);
}

/** Copies the chain's centrings to the CENTRINGS f64s at `out`. */
export function copyCentrings(out: usize): void {
  if (CENTRINGS > 0) memory.copy(out, centrings, <usize>CENTRINGS << 3);
}

/** Begins a window of `length` draws. */
export function openDraws(length: i32): void {
  kept = 0;
  seen = 0;
  stride = capacity == 0 ? 1 : max(1, (length + capacity - 1) / capacity);
}

/** Keeps a draw of the window. */
export function keepDraw(position: usize, gradient: usize): void {
  if (CENTRINGS == 0) return;
  if (seen++ % stride != 0 || kept == capacity) return;
  copy(draws + <usize>kept * vectorBytes(), position);
  copy(gradients + <usize>kept * vectorBytes(), gradient);
  kept++;
}

/** How many draws are kept. */
export function keptDraws(): i32 {
  return kept;
}

/** A kept draw. */
export function keptDraw(index: i32): usize {
  return draws + <usize>index * vectorBytes();
}

/**
 * Chooses the centrings by the kept draws, converts the draws and `position` to them, and makes them the layout's. False
 * if all centrings stay the same.
 */
export function learnCentrings(position: usize): bool {
  if (CENTRINGS == 0 || kept < 2) return false;
  memory.fill(moments, 0, (<usize>CENTRINGS * <usize>CANDIDATES) * MOMENT_BYTES);
  for (let i = 0; i < kept; i++) observe(i);
  compare();
  let change = 0.0;
  for (let i = 0; i < CENTRINGS; i++) {
    change = max(change, abs(component(chosen, i) - component(centrings, i)));
  }
  if (!(change > MIN_CHANGE)) return false;
  for (let i = 0; i < kept; i++) recentre(keptDraw(i));
  recentre(position);
  memory.copy(centrings, chosen, <usize>CENTRINGS << 3);
  setCentrings(centrings);
  return true;
}

// @ts-ignore: decorator
@inline
function candidate(k: i32): f64 {
  return <f64>k / <f64>(CANDIDATES - 1);
}

/** A number of an unconstrained point without location and scale: centre + spread u. */
// @ts-ignore: decorator
@inline
function wholeOf(record: usize, position: usize): f64 {
  return centreOf(record) + spreadOf(record) * component(position, dimensionOf(record));
}

/** Adds a kept draw: for every value and candidate, u and its gradient under that candidate. */
function observe(index: i32): void {
  const position = keptDraw(index);
  const gradient = gradients + <usize>index * vectorBytes();
  const count = <f64>(index + 1);
  standardise(position, standards);
  for (let k = 0; k < CANDIDATES; k++) {
    const w = candidate(k);
    // The derivatives with respect to the value at the next level, at its present centring and at the candidate, and how
    // they propagate to this level's.
    let after = 0.0;
    let tried = 0.0;
    let factor = 0.0;
    let triedFactor = 0.0;
    for (let i = CENTRINGS - 1; i >= 0; i--) {
      const record = recordOf(i);
      const now = component(centrings, i);
      const logScale = logScaleOf(i);
      const stretch = exp((1 - now) * logScale);
      const triedStretch = exp((1 - w) * logScale);
      const slope = slopeOf(i);
      // The total derivative with respect to the value, with the unconstrained numbers of later levels held fixed.
      const total = component(gradient, dimensionOf(record)) / (spreadOf(record) * stretch);
      const own = total - factor * after;
      const triedTotal = own + triedFactor * tried;
      const z = (wholeOf(record, position) - now * locationOf(i)) * exp(-now * logScale);
      const u = w * locationOf(i) + exp(w * logScale) * z;
      const at = moments + (<usize>(i * CANDIDATES + k)) * MOMENT_BYTES;
      accumulate(at, u, count);
      accumulate(at + 16, triedTotal * triedStretch, count);
      after = total;
      tried = triedTotal;
      factor = slope * (1 - now * stretch);
      triedFactor = slope * (1 - w * triedStretch);
    }
  }
}

/** Welford (1962): the mean and the sum of squared deviations from it. */
// @ts-ignore: decorator
@inline
function accumulate(at: usize, x: f64, count: f64): void {
  const mean = load<f64>(at);
  const before = x - mean;
  const now = mean + before / count;
  store<f64>(at, now);
  store<f64>(at, load<f64>(at, 8) + before * (x - now), 8);
}

/**
 * The weight of the mean over a latent's levels, in draws of the level's own: few draws say little about a level that
 * the data hardly determine.
 */
const POOLED_DRAWS: f64 = 80;

/**
 * Adds the mean over the levels of a latent to the criterion of each level. A level's contribution to the mean is
 * between 0 and 1, so that no level that the data determine well outweighs the others.
 *
 * @param first the number of the latent's first value
 * @returns that of the next latent's
 */
function pool(first: i32): i32 {
  let end = first + 1;
  while (end < CENTRINGS && latentOf(recordOf(end)) == first) end++;
  const weight = POOLED_DRAWS / (<f64>kept * <f64>(end - first));
  memory.fill(pooled, 0, <usize>CANDIDATES << 3);
  for (let i = first; i < end; i++) {
    let least = Infinity;
    let most = -Infinity;
    for (let k = 0; k < CANDIDATES; k++) {
      least = min(least, component(criteria, i * CANDIDATES + k));
      most = max(most, component(criteria, i * CANDIDATES + k));
    }
    const range = 1 + most - least;
    for (let k = 0; k < CANDIDATES; k++) {
      const share = (component(criteria, i * CANDIDATES + k) - least) / range;
      setComponent(pooled, k, component(pooled, k) + weight * share);
    }
  }
  for (let i = first; i < end; i++) {
    for (let k = 0; k < CANDIDATES; k++) {
      const at = i * CANDIDATES + k;
      setComponent(criteria, at, component(criteria, at) + component(pooled, k));
    }
  }
  return end;
}

/** Fills `chosen` with the centrings of minimum divergence. */
function compare(): void {
  for (let i = 0; i < CENTRINGS; i++) {
    for (let k = 0; k < CANDIDATES; k++) {
      const at = moments + (<usize>(i * CANDIDATES + k)) * MOMENT_BYTES;
      setComponent(criteria, i * CANDIDATES + k, log(load<f64>(at, 8)) + log(load<f64>(at, 24)));
    }
    setComponent(chosen, i, component(centrings, i));
  }
  for (let first = 0; first < CENTRINGS; ) first = pool(first);
  for (let first = 0; first < CENTRINGS; ) {
    let end = first + 1;
    while (end < CENTRINGS && walkOf(recordOf(end)) == first) end++;
    for (let i = first + 1; i < end; i++) {
      for (let k = 0; k < CANDIDATES; k++) {
        const sum = component(criteria, first * CANDIDATES + k) + component(criteria, i * CANDIDATES + k);
        setComponent(criteria, first * CANDIDATES + k, sum);
      }
    }
    const best = leastOf(criteria + ((<usize>first * CANDIDATES) << 3));
    if (best >= 0) for (let i = first; i < end; i++) setComponent(chosen, i, best);
    first = end;
  }
}

/**
 * The position of the minimum of the candidates' values, by a parabola through it and its neighbours; -1 if one of them
 * is not finite.
 */
function leastOf(values: usize): f64 {
  let least = 0;
  for (let k = 0; k < CANDIDATES; k++) {
    if (!isFinite(component(values, k))) return -1;
    if (component(values, k) < component(values, least)) least = k;
  }
  if (component(values, 0) - component(values, least) < MIN_GAIN) return 0;
  if (least == CANDIDATES - 1) return 1;
  const left = component(values, least - 1) - component(values, least);
  const right = component(values, least + 1) - component(values, least);
  const bend = left + right;
  return candidate(least) + (bend > 0 ? (0.5 * (left - right)) / bend / <f64>(CANDIDATES - 1) : 0);
}

/** Converts a point from the present centrings to the chosen ones. */
function recentre(position: usize): void {
  standardise(position, standards);
  for (let i = 0; i < CENTRINGS; i++) {
    const record = recordOf(i);
    const now = component(centrings, i);
    const next = component(chosen, i);
    const logScale = logScaleOf(i);
    const z = (wholeOf(record, position) - now * locationOf(i)) * exp(-now * logScale);
    const whole = next * locationOf(i) + exp(next * logScale) * z;
    setComponent(position, dimensionOf(record), (whole - centreOf(record)) / spreadOf(record));
  }
}
