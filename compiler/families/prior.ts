/** What a family of priors is: the one record that the checker, the graph and the documentation ask. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { Given, PriorParameters } from './parameters.ts';

/** Where values lie: all numbers, those above 0, those from 0 to 1, or those from the parameter `lo` to the parameter `hi`. */
export type Support = 'line' | 'positive' | 'unit' | 'bounds';

/** A latent's value, and for a probability its complement, known by itself. */
export interface LatentNodes {
  readonly value: NodeId;
  readonly complement: NodeId | null;
}

/** Two ends; null where a side is open. */
export interface Ends<T> {
  readonly lo: T | null;
  readonly hi: T | null;
}

/** A family of priors whose parameters are of the kinds P. Parametrised as in the Stan Functions Reference (2.36). */
export interface PriorDefinition<P extends PriorParameters = PriorParameters> {
  /** In the order of the arguments. */
  readonly parameters: P;
  readonly support: Support;
  /** What the documentation says of the parameters. */
  readonly documentation: string;
  /** True where the family is half of another: `logDensity` and `logMass` are then those of the whole other. */
  readonly isHalf?: true;

  /** The normalised log density inside the support. */
  logDensity(graph: Graph, parameters: Given<P, NodeId>, latent: LatentNodes): NodeId;
  /**
   * ln P(lo ≤ x ≤ hi) of a range inside the support: what the density of a truncated prior is divided by. A family with
   * neither this nor `logTruncatedDensity` is not truncated.
   */
  logMass?(graph: Graph, parameters: Given<P, NodeId>, range: Ends<NodeId>): NodeId;
  /** Instead of `logMass` the log density of the truncated prior, where density and mass far out are large and alike. */
  logTruncatedDensity?(
    graph: Graph,
    parameters: Given<P, NodeId>,
    value: NodeId,
    range: Ends<NodeId>,
  ): NodeId;

  /**
   * The value and the log Jacobian of a standard normal u, where the family has a location and a scale that can be taken
   * out of what is sampled: Papaspiliopoulos, Roberts & Sköld (2007), Stat. Sci. 22, 59.
   */
  nonCentred?(
    graph: Graph,
    parameters: Given<P, NodeId>,
    u: NodeId,
  ): { readonly value: NodeId; readonly logJacobian: NodeId };
  /**
   * Where the tails on both sides are too heavy for any step size: the value is then sampled as location + spread · sinh u.
   */
  heavyTails?(
    graph: Graph,
    parameters: Given<P, NodeId>,
  ): { readonly location: NodeId; readonly spread: NodeId };
  /** How large values above 0 typically are: where only the data decide that, the latent is sampled as a multiple of it. */
  typicalScale?(graph: Graph, parameters: Given<P, NodeId>): NodeId;
}

/** Has the checker infer the kinds of the parameters from the record itself. */
export function definePrior<const P extends PriorParameters>(
  definition: PriorDefinition<P>,
): PriorDefinition<P> {
  return definition;
}
