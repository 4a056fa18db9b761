/** The draws of one quantity, one array per chain, and how diagnostics split and pool them. */

/** Draws of one quantity: one array per chain, all of the same length, in the order of sampling. */
export type Chains = readonly Float64Array[];

/** All chains concatenated in a new array. */
export function pooled(chains: Chains): Float64Array {
  const all = new Float64Array(chains.reduce((size, chain) => size + chain.length, 0));
  let offset = 0;
  for (const chain of chains) {
    all.set(chain, offset);
    offset += chain.length;
  }
  return all;
}

const sortedOf = new WeakMap<Float64Array, Float64Array>();

/** All draws in ascending order, sorted once for the same chains: several parts of a report need them. Not to be changed. */
export function sortedDraws(chains: Chains): Float64Array {
  const [first] = chains;
  if (first === undefined) return new Float64Array();
  const size = chains.reduce((sum, chain) => sum + chain.length, 0);
  const known = sortedOf.get(first);
  // Chains may be taken in other numbers, such as the first alone.
  if (known?.length === size) return known;
  const sorted = pooled(chains).sort();
  sortedOf.set(first, sorted);
  return sorted;
}

/**
 * Splits every chain into its first and last half, so that a drift within a chain shows as a disagreement between
 * chains (Gelman et al. 2013, section 11.4). The middle draw of an odd length belongs to neither half. The halves are
 * views.
 */
export function split(chains: Chains): Float64Array[] {
  return [
    ...chains.map((chain) => chain.subarray(0, Math.floor(chain.length / 2))),
    ...chains.map((chain) => chain.subarray(Math.ceil(chain.length / 2))),
  ];
}

/** The number of draws per chain. Throws a RangeError if there is no chain or their lengths differ. */
export function drawsPerChain(chains: Chains): number {
  const length = chains[0]?.length;
  if (length === undefined) {
    throw new RangeError('there is no chain to diagnose');
  }
  if (chains.some((chain) => chain.length !== length)) {
    throw new RangeError(
      `chains must be of one length, not ${chains.map((chain) => chain.length).join(', ')}`,
    );
  }
  return length;
}

/** Whether all draws are finite. */
export function allFinite(chains: Chains): boolean {
  return chains.every((chain) => chain.every(Number.isFinite));
}

/**
 * Whether the draws can be diagnosed: all finite, and not all equal. As in the R package `posterior`, a range below the
 * machine epsilon counts as equal.
 */
export function varies(chains: Chains): boolean {
  if (!allFinite(chains)) {
    return false;
  }
  let lo = Number.POSITIVE_INFINITY;
  let hi = Number.NEGATIVE_INFINITY;
  for (const chain of chains) {
    for (const draw of chain) {
      if (draw < lo) {
        lo = draw;
      }
      if (draw > hi) {
        hi = draw;
      }
    }
  }
  return hi - lo >= Number.EPSILON;
}

/** Whether all draws of a chain are equal. */
export function isConstant(chain: Float64Array): boolean {
  return chain.every((draw) => draw === chain[0]);
}
