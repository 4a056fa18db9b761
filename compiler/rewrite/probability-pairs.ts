/**
 * Represents a probability as a pair (p, 1 − p), computed through every operation without subtraction, so that neither
 * half loses relative precision near 0. The resulting graph has only real nodes.
 */
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import type { PairNodes } from '../graph/probability.ts';
import { reachable, rebuild } from '../graph/traverse.ts';

/** The nodes of a probability after lowering. */
interface LoweredPair extends PairNodes {
  /** Whether p and q are odds p : q, of the probability p/(p + q), instead of p and 1 − p. */
  readonly isOdds: boolean;
}

/**
 * Lowers every probability node that the roots depend on, and returns the roots' new nodes. Logistics in `inOdds` are
 * represented by odds.
 */
export function probabilityPairs(
  graph: Graph,
  roots: readonly NodeId[],
  inOdds: ReadonlySet<NodeId> = new Set(),
): readonly NodeId[] {
  const pairs = new Map<NodeId, LoweredPair>();
  const reals = new Map<NodeId, NodeId>();
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    const real = (index: number) => reals.get(node.inputs[index]!)!;
    const pair = (index: number) => pairs.get(node.inputs[index]!)!;
    const lowered = inOdds.has(id)
      ? oddsOfLogistic(graph, real(0))
      : (lowerOdds(graph, node, pair) ?? lowerPair(graph, node, real, pair));
    if (lowered !== undefined) {
      pairs.set(id, lowered);
      if (lowered.isOdds) nameOdds(graph, id, lowered);
      else nameHalves(graph, id, lowered);
    } else if (node.op === 'valueOf') {
      reals.set(id, normalised(graph, pair(0)).p);
    } else if (node.op === 'logOf') {
      const { p, q, isOdds } = pair(0);
      reals.set(id, graph.apply(isOdds ? 'logShare' : 'logProbability', [p, q]));
    } else {
      const next = rebuild(
        graph,
        node,
        node.inputs.map((input) => reals.get(input)!),
      );
      graph.nameLike(next, id);
      reals.set(id, next);
    }
  }
  return roots.map((root) => reals.get(root)!);
}

function lowerPair(
  graph: Graph,
  node: Node,
  real: (index: number) => NodeId,
  pair: (index: number) => LoweredPair,
): LoweredPair | undefined {
  const add = (a: NodeId, b: NodeId) => graph.apply('add', [a, b]);
  switch (node.op) {
    case 'pLogistic': {
      const margin = real(0);
      const minus = graph.apply('negate', [margin]);
      return { p: graph.apply('logistic', [margin]), q: graph.apply('logistic', [minus]), isOdds: false };
    }
    case 'pHalves':
      return { p: real(0), q: real(1), isOdds: false };
    case 'pNot':
      return { p: pair(0).q, q: pair(0).p, isOdds: pair(0).isOdds };
    case 'pAnd': {
      const [a, b] = [pair(0), pair(1)];
      const p = weighted(graph, a.p, b.p);
      // 1 − ab = (1 − a) + a (1 − b), without subtraction; its derivative is that of the product with the opposite
      // sign.
      const q = add(valueAlone(graph, a.q), weighted(graph, a.p, valueAlone(graph, b.q)));
      return { p, q: complement(graph, q, p), isOdds: false };
    }
    case 'pMix': {
      const [w, a, b] = [pair(0), pair(1), pair(2)];
      const half = (ofA: NodeId, ofB: NodeId) => add(weighted(graph, w.q, ofA), weighted(graph, w.p, ofB));
      // Where a or b is sure to succeed, q is one product. The slope of p would be a difference of two sums over rows,
      // which loses what is left of it to rounding where a row is all but impossible.
      if ([a.q, b.q].some((each) => graph.constantValue(each) === 0)) {
        const q = half(a.q, b.q);
        return {
          p: complement(graph, half(valueAlone(graph, a.p), valueAlone(graph, b.p)), q),
          q,
          isOdds: false,
        };
      }
      const p = half(a.p, b.p);
      const q = half(valueAlone(graph, a.q), valueAlone(graph, b.q));
      return { p, q: complement(graph, q, p), isOdds: false };
    }
    default:
      return undefined;
  }
}

/** σ(m) as the odds 1 : e^{-m}. */
function oddsOfLogistic(graph: Graph, margin: NodeId): LoweredPair {
  return { p: graph.constant(1), q: graph.apply('oddsAgainst', [margin]), isOdds: true };
}

