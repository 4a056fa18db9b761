/**
 * A domain in the generated code: a namespace with its size, the arrays of its values, and the functions that find its
 * members and loop over them.
 */
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId } from '../graph/node.ts';
import { categoryOf, type Domain, describeDomain } from '../stage/domain.ts';
import { capitalised, columnsName, hintOf, type Identifiers, rowsWord } from './names.ts';
import { Namespace } from './namespace.ts';

/** Variables that a domain has only if its code reads them. */
const OPTIONAL = {
  /** Pointer to each row's member, during binding, if another domain looks it up. */
  memberOfRow: 'usize',
  /**
   * Pointer to the members of other domains that each pair of members belongs to: both numbers for the first of
   * `lookups`, both for the next.
   */
  index: 'usize',
  /** Bytes of such a number: the narrowest integer type that suffices. */
  indexWidth: 'i32',
  /** Whether every pair of members of two other domains has a cell; decided by the bound data. */
  isGrid: 'bool',
  /** Pointer to the ends of the runs of members with equal counts, for loops that go run by run. */
  runEnds: 'usize',
  /** Pointer to the member of another domain that all members of a run belong to, as the offset of its values. */
  runGroups: 'usize',
  /** Where the members of the shard begin and end that loops run over, in bytes of one f64 per member. */
  begin: 'usize',
  end: 'usize',
  /** The same of the rows of cells of the shard, in bytes of one f64 per row. */
  beginRow: 'usize',
  endRow: 'usize',
  /** The offset of the first run of the shard, in bytes; and pointer to that of each shard. */
  firstRun: 'usize',
  shardRuns: 'usize',
} as const;

export class DomainCode {
  readonly namespace: Namespace;
  /** A description of its members, for comments. */
  readonly description: string;
  /** The other domains from which its loops look up values. */
  readonly lookups: readonly DomainId[];
  /** The number of members. */
  readonly members: string;
  /** Bytes of one f64 per member, padded to whole pairs. */
  readonly bytes: string;
  /** Pointer to the first row of each member, during binding. */
  readonly firstRows: string;
  /** The functions that find the members, that allocate room for stored values, and that choose a shard. */
  readonly find: string;
  readonly makeRoom: string;
  readonly enterShard: string;
  /** Pointers to one f64 per member, by node: stored data, counts, and values that one loop stores for another. */
  readonly arrays = new Map<NodeId, string>();
  /** Pointers to one f64 per cell, by node, if every pair of members of two other domains has a cell. */
  readonly places = new Map<NodeId, string>();
  /** The count whose runs `runEnds` holds; null while no loop needs them. */
  runsOf: NodeId | null = null;
  readonly #graph: Graph;
  readonly #optional = new Map<keyof typeof OPTIONAL, string>();
  readonly #declared = new Set<keyof typeof OPTIONAL>();

  constructor(
    graph: Graph,
    file: Identifiers,
    { title, description, lookups }: { title: string; description: string; lookups: readonly DomainId[] },
  ) {
    this.#graph = graph;
    this.description = description;
    this.lookups = lookups;
    this.namespace = new Namespace(file, title, description);
    this.members = this.namespace.declare('members', 'i32');
    this.bytes = this.namespace.declare('bytes', 'usize');
    this.firstRows = this.namespace.declare('firstRows', 'usize');
    this.find = this.namespace.claim('find');
    this.makeRoom = this.namespace.claim('makeRoom');
    this.enterShard = this.namespace.claim('enterShard');
    for (const hint of Object.keys(OPTIONAL) as (keyof typeof OPTIONAL)[])
      this.#optional.set(hint, this.namespace.claim(hint));
  }

  get title(): string {
    return this.namespace.name;
  }

  get memberOfRow(): string {
    return this.#variable('memberOfRow');
  }

  get index(): string {
    return this.#variable('index');
  }

  get indexWidth(): string {
    return this.#variable('indexWidth');
  }

  get isGrid(): string {
    return this.#variable('isGrid');
  }

  get runEnds(): string {
    return this.#variable('runEnds');
  }

  get runGroups(): string {
    return this.#variable('runGroups');
  }

  get begin(): string {
    return this.#variable('begin');
  }

  get end(): string {
    return this.#variable('end');
  }

  get beginRow(): string {
    return this.#variable('beginRow');
  }

