/** The derivative rule of each op: what an adjoint of a node contributes to each of its inputs. */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { oddsShare } from '../graph/odds-share.ts';
import { densityContributions } from './density-partials.ts';
import { massContributions } from './mass-partials.ts';

const HALF_LOG_TWO_PI = 0.9189385332046728;
const LOG_PI = Math.log(Math.PI);

/** What is known of the numbers that the rules multiply. */
export interface Extremes {
  /** Whether a node may be infinite because data is 0 somewhere. */
  readonly isUnbounded: (id: NodeId) => boolean;
  /** Whether the adjoint is of a chain through what is infinitely steep at 0, and so may be infinite, or NaN. */
  readonly isSteep: boolean;
}

/** Whether an op is infinitely steep where an input is 0, as data may make it, and the density still finite there. */
export function isSteepAtZero(graph: Graph, op: ArithmeticOp, [a, b]: readonly NodeId[]): boolean {
  if (op === 'weigh') return mayBeInfinite(graph, a!);
  if (!graph.readsData(a!)) return false;
  return op === 'log' || op === 'sqrt' || (op === 'power' && !((graph.constantValue(b!) ?? 0) >= 1));
}

/** Whether a slope that was written out by cases is infinite in one of them. */
function mayBeInfinite(graph: Graph, slope: NodeId): boolean {
  const { op, inputs } = graph.node(slope);
  if (op === 'whereNonNegative') return inputs.slice(1).some((input) => mayBeInfinite(graph, input));
  return graph.constantValue(slope) === Number.POSITIVE_INFINITY;
}

/**
 * The contributions of `adjoint` (the adjoint of `id`) to the adjoints of the inputs, in their order; null where there
 * is none. Rules: Griewank & Walther, Evaluating Derivatives, 2nd ed., table 3.3 and section 3.2. Where data make a factor 0, what
 * it multiplies changes nothing, however steep it is: the product there is 0, the limit, and not NaN.
 */
