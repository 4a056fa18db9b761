/**
 * Splits sums: Σ (a + b) = Σ a + Σ b, if a part takes so few distinct values that it is better summed over those. A
 * summand that is the same in every row is multiplied by the number of rows, and a product of data and a sum is multiplied out.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId, RowSet } from '../graph/node.ts';
import { dataKeys } from '../stage/domain.ts';
import { domainSize, WORTHWHILE_SHARE } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { MAX_REPEATS } from './chain.ts';
import type { Rewrite } from './rewrite.ts';

export function splitSums(graph: Graph, sketch: DataSketch): Rewrite {
  const keysOf = dataKeys(graph);
  const size = domainSize(graph, sketch);
  return {
    apply: (_graph, node, [summand]) => (node.op === 'sum' ? split(node.rows, summand!) : undefined),
  };

  function split(rows: RowSet, summand: NodeId): NodeId | undefined {
    const addends = addendsOf(graph, summand);
    const most = size([...new Set(addends.flatMap(({ node }) => keysOf(node)))]);
    const small = ({ node }: Addend) => size(keysOf(node)) <= WORTHWHILE_SHARE * most;
    const apart = addends.length === 1 ? [] : addends.filter(small);
    const together = addends.filter((addend) => !apart.includes(addend));
    const parts = [...apart.map((addend) => [addend]), ...(together.length === 0 ? [] : [together])];
    const sums = parts.map((part) => sumOf(rows, part));
    const total = sums.reduce((left, right) => graph.apply('add', [left, right]));
    return total === graph.intern({ op: 'sum', rows, inputs: [summand] }) ? undefined : total;
  }

  function sumOf(rows: RowSet, addends: readonly Addend[]): NodeId {
    if (addends.length === 1) {
      const [{ node, sign }] = addends as [Addend];
      const sum = sumOfOne(rows, node);
      return sign > 0 ? sum : graph.apply('negate', [sum]);
    }
    const signed = addends.map(({ node, sign }) => (sign > 0 ? node : graph.apply('negate', [node])));
    const together = signed.reduce((left, right) => graph.apply('add', [left, right]));
    return graph.intern({ op: 'sum', rows, inputs: [together] });
  }

  function sumOfOne(rows: RowSet, id: NodeId): NodeId {
    const node = graph.node(id);
    const [a, b] = node.inputs as [NodeId, NodeId];
    if (node.op === 'multiply' && !readsRow(graph, a)) return graph.apply('multiply', [a, sumOfOne(rows, b)]);
    if (node.op === 'multiply' && !readsRow(graph, b)) return graph.apply('multiply', [b, sumOfOne(rows, a)]);
    if (node.op === 'timesOrZero' && !readsRow(graph, b))
      return graph.apply('timesOrZero', [sumOfOne(rows, a), b]);
    if (!readsRow(graph, id) && graph.constantValue(id) !== 1) {
      const count = sumOfOne(rows, graph.constant(1));
      // An empty set of rows adds 0, even if the summand is ln 0 = −∞.
      return mayBeEmpty(rows)
        ? graph.apply('timesOrZero', [count, id])
        : graph.apply('multiply', [id, count]);
    }
    return graph.intern({ op: 'sum', rows, inputs: [id] });
  }
}

interface Addend {
  readonly node: NodeId;
  readonly sign: 1 | -1;
}

/** The addends of a summand. One that reads its own parts too often is kept as a single addend. */
function addendsOf(graph: Graph, summand: NodeId): readonly Addend[] {
  const met = new Set<NodeId>();
  let repeated = 0;
  const found = within(summand, 1);
  return repeated > MAX_REPEATS ? [{ node: summand, sign: 1 }] : found;

  function within(id: NodeId, sign: 1 | -1): readonly Addend[] {
    const node = graph.node(id);
    if (node.op === 'multiply') return withinProduct(id, sign);
    if (!['add', 'subtract', 'negate', 'timesOrZero'].includes(node.op)) return [{ node: id, sign }];
    if (isMetTooOften(id)) return [];
    const [a, b] = node.inputs as [NodeId, NodeId];
    const minus = sign > 0 ? -1 : 1;
    if (node.op === 'add') return [...within(a, sign), ...within(b, sign)];
    if (node.op === 'subtract') return [...within(a, sign), ...within(b, minus)];
    if (node.op === 'negate') return within(a, minus);
    // A product with a count is split too: k (ln p₁ + ln p₂) = k ln p₁ + k ln p₂.
    return within(b, sign).map((addend) => ({
      node: graph.apply('timesOrZero', [a, addend.node]),
      sign: addend.sign,
    }));
  }

  /** A product of data and a sum: y (a + b) = y a + y b. */
  function withinProduct(id: NodeId, sign: 1 | -1): readonly Addend[] {
    const [a, b] = graph.node(id).inputs as [NodeId, NodeId];
    const [factor, sum] = graph.kind(a) === 'data' ? [a, b] : [b, a];
    const isSum = ['add', 'subtract'].includes(graph.node(sum).op);
    if (!isSum || graph.kind(factor) !== 'data' || graph.kind(sum) !== 'level') return [{ node: id, sign }];
    if (isMetTooOften(id)) return [];
    return within(sum, sign).map((addend) => ({
      node: graph.apply('multiply', [factor, addend.node]),
      sign: addend.sign,
    }));
  }

  function isMetTooOften(id: NodeId): boolean {
    if (met.has(id)) repeated++;
    met.add(id);
    return repeated > MAX_REPEATS;
  }
}

function mayBeEmpty({ kind }: RowSet): boolean {
  return kind === 'observed' || kind === 'outcome' || kind === 'grade';
}

function readsRow(graph: Graph, id: NodeId): boolean {
  const kind = graph.kind(id);
  return kind === 'data' || kind === 'level';
}