  get endRow(): string {
    return this.#variable('endRow');
  }

  get firstRun(): string {
    return this.#variable('firstRun');
  }

  get shardRuns(): string {
    return this.#variable('shardRuns');
  }

  /** Whether a loop goes from run to run of a shard. */
  get hasRunsOfShards(): boolean {
    return this.#declared.has('firstRun');
  }

  /** Whether a loop goes through the rows of cells of a shard. */
  get hasRowsOfShards(): boolean {
    return this.#declared.has('beginRow');
  }

  /** The variable that points to a node's values, one f64 per member. */
  arrayOf(id: NodeId): string {
    const known = this.arrays.get(id) ?? this.addArray(id, this.#hintOf(id));
    this.arrays.set(id, known);
    return known;
  }

  /** The variable that points to a node's values, one f64 per cell. */
  placesOf(id: NodeId): string {
    const known = this.places.get(id) ?? this.namespace.declare(`${this.#hintOf(id)}InGrid`, 'usize');
    this.places.set(id, known);
    return known;
  }

  /** Declares the array of a node under a name of its own. */
  addArray(id: NodeId, hint: string): string {
    const path = this.namespace.declare(hint, 'usize');
    this.arrays.set(id, path);
    return path;
  }

  /**
   * The values of the only column that distinguishes the members, and their counts, need no name besides the domain's.
   */
  #hintOf(id: NodeId): string {
    const hint = hintOf(this.#graph, id);
    if (capitalised(hint) !== this.title) return hint;
    return this.#graph.node(id).op === 'count' ? 'counts' : 'value';
  }

  #variable(hint: keyof typeof OPTIONAL): string {
    const path = this.#optional.get(hint)!;
    if (!this.#declared.has(hint)) this.namespace.declareAt(path, OPTIONAL[hint]);
    this.#declared.add(hint);
    return path;
  }
}

/** The domains of a plan by id, each with the domains from which it looks up values. */
export function nameDomains(
  graph: Graph,
  domains: readonly Domain[],
  file: Identifiers,
  lookups: ReadonlyMap<DomainId, readonly DomainId[]>,
): ReadonlyMap<DomainId, DomainCode> {
  // Shortest names first: those of categories and columns come before those of rows by several columns.
  const inOrder = [...domains].sort((a, b) => a.keys.length - b.keys.length);
  const named = new Map(
    inOrder.map((domain) => [
      domain.id,
      new DomainCode(graph, file, {
        title: titleOf(graph, domain, domains),
        description: describeDomain(graph, domain),
        lookups: lookups.get(domain.id) ?? [],
      }),
    ]),
  );
  return new Map(domains.map(({ id }) => [id, named.get(id)!]));
}

/**
 * A longer domain name is replaced by one that says how many columns distinguish the members; the comment lists them.
 */
const MAX_TITLE = 24;

const NUMBERS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** The name of a domain: `Person`, `Blur_px`, `Failures`, `FailuresByBlur_px`, `FailuresByThree`. */
function titleOf(graph: Graph, { rows, keys }: Domain, all: readonly Domain[]): string {
  if (rows.kind === 'each') return 'EachRow';
  if (rows.kind === 'levels') return capitalised(rows.category);
  const by = (word: string) => {
    const title = `${word}By${columnsName(graph, keys)}`;
    return title.length <= MAX_TITLE ? title : `${word}By${NUMBERS[keys.length] ?? 'Many'}`;
  };
  if (rows.kind === 'all') {
    if (keys.length === 0) return 'AllRows';
    const isOfColumn = keys.length === 1 && categoryOf(graph, keys) === null;
    return isOfColumn ? columnsName(graph, keys) : by('Rows');
  }
  const outcomes = new Set(all.map(outcomeOf).filter((outcome) => outcome !== null));
  const word = outcomes.size > 1 ? `${capitalised(rows.outcome)}${rowsWord(rows)}` : rowsWord(rows);
  const others = all.filter((domain) => JSON.stringify(domain.rows) === JSON.stringify(rows));
  const isFinest = others.every((other) => other.keys.length <= keys.length);
  return isFinest || keys.length === 0 ? word : by(word);
}

function outcomeOf({ rows }: Domain): string | null {
  return 'outcome' in rows ? rows.outcome : null;
}
