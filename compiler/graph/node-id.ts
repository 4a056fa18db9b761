/** Ids, domains and kinds of nodes. */

/** A node's index in its graph. A node's inputs have smaller ids, so ids are a topological order. */
export type NodeId = number;

/**
 * An index space. Its members are the distinct tuples of values that its `keys`, which are data nodes, take among the
 * rows of `rows`. The profile (no rows) is domain 0; nodes that are not staged yet have it too.
 */
export type DomainId = number;
export const PROFILE: DomainId = 0;

/**
 * What a node depends on, and so when it is known: nothing (`constant`), the data set as a whole (`statistic`), the row
 * (`data`), latents (`profile`), or latents and the row (`level`).
 */
export type Kind = 'constant' | 'statistic' | 'data' | 'profile' | 'level';
