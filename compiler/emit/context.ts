/** What the parts of the emitter share: the graph, the names taken, and how data is reached. */
import type { TypedLayout } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';
import type { Grid } from '../schedule/grids.ts';
import type { Domain } from '../stage/domain.ts';
import { type Dialect, RUNTIME_FILES, scalar } from './dialect.ts';
import { dataName, Identifiers, identifierFrom } from './identifiers.ts';

export interface EmitContext {
  readonly graph: Graph;
  readonly ids: Identifiers;
  /** The domains of the plan. */
  readonly domains: readonly Domain[];
  /** Those that are laid out as grids, where the data has most of their places. */
  readonly grids: ReadonlyMap<DomainId, Grid>;
  /** The code that reads a column at the distinct row `row`. */
  column(name: string): string;
  /** Whether a column is an outcome, which may be missing in a row. */
  isOutcome(name: string): boolean;
  /** The variable that points to a column. */
  columnPointer(name: string): string;
  /** The variable that points to the values of a statistic by levels. */
  levelArray(id: NodeId): string;
  /**
   * Whether members of other domains are looked up by integers as narrow as hold them all, for which a loop is written once a width:
   * what runs for every gradient is worth it.
   */
  readonly hasNarrowIndices: boolean;
  /** Hands out names for the variables of one function. */
  scope(): (hint: string) => string;
  /** Asks for a function of a runtime file. */
  runtime(file: string, name: string): void;
  /** Told of every op that is written, for the imports. */
  used(op: ArithmeticOp, dialect?: Dialect): void;
}

/** A context for one generated file, and what is gathered while its code is written. */
export interface OpenContext {
  readonly context: EmitContext;
  /** The functions of the runtime that the code uses, by file. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** The variables that point to columns, to be named before columns are read. */
  readonly columnPointers: Map<string, string>;
  /** The variables that point to the values of statistics by levels. */
  readonly levelArrays: ReadonlyMap<NodeId, string>;
}

export function openContext(
  graph: Graph,
  domains: readonly Domain[],
  outcomes: readonly string[],
  {
    hasNarrowIndices = true,
    grids = new Map(),
  }: { readonly hasNarrowIndices?: boolean; readonly grids?: ReadonlyMap<DomainId, Grid> } = {},
): OpenContext {
  const ids = new Identifiers();
  const imports = new Map<string, Set<string>>();
  const columnPointers = new Map<string, string>();
  const levelArrays = new Map<NodeId, string>();
  const runtime = (file: string, name: string) => {
    const names = imports.get(file) ?? new Set<string>();
    names.add(name);
    imports.set(file, names);
  };
  const context: EmitContext = {
    graph,
    ids,
    domains,
    grids,
    runtime,
    hasNarrowIndices,
    column: (name) => `load<f64>(${columnPointers.get(name)} + (row << 3))`,
    isOutcome: (name) => outcomes.includes(name),
    columnPointer: (name) => columnPointers.get(name)!,
    levelArray: (id) => {
      const known = levelArrays.get(id) ?? ids.claim(identifierFrom(dataName(graph, id)));
      levelArrays.set(id, known);
      return known;
    },
    scope: () => {
      const scope = ids.scope();
      return (hint) => scope.claim(hint);
    },
    used: (op, dialect = scalar) => {
      const file = RUNTIME_FILES[op];
      if (file !== undefined) runtime(file, dialect.functionOf(op));
    },
  };
  return { context, imports, columnPointers, levelArrays };
}

/** The columns of a layout in the manifest's order. */
export function columnNames(layout: TypedLayout): readonly string[] {
  return [...layout.demands, ...layout.categories].map(({ name }) => name).concat(outcomeNames(layout));
}

export function outcomeNames({ observations }: TypedLayout): readonly string[] {
  return observations.map(({ outcome }) => outcome);
}
