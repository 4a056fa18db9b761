/** Priors as nodes: the log density of each family, normalised over what a truncation leaves of it. */
import type { PriorOf } from '../check/prior-families.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { operations } from '../graph/operations.ts';
import { logMass, SMALLEST, supportNodes } from './truncation.ts';

/** A latent's value, and for a probability its complement, known by itself. */
export interface LatentNodes {
  readonly value: NodeId;
  readonly complement: NodeId | null;
}

/** A prior's parameters as nodes, by their names. */
export type PriorNodes = PriorOf<NodeId>;

const LOG_PI = Math.log(Math.PI);
const HALF_LOG_TWO_PI = 0.9189385332046728;

/** The normalised log density inside the support. Parametrisation: Stan Functions Reference, continuous distributions. */
export function logPrior(graph: Graph, prior: PriorNodes, latent: LatentNodes): NodeId {
  if (isCutNormal(prior)) return logTruncatedNormal(graph, prior, latent.value);
  const density = logDensity(graph, prior, latent);
  const mass = logMass(graph, prior);
  if (mass === null) return density;
  const known = graph.constantValue(mass);
  return known === undefined
    ? graph.apply('subtract', [density, mass])
    : graph.apply('add', [density, graph.constant(-known)]);
}

type Normal = Extract<PriorNodes, { readonly family: 'normal' | 'half_normal' | 'lognormal' }>;

function isCutNormal(prior: PriorNodes): prior is Normal {
  const isNormal =
    prior.family === 'normal' || prior.family === 'half_normal' || prior.family === 'lognormal';
  return isNormal && prior.truncation !== undefined;
}

/** A normal prior that is cut off, of which density and mass are one op: far out both are large and alike. */
function logTruncatedNormal(graph: Graph, prior: Normal, value: NodeId): NodeId {
  const { add, subtract, divide, log, constant, atLeast } = operations(graph);
  const { lo, hi } = supportNodes(graph, prior);
  const isLog = prior.family === 'lognormal';
  const sd = isLog ? prior.sigma : prior.sd;
  const mean = isLog ? prior.mu : prior.family === 'normal' ? prior.mean : constant(0);
  // A bound of 0 that only the data or a latent makes 0 is the smallest number instead: its logarithm is finite, and no number
  // lies between.
  const place = (x: NodeId) => (isLog ? log(atLeast(SMALLEST, x)) : x);
  const isOpen = lo === null || (isLog && graph.constantValue(lo) === 0);
  const [at, from, to] = [
    isLog ? log(value) : value,
    isOpen ? null : place(lo),
    hi === null ? null : place(hi),
  ];
  const z = (x: NodeId) => divide(subtract(x, mean), sd);
  const density = graph.apply('logTruncatedNormal', [
    z(at),
    from === null ? constant(-Infinity) : z(from),
    to === null ? constant(Infinity) : z(to),
    from === null ? constant(Infinity) : divide(subtract(at, from), sd),
    to === null ? constant(Infinity) : divide(subtract(to, at), sd),
  ]);
  return subtract(density, isLog ? add(log(sd), at) : log(sd));
}

/** The log density of the whole family; that of a half family is not doubled, since half of its mass is left out. */
function logDensity(graph: Graph, prior: PriorNodes, latent: LatentNodes): NodeId {
  const { add, subtract, multiply, divide, negate, log, constant, logGamma } = operations(graph);
  const { value } = latent;
  switch (prior.family) {
    case 'uniform':
      return graph.apply('negate', [log(subtract(prior.hi, prior.lo))]);
    case 'normal':
      return logNormal(graph, divide(subtract(value, prior.mean), prior.sd), log(prior.sd));
    case 'half_normal':
      return logNormal(graph, divide(value, prior.sd), log(prior.sd));
    case 'lognormal': {
      const z = divide(subtract(log(value), prior.mu), prior.sigma);
      return logNormal(graph, z, add(log(prior.sigma), log(value)));
    }
    case 'beta': {
      const complement = latent.complement ?? subtract(constant(1), value);
      if (!areSmall(graph, prior.a, prior.b))
        return logBetaDensity(graph, prior.a, prior.b, value, complement);
      const logarithm = (half: NodeId, other: NodeId) => graph.apply('logProbability', [half, other]);
      return subtract(
        add(
          weighted(graph, prior.a, () => logarithm(value, complement)),
          weighted(graph, prior.b, () => logarithm(complement, value)),
        ),
        logBeta(graph, prior.a, prior.b),
      );
    }
    case 'scaled_beta': {
      const { a, b, lo, hi } = prior;
      const above = subtract(value, lo);
      // The distance to 1 is known by itself.
      const below =
        latent.complement !== null && graph.constantValue(hi) === 1 ? latent.complement : subtract(hi, value);
      const wide = subtract(hi, lo);
      if (!areSmall(graph, a, b)) {
        return subtract(logBetaDensity(graph, a, b, divide(above, wide), divide(below, wide)), log(wide));
      }
      const powers = add(
        weighted(graph, a, () => log(above)),
        weighted(graph, b, () => log(below)),
      );
      const width = multiply(subtract(add(a, b), constant(1)), log(wide));
      return subtract(subtract(powers, width), logBeta(graph, a, b));
    }
    case 'gamma': {
      const { shape, rate } = prior;
      if (!areSmall(graph, shape)) {
        const excess = graph.apply('productLess', [rate, value, shape]);
        return add(logGammaDensity(graph, shape, multiply(rate, value), excess), log(rate));
      }
      const power = weighted(graph, shape, () => log(value));
      return subtract(
        add(subtract(multiply(shape, log(rate)), logGamma(shape)), power),
        multiply(rate, value),
      );
    }
    case 'inv_gamma': {
      const { shape, scale } = prior;
      if (!areSmall(graph, shape)) {
        // Of scale/value, by the slope of which to the value the density changes.
        const excess = negate(divide(graph.apply('productLess', [shape, value, scale]), value));
        const slope = subtract(log(scale), multiply(constant(2), log(value)));
        return add(logGammaDensity(graph, shape, divide(scale, value), excess), slope);
      }
      const power = multiply(add(shape, constant(1)), log(value));
      return subtract(
        subtract(subtract(multiply(shape, log(scale)), logGamma(shape)), power),
        divide(scale, value),
      );
    }
    case 'exponential':
      return subtract(log(prior.rate), multiply(prior.rate, value));
    case 'cauchy':
      return logCauchy(graph, divide(subtract(value, prior.location), prior.scale), prior.scale);
    case 'half_cauchy':
      return logCauchy(graph, divide(value, prior.scale), prior.scale);
    case 'student_t':
      return logStudent(graph, prior.df, divide(subtract(value, prior.location), prior.scale), prior.scale);
    case 'half_student_t':
      return logStudent(graph, prior.df, divide(value, prior.scale), prior.scale);
  }
}

