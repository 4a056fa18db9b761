/**
 * A probability is a pair (p, 1 - p), carried through every operation without subtracting, so that neither half loses
 * relative precision however close to 0 it is. Afterwards the graph has reals alone.
 */
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { reachable, rebuild } from '../graph/traverse.ts';

/** The halves p and q of a probability: p and 1 - p, or odds p : q where `isOdds`, with the probability p/(p + q). */
interface Pair {
  readonly p: NodeId;
  readonly q: NodeId;
  readonly isOdds: boolean;
}

/** Lowers every probability node that the roots read; returns the roots' new nodes. `inOdds` are carried as odds. */
export function probabilityPairs(
  graph: Graph,
  roots: readonly NodeId[],
  inOdds: ReadonlySet<NodeId> = new Set(),
): readonly NodeId[] {
  const pairs = new Map<NodeId, Pair>();
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
  pair: (index: number) => Pair,
): Pair | undefined {
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
      // 1 - ab = (1 - a) + a (1 - b): no subtraction; its derivative is the product's, with the other sign.
      const q = add(valueAlone(graph, a.q), weighted(graph, a.p, valueAlone(graph, b.q)));
      return { p, q: complement(graph, q, p), isOdds: false };
    }
    case 'pMix': {
      const [w, a, b] = [pair(0), pair(1), pair(2)];
      const p = add(weighted(graph, w.q, a.p), weighted(graph, w.p, b.p));
      const q = add(
        weighted(graph, w.q, valueAlone(graph, a.q)),
        weighted(graph, w.p, valueAlone(graph, b.q)),
      );
      return { p, q: complement(graph, q, p), isOdds: false };
    }
    default:
      return undefined;
  }
}

/** σ(m) as the odds 1 : e^{-m}. */
function oddsOfLogistic(graph: Graph, margin: NodeId): Pair {
  return { p: graph.constant(1), q: graph.apply('oddsAgainst', [margin]), isOdds: true };
}

/** What an operation makes of probabilities of which one at least is carried as odds; undefined where none is. */
function lowerOdds(graph: Graph, node: Node, pair: (index: number) => Pair): Pair | undefined {
  if (node.op !== 'pAnd' && node.op !== 'pMix') return undefined;
  const [first, ...others] = node.inputs.map((_, index) => pair(index)) as [Pair, Pair, Pair];
  if (![first, ...others].some(({ isOdds }) => isOdds)) return undefined;
  const add = (a: NodeId, b: NodeId) => graph.apply('add', [a, b]);
  const times = (a: NodeId, b: NodeId) => weighted(graph, a, b);
  const isSure = ({ p }: Pair) => graph.constantValue(p) === 1;
  if (node.op === 'pAnd') {
    const [a, b] = [first, others[0]!];
    const p = times(a.p, b.p);
    // With p + q = 1 on one side, 1 : u on the other, q + u : p; with 1 : u and 1 : v, u + v + uv : 1.
    if (!a.isOdds && isSure(b)) return { p, q: add(a.q, b.q), isOdds: true };
    if (!b.isOdds && isSure(a)) return { p, q: add(b.q, a.q), isOdds: true };
    if (isSure(a) && isSure(b)) return { p, q: add(a.q, add(b.q, times(a.q, b.q))), isOdds: true };
    return { p, q: add(times(a.q, wholeOf(graph, b)), times(a.p, b.q)), isOdds: true };
  }
  const w = normalised(graph, first);
  const [a, b] = others as [Pair, Pair];
  const half = (ofA: NodeId, ofB: NodeId) =>
    add(times(times(w.q, ofA), wholeOf(graph, b)), times(times(w.p, ofB), wholeOf(graph, a)));
  return { p: half(a.p, b.p), q: half(a.q, b.q), isOdds: true };
}

/** p + q: 1 unless they are odds. */
function wholeOf(graph: Graph, { p, q, isOdds }: Pair): NodeId {
  return isOdds ? graph.apply('add', [p, q]) : graph.constant(1);
}

/** A probability by itself and its complement, whatever it was carried as. */
function normalised(graph: Graph, pair: Pair): Pair {
  if (!pair.isOdds) return pair;
  const whole = wholeOf(graph, pair);
  const p = graph.apply('divide', [pair.p, whole]);
  return { p, q: complement(graph, graph.apply('divide', [pair.q, whole]), p), isOdds: false };
}

/** 1 - p by a value of its own; its derivative is p's, with the other sign. */
function complement(graph: Graph, value: NodeId, p: NodeId): NodeId {
  return graph.apply('complement', [value, p]);
}

/** The value of a complement, which says nothing of its derivative. */
function valueAlone(graph: Graph, id: NodeId): NodeId {
  const node = graph.node(id);
  return node.op === 'complement' ? node.inputs[0]! : id;
}

/** The product of two factors in [0, 1], where a factor that is 0 is finite and so leaves nothing. */
function weighted(graph: Graph, a: NodeId, b: NodeId): NodeId {
  if (graph.constantValue(a) === 0 || graph.constantValue(b) === 0) return graph.constant(0);
  return graph.apply('multiply', [a, b]);
}

/** `memoryP` names its success half; the other half is `notMemoryP`. */
function nameHalves(graph: Graph, id: NodeId, { p, q }: Pair): void {
  const name = graph.nameOf(id);
  if (name === undefined) return;
  graph.name(p, name);
  graph.name(q, `not${capitalised(name)}`);
  const margin = graph.node(p).op === 'logistic' ? graph.node(p).inputs[0]! : null;
  if (margin !== null && graph.node(margin).inputs.length > 0) graph.name(margin, name, 'Margin');
}

/** The odds of `seesP` are `seesPOdds`, against it; they come from `seesPMargin`. */
function nameOdds(graph: Graph, id: NodeId, { q }: Pair): void {
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
