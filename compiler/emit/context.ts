/** What the parts of the emitter share: the graph, the names in the file, and the access to data. */
import { TABLE_COLUMN } from '../../module/manifest.ts';
import { columnsOfCategories } from '../check/level-facts.ts';
import { type CountedTable, rowsOfTables } from '../check/row-tables.ts';
import type { TypedLayout } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';
import type { Grid } from '../schedule/grids.ts';
import type { JointPart } from '../schedule/joint-sums.ts';
import type { Schedule, Step } from '../schedule/schedule.ts';
import type { Domain } from '../stage/domain.ts';
import type { MemberOrder } from '../stage/member-order.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { CONSTANT_NAMES, constantName } from './constants.ts';
import { atom, type Code, type Dialect, RUNTIME_FILES, scalar } from './dialect.ts';
import { type DomainCode, nameDomains } from './domain-code.ts';
import { dataName, Identifiers } from './names.ts';
import { Namespace } from './namespace.ts';
import { RUNTIME_FUNCTIONS, type RuntimeFunction } from './runtime-functions.ts';

export interface EmitContext {
  readonly graph: Graph;
  /** The domains of the plan, and their namespaces. */
  readonly domains: readonly Domain[];
  readonly domainCode: ReadonlyMap<DomainId, DomainCode>;
  /** Domains that are laid out as grids if most of their cells occur in the data. */
  readonly grids: ReadonlyMap<DomainId, Grid>;
  /** The member orders of row domains that are ordered by levels. */
  readonly orders: ReadonlyMap<DomainId, MemberOrder>;
  /** The distinct rows during binding: their number, and the pointer to the number of occurrences of each. */
  readonly rows: {
    readonly namespace: Namespace;
    readonly count: string;
    readonly repeats: string;
    /** The tables whose rows occur as often as a column of theirs says, which may be never. */
    readonly counted: readonly CountedTable[];
  };
  /** Pointers to one f64 per distinct row during binding: columns, and values computed from them. */
  readonly columns: Namespace;
  /** Numbers that depend only on data, and pointers to per-level ones. */
  readonly data: Namespace;
  /** Numbers that depend on the current point and are read by several functions. */
  readonly point: Namespace;
  /** The code that reads a column at the distinct row `row`. */
  column(name: string): string;
  /** Whether a column is an outcome, which may be missing in a row. */
  isOutcome(name: string): boolean;
  /** The numbers of the tables whose rows have a column; null if all have it. */
  tablesWith(name: string): readonly number[] | null;
  /** The variable that points to a column. */
  columnPointer(name: string): string;
  /** The code of the number of levels that the rows have of a category, or of the category of a column. */
  levelCount(category: string): string;
  /** The variable that points to the values of a per-level statistic. */
  levelArray(id: NodeId): string;
  /**
   * Whether lookups into other domains use the narrowest integers that suffice. Loops are then emitted once for each
   * integer width, which is worth it for code that runs for every gradient.
   */
  readonly hasNarrowIndices: boolean;
  /** Loops to be emitted at the end, when those of equal shape are known. */
  readonly deferred: DeferredLoop[];
  /** Claims a name for a function of the file. */
  claim(hint: string): string;
  /** Returns a function that makes local variable names for one function, in which the given names are taken. */
  scope(...given: readonly string[]): (hint: string) => string;
  /** Imports functions of the runtime. */
  runtime(...names: readonly RuntimeFunction[]): void;
  /** Imports a function from a file of the runtime. */
  imported(file: string, name: string): void;
  /** The code of a number: its name, if it has one. */
  constant(dialect: Dialect, value: number): Code;
  /** Called for every operation that is emitted, to collect imports. */
  used(op: ArithmeticOp, dialect?: Dialect): void;
}

/** What the emitter needs for one program: a schedule, and where the values of nodes are kept. */
export interface ProgramRequest {
  readonly context: EmitContext;
  readonly schedule: Schedule;
  /** The nodes that are read after the program's code. */
  readonly outputs: readonly NodeId[];
  /** The name of a loop of the program. */
  readonly loopName: (step: Step) => string;
  /** Preferred names of nodes, such as outputs; other nodes are named after how they are computed. */
  readonly hints: ReadonlyMap<NodeId, string>;
  /** Further parameters and variables of the program's function. */
  readonly given: readonly string[];
  /** File-level variables that hold nodes' values, and the loops emitted so far: both are shared by all programs. */
  readonly globals: Map<NodeId, string>;
  readonly loops: Map<string, WrittenLoop>;
  /** Nodes whose variables are already set when the program starts. */
  readonly available: ReadonlySet<NodeId>;
  /** Nodes that another program reads too. */
  readonly shared: ReadonlySet<NodeId>;
  /** Which of its loops are divided into shards, and the function that computes them; absent if none are. */
  readonly shards?: ShardsRequest | undefined;
}

/** How a program's rows are divided into shards. */
export interface ShardsRequest {
  /** The data that the module is made for. */
  readonly sketch: DataSketch;
  /** The function of the file that runs the loops. */
  readonly path: string;
}

/** A request with its joint sums. */
export interface JointRequest extends ProgramRequest {
  readonly joint: ReadonlyMap<NodeId, JointPart>;
  /** The steps whose loops run over a shard of the members. */
  readonly sharded: ReadonlySet<Step>;
}