function logNormal(graph: Graph, z: NodeId, logScale: NodeId): NodeId {
  const { add, subtract, multiply, constant } = operations(graph);
  return subtract(multiply(constant(-0.5), multiply(z, z)), add(logScale, constant(HALF_LOG_TWO_PI)));
}

function logCauchy(graph: Graph, z: NodeId, scale: NodeId): NodeId {
  const { add, subtract, log, constant } = operations(graph);
  // A Student's t of one degree of freedom.
  return subtract(graph.apply('studentKernel', [constant(1), z]), add(log(scale), constant(LOG_PI)));
}

function logStudent(graph: Graph, df: NodeId, z: NodeId, scale: NodeId): NodeId {
  const { add, subtract, multiply, log, constant } = operations(graph);
  // Beside the √(2π) of a normal: Γ((df + 1)/2)/(Γ(df/2) √(df/2)), which tends to 1.
  const step = graph.apply('logGammaHalfStep', [multiply(constant(0.5), df)]);
  const norm = subtract(subtract(step, constant(HALF_LOG_TWO_PI)), log(scale));
  return add(norm, graph.apply('studentKernel', [df, z]));
}

/** Up to such shapes a density written with powers is a sum of terms of a few hundred: no digits to speak of are lost. */
const LARGEST_SMALL_SHAPE = 64;

/** Whether all of a density's shapes are numbers, and small ones: written with powers it shares its logarithms with other terms. */
function areSmall(graph: Graph, ...shapes: readonly NodeId[]): boolean {
  return shapes.every((shape) => (graph.constantValue(shape) ?? Infinity) <= LARGEST_SMALL_SHAPE);
}

/** The log density of a gamma variable of rate 1 at u, where `excess` is u - shape. */
function logGammaDensity(graph: Graph, shape: NodeId, u: NodeId, excess: NodeId): NodeId {
  const kernel = graph.apply('gammaKernel', [shape, u, excess]);
  return graph.apply('add', [kernel, graph.apply('logGammaPeak', [shape])]);
}

/** The log density of a beta variable at x. */
function logBetaDensity(graph: Graph, a: NodeId, b: NodeId, x: NodeId, complement: NodeId): NodeId {
  const { add, subtract } = operations(graph);
  const peak = (shape: NodeId) => graph.apply('logGammaPeak', [shape]);
  const norm = subtract(add(peak(a), peak(b)), peak(add(a, b)));
  return add(graph.apply('betaKernel', [a, b, x, complement]), norm);
}

/** (shape - 1) times a logarithm; a shape of 1 leaves it out: 0 · ln 0 would be NaN at the edge. */
function weighted(graph: Graph, shape: NodeId, logarithm: () => NodeId): NodeId {
  const { subtract, multiply, constant } = operations(graph);
  const weight = subtract(shape, constant(1));
  return graph.constantValue(weight) === 0 ? constant(0) : multiply(weight, logarithm());
}

function logBeta(graph: Graph, a: NodeId, b: NodeId): NodeId {
  const { add, subtract, logGamma } = operations(graph);
  if (graph.constantValue(a) === 1 && graph.constantValue(b) === 1) return graph.constant(0);
  return subtract(add(logGamma(a), logGamma(b)), logGamma(add(a, b)));
}
