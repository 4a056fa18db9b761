/** The nodes of the expression graph: what each computes, and when its value is known. */
import type { DomainId, NodeId } from './node-id.ts';
import type { ArithmeticOp, OpOfArity } from './operations/operations.ts';

export { type DomainId, type Kind, type NodeId, PROFILE } from './node-id.ts';
export type { ArithmeticOp } from './operations/operations.ts';

export type UnaryOp = OpOfArity<1>;
export type BinaryOp = OpOfArity<2>;

/** Functions of all values of a column: one number for the data set, or for each level of a category. */
export type StatisticFunction = 'min' | 'max' | 'mean' | 'sd' | 'sum' | 'count';

/**
 * What a sum runs over: all rows, those in which an outcome is observed, the successes or failures of an outcome, the rows in one of its
 * categories, or the levels of a category column.
 */
export type RowSet =
  | { readonly kind: 'all' }
  | { readonly kind: 'observed'; readonly outcome: string }
  | { readonly kind: 'outcome'; readonly outcome: string; readonly equals: 0 | 1 }
  | { readonly kind: 'grade'; readonly outcome: string; readonly equals: number }
  | { readonly kind: 'levels'; readonly category: string };

/** What an index space is made of: a set of rows, or each distinct row by itself, in the order in which they came. */
export type DomainRows = RowSet | { readonly kind: 'each' };

/** Nodes that are probabilities; the pass `pair-probabilities` makes two reals of each, p and 1 - p. */
export const PROBABILITY_OPS = [
  /** of a real x: σ(x) */
  'pLogistic',
  'pAnd',
  'pNot',
  /** (1 - w) p + w q, inputs w, p, q */
  'pMix',
  /** of two reals that sum to 1, each known by itself */
  'pHalves',
] as const;

export type ProbabilityOp = (typeof PROBABILITY_OPS)[number];

/** A node: an operation of the table (see operations/operations.ts), a probability, or one of the kinds that have a name or a value. */
export type Node = { readonly inputs: readonly NodeId[]; readonly domain: DomainId } & (
  | { readonly op: ArithmeticOp | ProbabilityOp }
  | { readonly op: 'constant'; readonly value: number }
  /** One value per row: a demand, an outcome, or the number of a category's level, from 0. */
  | { readonly op: 'column'; readonly name: string; readonly isCategory?: true }
  /**
   * One number for the data set, computed when data is bound; its input reads columns. With the column of a category as a second
   * input, one number for the rows of each level.
   */
  | { readonly op: 'statistic'; readonly statistic: StatisticFunction }
  /**
   * A statistic of the data that the layout was fitted to, which the host gives. `index` is its place among the statistics that are one
   * number, or, with the column of a category as input, among those by levels.
   */
  | { readonly op: 'given'; readonly index: number }
  /**
   * A latent on the layout's own scale; for a probability `latentComplement` is 1 - p, known by itself. An indexed
   * latent has the category's column as its input; once staged it has none, and one value per member of the category's domain.
   */
  | { readonly op: 'latent' | 'latentComplement' | 'unconstrained'; readonly name: string }
  /** The adjoint of a latent, an input of the program that takes it to the unconstrained scale; staged likewise. */
  | { readonly op: 'cotangent'; readonly name: string }
  /** A per-level value, offset by `by` levels; 0 beyond the ends. */
  | { readonly op: 'shift'; readonly by: 1 | -1 }
  /** ln of a probability node, and the probability as a real. */
  | { readonly op: 'logOf' | 'valueOf' }
  /** Σ over the rows of a set. */
  | { readonly op: 'sum'; readonly rows: RowSet }
  /** A data node's stored value at each member of its domain (or a scalar computed at binding, in the profile). */
  | { readonly op: 'stored'; readonly expression: NodeId }
  /** How many rows of a set each member of the domain stands for. */
  | { readonly op: 'count'; readonly rows: RowSet }
  /** Σ over the members of domain `from` that belong to each member of this node's domain. */
  | { readonly op: 'reduce'; readonly from: DomainId }
  /** Σ count · ln p over the members of domain `from`; inputs count, p. */
  | { readonly op: 'reduceLog'; readonly from: DomainId }
  /** The largest value over the members of domain `from`, none of which is below 0; 0 where there is no member. */
  | { readonly op: 'reduceMax'; readonly from: DomainId }
);

export type Op = Node['op'];

/** Whether a node is the value or the adjoint of a latent, on either scale: an input of a program, not computed in it. */
export function isLatent(op: Op): boolean {
  return op === 'latent' || op === 'latentComplement' || op === 'unconstrained' || op === 'cotangent';
}

/** Whether a node is one number of many: a sum or the largest over the members of a domain. */
export function isReduction(
  node: Node,
): node is Extract<Node, { readonly op: 'reduce' | 'reduceLog' | 'reduceMax' }> {
  return node.op === 'reduce' || node.op === 'reduceLog' || node.op === 'reduceMax';
}