/** Lowers an operation on probabilities if at least one of them is represented by odds; undefined if none is. */
function lowerOdds(graph: Graph, node: Node, pair: (index: number) => LoweredPair): LoweredPair | undefined {
  if (node.op !== 'pAnd' && node.op !== 'pMix') return undefined;
  const [first, ...others] = node.inputs.map((_, index) => pair(index)) as [
    LoweredPair,
    LoweredPair,
    LoweredPair,
  ];
  if (![first, ...others].some(({ isOdds }) => isOdds)) return undefined;
  const add = (a: NodeId, b: NodeId) => graph.apply('add', [a, b]);
  const times = (a: NodeId, b: NodeId) => weighted(graph, a, b);
  const hasUnitP = ({ p }: LoweredPair) => graph.constantValue(p) === 1;
  if (node.op === 'pAnd') {
    const [a, b] = [first, others[0]!];
    const p = times(a.p, b.p);
    // For (p, q) with p + q = 1 and odds 1 : u, the product's odds are p : (q + u); for 1 : u and 1 : v they are 1 : (u
    // + v + uv).
    if (!a.isOdds && hasUnitP(b)) return { p, q: add(a.q, b.q), isOdds: true };
    if (!b.isOdds && hasUnitP(a)) return { p, q: add(b.q, a.q), isOdds: true };
    if (hasUnitP(a) && hasUnitP(b)) return { p, q: add(a.q, add(b.q, times(a.q, b.q))), isOdds: true };
    return { p, q: add(times(a.q, wholeOf(graph, b)), times(a.p, b.q)), isOdds: true };
  }
  const w = normalised(graph, first);
  const [a, b] = others as [LoweredPair, LoweredPair];
  const half = (ofA: NodeId, ofB: NodeId) =>
    add(times(times(w.q, ofA), wholeOf(graph, b)), times(times(w.p, ofB), wholeOf(graph, a)));
  return { p: half(a.p, b.p), q: half(a.q, b.q), isOdds: true };
}

/** p + q: 1 unless they are odds. */
function wholeOf(graph: Graph, { p, q, isOdds }: LoweredPair): NodeId {
  return isOdds ? graph.apply('add', [p, q]) : graph.constant(1);
}

/** The pair p and 1 − p, computed from the odds if need be. */
function normalised(graph: Graph, pair: LoweredPair): LoweredPair {
  if (!pair.isOdds) return pair;
  const whole = wholeOf(graph, pair);
  const p = graph.apply('divide', [pair.p, whole]);
  return { p, q: complement(graph, graph.apply('divide', [pair.q, whole]), p), isOdds: false };
}

/** 1 − p with its own value; its derivative is that of p with the opposite sign. */
function complement(graph: Graph, value: NodeId, p: NodeId): NodeId {
  return graph.apply('complement', [value, p]);
}

/** The value of a complement without its special derivative. */
function valueAlone(graph: Graph, id: NodeId): NodeId {
  const node = graph.node(id);
  return node.op === 'complement' ? node.inputs[0]! : id;
}

/** The product of two factors in [0, 1]: both are finite, so a constant 0 makes it 0. */
function weighted(graph: Graph, a: NodeId, b: NodeId): NodeId {
  if (graph.constantValue(a) === 0 || graph.constantValue(b) === 0) return graph.constant(0);
  return graph.apply('multiply', [a, b]);
}

/** `memoryP` names p, and `notMemoryP` names 1 − p. */
function nameHalves(graph: Graph, id: NodeId, { p, q }: LoweredPair): void {
  const name = graph.nameOf(id);
  if (name === undefined) return;
  graph.name(p, name);
  graph.name(q, `not${capitalised(name)}`);
  const margin = graph.node(p).op === 'logistic' ? graph.node(p).inputs[0]! : null;
  if (margin !== null && graph.node(margin).inputs.length > 0) graph.name(margin, name, 'Margin');
}

/** `seesPOdds` names the odds against `seesP`, which are computed from `seesPMargin`. */
function nameOdds(graph: Graph, id: NodeId, { q }: LoweredPair): void {
  const name = graph.nameOf(id);
  if (name === undefined || graph.constantValue(q) !== undefined) return;
  graph.name(q, name, 'Odds');
  const { op, inputs } = graph.node(q);
  if (op === 'oddsAgainst' && graph.node(inputs[0]!).inputs.length > 0)
    graph.name(inputs[0]!, name, 'Margin');
}

function capitalised(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}
