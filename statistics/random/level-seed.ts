/** A seed for what is drawn of one level, which depends on its name and not on which other levels there are. */

/** The hash of Fowler, Noll and Vo (FNV-1a) of a category and the name of its level, added to the seed. */
export function levelSeed(seed: bigint, category: string, level: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const unit of new TextEncoder().encode(`${category}\0${level}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit)) * 0x100000001b3n);
  }
  return BigInt.asUintN(64, seed + hash);
}
