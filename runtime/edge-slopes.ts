/**
 * Slopes at the ends of a latent's support. For a latent exactly at an end, the chain rule may give 0 · ∞ although the
 * density has a slope there; for example, that of `log_margin(Y, x)` at Y = 0 goes through ln Y. Such a slope is
 * computed as the limit from inside.
 */
import { firstOutsideSupport, logDensityOwnScale, VALUES } from './layout';
import { allocate } from './memory';

/**
 * The steps inwards are 2^−k of the latent's size, each the square of the previous one. A latent at 0 has size 1 and
 * smaller steps, since only 0 has neighbours that near, but not so small that a power mean underflows. A slope c + b hᵉ
 * is then c + b x, c + b x², c + b x⁴ and c + b x⁸, all with one x.
 */
const FIRST_AT_ZERO: i32 = 16;
const FIRST_ELSEWHERE: i32 = 6;
const STEPS: i32 = 4;

/**
 * The exponents of the step of a latent that is moved as little as possible. At 0 its products with others must not
 * underflow.
 */
const LEAST_AT_ZERO: i32 = 256;
const LEAST_ELSEWHERE: i32 = 52;
/** The first step of a difference is 2^−6; the next ones are its square and its fourth power. */
const FIRST_DIFFERENCE: i32 = 6;
/** The relative tolerance within which slopes beside the path must agree with differences on it. */
const ALIKE: f64 = 1e-4;
/** A slope that diverges exceeds the previous ones by at least this factor. */
const FAR: f64 = 64;
/** Bounds on hᵉ: above these, differences have no limit, or converge too slowly to be judged from three. */
const NEARLY_ONE: f64 = 0.98;
const SLOW: f64 = 0.5;
/** 2^5.9, for a first step of 2^−6. */
const JUMP: f64 = 59.7;

/** The relative rounding error of a slope. */
const ROUNDING: f64 = 1e-10;
/** If the third slope is nearer to the limit than the second by this factor, the fourth is taken as the limit. */
const FAST: f64 = 0.01;
/** Otherwise the first slope must agree with the series implied by the other three to this relative accuracy. */
const AGREEMENT: f64 = 0.02;

const BY_STEPS: f64 = 1;
const AS_LITTLE_AS_MAY_BE: f64 = 2;

let given: usize = 0;
let slopes: usize = 0;
/** How each latent is moved: 0 (not at all), `BY_STEPS` or `AS_LITTLE_AS_MAY_BE`. */
let moves: usize = 0;

/** Allocates memory, once data are bound. False if there is no more memory. */
export function allocateEdges(): bool {
  given = allocate(<usize>VALUES << 3);
  slopes = allocate(<usize>VALUES << 3);
  moves = allocate(<usize>VALUES << 3);
  return given != 0 && slopes != 0 && moves != 0;
}

/**
 * The log density at a point of the constrained scale and its gradient, as the layout computes them, except for slopes
 * that are not finite where the density is finite. Each of those becomes the derivative of the density along that
 * latent alone, inwards at an end, or infinite if that diverges. NaN if there is no derivative, or none can be
 * determined.
 */
export function logDensityWithEdges(point: usize, gradient: usize): f64 {
  const value = logDensityOwnScale(point, gradient);
  if (!isFinite(value)) return value;
  for (let i = 0; i < VALUES; i++) {
    if (isFinite(at(gradient, i))) continue;
    memory.copy(given, point, <usize>VALUES << 3);
    const limit = limitOf(point, i, value);
    memory.copy(point, given, <usize>VALUES << 3);
    store<f64>(gradient + (<usize>i << 3), limit);
  }
  return value;
}

// @ts-ignore: decorator
@inline
function at(vector: usize, i: i32): f64 {
  return load<f64>(vector + (<usize>i << 3));
}

/**
 * The slope for latent `i`. Slopes inside the support have the most digits, and moving only this latent inwards is
 * exact. If other latents at their ends leave no finite slopes there, points beside that path are used, but only if
 * differences of the density on the path agree.
 */
