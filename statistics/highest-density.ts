/** The highest-density interval of a unimodal distribution. */

/**
 * The narrowest interval between two draws that spans floor(mass · n) steps of the n sorted draws; the lowest of
 * equally narrow ones (Chen & Shao 1999; ArviZ's `hdi`). `sorted` ascends. Throws a RangeError for no draws or a mass
 * outside (0, 1).
 */
export function highestDensityInterval(sorted: Float64Array, mass: number): [lower: number, upper: number] {
  if (!(mass > 0 && mass < 1)) {
    throw new RangeError(`the mass of an interval lies in (0, 1), not ${mass}`);
  }
  if (sorted.length === 0) {
    throw new RangeError('no draws have no interval');
  }
  const steps = Math.floor(mass * sorted.length);
  let best = 0;
  for (let first = 1; first + steps < sorted.length; first++) {
    if (sorted[first + steps]! - sorted[first]! < sorted[best + steps]! - sorted[best]!) {
      best = first;
    }
  }
  return [sorted[best]!, sorted[best + steps]!];
}
