/**
 * Decides when each node is computed: constants and data nodes once, when data is bound; profile nodes once per gradient;
 * level nodes once per gradient and member of a domain.
 */
import type { Graph } from '../graph/graph.ts';
import {
  type DomainId,
  isLatent,
  type Kind,
  type Node,
  type NodeId,
  PROFILE,
  readsNeighbours,
  sameRows,
} from '../graph/node.ts';
import { bottomUp, isArithmetic, reachable } from '../graph/traverse.ts';
import { categoryOf, type Domain, Domains, dataKeys, withoutDetermined } from './domain.ts';
import { type Placement, whereUsed } from './placement.ts';

export interface Staged {
  /** The roots, as nodes of the profile. */
  readonly roots: readonly NodeId[];
  /** Every domain, including those that `within` adds later. */
  readonly domains: readonly Domain[];
  /** The domain of a category's levels. */
  levelsOf(category: string): DomainId;
  /** The domain of the distinct values of some data nodes among the rows of another. */
  within(domain: Domain, keys: readonly NodeId[]): DomainId;
  /** The domain of the distinct rows; null if all roots are on the profile or on levels. */
  readonly eachRow: DomainId | null;
}

/**
 * Adds the staged form of the roots' nodes to the graph: on the profile, or on a category's levels if a root has one
 * value per level. If `rowKeys` are given (the data nodes that distinguish all distinct rows), a root may differ from
 * row to row, and is staged at each row.
 */
