/** Hierarchical clustering by average linkage, and the order in which it puts what it clusters. */

/** Two clusters that were joined. Members are clusters 0 to n − 1; the kth merge makes cluster n + k. */
export interface Merge {
  readonly left: number;
  readonly right: number;
  /** The mean distance of their members. */
  readonly distance: number;
}

export interface Clustering {
  /** n − 1 of them, from the nearest to the farthest. */
  readonly merges: readonly Merge[];
  /** The members, so that those of each cluster are together. */
  readonly order: readonly number[];
}

/**
 * Joins the two nearest clusters until one is left; the distance of two clusters is the mean of those of their members
 * (Sokal and Michener 1958, A statistical method for evaluating systematic relationships). Of equal distances the first
 * is taken. It takes n³ steps.
 *
 * @param distances symmetric, finite, n rows of n
 */
export function averageLinkage(distances: readonly (readonly number[])[]): Clustering {
  const size = distances.length;
  if (size === 0) return { merges: [], order: [] };
  interface Cluster {
    readonly id: number;
    readonly members: readonly number[];
  }
  let clusters: readonly Cluster[] = Array.from({ length: size }, (_, id) => ({ id, members: [id] }));
  // Distances of the clusters, by their ids.
  const between = distances.map((row) => [...row]);
  const merges: Merge[] = [];
  while (clusters.length > 1) {
    let nearest = { left: clusters[0]!, right: clusters[1]!, distance: Number.POSITIVE_INFINITY };
    for (const [place, left] of clusters.entries()) {
      for (const right of clusters.slice(place + 1)) {
        const distance = between[left.id]![right.id]!;
        if (distance < nearest.distance) nearest = { left, right, distance };
      }
    }
    const { left, right, distance } = nearest;
    const id = size + merges.length;
    const joined: Cluster = { id, members: [...left.members, ...right.members] };
    const share = left.members.length / joined.members.length;
    const row: number[] = [];
    for (const other of clusters) {
      row[other.id] = share * between[left.id]![other.id]! + (1 - share) * between[right.id]![other.id]!;
      between[other.id]![id] = row[other.id]!;
    }
    between.push(row);
    merges.push({ left: left.id, right: right.id, distance });
    clusters = [...clusters.filter((each) => each !== left && each !== right), joined];
  }
  return { merges, order: clusters[0]!.members };
}
