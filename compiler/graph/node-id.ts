/** What a node is known by: its number, its domain and its kind. */

/** A node's place in its graph. A node's inputs always have smaller ids, so ids are a topological order. */
export type NodeId = number;

/**
 * An index space: `keys` are the data nodes whose distinct tuples, among the rows of `rows`, are its members.
 * The profile (no rows at all) is domain 0; nodes that are not staged yet are in it too.
 */
export type DomainId = number;
export const PROFILE: DomainId = 0;

/**
 * What a node reads, and so when it is known: nothing (`constant`), the data set as a whole (`statistic`), the row (`data`), latents
 * (`profile`), or latents and the row (`level`).
 */
export type Kind = 'constant' | 'statistic' | 'data' | 'profile' | 'level';
