/** The index spaces of a staged graph: which rows each runs over, and which data nodes tell its members apart. */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE, type RowSet } from '../graph/node.ts';

/** The distinct tuples of `keys` among the rows of `rows`. */
export interface Domain {
  readonly id: DomainId;
  readonly rows: RowSet;
  /** Data nodes of the expression graph, in increasing order. */
  readonly keys: readonly NodeId[];
}

/** Owns the list of domains: equal ones are one. */
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

  intern(rows: RowSet, keys: readonly NodeId[]): DomainId {
    const key = `${JSON.stringify(rows)}|${keys.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#domains.length + 1;
    this.#domains.push({ id, rows, keys });
    this.#known.set(key, id);
    return id;
  }
}

/** The largest data nodes under a node: what a row must agree in for the node to have one value. */
export function dataKeys(graph: Graph): (id: NodeId) => readonly NodeId[] {
  const known = new Map<NodeId, readonly NodeId[]>();
  const keysOf = (id: NodeId): readonly NodeId[] => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const kind = graph.kind(id);
    let keys: readonly NodeId[] = [];
    if (kind === 'data') keys = [id];
    else if (kind === 'level') keys = [...new Set(graph.node(id).inputs.flatMap(keysOf))].sort((a, b) => a - b);
    known.set(id, keys);
    return keys;
  };
  return keysOf;
}
