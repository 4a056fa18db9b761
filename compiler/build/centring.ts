/**
 * Latents whose location and scale are removed from the sampled value, partly or wholly: between centred and noncentred
 * there is a continuum (Papaspiliopoulos, Roberts & Sköld 2003, "Non-centered parameterisations for hierarchical models
 * and data augmentation"; Gorinova, Moore & Hoffman 2020, "Automatic reparameterisation of probabilistic programs",
 * section 4).
 */
import { isCentringLearnt, lineInPrevious, readsPrevious } from '../check/parametrisation.ts';
import type { Latent, TypedExpression } from '../check/typed-layout.ts';
import { locationAndScaleOf } from '../families/priors.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import { expressionNode, isLaterLevel, type NamedNodes } from './expression.ts';

/** A latent with its location and scale; for a lognormal, those of its logarithm. */
export interface Standardised {
  /** The location is slope · (the latent at the level before) + rest; the slope is null where it does not read that. */
  readonly slope: NodeId | null;
  readonly rest: NodeId;
  readonly scale: NodeId;
  readonly isLogarithm: boolean;
  /** From 0, noncentred, to 1, centred. */
  readonly centring: NodeId;
}

/** How a latent is standardised; null if it is sampled directly. */
export function standardisedLatent(
  graph: Graph,
  latent: Latent,
  isNonCentred: boolean,
  names: NamedNodes,
): Standardised | null {
  const isLearnt = isCentringLearnt(latent);
  if (!isLearnt && !isNonCentred) return null;
  const { name, index, prior } = latent;
  const { location, scale, isLogarithm } = locationAndScaleOf<TypedExpression>(prior)!;
  const inputs = index === null ? [] : [graph.categoryColumn(index)];
  const node = (expression: TypedExpression) => expressionNode(graph, expression, names);
  const centring = isLearnt ? graph.intern({ op: 'centring', name, inputs }) : graph.constant(0);
  const standardised = { scale: node(scale), isLogarithm, centring };
  if (!readsPrevious(location)) return { ...standardised, slope: null, rest: node(location) };
  const isLater = isLaterLevel(graph, index!);
  const line = lineInPrevious<NodeId>(location, isLogarithm, {
    plain: node,
    previous: (first) => ({
      slope: graph.apply('whereNonNegative', [isLater, graph.constant(1), graph.constant(0)]),
      rest: graph.apply('whereNonNegative', [isLater, graph.constant(0), first]),
    }),
    apply: (operation, parts) => graph.apply(operation, parts),
  });
  if (line === null) throw new Error(`the location of ${name} is not a line in the level before`);
  return { ...standardised, ...line };
}

/**
 * The value of what is sampled, u = w location + scale^w · z, where z is the standardised distance and w the centring: with s = scale^(1 − w)
 * that is location · (1 − w s) + s u, which for w = 1 is u itself to the last bit. The log Jacobian is (1 − w) ln scale, and for a
 * lognormal the logarithm of the value besides.
 */
export function fromStandardised(
  graph: Graph,
  { slope, rest, scale, isLogarithm, centring }: Standardised,
  u: NodeId,
): { readonly value: NodeId; readonly logJacobian: NodeId } {
  const { add, subtract, multiply, exp, log, constant } = nodeArithmetic(graph);
  const share = multiply(subtract(constant(1), centring), log(scale));
  const isWhole = graph.constantValue(centring) === 0;
  const stretch = isWhole ? scale : exp(share);
  const kept = subtract(constant(1), multiply(centring, stretch));
  const term = add(multiply(rest, kept), multiply(stretch, u));
  const sampled =
    slope === null ? term : graph.intern({ op: 'recurrence', by: -1, inputs: [multiply(slope, kept), term] });
  return isLogarithm
    ? { value: exp(sampled), logJacobian: add(share, sampled) }
    : { value: sampled, logJacobian: share };
}

/** The quantities that the sampler reads at each level of a latent whose centring it learns. */
export interface Standardisation {
  readonly centring: NodeId;
  readonly location: NodeId;
  readonly logScale: NodeId;
  /** The slope of the location in the previous level; 0 if it does not depend on it. */
  readonly slope: NodeId;
  /** Whether each level's location moves with the level before. */
  readonly isWalk: boolean;
}

/** The standardisation of a latent whose value on its own scale is `value`. */
export function standardisationOf(
  graph: Graph,
  { slope, rest, scale, isLogarithm, centring }: Standardised,
  value: NodeId,
): Standardisation {
  const { add, multiply, log, constant } = nodeArithmetic(graph);
  const logScale = log(scale);
  if (slope === null) return { centring, location: rest, logScale, slope: constant(0), isWalk: false };
  const before = graph.intern({ op: 'shift', by: -1, inputs: [isLogarithm ? log(value) : value] });
  return { centring, location: add(multiply(slope, before), rest), logScale, slope, isWalk: true };
}
