/** The draws of one quantity, one array per chain, and the two ways the diagnostics cut and join them. */

/** Draws of one quantity: one array per chain, all of the same length, in the order they were drawn. */
export type Chains = readonly Float64Array[];

/** All chains one after another in one new array. */
export function pooled(chains: Chains): Float64Array {
  const all = new Float64Array(chains.reduce((size, chain) => size + chain.length, 0));
  let offset = 0;
  for (const chain of chains) {
    all.set(chain, offset);
    offset += chain.length;
  }
  return all;
}

/**
 * Cuts every chain into its first and its last half, so that a drift within a chain shows as a disagreement between
 * chains (Gelman et al. 2013, section 11.4); the middle draw of an odd length belongs to neither. The halves are views.
 */
export function split(chains: Chains): Float64Array[] {
  return [
    ...chains.map((chain) => chain.subarray(0, Math.floor(chain.length / 2))),
    ...chains.map((chain) => chain.subarray(Math.ceil(chain.length / 2))),
  ];
}

/** The number of draws of each chain. Throws a RangeError when there is no chain or their lengths differ. */
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

/** Whether every draw is a finite number. */
export function allFinite(chains: Chains): boolean {
  return chains.every((chain) => chain.every(Number.isFinite));
}

/**
 * Whether the draws say something about mixing: finite, and not all the same number. As in the R package `posterior`,
 * a range below the machine epsilon counts as one number.
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

/** Whether every draw of a chain is the same number. */
export function isConstant(chain: Float64Array): boolean {
  return chain.every((draw) => draw === chain[0]);
}
