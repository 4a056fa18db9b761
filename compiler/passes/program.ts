/** A program on its way through the passes: expressions of one graph, each followed from what it was in the beginning. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { LevelDomains } from '../rewrite/separate-levels.ts';
import type { Domain } from '../stage/domain.ts';
import type { DataSketch } from '../stage/sketch.ts';

/**
 * What a module computes: its log density with the gradient, the same with separated exponentials for most points, the prior alone, and
 * what it predicts.
 */
export type ProgramName = 'density' | 'separated' | 'prior' | 'prediction';

/** One expression of a program, under the name by which it is printed. */
export interface Output {
  readonly label: string;
  readonly node: NodeId;
}

/** A program as one pass left it. */
export interface Snapshot {
  readonly pass: string;
  readonly program: ProgramName;
  /** At how many nodes the pass changed something; null of a phase, which changes all. */
  readonly fired: number | null;
  readonly outputs: readonly Output[];
  /** The domains that the nodes are placed at; none before they are placed. */
  readonly domains: readonly Domain[];
}

/** What is known once nodes are placed. */
export interface Placed extends LevelDomains {
  /** Whether a node is the count of rows of its own domain. */
  isOwnCount(id: NodeId): boolean;
}

/** What all programs of a graph share. */
export interface Compilation {
  readonly graph: Graph;
  readonly sketch: DataSketch;
  /** Collects a snapshot after each pass, in the order in which they ran. */
  readonly trace: Snapshot[];
}

/** Separated exponentials, between the pass that makes them and the one that shares their divisions. */
export interface SeparatedExponentials {
  /** For each, the largest |exponent| that either factor takes: profile nodes. */
  readonly ranges: readonly NodeId[];
  readonly reciprocals: readonly NodeId[];
}

/** Guards which node each output has become, and how far the program has come in the list of passes. */
export class Program {
  readonly name: ProgramName;
  readonly compilation: Compilation;
  /** How many passes of the list it has come past. */
  position: number;
  placed: Placed | null = null;
  /** The logistics that are carried as odds. */
  inOdds: ReadonlySet<NodeId> = new Set();
  exponentials: SeparatedExponentials | null = null;
  readonly #outputs: readonly Output[];
  readonly #first: readonly NodeId[];
  #current: readonly NodeId[];

  /** @param position how many passes are behind the outputs */
  constructor(
    name: ProgramName,
    compilation: Compilation,
    outputs: readonly (readonly [label: string, node: NodeId | null])[],
    position = 0,
  ) {
    this.name = name;
    this.compilation = compilation;
    this.position = position;
    this.#outputs = outputs.flatMap(([label, node]) => (node === null ? [] : [{ label, node }]));
    this.#first = [...new Set(this.#outputs.map(({ node }) => node))];
    this.#current = this.#first;
  }

  get graph(): Graph {
    return this.compilation.graph;
  }

  /** The expressions as they are now, each once. */
  get current(): readonly NodeId[] {
    return this.#current;
  }

  /** What an output has become. @throws RangeError for a node that was no output */
  of(output: NodeId): NodeId;
  of(output: NodeId | null): NodeId | null;
  of(output: NodeId | null): NodeId | null {
    if (output === null) return null;
    const index = this.#first.indexOf(output);
    if (index < 0) throw new RangeError(`node ${output} is no output of the program`);
    return this.#current[index]!;
  }

  /** Takes the expressions to what a pass made of them, in the order of `current`. */
  follow(nodes: readonly NodeId[]): void {
    if (nodes.length !== this.#first.length) throw new RangeError('a pass must keep the number of outputs');
    this.#current = nodes;
  }

  /** Keeps the program as it is now, as what the pass left. */
  record(pass: string, fired: number | null): void {
    this.compilation.trace.push({
      pass,
      program: this.name,
      fired,
      outputs: this.#outputs.map(({ label, node }) => ({ label, node: this.of(node) })),
      domains: [...(this.placed?.domains ?? [])],
    });
  }
}
