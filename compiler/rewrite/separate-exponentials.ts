/**
 * Exponentials separate: e^{-(f(θ) + g(x))} = e^{-f(θ)} · e^{-g(x)}, the second factor computed when data is bound. A
 * logistic of an affine margin then needs no exponential a row: with u = e^{-m}, σ(m) = 1/(1 + u) and σ(-m) = u/(1 + u).
 *
 * u must not overflow, nor products of all 1 + u, nor the fourth powers of those, since two pairs of members may share a
 * division by squares (see emit/two-pairs.ts): g is centred on the middle of its range in the
 * data, and the rewritten program is only for points at which the `ranges` sum to at most RANGE_LIMIT. For the others a
 * program with the exponentials as they are is kept.
 */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { rewriteGraph } from './rewrite.ts';

export interface Separated {
  readonly roots: readonly NodeId[];
  /** For each separated exponential, the largest |exponent| that either factor takes: profile nodes. */
  readonly ranges: readonly NodeId[];
  /** The reciprocals 1/(1 + u) that were made: all their divisors together stay far from overflow. */
  readonly reciprocals: readonly NodeId[];
}

/** With every u below e^{range}, the fourth power of the product of all 1 + u is below 16^n e^{640}: no overflow for up to 24. */
export const RANGE_LIMIT = 160;

/** Separates the exponentials of the logistics in the domains that `isLarge` says are worth it. */
export function separateExponentials(
  graph: Graph,
  roots: readonly NodeId[],
  isLarge: (domain: DomainId) => boolean,
): Separated {
  const ranges = new Set<NodeId>();
  const known = new Map<NodeId, Pair | null>();
  const pairOf = (m: NodeId, domain: DomainId): Pair | null => {
    const { base, sign } = unsigned(graph, m);
    const pair = known.get(base) ?? separate(graph, base, domain, ranges);
    known.set(base, pair);
    return pair === null || sign > 0 ? pair : { p: pair.q, q: pair.p };
  };
  const { roots: rewritten } = rewriteGraph(graph, roots, {
    name: 'exponentials separate',
    apply(_graph, node, [m]) {
      if (node.domain === PROFILE) return undefined;
      if (node.op === 'oddsAgainst') {
        // The graph has odds only of margins that separate.
        const odds = oddsOf(graph, m!, node.domain, ranges);
        if (odds === null) throw new Error('odds were made of a margin that does not separate');
        return odds;
      }
      if (!isLarge(node.domain) || (node.op !== 'logistic' && node.op !== 'logLogistic')) return undefined;
      const pair = pairOf(m!, node.domain);
      if (pair === null) return undefined;
      return node.op === 'logistic' ? pair.p : graph.apply('logProbability', [pair.p, pair.q], node.domain);
    },
  });
  const reciprocals = [...known.values()].flatMap((pair) => (pair === null ? [] : [pair.p]));
  return { roots: rewritten, ranges: [...ranges], reciprocals };
}

interface Pair {
  readonly p: NodeId;
  readonly q: NodeId;
}

/** σ(m) and σ(-m) from u = e^{-m}; null where m is no sum of a profile part and a data part. */
function separate(graph: Graph, m: NodeId, domain: DomainId, ranges: Set<NodeId>): Pair | null {
  const u = oddsOf(graph, m, domain, ranges);
  if (u === null) return null;
  const p = graph.apply(
    'divide',
    [graph.constant(1), graph.apply('add', [graph.constant(1), u], domain)],
    domain,
  );
  return { p, q: graph.apply('multiply', [u, p], domain) };
}

