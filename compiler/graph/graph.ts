/**
 * A hash-consed expression graph: equal expressions are one node, so common subexpressions are found during
 * construction.
 */
import type { ArithmeticOp, DomainId, Kind, Node, NodeId, ProbabilityOp } from './node.ts';
import { PROFILE } from './node.ts';
import type { Arity, Tuples } from './operations/operation.ts';
import { operation } from './operations/operations.ts';

type NodeShape = Node extends infer N
  ? N extends Node
    ? Omit<N, 'domain'> & { domain?: number }
    : never
  : never;

interface Name {
  readonly of: string;
  readonly part: string;
}

const READS_ROW = 1;
const READS_LATENT = 2;
const READS_DATA_SET = 4;

/** Owns the table of nodes; other phases hold ids. Nodes are added and never removed or changed. */
export class Graph {
  readonly #nodes: Node[] = [];
  readonly #reads: number[] = [];
  readonly #known = new Map<string, NodeId>();
  readonly #names = new Map<NodeId, Name>();
  readonly #facts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #columns: ReadonlyMap<string, readonly string[]>;
  readonly #leading: ReadonlyMap<string, string>;

  /**
   * @param facts by category the other columns that are the same in all rows of one level
   * @param columns the columns of categories that have several
   * @param leading for each category of pairs that of the first level of a pair
   */
  constructor(
    facts: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
    columns: ReadonlyMap<string, readonly string[]> = new Map(),
    leading: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#facts = facts;
    this.#columns = columns;
    this.#leading = leading;
  }

  /** The category of the first level of pairs, by which they are ordered; null for levels that are no pairs. */
  leadingCategory(category: string): string | null {
    return this.#leading.get(category) ?? null;
  }

  /** The columns that hold levels of a category, of which a column's own name may stand for the category's. */
  columnsOfCategory(name: string): readonly string[] {
    return this.#columns.get(this.categoryOfColumn(name)) ?? [name];
  }

  /** A column that holds levels of a category: itself for a column. */
  someColumn(name: string): string {
    const columns = this.columnsOfCategory(name);
    return columns.includes(name) ? name : columns[0]!;
  }

