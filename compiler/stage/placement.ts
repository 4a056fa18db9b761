/** Where a level node is computed: at the domain that uses it, or once per distinct value of what it reads. */
import type { Graph } from '../graph/graph.ts';
import {
  type DomainId,
  type DomainRows,
  type Node,
  type NodeId,
  observedRows,
  type RowSet,
  type RowsOfOutcome,
} from '../graph/node.ts';
import { operationOf } from '../graph/operations/operations.ts';
import { bottomUp, reachable } from '../graph/traverse.ts';
import { categoryOf, type Domain, type Domains, dataKeys, knownColumns } from './domain.ts';
import type { DataSketch } from './sketch.ts';

/** Decides where level nodes are computed, and over which domains sums run. */
export interface Placement {
  /**
   * The domain at which a level node that is used at `within` is computed: `within` itself, or a smaller domain in which
   * `within` looks it up.
   */
  domainOf(id: NodeId, within: Domain, domains: Domains): DomainId;
  /** The domain that a sum over `rows` of something that reads `keys` runs over. */
  sumDomain(rows: RowSet, keys: readonly NodeId[], domains: Domains): DomainId;
}

/** Every level node is computed where it is used. */
export const whereUsed: Placement = {
  domainOf: (_id, within) => within.id,
  sumDomain: (rows, keys, domains) => domains.intern(rows, keys),
};

/** Whether an operation costs much more than a lookup of its value. */
function isExpensive({ op }: Node): boolean {
  return operationOf(op)?.isExpensive ?? false;
}

/** Below this many members, the exponentials of a loop cost too little to justify a second program. */
export const MANY_MEMBERS = 1024;

/** A domain pays if it has at most this share of the members of the domain that looks it up. */
export const WORTHWHILE_SHARE = 0.6;

/** Computes nodes once per distinct value of what they read, if that saves more than the lookups cost. */
export function atLevels(graph: Graph, roots: readonly NodeId[], sketch: DataSketch): Placement {
  const severalSums = readBySeveralSums(graph, roots);
  const size = domainSize(graph, sketch);
  /** A demand whose values repeat has few levels, which then serve every loop. */
  const areLevels = (keys: readonly NodeId[]) =>
    keys.length === 1 && size(keys) <= WORTHWHILE_SHARE * sketch.rows;
  const columnsOfEach = knownColumns(graph);
  const keysOf = dataKeys(graph);
  const observedSums = new Set(
    reachable(graph, roots).flatMap((id) => {
      const node = graph.node(id);
      const isObserved = (node.op === 'sum' || node.op === 'sumByLevel') && node.rows.kind === 'observed';
      return isObserved ? [`${JSON.stringify(node.rows)} ${keysOf(node.inputs[0]!).join()}`] : [];
    }),
  );
  /** Whether another sum, over all rows in which the outcome is observed, has these keys. Then one loop serves both. */
  const isSummedWhereObserved = (rows: RowsOfOutcome, keys: readonly NodeId[]) =>
    observedSums.has(`${JSON.stringify(observedRows(rows))} ${keys.join()}`);
  const isCategory = (key: NodeId) => {
    const node = graph.node(key);
    return node.op === 'column' && node.isCategory === true;
  };
  // A node that reads an outcome is NaN in rows in which the outcome is missing, and 0 times NaN is not 0 in an adjoint.
  // So its levels are those of the rows in which the outcome is observed.
  const widest = (rows: DomainRows, keys: readonly NodeId[]): RowSet =>
    'outcome' in rows && keys.some((key) => columnsOfEach(key).includes(rows.outcome))
      ? observedRows(rows)
      : ALL;
  return {
    domainOf: domainAtLevels(graph, sketch, (id, keys, within) =>
      areLevels(keys) || severalSums.has(id) ? widest(within.rows, keys) : within.rows,
    ),
    sumDomain: (rows, keys, domains) => {
      const category = areLevels(keys) && keys.every(isCategory) ? categoryOf(graph, keys) : null;
      if (category !== null) return domains.intern({ kind: 'levels', category }, keys);
      if (rows.kind === 'outcome' && isSummedWhereObserved(rows, keys))
        return domains.intern(observedRows(rows), keys);
      return domains.intern(areLevels(keys) ? widest(rows, keys) : rows, keys);
    },
  };
}

/**
 * The placement for predictions, which sum nothing. All levels are those of all rows, so that each row finds its own. A
 * node that reads several demands gets levels only if its own operation is expensive: multiplying looked-up values costs
 * less than another domain.
 */
export function atLevelsOfAllRows(graph: Graph, sketch: DataSketch): Placement {
  const keysOf = dataKeys(graph);
  const domainOf = domainAtLevels(graph, sketch, () => ALL);
  return {
    domainOf: (id, within, domains) =>
      keysOf(id).length > 1 && !isExpensive(graph.node(id)) ? within.id : domainOf(id, within, domains),
    sumDomain: whereUsed.sumDomain,
  };
}

const ALL: RowSet = { kind: 'all' };

function domainAtLevels(
  graph: Graph,
  sketch: DataSketch,
  rowsOf: (id: NodeId, keys: readonly NodeId[], within: Domain) => DomainRows,
): Placement['domainOf'] {
  const keysOf = dataKeys(graph);
  const isMadeExpensively = expensiveNodes(graph);
  const size = domainSize(graph, sketch);
  return (id, within, domains) => {
    const keys = keysOf(id);
    if (sameKeys(keys, within.keys)) return within.id;
    // What a category's level determines is looked up once, however many latents of that level it is computed from.
    const category = categoryOf(graph, keys);
    if (category === null && !isMadeExpensively(id)) return within.id;
    if (size(keys) > WORTHWHILE_SHARE * size(within.keys)) return within.id;
    if (category !== null)
      return domains.intern({ kind: 'levels', category }, [graph.categoryColumn(category)]);
    return domains.intern(rowsOf(id, keys, within), keys);
  };
}

/** Whether a level node is expensive, or computed from an expensive one. */
function expensiveNodes(graph: Graph): (id: NodeId) => boolean {
  return bottomUp(graph, (id, isMadeExpensively): boolean => {
    const node = graph.node(id);
    return graph.kind(id) === 'level' && (isExpensive(node) || node.inputs.some(isMadeExpensively));
  });
}

/** How many members a domain with these keys has. */
export function domainSize(graph: Graph, sketch: DataSketch): (keys: readonly NodeId[]) => number {
  const known = new Map<string, number>();
  const columnsOfEach = knownColumns(graph);
  return (keys) => {
    const columns = [...new Set(keys.flatMap(columnsOfEach))].sort();
    const name = columns.join();
    const size = known.get(name) ?? sketch.distinct(columns);
    known.set(name, size);
    return size;
  };
}

function sameKeys(a: readonly NodeId[], b: readonly NodeId[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** The nodes that sums over different row sets read. Computed for all rows, each serves all of those sums. */
function readBySeveralSums(graph: Graph, roots: readonly NodeId[]): ReadonlySet<NodeId> {
  const firstReader = new Map<NodeId, string>();
  const several = new Set<NodeId>();
  for (const sum of reachable(graph, roots)) {
    const node = graph.node(sum);
    if (node.op !== 'sum' && node.op !== 'sumByLevel') continue;
    const rows = JSON.stringify(node.rows);
    for (const id of reachable(graph, node.inputs)) {
      if ((firstReader.get(id) ?? rows) !== rows) several.add(id);
      firstReader.set(id, rows);
    }
  }
  return several;
}