/** u = e^{-m}, separated; null where m is no sum of a profile part and a data part. */
function oddsOf(graph: Graph, m: NodeId, domain: DomainId, ranges: Set<NodeId>): NodeId | null {
  const parts = partsOf(graph, m);
  if (parts === null || parts.profile === null || parts.data === null) return null;
  const once = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs);
  const extreme = (statistic: 'min' | 'max') =>
    graph.intern({ op: 'statistic', statistic, inputs: [parts.data!] });
  const stored = (expression: NodeId, at: DomainId) =>
    graph.intern({ op: 'stored', expression, inputs: [], domain: at });
  const half = graph.constant(0.5);
  const centre = once('multiply', half, once('add', extreme('min'), extreme('max')));
  const spread = once('multiply', half, once('subtract', extreme('max'), extreme('min')));
  const exponent = once('add', parts.profile, stored(centre, PROFILE));
  ranges.add(once('add', once('abs', exponent), stored(spread, PROFILE)));

  const dataFactor = stored(once('exp', once('negate', once('subtract', parts.data, centre))), domain);
  const profileFactor = once('exp', once('negate', exponent));
  const u = graph.apply('multiply', [profileFactor, dataFactor], domain);
  const stem = graph.nameOf(m)?.replace(/Margin$/, '');
  if (stem !== undefined) {
    graph.name(u, `${stem}Odds`);
    graph.name(profileFactor, `${stem}OddsFactor`);
  }
  return u;
}

/** m = profile + data; `profile` a node of the profile, `data` an expression of columns. */
interface Parts {
  readonly profile: NodeId | null;
  readonly data: NodeId | null;
}

function partsOf(graph: Graph, id: NodeId): Parts | null {
  const node = graph.node(id);
  if (node.op === 'stored' && node.domain !== PROFILE) return { profile: null, data: node.expression };
  if (node.domain === PROFILE) return { profile: id, data: null };
  const both = (op: ArithmeticOp, a: NodeId | null, b: NodeId | null) =>
    a === null
      ? b === null || op === 'add'
        ? b
        : graph.apply('negate', [b])
      : b === null
        ? a
        : graph.apply(op, [a, b]);
  const [a, b] = node.inputs as [NodeId, NodeId];
  switch (node.op) {
    case 'add':
    case 'subtract': {
      const left = partsOf(graph, a);
      const right = partsOf(graph, b);
      if (left === null || right === null) return null;
      return {
        profile: both(node.op, left.profile, right.profile),
        data: both(node.op, left.data, right.data),
      };
    }
    case 'negate': {
      const parts = partsOf(graph, a);
      if (parts === null) return null;
      return { profile: both('subtract', null, parts.profile), data: both('subtract', null, parts.data) };
    }
    case 'multiply': {
      // Only a factor that no latent touches leaves the data part data.
      const factor = fixedFactor(graph, a) ?? fixedFactor(graph, b);
      if (factor === undefined) return null;
      const parts = partsOf(graph, fixedFactor(graph, a) === undefined ? a : b);
      if (parts === null) return null;
      const times = (by: NodeId, part: NodeId | null) =>
        part === null ? null : graph.apply('multiply', [by, part]);
      return { profile: times(factor.profile, parts.profile), data: times(factor.expression, parts.data) };
    }
    default:
      return null;
  }
}

/** A constant or a scalar of the data set, as the profile and as an expression read it. */
function fixedFactor(graph: Graph, id: NodeId): { profile: NodeId; expression: NodeId } | undefined {
  const node = graph.node(id);
  if (node.op === 'constant') return { profile: id, expression: id };
  return node.op === 'stored' && node.domain === PROFILE
    ? { profile: id, expression: node.expression }
    : undefined;
}

/** One of m and -m, the same whichever of the two is given. */
function unsigned(graph: Graph, m: NodeId): { base: NodeId; sign: 1 | -1 } {
  const node = graph.node(m);
  const [a, b] = node.inputs;
  if (node.op === 'negate') return { base: a!, sign: -1 };
  if (node.op === 'subtract' && a! > b!)
    return { base: graph.apply('subtract', [b!, a!], node.domain), sign: -1 };
  return { base: m, sign: 1 };
}