/** A loop in the namespace of its domain. */
export interface WrittenLoop {
  /** The path by which it is called: `Blur_px.forward`. */
  readonly path: string;
  /** The sum that it returns; null if it returns nothing. */
  readonly returns: NodeId | null;
}

/** A loop that has a name and is still to be emitted. */
export interface DeferredLoop {
  readonly request: JointRequest;
  readonly step: Step;
  /** For each node that the loop stores, the node whose values are stored for it. */
  readonly left: ReadonlyMap<NodeId, NodeId>;
  /** The code of a profile value. */
  readonly profile: (id: NodeId) => Code;
  readonly path: string;
  /** A description of the loop for the reader. */
  readonly comment: string;
}

/** A context for one generated file, and what is collected while its code is emitted. */
export interface OpenContext {
  readonly context: EmitContext;
  /** The runtime functions that the code uses, by file. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** The constants that the code uses, by name. */
  readonly constants: ReadonlyMap<string, number>;
  /** Opens a namespace in the file. */
  namespace(hint: string, comment: string): Namespace;
}

export interface ContextRequest {
  readonly graph: Graph;
  readonly layout: TypedLayout;
  readonly domains: readonly Domain[];
  readonly lookups: ReadonlyMap<DomainId, readonly DomainId[]>;
  /** The names of the file's functions outside of namespaces. */
  readonly functions: readonly string[];
  readonly grids?: ReadonlyMap<DomainId, Grid>;
  readonly orders?: ReadonlyMap<DomainId, MemberOrder>;
  /** None by default. */
  readonly counted?: readonly CountedTable[];
  readonly hasNarrowIndices?: boolean;
}

export function openContext({
  graph,
  layout,
  domains,
  lookups,
  functions,
  grids = new Map(),
  orders = new Map(),
  counted = [],
  hasNarrowIndices = true,
}: ContextRequest): OpenContext {
  const ids = Identifiers.ofFile();
  for (const name of [...functions, ...CONSTANT_NAMES]) ids.take(name);
  const constants = new Map<string, number>();
  const namespace = (hint: string, comment: string) => new Namespace(ids, hint, comment);
  const rows = namespace(
    'Rows',
    'The distinct rows, while data is bound: how many, and the pointer to how often each occurs',
  );
  const columns = namespace('Column', 'Pointers to one f64 per distinct row, while data is bound');
  const data = namespace(
    'Data',
    'What depends on the data alone: numbers, and pointers to one f64 per level',
  );
  const point = namespace('Point', 'Numbers of the point at hand that several functions read');
  const outcomes = outcomeNames(layout);
  const pointers = new Map(columnNames(layout).map((name) => [name, columns.declare(name, 'usize')]));
  const domainCode = nameDomains(graph, domains, ids, lookups);
  const imports = new Map<string, Set<string>>();
  const levelArrays = new Map<NodeId, string>();
  const imported = (file: string, name: string) => {
    const names = imports.get(file) ?? new Set<string>();
    names.add(name);
    imports.set(file, names);
  };
  const context: EmitContext = {
    graph,
    domains,
    domainCode,
    grids,
    orders,
    rows: {
      namespace: rows,
      count: rows.declare('count', 'i32'),
      repeats: rows.declare('repeats', 'usize'),
      counted,
    },
    columns,
    data,
    point,
    hasNarrowIndices,
    imported,
    deferred: [],
    claim: (hint) => ids.claim(hint),
    runtime: (...names) => {
      for (const name of names) imported(RUNTIME_FUNCTIONS[name], name);
    },
    column: (name) => `load<f64>(${pointers.get(name)} + (row << 3))`,
    isOutcome: (name) => outcomes.includes(name),
    tablesWith: (name) => {
      const has = rowsOfTables(layout).map(({ known }) => known.has(name));
      return has.every(Boolean) ? null : has.flatMap((isThere, table) => (isThere ? [table] : []));
    },
    columnPointer: (name) => pointers.get(name)!,
    levelCount: (category) => {
      imported(RUNTIME_FUNCTIONS.levelCount, 'levelCount');
      return graph
        .columnsOfCategory(category)
        .map((column) => `levelCount(${pointers.get(column)})`)
        .reduce((most, count) => `max(${most}, ${count})`);
    },
    levelArray: (id) => {
      const known = levelArrays.get(id) ?? data.declare(dataName(graph, id), 'usize');
      levelArrays.set(id, known);
      return known;
    },
    scope: (...given) => {
      const scope = ids.scope();
      for (const name of given) scope.take(name);
      return (hint) => scope.claim(hint);
    },
    constant: (dialect, value) => {
      const name = constantName(value);
      if (name === undefined) return dialect.constant(value);
      constants.set(name, value);
      return atom(dialect.type === 'f64' ? name : `f64x2.splat(${name})`);
    },
    used: (op, dialect = scalar) => {
      const file = RUNTIME_FILES[op];
      if (file !== undefined) imported(file, dialect.functionOf(op));
    },
  };
  return { context, imports, constants, namespace };
}

/** The columns of a layout in the order of the manifest. */
export function columnNames(layout: TypedLayout): readonly string[] {
  return [
    ...layout.demands.map(({ name }) => name),
    ...(layout.tables.length > 0 ? [TABLE_COLUMN] : []),
    ...columnsOfCategories(layout).map(({ name }) => name),
    ...outcomeNames(layout),
  ];
}

export function outcomeNames({ observations }: TypedLayout): readonly string[] {
  return observations.map(({ outcome }) => outcome);
}