export function stage(
  graph: Graph,
  roots: readonly NodeId[],
  placement: Placement = whereUsed,
  rowKeys: readonly NodeId[] | null = null,
): Staged {
  const domains = new Domains();
  const keysOf = dataKeys(graph);
  const isAlwaysFinite = finiteNodes(graph, roots);
  const staged = new Map<string, NodeId>();

  const keyOf = (id: NodeId, place: DomainId) => `${id}@${place}`;
  /** The staged form of a node if it is known without staging its inputs first; otherwise null. */
  const known = (id: NodeId, domain: DomainId): NodeId | null => {
    const kind = graph.kind(id);
    if (graph.node(id).op === 'constant') return id;
    // Nodes that read no latent are computed once, when data is bound.
    if (kind === 'constant' || kind === 'statistic') return named(id, store(id, PROFILE));
    if (kind === 'data') return named(id, store(id, domain));
    return staged.get(keyOf(id, domainFor(id, kind, domain))) ?? null;
  };

  /** Uses a list of pending nodes instead of recursion, since a chain of `let`s may be deeper than the call stack. */
  const at = (root: NodeId, within: DomainId): NodeId => {
    const waiting: { readonly id: NodeId; readonly domain: DomainId }[] = [{ id: root, domain: within }];
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const { id, domain } = last;
      if (known(id, domain) !== null) {
        waiting.pop();
        continue;
      }
      const place = domainFor(id, graph.kind(id), domain);
      const from = inputDomain(id, place);
      const missing = isLatent(graph.node(id).op)
        ? undefined
        : graph.node(id).inputs.find((input) => known(input, from) === null);
      if (missing === undefined) staged.set(keyOf(id, place), named(id, stageNode(id, place, from)));
      else waiting.push({ id: missing, domain: from });
    }
    return known(root, within)!;
  };

  const levelsOf = (category: string) =>
    domains.intern({ kind: 'levels', category }, [graph.categoryColumn(category)]);

  const domainFor = (id: NodeId, kind: Kind, within: DomainId): DomainId => {
    if (kind === 'profile') return PROFILE;
    // The values of an indexed latent are at the domain of its levels.
    const { op } = graph.node(id);
    const category =
      isLatent(op) || readsNeighbours(op) || op === 'sumByLevel' ? categoryOf(graph, keysOf(id)) : null;
    return category === null ? placement.domainOf(id, domains.get(within), domains) : levelsOf(category);
  };

  const store = (expression: NodeId, domain: DomainId) =>
    graph.intern({ op: 'stored', expression, inputs: [], domain });

  const named = (from: NodeId, to: NodeId) => {
    graph.nameLike(to, from);
    return to;
  };

  /** The domain at which a node computed at `place` reads its inputs. */
  const inputDomain = (id: NodeId, place: DomainId): DomainId => {
    const node = graph.node(id);
    if (node.op === 'sumByLevel') {
      const keys = withoutDetermined(graph, [...new Set(node.inputs.flatMap(keysOf))]);
      return placement.sumDomain(node.rows, keys, domains);
    }
    if (node.op !== 'sum') return place;
    return node.rows.kind === 'levels'
      ? levelsOf(node.rows.category)
      : placement.sumDomain(node.rows, keysOf(node.inputs[0]!), domains);
  };

  /** The staged form of a node at `place`, given inputs that are staged at `from`. */
  const stageNode = (id: NodeId, place: DomainId, from: DomainId): NodeId => {
    const node = graph.node(id);
    const inputs = () => node.inputs.map((input) => withoutPadding(known(input, from)!, from));
    if (node.op === 'sum' || node.op === 'sumByLevel') {
      const count = graph.intern({ op: 'count', rows: node.rows, inputs: [], domain: from });
      // In a domain that is shared with other row sets, some members have no row of this set. Neither has the padding that completes
      // the last pair; an infinite term there matters only where a level's sum may be infinite too, as of rows that are impossible in one
      // of its classes.
      const hasEmpty = node.op === 'sumByLevel' || !sameRows(domains.get(from).rows, node.rows);
      const mayBeInfinite = hasEmpty && !isAlwaysFinite(node.inputs[0]!);
      const term = withoutPadding(known(node.inputs[0]!, from)!, from);
      const weighted = graph.apply(mayBeInfinite ? 'timesOrZero' : 'multiply', [count, term], from);
      if (from === place) return weighted;
      const domain = node.op === 'sum' ? PROFILE : place;
      return graph.intern({ op: 'reduce', from, inputs: [weighted], domain });
    }
    if (isArithmetic(node)) return graph.apply(node.op, inputs(), place);
    if (readsNeighbours(node.op)) return graph.intern({ ...node, inputs: inputs(), domain: place });
    return isLatent(node.op) ? stageLatent(node, place) : id;
  };

  /**
   * A value that the levels of one category read of another's. It is counted 1 for each level, and 0 for the padding that
   * completes the last pair, from which the adjoint would come too.
   */
  const withoutPadding = (id: NodeId, place: DomainId): NodeId => {
    const { domain } = graph.node(id);
    const rows = place === PROFILE || domain === PROFILE || domain === place ? null : domains.get(place).rows;
    if (rows?.kind !== 'levels' || graph.kind(id) !== 'level') return id;
    const count = graph.intern({ op: 'count', rows, inputs: [], domain: place });
    return graph.apply('ofMember', [count, id], place);
  };

  /**
   * A latent at the levels of its category. What is read by one of several columns is a copy, at that column's own domain, in which rows
   * find the level that the column names.
   */
  const stageLatent = (node: Node, place: DomainId): NodeId => {
    const column = node.inputs[0];
    const named = column === undefined ? undefined : graph.node(column);
    const category = named?.op === 'column' ? graph.categoryOfColumn(named.name) : null;
    const own = category === null || place === PROFILE ? place : levelsOf(category);
    const leaf = graph.intern({ ...node, inputs: [], domain: own });
    if (own === place || named?.op !== 'column') return leaf;
    return withoutPadding(leaf, place);
  };

  const eachRow = rowKeys === null ? null : domains.intern({ kind: 'each' }, rowKeys);
  const placeOfRoot = (root: NodeId): DomainId => {
    if (eachRow !== null) return eachRow;
    const category = categoryOf(graph, keysOf(root));
    return category === null ? PROFILE : levelsOf(category);
  };
  return {
    roots: roots.map((root) => at(root, placeOfRoot(root))),
    domains: domains.all,
    levelsOf,
    within: ({ rows }, keys) => domains.intern(rows, keys),
    eachRow,
  };
}

/**
 * Whether a node is finite in every row of any table: it is made of latents, demands and constants by sums and products.
 * Outcomes, by which sums are divided, may be missing.
 */
function finiteNodes(graph: Graph, roots: readonly NodeId[]): (id: NodeId) => boolean {
  const outcomes = new Set(
    reachable(graph, roots).flatMap((id) => {
      const node = graph.node(id);
      return (node.op === 'sum' || node.op === 'sumByLevel') && 'outcome' in node.rows
        ? [node.rows.outcome]
        : [];
    }),
  );
  return bottomUp(graph, (id, isAlwaysFinite): boolean => {
    const node = graph.node(id);
    if (node.op === 'column') return !outcomes.has(node.name);
    if (['add', 'subtract', 'negate', 'multiply'].includes(node.op)) return node.inputs.every(isAlwaysFinite);
    return node.op === 'latent' || node.op === 'constant';
  });
}
