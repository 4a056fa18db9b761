/** A hash-consed expression graph: equal expressions are one node, so sharing is found as the graph is built. */
import type { ArithmeticOp, DomainId, Kind, Node, NodeId, ProbabilityOp } from './node.ts';
import { PROFILE } from './node.ts';

type NodeShape = Node extends infer N
  ? N extends Node
    ? Omit<N, 'domain'> & { domain?: number }
    : never
  : never;

const READS_ROW = 1;
const READS_LATENT = 2;
const READS_DATA_SET = 4;

/** Owns the table of nodes; every other phase holds ids. Nodes are only ever added. */
export class Graph {
  readonly #nodes: Node[] = [];
  readonly #reads: number[] = [];
  readonly #known = new Map<string, NodeId>();
  readonly #names = new Map<NodeId, string>();

  get size(): number {
    return this.#nodes.length;
  }

  node(id: NodeId): Node {
    const node = this.#nodes[id];
    if (node === undefined) throw new RangeError(`no node ${id} in a graph of ${this.size}`);
    return node;
  }

  /** Adds a node, or finds the equal one that is there. The domain defaults to the profile. */
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

  /** An arithmetic node at a domain, folded and simplified where that is exact. */
  apply(op: ArithmeticOp, inputs: readonly NodeId[], domain = PROFILE): NodeId {
    return fold(this, op, inputs, domain) ?? this.intern({ op, inputs, domain });
  }

  /** A probability node. `not not p` is p. */
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

  /** Gives a node the author's name for it; the first name stays. */
  name(id: NodeId, name: string): void {
    if (!this.#names.has(id)) this.#names.set(id, name);
  }

  nameOf(id: NodeId): string | undefined {
    return this.#names.get(id);
  }

  kind(id: NodeId): Kind {
    const reads = this.#reads[id]!;
    if (reads & READS_LATENT) return reads & READS_ROW ? 'level' : 'profile';
    if (reads & READS_ROW) return 'data';
    return reads & READS_DATA_SET ? 'statistic' : 'constant';
  }

  /** Whether a node depends on data, whose zeros are exact where those of latents are none. */
  readsData(id: NodeId): boolean {
    return (this.#reads[id]! & (READS_ROW | READS_DATA_SET)) !== 0;
  }

  /** Whether there is a latent on which both nodes depend. */
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
        return READS_LATENT | inputs | (node.domain === PROFILE ? 0 : READS_ROW);
      case 'given':
        return node.inputs.length > 0 ? READS_ROW : READS_DATA_SET;
      case 'statistic':
        return node.inputs.length > 1 ? READS_ROW : READS_DATA_SET;
      case 'sum':
        return (inputs & ~READS_ROW) | READS_DATA_SET;
      case 'stored':
      case 'count':
        return node.domain === PROFILE ? READS_DATA_SET : READS_ROW;
      case 'reduce':
      case 'reduceLog':
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
  // JSON has no -0 or infinities, and they are different constants.
  return 'value' in payload ? `${key}${Object.is(payload.value, -0) ? '-0' : String(payload.value)}` : key;
}

/** What each op computes on numbers; `undefined` where the module's own arithmetic must do it (its last bits differ from JavaScript's). */
function evaluate(op: ArithmeticOp, [a, b, c]: readonly number[]): number | undefined {
  switch (op) {
    case 'negate':
      return -a!;
    case 'abs':
      return Math.abs(a!);
    case 'sqrt':
      return Math.sqrt(a!);
    case 'add':
      return a! + b!;
    case 'subtract':
      return a! - b!;
    case 'multiply':
      return a! * b!;
    case 'divide':
      return a! / b!;
    case 'min':
      return Math.min(a!, b!);
    case 'complement':
      return a;
    case 'whereNonNegative':
      return a! >= 0 ? b : c;
    case 'exp':
      return a === 0 ? 1 : undefined;
    case 'log':
      return a === 1 ? 0 : undefined;
    default:
      return undefined;
  }
}

/** The simpler node that an application equals, or undefined where it is its own simplest form. */
function fold(
  graph: Graph,
  op: ArithmeticOp,
  inputs: readonly NodeId[],
  domain: DomainId,
): NodeId | undefined {
  const values = inputs.map((input) => graph.constantValue(input));
  if (values.every((value) => value !== undefined)) {
    const value = evaluate(op, values);
    if (value !== undefined && Number.isFinite(value)) return graph.constant(value);
  }
  const [a, b] = inputs as [NodeId, NodeId];
  const [x, y] = values;
  const negated = (id: NodeId) => (graph.node(id).op === 'negate' ? graph.node(id).inputs[0] : undefined);
  switch (op) {
    case 'add': {
      if (x === 0) return b;
      if (y === 0) return a;
      const minusB = negated(b);
      if (minusB !== undefined) return graph.apply('subtract', [a, minusB], domain);
      const minusA = negated(a);
      if (minusA !== undefined) return graph.apply('subtract', [b, minusA], domain);
      return undefined;
    }
    case 'subtract': {
      if (y === 0) return a;
      if (x === 0) return graph.apply('negate', [b], domain);
      const minusB = negated(b);
      if (minusB !== undefined) return graph.apply('add', [a, minusB], domain);
      const minusA = negated(a);
      if (minusA !== undefined) return negate(graph, graph.apply('add', [minusA, b], domain), domain);
      return undefined;
    }
    case 'multiply': {
      if (x === 1) return b;
      if (y === 1) return a;
      if (x === -1) return graph.apply('negate', [b], domain);
      if (y === -1) return graph.apply('negate', [a], domain);
      const minusA = negated(a);
      const minusB = negated(b);
      if (minusA !== undefined && minusB !== undefined)
        return graph.apply('multiply', [minusA, minusB], domain);
      if (minusA !== undefined) return negate(graph, graph.apply('multiply', [minusA, b], domain), domain);
      if (minusB !== undefined) return negate(graph, graph.apply('multiply', [a, minusB], domain), domain);
      return undefined;
    }
    case 'divide': {
      if (y === 1) return a;
      const minusA = negated(a);
      return minusA === undefined
        ? undefined
        : negate(graph, graph.apply('divide', [minusA, b], domain), domain);
    }
    case 'negate': {
      const inner = graph.node(a);
      if (inner.op === 'negate') return inner.inputs[0];
      if (inner.op === 'subtract')
        return graph.apply('subtract', [inner.inputs[1]!, inner.inputs[0]!], domain);
      return undefined;
    }
    case 'complement': {
      // What no latent touches is never differentiated.
      const kind = graph.kind(a);
      return kind === 'profile' || kind === 'level' ? undefined : a;
    }
    case 'whereNonNegative':
      return x === undefined ? undefined : x >= 0 ? b : inputs[2];
    case 'power':
      if (y === 0) return graph.constant(1);
      if (y === 1) return a;
      return y === 2 ? graph.apply('multiply', [a, a], domain) : undefined;
    default:
      return undefined;
  }
}

function negate(graph: Graph, id: NodeId, domain: DomainId): NodeId {
  return graph.apply('negate', [id], domain);
}
