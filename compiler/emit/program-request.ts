/** What is asked of the emitter for one program: an ordered set of nodes, and where their values are kept. */
import type { NodeId } from '../graph/node.ts';
import type { JointPart } from '../schedule/joint-sums.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { EmitContext } from './context.ts';
import type { DomainNames } from './data-code.ts';

export interface ProgramRequest {
  readonly context: EmitContext;
  readonly schedule: Schedule;
  /** The nodes read after the program's code. */
  readonly outputs: readonly NodeId[];
  /** Module variables that hold a node's value, and the loops that are written already: shared by all programs. */
  readonly globals: Map<NodeId, string>;
  readonly loops: Map<string, string>;
  /** Nodes whose variables hold their value when the program starts. */
  readonly available: ReadonlySet<NodeId>;
  /** Nodes that another program reads too. */
  readonly shared: ReadonlySet<NodeId>;
  readonly domains: ReadonlyMap<number, DomainNames>;
}

/** The same with the sums that are kept as one. */
export interface JointRequest extends ProgramRequest {
  readonly joint: ReadonlyMap<NodeId, JointPart>;
}
