/**
 * Splits a margin into a sum of four parts: of latents alone, of per-level values, of latents times data, and of data
 * alone.
 */
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, type DomainId, type NodeId, PROFILE } from '../graph/node.ts';

export interface MarginParts {
  /** A node of the profile; null if there is no such part. */
  readonly profile: NodeId | null;
  /** For each other domain from which values are looked up, a node of that domain. */
  readonly levels: ReadonlyMap<DomainId, NodeId>;
  /** Each a profile node times a data node. */
  readonly products: readonly ScaledData[];
  /** An expression of columns; null if there is no such part. */
  readonly data: NodeId | null;
}

export interface ScaledData {
  readonly coefficient: NodeId;
  readonly data: NodeId;
}

/**
 * Maximum number of products. Beyond it, products of the same data are merged by adding their coefficients: a sum may
 * read one product 2ⁿ times.
 */
const MAX_PRODUCTS = 16;

/** The parts of a staged node of `domain`; null if it is not such a sum. */
export function marginParts(graph: Graph, id: NodeId, domain: DomainId): MarginParts | null {
  /** Memoised, since a node may be read many times. */
  const known = new Map<NodeId, MarginParts | null>();
  return partsOf(id);

  function partsOf(each: NodeId): MarginParts | null {
    const found = known.get(each);
    if (found !== undefined) return found;
    const parts = takenApart(each);
    known.set(each, parts);
    return parts;
  }

  function takenApart(each: NodeId): MarginParts | null {
    const node = graph.node(each);
    if (node.op === 'stored' && node.domain !== PROFILE) return { ...NOTHING, data: node.expression };
    if (node.domain === PROFILE) return { ...NOTHING, profile: each };
    if (node.domain !== domain) return { ...NOTHING, levels: new Map([[node.domain, each]]) };
    const [a, b] = node.inputs as [NodeId, NodeId];
    switch (node.op) {
      case 'add':
      case 'subtract': {
        const left = partsOf(a);
        const right = partsOf(b);
        return left === null || right === null ? null : combined(graph, node.op, left, right);
      }
      case 'negate': {
        const parts = partsOf(a);
        return parts === null ? null : combined(graph, 'subtract', NOTHING, parts);
      }
      case 'multiply': {
        const factor = fixedFactor(graph, a) ?? fixedFactor(graph, b);
        if (factor === undefined) return productOf(a, b);
        const parts = partsOf(fixedFactor(graph, a) === undefined ? a : b);
        if (parts === null) return null;
        const times = (by: NodeId, part: NodeId | null) =>
          part === null ? null : graph.apply('multiply', [by, part]);
        return {
          profile: times(factor.profile, parts.profile),
          levels: mapValues(parts.levels, (part, at) => graph.apply('multiply', [factor.profile, part], at)),
          products: parts.products.map(({ coefficient, data }) => ({
            coefficient: graph.apply('multiply', [factor.profile, coefficient]),
            data,
          })),
          data: times(factor.expression, parts.data),
        };
      }
      default:
        return null;
    }
  }

  /** A product of a profile node and data; null for anything else. */
  function productOf(a: NodeId, b: NodeId): MarginParts | null {
    const isOfProfile = (factor: NodeId) => graph.node(factor).domain === PROFILE;
    const [coefficient, other] = isOfProfile(a) ? [a, b] : [b, a];
    const parts = partsOf(other);
    if (!isOfProfile(coefficient) || parts?.data === null || parts === null) return null;
    if (parts.profile !== null || parts.levels.size > 0 || parts.products.length > 0) return null;
    return { ...NOTHING, products: [{ coefficient, data: parts.data }] };
  }
}

const NOTHING: MarginParts = { profile: null, levels: new Map(), products: [], data: null };

function combined(
  graph: Graph,
  op: ArithmeticOp & ('add' | 'subtract'),
  left: MarginParts,
  right: MarginParts,
): MarginParts {
  const signed = (id: NodeId) => (op === 'add' ? id : graph.apply('negate', [id]));
  const both = (a: NodeId | null, b: NodeId | null) => {
    if (b === null) return a;
    return a === null ? signed(b) : graph.apply(op, [a, b]);
  };
  const levels = new Map(left.levels);
  for (const [at, part] of right.levels) {
    const other = levels.get(at);
    const own = op === 'add' ? part : graph.apply('negate', [part], at);
    levels.set(at, other === undefined ? own : graph.apply(op, [other, part], at));
  }
  return {
    profile: both(left.profile, right.profile),
    levels,
    products: fewProducts(graph, [
      ...left.products,
      ...right.products.map(({ coefficient, data }) => ({ coefficient: signed(coefficient), data })),
    ]),
    data: both(left.data, right.data),
  };
}

function mapValues<K, V>(map: ReadonlyMap<K, V>, become: (value: V, key: K) => V): ReadonlyMap<K, V> {
  return new Map([...map].map(([key, value]) => [key, become(value, key)]));
}

function fewProducts(graph: Graph, products: readonly ScaledData[]): readonly ScaledData[] {
  if (products.length <= MAX_PRODUCTS) return products;
  const joined = new Map<NodeId, NodeId>();
  for (const { coefficient, data } of products) {
    const sum = joined.get(data);
    joined.set(data, sum === undefined ? coefficient : graph.apply('add', [sum, coefficient]));
  }
  return [...joined].map(([data, coefficient]) => ({ coefficient, data }));
}

/** A constant or a data-set scalar, as a profile node and as an expression of data. */
function fixedFactor(graph: Graph, id: NodeId): { profile: NodeId; expression: NodeId } | undefined {
  const node = graph.node(id);
  if (node.op === 'constant') return { profile: id, expression: id };
  return node.op === 'stored' && node.domain === PROFILE
    ? { profile: id, expression: node.expression }
    : undefined;
}

/** A canonical choice among m and −m, the same whichever of the two is given, with the sign of m relative to it. */
export function unsignedMargin(graph: Graph, m: NodeId): { readonly base: NodeId; readonly sign: 1 | -1 } {
  const node = graph.node(m);
  const [a, b] = node.inputs;
  if (node.op === 'negate') return { base: a!, sign: -1 };
  if (node.op === 'subtract' && a! > b!)
    return { base: graph.apply('subtract', [b!, a!], node.domain), sign: -1 };
  return { base: m, sign: 1 };
}
