/** A program on its way through the passes: expressions of one graph, each traced back to its original output. */
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId } from '../graph/node.ts';
import type { LevelDomains } from '../rewrite/separate-levels.ts';
import { type Domain, isOwnCount } from '../stage/domain.ts';
import { type MemberOrder, memberOrders } from '../stage/member-order.ts';
import { domainSize, MANY_MEMBERS } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import type { Staged } from '../stage/stage.ts';

/**
 * The programs of a module: the log density with its gradient, the same with separated exponentials (used at most
 * points), the prior alone, and the predictions.
 */
export type ProgramName = 'density' | 'separated' | 'prior' | 'prediction';

/** An output of a program, with the label under which it is printed. */
export interface LabelledOutput {
  readonly label: string;
  readonly node: NodeId;
}

/** Nodes of a program in the order of computation. */
export interface Ordered {
  readonly title: string;
  /** The code of a domain, or of the profile: what it computes, and which sums it accumulates. */
  readonly steps: readonly {
    readonly domain: DomainId;
    readonly nodes: readonly NodeId[];
    readonly reductions: readonly NodeId[];
  }[];
}

/** A program as a pass left it. */
export interface Snapshot {
  readonly pass: string;
  readonly program: ProgramName;
  /** The number of nodes that the pass changed; null for a phase, which changes all. */
  readonly fired: number | null;
  readonly outputs: readonly LabelledOutput[];
  /** The domains at which nodes are placed; empty before staging. */
  readonly domains: readonly Domain[];
  /** Empty before scheduling. */
  readonly ordered: readonly Ordered[];
}

/** What is known once nodes have domains. */
export interface PlacedDomains extends LevelDomains {
  /** Whether a node is the row count of its own domain. */
  isOwnCount(id: NodeId): boolean;
  readonly orders: ReadonlyMap<DomainId, MemberOrder>;
}

/** What all programs of a graph share. */
export interface Compilation {
  readonly graph: Graph;
  readonly sketch: DataSketch;
  /** Snapshots after each pass, in the order in which they ran. */
  readonly trace: Snapshot[];
}

/** Separated exponentials, between the pass that makes them and the pass that shares their divisions. */
export interface SeparatedExponentials {
  /** For each, the largest |exponent| of either factor, as profile nodes. */
  readonly ranges: readonly NodeId[];
  readonly reciprocals: readonly NodeId[];
}

/** The state of a program between passes. */
export interface State {
  /** The current expressions, without duplicates. */
  readonly current: readonly NodeId[];
  /** How many passes of the list it has gone through. */
  readonly position: number;
  /** Null before staging. */
  readonly placed: PlacedDomains | null;
  /** The logistics that are represented by odds. */
  readonly inOdds: ReadonlySet<NodeId>;
  readonly exponentials: SeparatedExponentials | null;
  /** False once a required pass has fired nowhere. */
  readonly isWanted: boolean;
}

const BEGINNING: Omit<State, 'current'> = {
  position: 0,
  placed: null,
  inOdds: new Set(),
  exponentials: null,
  isWanted: true,
};

/** A program between two passes. It is immutable: a pass makes the next one. */
export class Program implements State {
  readonly name: ProgramName;
  readonly compilation: Compilation;
  readonly current: readonly NodeId[];
  readonly position: number;
  readonly placed: PlacedDomains | null;
  readonly inOdds: ReadonlySet<NodeId>;
  readonly exponentials: SeparatedExponentials | null;
  readonly isWanted: boolean;
  readonly #outputs: readonly LabelledOutput[];
  readonly #first: readonly NodeId[];

  private constructor(
    name: ProgramName,
    compilation: Compilation,
    outputs: readonly LabelledOutput[],
    first: readonly NodeId[],
    state: State,
  ) {
    this.name = name;
    this.compilation = compilation;
    this.#outputs = outputs;
    this.#first = first;
    this.current = state.current;
    this.position = state.position;
    this.placed = state.placed;
    this.inOdds = state.inOdds;
    this.exponentials = state.exponentials;
    this.isWanted = state.isWanted;
  }

  /** A program before the first pass, or in the given state. */
  static of(
    name: ProgramName,
    compilation: Compilation,
    labelled: readonly (readonly [label: string, node: NodeId | null])[],
    state: Partial<Omit<State, 'current'>> = {},
  ): Program {
    const outputs = labelled.flatMap(([label, node]) => (node === null ? [] : [{ label, node }]));
    const first = [...new Set(outputs.map(({ node }) => node))];
    return new Program(name, compilation, outputs, first, { ...BEGINNING, ...state, current: first });
  }

  get graph(): Graph {
    return this.compilation.graph;
  }

  /** The current node of an original output. @throws RangeError for a node that was not an output */
  of(output: NodeId): NodeId;
  of(output: NodeId | null): NodeId | null;
  of(output: NodeId | null): NodeId | null {
    if (output === null) return null;
    const index = this.#first.indexOf(output);
    if (index < 0) throw new RangeError(`node ${output} is no output of the program`);
    return this.current[index]!;
  }

  /** The program after a change. @throws RangeError if the number of expressions changes */
  with(change: Partial<State>): Program {
    const state = { ...(this as State), ...change };
    if (state.current.length !== this.#first.length)
      throw new RangeError('a pass must keep the number of outputs');
    return new Program(this.name, this.compilation, this.#outputs, this.#first, state);
  }

  /** Records the program in the trace, as the result of a pass. */
  record(pass: string, fired: number | null = null, ordered: readonly Ordered[] = []): void {
    this.compilation.trace.push({
      pass,
      program: this.name,
      fired,
      outputs: this.#outputs.map(({ label, node }) => ({ label, node: this.of(node) })),
      domains: [...(this.placed?.domains ?? [])],
      ordered,
    });
  }
}

/** What is known of the nodes after staging. */
export function placedDomains(
  { graph, sketch }: Pick<Compilation, 'graph' | 'sketch'>,
  { domains, within, roots }: Staged,
): PlacedDomains {
  const size = domainSize(graph, sketch);
  return {
    domains,
    size,
    isLarge: (domain) => size(domains[domain - 1]!.keys) >= MANY_MEMBERS,
    within,
    isOwnCount: (id) => isOwnCount(graph, id, domains),
    orders: memberOrders(graph, roots, domains, sketch),
  };
}
