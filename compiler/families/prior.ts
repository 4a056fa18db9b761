/** The record of a family of priors, from which the checker, the graph and the documentation are made. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { OtherForm } from './other-form.ts';
import type { Given, PriorParameters } from './parameters.ts';

/** The support: all numbers, those above 0, those from 0 to 1, or those between the parameters `lo` and `hi`. */
export type Support = 'line' | 'positive' | 'unit' | 'bounds';

/** A latent's value, and for a probability its complement 1 − p, computed separately. */
export interface LatentNodes {
  readonly value: NodeId;
  readonly complement: NodeId | null;
}

/** The two ends of a range; null if open. */
export interface Ends<T> {
  readonly lo: T | null;
  readonly hi: T | null;
}

/** A value is location + scale · z, for a standard variable z that has the same distribution whatever the parameters. */
export interface LocationAndScale<T> {
  readonly location: T;
  readonly scale: T;
  /** Whether they are the location and the scale of the value's logarithm. */
  readonly isLogarithm: boolean;
}

/** A family of priors with parameters of kinds P. Parametrised as in the Stan Functions Reference (2.36). */
export interface PriorDefinition<P extends PriorParameters = PriorParameters> {
  /** In the order of the arguments. */
  readonly parameters: P;
  readonly support: Support;
  /** Other parameters that it may be written with, by name. */
  readonly otherForm?: OtherForm;
  /** How the documentation describes the parameters. */
  readonly documentation: string;
  /**
   * True if the family is another one folded at 0: `logDensity` and `logMass` are then those of the unfolded
   * distribution.
   */
  readonly isHalf?: true;

  /** The normalised log density inside the support. */
  logDensity(graph: Graph, parameters: Given<P, NodeId>, latent: LatentNodes): NodeId;
  /**
   * ln P(lo ≤ x ≤ hi) for a range inside the support, the normalising constant of a truncated prior. A family with
   * neither this nor `logTruncatedDensity` cannot be truncated.
   */
  logMass?(graph: Graph, parameters: Given<P, NodeId>, range: Ends<NodeId>): NodeId;
  /**
   * Instead of `logMass`, the log density of the truncated prior, for families whose density and mass far out are large
   * and nearly cancel.
   */
  logTruncatedDensity?(
    graph: Graph,
    parameters: Given<P, NodeId>,
    value: NodeId,
    range: Ends<NodeId>,
  ): NodeId;

  /** The location and the scale, for families in which they can be factored out: Papaspiliopoulos, Roberts & Sköld (2007), Stat. Sci. 22, 59. */
  locationAndScale?<T>(parameters: Given<P, T>): LocationAndScale<T>;
  /**
   * For tails on both sides that are too heavy for any step size: the value is then sampled as location + spread · sinh
   * u.
   */
  heavyTails?(
    graph: Graph,
    parameters: Given<P, NodeId>,
  ): { readonly location: NodeId; readonly spread: NodeId };
  /** A typical size of values above 0. If it depends on data alone, the latent is sampled as a multiple of it. */
  typicalScale?(graph: Graph, parameters: Given<P, NodeId>): NodeId;
}

/** Lets the type checker infer the kinds of the parameters from the record. */
export function definePrior<const P extends PriorParameters>(
  definition: PriorDefinition<P>,
): PriorDefinition<P> {
  return definition;
}
