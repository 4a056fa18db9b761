/** Vectors of one f64 per dimension in linear memory, padded to whole f64x2 lanes, and arithmetic on them. */
import { allocateEach } from '../memory';
import { DIMENSION } from '../layout';

/** Bytes of one vector. The padding lane of an odd dimension is always zero. */
// @ts-ignore: decorator
@inline
export function vectorBytes(): usize {
  return <usize>((DIMENSION + 1) & ~1) << 3;
}

/**
 * Allocates `count` consecutive vectors, all zero and 16-byte aligned; 0 if there is no more memory. Never freed: call
 * it once, at the start.
 */
export function allocateVectors(count: i32): usize {
  return allocateEach(count, vectorBytes());
}

// @ts-ignore: decorator
@inline
export function component(vector: usize, index: i32): f64 {
  return load<f64>(vector + (<usize>index << 3));
}

// @ts-ignore: decorator
@inline
export function setComponent(vector: usize, index: i32, value: f64): void {
  store<f64>(vector + (<usize>index << 3), value);
}

/** target = source. */
export function copy(target: usize, source: usize): void {
  for (let at: usize = 0; at < vectorBytes(); at += 16) v128.store(target + at, v128.load(source + at));
}

/** target += factor * source, beginning at byte `from` (a multiple of 16). */
export function addScaled(target: usize, factor: f64, source: usize, from: usize = 0): void {
  const factors = f64x2.splat(factor);
  for (let at: usize = from; at < vectorBytes(); at += 16) {
    v128.store(target + at, f64x2.add(v128.load(target + at), f64x2.mul(factors, v128.load(source + at))));
  }
}

/** Σ aᵢ bᵢ, beginning at byte `from` (a multiple of 16): even and odd components are summed separately, then added. */
export function dot(a: usize, b: usize, from: usize = 0): f64 {
  let sum = f64x2.splat(0);
  for (let at: usize = from; at < vectorBytes(); at += 16) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(a + at), v128.load(b + at)));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Whether all components are finite. */
export function allFinite(vector: usize): bool {
  for (let i = 0; i < DIMENSION; i++) if (!isFinite(component(vector, i))) return false;
  return true;
}
