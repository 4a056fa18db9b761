/** What the parts of the emitter share: the graph, the names of the file, and how data is reached. */
import type { TypedLayout } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';
import type { Grid } from '../schedule/grids.ts';
import type { JointPart } from '../schedule/joint-sums.ts';
import type { Schedule, Step } from '../schedule/schedule.ts';
import type { Domain } from '../stage/domain.ts';
import type { MemberOrder } from '../stage/member-order.ts';
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
  /** Domains that are laid out as grids, where the data has most of their places. */
  readonly grids: ReadonlyMap<DomainId, Grid>;
  /** Domains of rows whose members stand in the order of levels. */
  readonly orders: ReadonlyMap<DomainId, MemberOrder>;
  /** The distinct rows, while data is bound: their number, and the pointer to how often each occurs. */
  readonly rows: { readonly namespace: Namespace; readonly count: string; readonly repeats: string };
  /** Pointers to one f64 per distinct row, while data is bound: the columns, and what is computed of them. */
  readonly columns: Namespace;
  /** Numbers that depend on data alone, and pointers to those that differ by levels. */
  readonly data: Namespace;
  /** Numbers of a point that several functions read. */
  readonly point: Namespace;
  /** The code that reads a column at the distinct row `row`. */
  column(name: string): string;
  /** Whether a column is an outcome, which may be missing in a row. */
  isOutcome(name: string): boolean;
  /** The variable that points to a column. */
  columnPointer(name: string): string;
  /** The variable that points to the values of a statistic by levels. */
  levelArray(id: NodeId): string;
  /**
   * Whether members of other domains are looked up by integers as narrow as hold them all, for which a loop is written once per width:
   * what runs for every gradient is worth it.
   */
  readonly hasNarrowIndices: boolean;
  /** Loops that are written when all are known, since some may be alike. */
  readonly deferred: DeferredLoop[];
  /** Hands out a name for a function of the file. */
  claim(hint: string): string;
  /** Hands out names for the variables of one function, in whose text those that are given stand already. */
  scope(...given: readonly string[]): (hint: string) => string;
  /** Asks for a function of the runtime. */
  runtime(...names: readonly RuntimeFunction[]): void;
  /** Imports a function of a file of the runtime. */
  imported(file: string, name: string): void;
  /** The code of a number: its name, where it has one. */
  constant(dialect: Dialect, value: number): Code;
  /** Told of every op that is written, for the imports. */
  used(op: ArithmeticOp, dialect?: Dialect): void;
}

/** What is asked of the emitter for one program: an ordered set of nodes, and where their values are kept. */
export interface ProgramRequest {
  readonly context: EmitContext;
  readonly schedule: Schedule;
  /** The nodes read after the program's code. */
  readonly outputs: readonly NodeId[];
  /** What a loop of the program is called. */
  readonly loopName: (step: Step) => string;
  /** What nodes are called in the program, such as its outputs, before they are named after how they are computed. */
  readonly hints: ReadonlyMap<NodeId, string>;
  /** The parameters and variables that the program's function has besides. */
  readonly given: readonly string[];
  /** Variables of the file that hold a node's value, and the loops that are written already: shared by all programs. */
  readonly globals: Map<NodeId, string>;
  readonly loops: Map<string, WrittenLoop>;
  /** Nodes whose variables hold their value when the program starts. */
  readonly available: ReadonlySet<NodeId>;
  /** Nodes that another program reads too. */
  readonly shared: ReadonlySet<NodeId>;
}

/** The same with the sums that are kept as one. */
export interface JointRequest extends ProgramRequest {
  readonly joint: ReadonlyMap<NodeId, JointPart>;
}

/** A loop in the namespace of its domain. */
export interface WrittenLoop {
  /** How it is called from anywhere: `Blur_px.forward`. */
  readonly path: string;
  /** The sum that it returns; null where it returns nothing. */
  readonly returns: NodeId | null;
}

/** A loop that has a name and is yet to be written. */
export interface DeferredLoop {
  readonly request: JointRequest;
  readonly step: Step;
  /** Under each node that the loop leaves in memory the one whose values those are. */
  readonly left: ReadonlyMap<NodeId, NodeId>;
  /** The code of a value of the profile. */
  readonly profile: (id: NodeId) => Code;
  readonly path: string;
  /** What the loop does, for people. */
  readonly comment: string;
}

/** A context for one generated file, and what is gathered while its code is written. */
export interface OpenContext {
  readonly context: EmitContext;
  /** The functions of the runtime that the code uses, by file. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** The constants that the code uses by their names. */
  readonly constants: ReadonlyMap<string, number>;
  /** A new namespace of the file. */
  namespace(hint: string, comment: string): Namespace;
}

export interface ContextRequest {
  readonly graph: Graph;
  readonly layout: TypedLayout;
  readonly domains: readonly Domain[];
  readonly lookups: ReadonlyMap<DomainId, readonly DomainId[]>;
  /** The functions that the file exports, and its own besides those of namespaces. */
  readonly functions: readonly string[];
  readonly grids?: ReadonlyMap<DomainId, Grid>;
  readonly orders?: ReadonlyMap<DomainId, MemberOrder>;
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
    rows: { namespace: rows, count: rows.declare('count', 'i32'), repeats: rows.declare('repeats', 'usize') },
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
    columnPointer: (name) => pointers.get(name)!,
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

/** The columns of a layout in the manifest's order. */
export function columnNames(layout: TypedLayout): readonly string[] {
  return [...layout.demands, ...layout.categories].map(({ name }) => name).concat(outcomeNames(layout));
}

export function outcomeNames({ observations }: TypedLayout): readonly string[] {
  return observations.map(({ outcome }) => outcome);
}
