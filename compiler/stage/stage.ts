/**
 * Decides when each node is computed: constants and data nodes once, when data is bound; profile nodes once a gradient;
 * level nodes once a gradient for each member of a domain.
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { isArithmetic } from '../rewrite/rewrite.ts';
import { type Domain, Domains, dataKeys } from './domain.ts';
import { type Placement, whereUsed } from './home.ts';

export interface Staged {
  /** The roots, as nodes of the profile. */
  readonly roots: readonly NodeId[];
  readonly domains: readonly Domain[];
}

/** Adds the staged form of the roots' nodes to the graph. */
export function stage(graph: Graph, roots: readonly NodeId[], placement: Placement = whereUsed): Staged {
  const domains = new Domains();
  const keysOf = dataKeys(graph);
  const staged = new Map<string, NodeId>();

  const at = (id: NodeId, domain: DomainId): NodeId => {
    const kind = graph.kind(id);
    if (graph.node(id).op === 'constant') return id;
    // What latents do not touch is computed once, when data is bound.
    if (kind === 'constant' || kind === 'statistic') return named(id, store(id, PROFILE));
    if (kind === 'data') return named(id, store(id, domain));
    const place = kind === 'profile' ? PROFILE : placement.home(id, domains.get(domain), domains);
    const key = `${id}@${place}`;
    const known = staged.get(key);
    if (known !== undefined) return known;
    const next = named(id, stageNode(id, place));
    staged.set(key, next);
    return next;
  };

  const store = (expression: NodeId, domain: DomainId) =>
    graph.intern({ op: 'stored', expression, inputs: [], domain });

  const named = (from: NodeId, to: NodeId) => {
    const name = graph.nameOf(from);
    if (name !== undefined) graph.name(to, name);
    return to;
  };

  const stageNode = (id: NodeId, place: DomainId): NodeId => {
    const node = graph.node(id);
    if (node.op === 'sum') {
      const from = placement.sumDomain(node.rows, keysOf(node.inputs[0]!), domains);
      const count = graph.intern({ op: 'count', rows: node.rows, inputs: [], domain: from });
      // In a domain shared with other rows, some members have no row of this set.
      const shared = domains.get(from).rows.kind !== node.rows.kind;
      const weighted = graph.apply(shared ? 'weigh' : 'multiply', [count, at(node.inputs[0]!, from)], from);
      return graph.intern({ op: 'reduce', from, inputs: [weighted], domain: PROFILE });
    }
    if (isArithmetic(node)) {
      return graph.apply(
        node.op,
        node.inputs.map((input) => at(input, place)),
        place,
      );
    }
    return id;
  };

  return { roots: roots.map((root) => at(root, PROFILE)), domains: domains.all };
}
