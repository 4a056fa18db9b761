/** The index spaces of a staged graph: which rows each runs over, and which data nodes tell its members apart. */

import { formula, rowSetText } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type DomainRows, type NodeId, PROFILE, sameRows } from '../graph/node.ts';
import { bottomUp } from '../graph/traverse.ts';

/** The distinct tuples of `keys` among the rows of `rows`. */
export interface Domain {
  readonly id: DomainId;
  readonly rows: DomainRows;
  /** Data nodes of the expression graph, in increasing order. */
  readonly keys: readonly NodeId[];
}

/** Owns the list of domains, each of them once. */
export class Domains {
  readonly #domains: Domain[] = [];
  readonly #known = new Map<string, DomainId>();

  /** Every domain but the profile, in the order of their ids. */
  get all(): readonly Domain[] {
    return this.#domains;
  }

  get(id: DomainId): Domain {
    const domain = this.#domains[id - 1];
    if (id === PROFILE || domain === undefined) throw new RangeError(`no domain ${id}`);
    return domain;
  }

  intern(rows: DomainRows, keys: readonly NodeId[]): DomainId {
    const key = `${JSON.stringify(rows)}|${keys.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#domains.length + 1;
    this.#domains.push({ id, rows, keys });
    this.#known.set(key, id);
    return id;
  }
}

/** Whether a node is the row count of its own domain; the domain's members are sorted by it. */
export function isOwnCount(graph: Graph, id: NodeId, domains: readonly Domain[]): boolean {
  const node = graph.node(id);
  if (node.op !== 'count') return false;
  return sameRows(node.rows, domains[node.domain - 1]!.rows);
}

/** The outermost data nodes that a node reads. Rows that agree in all of them have the same value of the node. */
export function dataKeys(graph: Graph): (id: NodeId) => readonly NodeId[] {
  return bottomUp(graph, (id, keysOf): readonly NodeId[] => {
    const kind = graph.kind(id);
    if (kind === 'data') return [id];
    if (kind !== 'level') return [];
    const { op, inputs } = graph.node(id);
    // The rows that a sum by levels runs over are not those that read it.
    const read = op === 'sumByLevel' ? inputs.slice(1) : inputs;
    return withoutDetermined(graph, [...new Set(read.flatMap(keysOf))]);
  });
}

/** The category whose level alone determines these keys; null if other columns are involved, or none. */
export function categoryOf(graph: Graph, keys: readonly NodeId[]): string | null {
  const columns = [...new Set(keys.flatMap((key) => columnNodesOf(graph, key)))];
  const names = columns.map((column) => nameOfColumn(graph, column));
  const place = columns.findIndex((column, at) => {
    const node = graph.node(column);
    const isCategory = node.op === 'column' && node.isCategory === true;
    return isCategory && names.every((name, other) => other === at || graph.tells(names[at]!, name));
  });
  return place < 0 ? null : names[place]!;
}

/** The columns that a data node is computed from. */
export function columnsOf(graph: Graph, id: NodeId): readonly string[] {
  return columnNodesOf(graph, id).map((column) => nameOfColumn(graph, column));
}

function nameOfColumn(graph: Graph, id: NodeId): string {
  const node = graph.node(id);
  if (node.op !== 'column') throw new Error(`${node.op} is no column`);
  return node.name;
}

/** As `columnsOf`, remembered for each node. */
export function knownColumns(graph: Graph): (id: NodeId) => readonly string[] {
  const known = new Map<NodeId, readonly string[]>();
  return (id) => {
    const columns = known.get(id) ?? columnsOf(graph, id);
    known.set(id, columns);
    return columns;
  };
}

/** Remembered per graph: a graph only grows, and its nodes do not change. */
const columnNodes = new WeakMap<Graph, Map<NodeId, readonly NodeId[]>>();

function columnNodesOf(graph: Graph, id: NodeId): readonly NodeId[] {
  const known = columnNodes.get(graph) ?? new Map<NodeId, readonly NodeId[]>();
  columnNodes.set(graph, known);
  const cached = known.get(id);
  if (cached !== undefined) return cached;
  const columns = new Set<NodeId>();
  // Visits each node once: otherwise, in a chain of n nodes that each read the previous one twice, the first would be
  // visited 2ⁿ times.
  const seen = new Set<NodeId>();
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const node = graph.node(next);
    const below = known.get(next);
    if (below !== undefined) for (const column of below) columns.add(column);
    else if (node.op === 'column') columns.add(next);
    // A statistic by levels is determined by the level alone; the values that it summarises belong to other rows.
    else if (node.op === 'statistic' || node.op === 'sumByLevel')
      pending.push(...node.inputs.slice(1).toReversed());
    else if (node.op !== 'sum') pending.push(...node.inputs.toReversed());
  }
  const found = [...columns];
  known.set(id, found);
  return found;
}

/**
 * Drops redundant keys. Rows that agree in `x` agree in `1 - x` too, so a key that is computed only from columns that
 * are keys themselves, or that the level of a key tells, distinguishes nothing more.
 */
export function withoutDetermined(graph: Graph, keys: readonly NodeId[]): readonly NodeId[] {
  const columns = new Set(
    keys.flatMap((key) => (graph.node(key).op === 'column' ? columnsOf(graph, key) : [])),
  );
  const isDetermined = (column: string) => [...columns].some((other) => graph.tells(other, column));
  return keys
    .filter((key) =>
      graph.node(key).op === 'column'
        ? !isDetermined(nameOfColumn(graph, key))
        : !columnsOf(graph, key).every((column) => columns.has(column) || isDetermined(column)),
    )
    .sort((a, b) => a - b);
}

/** A domain in words: `Rows with read = 0, one for each value of blur_px, nonword`. */
export function describeDomain(graph: Graph, { rows, keys }: Domain): string {
  if (rows.kind === 'each') return 'Each distinct row';
  if (rows.kind === 'levels') return `Levels of ${rows.category}`;
  const set = rowSetText(rows);
  const values =
    keys.length === 0 ? '' : `, one for each value of ${keys.map((key) => formula(graph, key)).join(', ')}`;
  return `${set.slice(0, 1).toUpperCase()}${set.slice(1)}${values}`;
}