  /** The category whose levels a column holds: that of its own name, or one of several columns. */
  categoryOfColumn(name: string): string {
    for (const [category, columns] of this.#columns) if (columns.includes(name)) return category;
    return name;
  }

  /** Whether the level of a category tells the value of a column, and is not that column itself. */
  tells(category: string, column: string): boolean {
    return this.#facts.get(category)?.has(column) ?? false;
  }

  get size(): number {
    return this.#nodes.length;
  }

  node(id: NodeId): Node {
    const node = this.#nodes[id];
    if (node === undefined) throw new RangeError(`no node ${id} in a graph of ${this.size}`);
    return node;
  }

  /** Adds a node, or returns the equal node that exists. The domain defaults to the profile. */
  intern(shape: NodeShape): NodeId {
    const node = { domain: PROFILE, ...shape } as Node;
    const key = keyOf(node);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#nodes.length;
    this.#nodes.push(node);
    this.#reads.push(this.#readsOf(node));
    this.#known.set(key, id);
    return id;
  }

  constant(value: number): NodeId {
    return this.intern({ op: 'constant', value, inputs: [] });
  }

  /** The column of a category: the index of the row's level, from 0. */
  categoryColumn(name: string): NodeId {
    return this.intern({ op: 'column', name, isCategory: true, inputs: [] });
  }

  /**
   * An operation at a domain, folded and simplified where that is exact.
   *
   * @throws RangeError if the number of inputs is wrong
   */
  apply(op: ArithmeticOp, inputs: readonly NodeId[], domain = PROFILE): NodeId {
    return fold(this, op, inputs, domain) ?? this.intern({ op, inputs, domain });
  }

  /** A probability node. `not not p` simplifies to p. */
  probability(op: ProbabilityOp, inputs: readonly NodeId[]): NodeId {
    const first = inputs[0];
    if (op === 'pNot' && first !== undefined && this.node(first).op === 'pNot')
      return this.node(first).inputs[0]!;
    return this.intern({ op, inputs });
  }

  /** The value of a constant node, else undefined. */
  constantValue(id: NodeId): number | undefined {
    const node = this.node(id);
    return node.op === 'constant' ? node.value : undefined;
  }

  /**
   * Names a node after the author's name `of`, or as a part of what has that name: the `Margin` of `memoryP` is
   * `memoryPMargin`. A node keeps the first name it is given.
   */
  name(id: NodeId, of: string, part = ''): void {
    if (!this.#names.has(id)) this.#names.set(id, { of, part });
  }

  /** Gives a node the name of another, if that has one. */
  nameLike(id: NodeId, other: NodeId): void {
    const name = this.#names.get(other);
    if (name !== undefined) this.name(id, name.of, name.part);
  }

  nameOf(id: NodeId): string | undefined {
    const name = this.#names.get(id);
    return name === undefined ? undefined : name.of + name.part;
  }

  /** The author's name in a node's name: `memoryP` for the `Margin` of `memoryP`. */
  wholeOf(id: NodeId): string | undefined {
    return this.#names.get(id)?.of;
  }

  kind(id: NodeId): Kind {
    const reads = this.#reads[id]!;
    if (reads & READS_LATENT) return reads & READS_ROW ? 'level' : 'profile';
    if (reads & READS_ROW) return 'data';
    return reads & READS_DATA_SET ? 'statistic' : 'constant';
  }

  /** Whether a node depends on data. Data may be exactly 0; a latent is assumed never to be. */
  readsData(id: NodeId): boolean {
    return (this.#reads[id]! & (READS_ROW | READS_DATA_SET)) !== 0;
  }

  /** Whether the two nodes depend on a common latent. */
  shareLatents(a: NodeId, b: NodeId): boolean {
    const ofA = this.#latentsOf(a);
    for (const name of this.#latentsOf(b)) if (ofA.has(name)) return true;
    return false;
  }

  #latentsOf(id: NodeId): ReadonlySet<string> {
    const found = new Set<string>();
    const seen = new Set([id]);
    for (const left = [id]; left.length > 0; ) {
      const node = this.node(left.pop()!);
      if (node.op === 'latent' || node.op === 'latentComplement') found.add(node.name);
      for (const input of node.inputs) {
        if (!seen.has(input)) left.push(input);
        seen.add(input);
      }
    }
    return found;
  }

  #readsOf(node: Node): number {
    const inputs = node.inputs.reduce((reads, input) => reads | this.#reads[input]!, 0);
    switch (node.op) {
      case 'column':
        return READS_ROW;
      case 'latent':
      case 'latentComplement':
      case 'unconstrained':
      case 'cotangent':
      case 'centring':
        return READS_LATENT | inputs | (node.domain === PROFILE ? 0 : READS_ROW);
      case 'given':
        return node.inputs.length > 0 ? READS_ROW : READS_DATA_SET;
      case 'statistic':
        return node.inputs.length > 1 ? READS_ROW : READS_DATA_SET;
      case 'sum':
        return (inputs & ~READS_ROW) | READS_DATA_SET;
      // Computed with the latents in every case: what data alone determine is stored at rows, and not at levels.
      case 'sumByLevel':
        return inputs | READS_ROW | READS_LATENT;
      case 'stored':
      case 'count':
        return node.domain === PROFILE ? READS_DATA_SET : READS_ROW;
      case 'reduce':
      case 'reduceLog':
      case 'reduceMax':
        return node.domain === PROFILE ? (inputs & ~READS_ROW) | READS_DATA_SET : inputs | READS_ROW;
      default:
        return inputs;
    }
  }
}

function keyOf(node: Node): string {
  const { inputs, op, domain, ...payload } = node;
  return `${op}@${domain}(${inputs.join()})${payloadKey(payload)}`;
}

function payloadKey(payload: object): string {
  const key = JSON.stringify(payload);
  // JSON has no -0 or infinities, but they are different constants.
  return 'value' in payload ? `${key}${Object.is(payload.value, -0) ? '-0' : String(payload.value)}` : key;
}

/** The simpler node that an application equals; undefined if there is none. */
function fold(
  graph: Graph,
  op: ArithmeticOp,
  nodes: readonly NodeId[],
  domain: DomainId,
): NodeId | undefined {
  const { arity, evaluate, simplify } = operation(op);
  if (nodes.length !== arity) throw new RangeError(`${op} has ${arity} inputs, not ${nodes.length}`);
  const inputs = nodes as Tuples<NodeId>[Arity];
  const known: readonly (number | undefined)[] = nodes.map((node) => graph.constantValue(node));
  const values = known as Tuples<number | undefined>[Arity];
  if (evaluate !== undefined && known.every((value) => value !== undefined)) {
    const value = evaluate(...(values as Tuples<number>[Arity]));
    if (value !== undefined && Number.isFinite(value)) return graph.constant(value);
  }
  return simplify?.({
    graph,
    inputs,
    values,
    apply: (name, ...parts) => graph.apply(name, parts, domain),
    negated: (id) => (graph.node(id).op === 'negate' ? graph.node(id).inputs[0] : undefined),
  });
}