function limitOf(point: usize, i: i32, value: f64): f64 {
  const atEnd = isEnd(point, i);
  if (atEnd) {
    memory.fill(moves, 0, <usize>VALUES << 3);
    store<f64>(moves + (<usize>i << 3), BY_STEPS);
    const limit = limitAsMoved(point, i);
    if (!isNaN(limit)) return isJump(point, i, value, limit) ? NaN : limit;
  }
  for (let other = 0; other < VALUES; other++) {
    memory.copy(point, given, <usize>VALUES << 3);
    const isMoved = other != i && isEnd(point, other);
    store<f64>(moves + (<usize>other << 3), isMoved ? (atEnd ? AS_LITTLE_AS_MAY_BE : BY_STEPS) : 0);
  }
  if (atEnd) store<f64>(moves + (<usize>i << 3), BY_STEPS);
  memory.copy(point, given, <usize>VALUES << 3);
  const beside = limitAsMoved(point, i);
  memory.copy(point, given, <usize>VALUES << 3);
  const difference = differenceOf(point, i, value, atEnd);
  return isAlike(beside, difference) ? beside : difference;
}

/**
 * Whether the density jumps right beside the end, at the last moved point: then it has no derivative there, whatever
 * its slopes do.
 */
function isJump(point: usize, i: i32, value: f64, limit: f64): bool {
  if (!isFinite(limit)) return false;
  const change = logDensityOwnScale(point, slopes) - value;
  const rise = 2 * abs(limit * (at(point, i) - at(given, i)));
  return !(abs(change) <= rise + ROUNDING * max(1, abs(value)));
}

/** The derivative along latent `i` from differences of the density. If both sides exist, they must agree. */
function differenceOf(point: usize, i: i32, value: f64, atEnd: bool): f64 {
  const above = oneSided(point, i, value, 1);
  const below = oneSided(point, i, value, -1);
  if (atEnd) return isNaN(above) ? below : above;
  if (above == below) return above;
  return isAlike(above, below) ? 0.5 * (above + below) : NaN;
}

function isAlike(slope: f64, other: f64): bool {
  return isFinite(slope) && isFinite(other) && abs(slope - other) <= ALIKE * max(1, abs(other));
}

/**
 * The limit of (f(x + h) − f(x)) / h for steps h, h² and h⁴ of the latent's size. A series c + b hᵉ has the limit c for
 * e > 0, and else diverges; NaN if it is neither.
 */
function oneSided(point: usize, i: i32, value: f64, way: f64): f64 {
  const place = point + (<usize>i << 3);
  const x = at(given, i);
  const size = x == 0 ? 1 : abs(x);
  let s1: f64 = NaN;
  let s2: f64 = NaN;
  let s3: f64 = NaN;
  for (let step = 0; step < 3; step++) {
    const moved = x + way * size * stepOf(FIRST_DIFFERENCE << step);
    store<f64>(place, moved);
    const inside = isInside(point);
    const found = inside ? logDensityOwnScale(point, slopes) : NaN;
    s1 = s2;
    s2 = s3;
    s3 = (found - value) / (moved - x);
  }
  store<f64>(place, x);
  if (!isFinite(s1) || !isFinite(s2) || !isFinite(s3)) return NaN;
  const first = s1 - s2;
  const second = s2 - s3;
  const noise = (max(1, abs(value)) * stepOf(49)) / (size * stepOf(FIRST_DIFFERENCE << 2));
  if (abs(second) <= noise && abs(first) <= FAST * max(1, abs(s3))) return s3;
  // With u = hᵉ the differences are b u (1 − u) and b u² (1 − u²), so their quotient is u (1 + u).
  const u = 0.5 * (sqrt(1 + (4 * second) / first) - 1);
  if (!(u > 0)) return NaN;
  // Where the density jumps, the difference quotient grows like 1 / h.
  if (u > JUMP) return NaN;
  // For the logarithm of h, u = 1.
  if (u > NEARLY_ONE) return second > 0 ? -Infinity : Infinity;
  if (u > SLOW) return NaN;
  return s3 - (second * u * u) / (1 - u * u);
}

