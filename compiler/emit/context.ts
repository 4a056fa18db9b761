/** What the parts of the emitter share: the graph, the names taken, and how data is reached. */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import type { Domain } from '../stage/domain.ts';
import type { Identifiers } from './identifiers.ts';

export interface EmitContext {
  readonly graph: Graph;
  readonly ids: Identifiers;
  /** The domains of the plan. */
  readonly domains: readonly Domain[];
  /** The code that reads a column at the distinct row `row`. */
  column(name: string): string;
  /** Whether a column is an outcome, which may be missing in a row. */
  isOutcome(name: string): boolean;
  /** The variable that points to a column. */
  columnPointer(name: string): string;
  /** The variable that points to the values of a statistic by levels. */
  levelArray(id: NodeId): string;
  /** Hands out names for the variables of one function. */
  scope(): (hint: string) => string;
  /** Asks for a function of a runtime file. */
  runtime(file: string, name: string): void;
  /** Told of every op that is written, for the imports. */
  used(op: ArithmeticOp, dialect?: 'f64' | 'v128'): void;
}
