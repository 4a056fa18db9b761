/** A series of rewrites, and what became of each root on the way. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { type Rewrite, rewriteGraph } from './rewrite.ts';

/** How often a rewrite changed something, for the printed plan. */
export interface RewriteCount {
  readonly name: string;
  readonly fired: number;
}

/** Follows a set of roots through rewrites and phases. */
export class Rewriting {
  readonly #graph: Graph;
  readonly #first: readonly NodeId[];
  readonly #counts: RewriteCount[];
  #current: readonly NodeId[];

  /** `counts` collects what fires, over several series where they share it. */
  constructor(graph: Graph, roots: readonly (NodeId | null)[], counts: RewriteCount[] = []) {
    this.#graph = graph;
    this.#first = [...new Set(roots.filter((root) => root !== null))];
    this.#current = this.#first;
    this.#counts = counts;
  }

  /** The roots as they are now. */
  get current(): readonly NodeId[] {
    return this.#current;
  }

  /** What a root has become. Throws a RangeError for a node that was no root. */
  of(root: NodeId): NodeId;
  of(root: NodeId | null): NodeId | null;
  of(root: NodeId | null): NodeId | null {
    if (root === null) return null;
    const index = this.#first.indexOf(root);
    if (index < 0) throw new RangeError(`node ${root} is not one of the roots`);
    return this.#current[index]!;
  }

  apply(rewrite: Rewrite): void {
    const { roots, fired } = rewriteGraph(this.#graph, this.#current, rewrite);
    this.follow(roots, { name: rewrite.name, fired });
  }

  /** Takes the roots to where something other than a node-by-node rewrite took them. */
  follow(roots: readonly NodeId[], count?: RewriteCount): void {
    if (roots.length !== this.#first.length) throw new RangeError('the number of roots must stay the same');
    if (count !== undefined) this.#counts.push(count);
    this.#current = roots;
  }
}