export function contributions(
  graph: Graph,
  id: NodeId,
  op: ArithmeticOp,
  inputs: readonly NodeId[],
  domain: DomainId,
  adjoint: NodeId,
  { isUnbounded, isSteep }: Extremes,
): readonly (NodeId | null)[] {
  const apply = (name: ArithmeticOp, ...parts: NodeId[]) => graph.apply(name, parts, domain);
  const node = graph.node(adjoint);
  // What an adjoint that is weighed by a count is multiplied by goes inside.
  const [count, share] = node.op === 'weigh' ? (node.inputs as [NodeId, NodeId]) : [null, adjoint];
  const weighed = (x: NodeId) => (count === null ? x : apply('weigh', count, x));
  const times = (x: NodeId) => weighed(apply('multiply', share, x));
  /** w · x, and 0 where w is 0, at members, where there are statistics, and below what is steep; else no data could be 0. */
  const weigh = (w: NodeId, x: NodeId) =>
    apply(
      domain === PROFILE && !isSteep && !graph.readsData(w) && !graph.readsData(x) ? 'multiply' : 'weigh',
      w,
      x,
    );
  const [a, b] = inputs as [NodeId, NodeId];
  switch (op) {
    case 'add':
      return [adjoint, adjoint];
    case 'subtract':
      return [adjoint, apply('negate', adjoint)];
    case 'multiply':
      return [b, a].map((factor) => {
        // A latent that moves both is in neither slope alone.
        if (isSteep && (graph.readsData(factor) || !graph.shareLatents(a, b))) return weigh(factor, adjoint);
        return isUnbounded(factor) ? weigh(adjoint, factor) : times(factor);
      });
    case 'divide': {
      const share = apply('divide', adjoint, b);
      const whole = isSteep && graph.readsData(id) ? weigh(id, share) : apply('multiply', share, id);
      return [share, apply('negate', whole)];
    }
    case 'negate':
      return [apply('negate', adjoint)];
    case 'exp':
      return [times(id)];
    case 'log':
      // No number where data make it ln 0: what made it so is then a factor of 0 below, and a latent that did has its limit.
      return [apply('divide', adjoint, a)];
    case 'log1p':
      return [apply('divide', adjoint, apply('add', graph.constant(1), a))];
    case 'expm1':
      // A mean of powers below 0 is 0 where one probability is, whose power is infinite and moves nothing.
      return [weigh(adjoint, apply('add', graph.constant(1), id))];
    case 'oddsAgainst':
      return [apply('negate', times(id))];
    case 'logShare': {
      const { wholeReciprocal, slope } = oddsShare(graph, a, b, domain);
      return [slope === null ? null : times(slope), apply('negate', times(wholeReciprocal))];
    }
    case 'sqrt':
      return graph.readsData(a)
        ? [weigh(adjoint, apply('divide', graph.constant(0.5), id))]
        : [apply('divide', apply('multiply', graph.constant(0.5), adjoint), id)];
    case 'power': {
      const whole = (x: NodeId) => (isSteep ? weigh(x, adjoint) : times(x));
      const slope = apply('multiply', b, apply('power', a, apply('subtract', b, graph.constant(1))));
      return [
        isSteepAtZero(graph, op, inputs) ? weigh(adjoint, slope) : times(slope),
        // 0^b ln 0 is 0 for every b > 0.
        graph.constantValue(b) === undefined ? whole(weigh(id, apply('log', a))) : null,
      ];
    }
    case 'logistic':
      return [times(apply('multiply', id, apply('logistic', apply('negate', a))))];
    case 'logLogistic':
      return [times(apply('logistic', apply('negate', a)))];
    case 'normalCdf':
      return [times(apply('normalDensity', a))];
    case 'normalDensity':
      return [times(apply('negate', apply('multiply', a, id)))];
    // Each bound moves the mass by the density there, divided by the mass itself: φ(b)/e^ln m, and less φ(a)/e^ln m.
    case 'logNormalMass':
    case 'logCauchyMass': {
      const logDensity = (x: NodeId) => {
        const square = apply('multiply', x, x);
        return op === 'logNormalMass'
          ? apply(
              'subtract',
              apply('multiply', graph.constant(-0.5), square),
              graph.constant(HALF_LOG_TWO_PI),
            )
          : apply('subtract', graph.constant(-LOG_PI), apply('log1p', square));
      };
      const share = (x: NodeId) => times(apply('exp', apply('subtract', logDensity(x), id)));
      return [apply('negate', share(a)), share(b)];
    }
    case 'logGammaMass':
    case 'logBetaMass':
    case 'logStudentMass':
      return massContributions(graph, id, op, inputs, domain, times);
    case 'logExponentialMass': {
      // Infinite at 0, where cut points touch: that moves nothing where no row lies between them.
      const slope = apply('exp', apply('negate', apply('add', a, id)));
      return [count === null ? weigh(adjoint, slope) : times(slope)];
    }
    case 'logProbability':
      // The complement only helps to evaluate: ln p is a function of p.
      if (count !== null) return [weighed(apply('divide', share, a)), null];
      // Where no row of a sum has the p of a level, that p may be 0, but then its adjoint is 0 and so is the quotient. A
      // member that its own rows made has a p > 0, unless the density is 0 as a whole.
      return (domain === PROFILE && !graph.readsData(a) && !graph.readsData(adjoint)) || node.op === 'count'
        ? [apply('divide', adjoint, a), null]
        : [weigh(adjoint, apply('divide', graph.constant(1), a)), null];
    case 'weigh':
      return [null, apply('weigh', a, adjoint)];
    case 'complement':
      return [null, apply('negate', adjoint)];
    case 'logGamma':
      return [times(apply('digamma', a))];
    case 'logGammaPeak':
      return [times(apply('logGammaPeakSlope', a))];
    case 'logGammaHalfStep':
      return [times(apply('halfStepSlope', a))];
    case 'logBeta':
      return [
        apply('negate', times(apply('digammaRise', a, b))),
        apply('negate', times(apply('digammaRise', b, a))),
      ];
    case 'logChoose':
      // Of counts, which no latent moves.
      return [null, null];
    case 'studentKernel':
      return [times(apply('studentKernelSlope', a, b)), times(apply('studentKernelTilt', a, b))];
    case 'logTruncatedNormal':
    case 'gammaKernel':
    case 'betaKernel':
    case 'logBetaBinomial':
      return densityContributions(graph, op, inputs, domain, times);
    case 'productLess':
      return [times(b), times(a), apply('negate', adjoint)];
    case 'whereNonNegative': {
      // The condition moves nothing but where the two meet.
      const none = graph.constant(0);
      return [null, apply('whereNonNegative', a, adjoint, none), apply('whereNonNegative', a, none, adjoint)];
    }
    case 'min': {
      // That of the one which is smaller; of the first where they are equal.
      const difference = apply('subtract', b, a);
      const none = graph.constant(0);
      return [
        apply('whereNonNegative', difference, adjoint, none),
        apply('whereNonNegative', difference, none, adjoint),
      ];
    }
    case 'abs':
    case 'digamma':
    case 'normalKernel':
    case 'normalTail':
    case 'gammaMassSlope':
    case 'betaMassSlope':
    case 'studentMassSlope':
    case 'logGammaPeakSlope':
    case 'halfStepSlope':
    case 'digammaRise':
    case 'gammaKernelSlope':
    case 'betaKernelSlope':
    case 'betaKernelTilt':
    case 'betaBinomialSlope':
    case 'studentKernelSlope':
    case 'studentKernelTilt':
    case 'truncatedNormalEnd':
      throw new Error(`${op} comes into a graph only after its derivatives are taken`);
  }
}
