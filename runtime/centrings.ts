/** What the sampler must know of the values whose centring it learns: one record for each, which generated code fills. */

/** Bytes of a record. */
export const RECORD_BYTES: usize = 40;

/** Where a value stands in an unconstrained point. */
// @ts-ignore: decorator
@inline
export function dimensionOf(record: usize): i32 {
  return load<i32>(record);
}

/** The number of the first value of the walk that it belongs to; its own number where it belongs to none. */
// @ts-ignore: decorator
@inline
export function walkOf(record: usize): i32 {
  return load<i32>(record, 4);
}

/** The centring it begins with: 1 as it stands, 0 as a standardised distance from its location. */
// @ts-ignore: decorator
@inline
export function startOf(record: usize): f64 {
  return load<f64>(record, 8);
}

/** What is sampled is centre + spread times the unconstrained number. */
// @ts-ignore: decorator
@inline
export function centreOf(record: usize): f64 {
  return load<f64>(record, 16);
}

// @ts-ignore: decorator
@inline
export function spreadOf(record: usize): f64 {
  return load<f64>(record, 24);
}

/** The number of the first value of its latent. */
// @ts-ignore: decorator
@inline
export function latentOf(record: usize): i32 {
  return load<i32>(record, 32);
}

/** Fills the records of one latent's values, of which the first has the number `first` and stands at `dimension` in an unconstrained point. */
export function describeCentring(
  records: usize,
  first: i32,
  dimension: i32,
  count: i32,
  isWalk: bool,
  start: f64,
  centre: f64,
  spread: f64,
): void {
  let record = records + <usize>first * RECORD_BYTES;
  for (let i = 0; i < count; i++) {
    store<i32>(record, dimension + i);
    store<i32>(record, isWalk ? first : first + i, 4);
    store<f64>(record, start, 8);
    store<f64>(record, centre, 16);
    store<f64>(record, spread, 24);
    store<i32>(record, first, 32);
    record += RECORD_BYTES;
  }
}