function limitAsMoved(point: usize, i: i32): f64 {
  let s0: f64 = NaN;
  let s1: f64 = NaN;
  let s2: f64 = NaN;
  let s3: f64 = NaN;
  for (let step = 0; step < STEPS; step++) {
    for (let other = 0; other < VALUES; other++) {
      const by = at(moves, other);
      if (by == BY_STEPS) moveInwards(point, other, FIRST_AT_ZERO << step, FIRST_ELSEWHERE << step);
      else if (by == AS_LITTLE_AS_MAY_BE) moveInwards(point, other, LEAST_AT_ZERO, LEAST_ELSEWHERE);
    }
    logDensityOwnScale(point, slopes);
    s0 = s1;
    s1 = s2;
    s2 = s3;
    s3 = at(slopes, i);
  }
  return extrapolate(s0, s1, s2, s3);
}

/** Whether the density exists on only one side of a latent. */
function isEnd(point: usize, i: i32): bool {
  const value = at(point, i);
  const place = point + (<usize>i << 3);
  const step = value == 0 ? stepOf(FIRST_AT_ZERO) : abs(value) * stepOf(LEAST_ELSEWHERE);
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

/**
 * Moves a latent by 2^−exponent of its size (or of 1 for 0) from its given value: upwards, or downwards if there is no
 * density above.
 */
function moveInwards(point: usize, i: i32, exponentAtZero: i32, exponentElsewhere: i32): void {
  const value = at(given, i);
  const size = value == 0 ? stepOf(exponentAtZero) : abs(value) * stepOf(exponentElsewhere);
  const place = point + (<usize>i << 3);
  store<f64>(place, value + size);
  if (!isInside(point)) store<f64>(place, value - size);
}

/**
 * The limit of the series c + b x, c + b x², c + b x⁴, c + b x⁸: c, or infinite for x > 1; NaN if the four are not such
 * a series.
 */
function extrapolate(s0: f64, s1: f64, s2: f64, s3: f64): f64 {
  const scale = max(1, abs(s3));
  if (!isFinite(s0) || !isFinite(s1) || !isFinite(s2)) return NaN;
  if (abs(s3) == Infinity) return abs(s2) > abs(s1) && abs(s1) > abs(s0) && s2 > 0 == s3 > 0 ? s3 : NaN;
  if (abs(s2 - s3) <= max(FAST * FAST * abs(s1 - s2), ROUNDING * scale) && abs(s1 - s2) <= FAST * scale) return s3;
  // The differences are b x²(1 − x²) and b x⁴(1 − x⁴), so their quotient is x² (1 + x²).
  const quotient = (s2 - s3) / (s1 - s2);
  const square = 0.5 * (sqrt(1 + 4 * quotient) - 1);
  if (!(square > 0) || square == 1) return runsAway(s0, s1, s2, s3);
  const b = (s1 - s2) / (square * (1 - square));
  const limit = s3 - b * square * square * square * square;
  if (square < FAST) return limit;
  const first = limit + b * sqrt(square);
  if (!(abs(first - s0) <= AGREEMENT * abs(s0 - s1) + ROUNDING * scale)) return runsAway(s0, s1, s2, s3);
  return square < 1 ? limit : b > 0 ? Infinity : -Infinity;
}

/**
 * Infinite if the last slope exceeds all previous ones by far, as when a steep part has a small weight; NaN otherwise.
 */
function runsAway(s0: f64, s1: f64, s2: f64, s3: f64): f64 {
  const before = max(max(abs(s0), abs(s1)), max(abs(s2), 1));
  return abs(s3) > FAR * before ? (s3 > 0 ? Infinity : -Infinity) : NaN;
}
