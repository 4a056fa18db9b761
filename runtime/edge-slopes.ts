/**
 * Slopes at the ends of latents. Where a latent is exactly at an end, a chain of derivatives may be 0 · ∞, though the density has a
 * slope there: that of `log_margin(Y, x)` at Y = 0 goes through ln Y. Such a slope is taken as the limit from inside.
 */
import { firstOutsideSupport, logDensityOwnScale, VALUES } from './layout';
import { allocate } from './memory';

/**
 * The steps inwards, each the square of the one before: 2^-k of the latent's size, and of 1 for one that is 0, which alone has neighbours
 * that near; not so near that the power of a mean underflows. A slope c + b hᵉ has there c + b x, c + b x², c + b x⁴ and c + b x⁸ with one x.
 */
const FIRST_AT_ZERO: i32 = 16;
const FIRST_ELSEWHERE: i32 = 6;
const STEPS: i32 = 4;

/** What rounding does to a slope. */
const ROUNDING: f64 = 1e-10;
/** Where the third slope is by so much nearer to the limit than the second, the fourth is there. */
const FAST: f64 = 0.01;
/** How near the first must else come to what the other three say of it, for them to be such a series. */
const AGREEMENT: f64 = 0.02;

let given: usize = 0;
let slopes: usize = 0;
/** Not 0 for each latent that is moved. */
let moves: usize = 0;

/** Makes room, once data is bound. False when there is no more memory. */
export function allocateEdges(): bool {
  given = allocate(<usize>VALUES << 3);
  slopes = allocate(<usize>VALUES << 3);
  moves = allocate(<usize>VALUES << 3);
  return given != 0 && slopes != 0 && moves != 0;
}

/**
 * The log density at a point of the layout's own scale and its gradient, as the layout computes them, but for slopes that are no numbers
 * at a finite density: each is the limit as the latent moves inwards alone, infinite where it has none; or as the latents
 * at an end do so together, for a latent that is at none itself. What has neither stays as it is.
 */
export function logDensityWithEdges(point: usize, gradient: usize): f64 {
  const value = logDensityOwnScale(point, gradient);
  if (!isFinite(value)) return value;
  for (let i = 0; i < VALUES; i++) {
    if (isFinite(at(gradient, i))) continue;
    memory.copy(given, point, <usize>VALUES << 3);
    const limit = limitOf(point, i);
    memory.copy(point, given, <usize>VALUES << 3);
    if (!isNaN(limit)) store<f64>(gradient + (<usize>i << 3), limit);
  }
  return value;
}

// @ts-ignore: decorator
@inline
function at(vector: usize, i: i32): f64 {
  return load<f64>(vector + (<usize>i << 3));
}

/** Where a slope goes as its latent moves inwards alone, or else as the other latents at an end do so together; NaN where neither tells. */
function limitOf(point: usize, i: i32): f64 {
  if (isEnd(point, i)) {
    memory.fill(moves, 0, <usize>VALUES << 3);
    store<f64>(moves + (<usize>i << 3), 1);
    const limit = limitAsMoved(point, i);
    if (!isNaN(limit)) return limit;
  }
  memory.copy(point, given, <usize>VALUES << 3);
  for (let other = 0; other < VALUES; other++) {
    const isMoved = other != i && isEnd(point, other);
    store<f64>(moves + (<usize>other << 3), isMoved ? 1 : 0);
  }
  // What is infinite on that way may be finite on the latent's own.
  const limit = limitAsMoved(point, i);
  return isFinite(limit) ? limit : NaN;
}

function limitAsMoved(point: usize, i: i32): f64 {
  let s0: f64 = NaN;
  let s1: f64 = NaN;
  let s2: f64 = NaN;
  let s3: f64 = NaN;
  for (let step = 0; step < STEPS; step++) {
    for (let other = 0; other < VALUES; other++) {
      if (at(moves, other) != 0) moveInwards(point, other, step);
    }
    logDensityOwnScale(point, slopes);
    s0 = s1;
    s1 = s2;
    s2 = s3;
    s3 = at(slopes, i);
  }
  return extrapolate(s0, s1, s2, s3);
}

/** Whether there is a density on one side of a latent alone. */
function isEnd(point: usize, i: i32): bool {
  const value = at(point, i);
  const place = point + (<usize>i << 3);
  const step = value == 0 ? stepOf(FIRST_AT_ZERO) : abs(value) * stepOf(52);
  store<f64>(place, value + step);
  const isAbove = isInside(point);
  store<f64>(place, value - step);
  const isBelow = isInside(point);
  store<f64>(place, value);
  return isAbove != isBelow;
}

function isInside(point: usize): bool {
  return firstOutsideSupport(point) == 0 && isFinite(logDensityOwnScale(point, slopes));
}

/** 2^-exponent. */
function stepOf(exponent: i32): f64 {
  return reinterpret<f64>(<u64>(1023 - exponent) << 52);
}

/** Moves a latent by a step of its own from where it was given, upwards or, where there is no density, downwards. */
function moveInwards(point: usize, i: i32, step: i32): void {
  const value = at(given, i);
  const size = value == 0 ? stepOf(FIRST_AT_ZERO << step) : abs(value) * stepOf(FIRST_ELSEWHERE << step);
  const place = point + (<usize>i << 3);
  store<f64>(place, value + size);
  if (!isInside(point)) store<f64>(place, value - size);
}

/** The limit of c + b x, c + b x², c + b x⁴, c + b x⁸: c, or infinite where x is above 1; NaN where the four are no such series. */
function extrapolate(s0: f64, s1: f64, s2: f64, s3: f64): f64 {
  const scale = max(1, abs(s3));
  if (!isFinite(s0) || !isFinite(s1) || !isFinite(s2)) return NaN;
  if (abs(s3) == Infinity) return abs(s2) > abs(s1) && abs(s1) > abs(s0) && s2 > 0 == s3 > 0 ? s3 : NaN;
  if (abs(s2 - s3) <= max(FAST * FAST * abs(s1 - s2), ROUNDING * scale) && abs(s1 - s2) <= FAST * scale) return s3;
  // The differences are b x²(1 − x²) and b x⁴(1 − x⁴): their quotient is x² (1 + x²).
  const quotient = (s2 - s3) / (s1 - s2);
  const square = 0.5 * (sqrt(1 + 4 * quotient) - 1);
  if (!(square > 0) || square == 1) return NaN;
  const b = (s1 - s2) / (square * (1 - square));
  const limit = s3 - b * square * square * square * square;
  if (square < FAST) return limit;
  const first = limit + b * sqrt(square);
  if (!(abs(first - s0) <= AGREEMENT * abs(s0 - s1) + ROUNDING * scale)) return NaN;
  return square < 1 ? limit : b > 0 ? Infinity : -Infinity;
}
