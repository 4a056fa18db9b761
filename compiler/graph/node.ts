/** The nodes of the expression graph: what each computes. */
import type { DomainId, NodeId } from './node-id.ts';
import type { ArithmeticOp, OpOfArity } from './operations/operations.ts';

export { type DomainId, type Kind, type NodeId, PROFILE } from './node-id.ts';
export type { ArithmeticOp } from './operations/operations.ts';

export type UnaryOp = OpOfArity<1>;
export type BinaryOp = OpOfArity<2>;

/** Functions of all values of a column: one number for the data set, or for each level of a category. */
export type StatisticFunction = 'min' | 'max' | 'mean' | 'sd' | 'sum' | 'count';

/** Which of the rows with an outcome are meant, and how much each of them counts. */
export interface RowQualifiers {
  /** Only rows in which this data node has this value; `word` says in a name what they are. */
  readonly where?: { readonly node: NodeId; readonly equals: number; readonly word: string };
  /** The column that says how often each row counts; a row in which it is 0 is left out. */
  readonly weight?: string;
}

/**
 * What a sum runs over: all rows, the rows in which an outcome is observed, the successes or failures of an outcome,
 * the rows with one of its grades, or the levels of a category.
 */
export type RowSet =
  | { readonly kind: 'all' }
  | RowsOfOutcome
  | { readonly kind: 'levels'; readonly category: string };

export type RowsOfOutcome = RowQualifiers &
  (
    | { readonly kind: 'observed'; readonly outcome: string }
    | { readonly kind: 'outcome'; readonly outcome: string; readonly equals: 0 | 1 }
    | { readonly kind: 'grade'; readonly outcome: string; readonly equals: number }
  );

/** The qualifiers alone, in one order, since sets of rows are compared as text. */
export function qualifiersOf({ where, weight }: RowQualifiers): RowQualifiers {
  return { ...(where === undefined ? {} : { where }), ...(weight === undefined ? {} : { weight }) };
}

/** All rows of that kind in which the outcome is observed, whatever its value. */
export function observedRows(rows: RowsOfOutcome): RowsOfOutcome {
  return { kind: 'observed', outcome: rows.outcome, ...qualifiersOf(rows) };
}

/** Whether two sets of rows are the same. */
export function sameRows(a: DomainRows, b: DomainRows): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The rows of an index space: a row set, or each distinct row by itself, in their original order. */
export type DomainRows = RowSet | { readonly kind: 'each' };

/** Operations whose values are probabilities. The pass `pair-probabilities` turns each into two reals, p and 1 − p. */
export const PROBABILITY_OPS = [
  /** of a real x: σ(x) */
  'pLogistic',
  'pAnd',
  'pNot',
  /** (1 − w) p + w q, inputs w, p, q */
  'pMix',
  /** of two reals that sum to 1, both computed separately */
  'pHalves',
] as const;

export type ProbabilityOp = (typeof PROBABILITY_OPS)[number];

/**
 * A node: an operation of the table (see operations/operations.ts), a probability, or one of the kinds with a name or a
 * value.
 */
export type Node = { readonly inputs: readonly NodeId[]; readonly domain: DomainId } & (
  | { readonly op: ArithmeticOp | ProbabilityOp }
  | { readonly op: 'constant'; readonly value: number }
  /** One value per row: a demand, an outcome, or the index of a category's level, from 0. */
  | { readonly op: 'column'; readonly name: string; readonly isCategory?: true }
  /**
   * One number for the data set, computed when data are bound; its input reads columns. If the column of a category is
   * the second input, it has one number per level, computed from that level's rows.
   */
  | {
      readonly op: 'statistic';
      readonly statistic: StatisticFunction;
      /** The number of the table over whose rows it is taken; absent in a layout of one table. */
      readonly table?: number;
    }
  /**
   * A statistic of the data that the layout was fitted to, which the host provides. `index` is its position among the
   * single-number statistics, or, with a category's column as input, among the per-level ones.
   */
  | { readonly op: 'given'; readonly index: number }
  /**
   * A latent on the constrained scale; for a probability, `latentComplement` is 1 − p, computed separately. An indexed
   * latent has the category's column as its input. Once staged it has no input, and one value per member of the
   * category's domain.
   */
  | { readonly op: 'latent' | 'latentComplement' | 'unconstrained'; readonly name: string }
  /**
   * The adjoint of a latent: an input of the program that maps gradients to the unconstrained scale. Staged like a
   * latent.
   */
  | { readonly op: 'cotangent'; readonly name: string }
  /**
   * The centring of a latent: 1 if it is sampled as it is, 0 if the standardised distance from its location is. An input of
   * the transform without a derivative, staged as a latent is.
   */
  | { readonly op: 'centring'; readonly name: string }
  /** A per-level value, offset by `by` levels; 0 beyond the ends. */
  | { readonly op: 'shift'; readonly by: 1 | -1 }
  /**
   * A linear recurrence along the levels: x = factor · (x at the level offset by `by`) + term, which is 0 beyond the ends. Inputs factor, term.
   */
  | { readonly op: 'recurrence'; readonly by: 1 | -1 }
  /** ln of a probability node, and the probability as a real. */
  | { readonly op: 'logOf' | 'valueOf' }
  /** Σ over the rows of a row set. */
  | { readonly op: 'sum'; readonly rows: RowSet }
  /** Σ over those rows of a row set that belong to the level of a row; inputs the term and the column of the category. */
  | { readonly op: 'sumByLevel'; readonly rows: RowSet }
  /** A data node's value at each member of its domain, stored when data are bound; in the profile, a single number. */
  | { readonly op: 'stored'; readonly expression: NodeId }
  /** The number of rows of a row set that each member of the domain stands for. */
  | { readonly op: 'count'; readonly rows: RowSet }
  /** Σ over the members of domain `from` that belong to each member of this node's domain. */
  | { readonly op: 'reduce'; readonly from: DomainId }
  /** Σ count · ln p over the members of domain `from`; inputs count, p. */
  | { readonly op: 'reduceLog'; readonly from: DomainId }
  /** The maximum over the members of domain `from`, whose values are ≥ 0; 0 if there are no members. */
  | { readonly op: 'reduceMax'; readonly from: DomainId }
);

export type Op = Node['op'];

const LATENT_OPS: readonly Op[] = ['latent', 'latentComplement', 'unconstrained', 'cotangent', 'centring'];

/** Whether a node is the value, the adjoint or the centring of a latent: such a node is an input of a program. */
export function isLatent(op: Op): boolean {
  return LATENT_OPS.includes(op);
}

/** Whether a node reads other members of its own domain, which must all be computed before it. */
export function readsNeighbours(op: Op): boolean {
  return op === 'shift' || op === 'recurrence';
}

/** Whether a node is a sum or a maximum over the members of a domain. */
export function isReduction(
  node: Node,
): node is Extract<Node, { readonly op: 'reduce' | 'reduceLog' | 'reduceMax' }> {
  return node.op === 'reduce' || node.op === 'reduceLog' || node.op === 'reduceMax';
}
