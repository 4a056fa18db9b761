/**
 * The record of an operation of the graph, in which every phase finds what it needs. The files of this folder hold the
 * records, one family each, and `operations.ts` lists the families.
 */
import type { DomainId, Kind, NodeId } from '../node-id.ts';

/** What a rule may ask of the graph and add to it. `Op` are the operations that it may use. */
export interface Nodes<Op extends string> {
  node(id: NodeId): { readonly op: string; readonly inputs: readonly NodeId[]; readonly domain: DomainId };
  /** An operation on other nodes, simplified. The domain defaults to the profile. */
  apply(op: Op, inputs: readonly NodeId[], domain?: DomainId): NodeId;
  constant(value: number): NodeId;
  /** The value of a constant node, else undefined. */
  constantValue(id: NodeId): number | undefined;
  kind(id: NodeId): Kind;
  readsData(id: NodeId): boolean;
  /** Whether the two nodes depend on a common latent. */
  shareLatents(a: NodeId, b: NodeId): boolean;
}

/** One value per input of an operation. */
export interface Tuples<T> {
  readonly 1: readonly [T];
  readonly 2: readonly [T, T];
  readonly 3: readonly [T, T, T];
  readonly 4: readonly [T, T, T, T];
  readonly 5: readonly [T, T, T, T, T];
  readonly 6: readonly [T, T, T, T, T, T];
}

export type Arity = keyof Tuples<unknown>;

/** An application to be simplified. */
export interface Application<Op extends string, N extends Arity> {
  readonly graph: Nodes<Op>;
  readonly inputs: Tuples<NodeId>[N];
  /** The values of those inputs that are constants. */
  readonly values: Tuples<number | undefined>[N];
  /** Applies an operation at the same domain. */
  apply(op: Op, ...inputs: NodeId[]): NodeId;
  /** The x if the node is `-x`; otherwise undefined. */
  negated(id: NodeId): NodeId | undefined;
}

/** A node's adjoint, to be passed back to the node's inputs. */
export interface Backward<Op extends string, N extends Arity> {
  readonly graph: Nodes<Op>;
  /** The node itself, whose value a rule may use. */
  readonly id: NodeId;
  readonly inputs: Tuples<NodeId>[N];
  readonly domain: DomainId;
  readonly adjoint: NodeId;
  /**
   * If the adjoint is `timesOrZero(count, share)`, its parts; otherwise the count is null and the share is the adjoint.
   */
  readonly count: NodeId | null;
  readonly share: NodeId;
  /** Whether the adjoint contains a slope that is infinite at 0, and so may be infinite or NaN. */
  readonly isSteep: boolean;
  /** Whether a node may be infinite because data is 0 somewhere. */
  isUnbounded(id: NodeId): boolean;
  /** Applies an operation at the same domain. */
  apply(op: Op, ...inputs: NodeId[]): NodeId;
  /** The adjoint times a slope. */
  times(slope: NodeId): NodeId;
  /** x weighted by the count, if there is one. */
  withCount(x: NodeId): NodeId;
  /** w · x, but 0 where data make w 0, even if x is infinite. */
  timesOrZero(w: NodeId, x: NodeId): NodeId;
}

/** How an operation is printed in a formula. */
export interface Printing<N extends Arity> {
  readonly inputs: Tuples<NodeId>[N];
  /** The precedence of the text around it. */
  readonly outer: number;
  /** Writes an input, in parentheses if its precedence is below `precedence`. */
  write(id: NodeId, precedence?: number): string;
  /** The operation as a call of its name. */
  call(): string;
  constantValue(id: NodeId): number | undefined;
}

/** How the value of an operation is named in generated code, if neither the layout nor the operation's name serves. */
export interface Naming<N extends Arity> {
  readonly inputs: Tuples<NodeId>[N];
  /** The names of the inputs; undefined for an input without a short name. */
  readonly names: Tuples<string | undefined>[N];
  /** The values of those inputs that are constants. */
  readonly values: Tuples<number | undefined>[N];
  /**
   * `prefix` before a name, as in `inverseHeight`; `otherwise` (or `prefix`) if there is no name or the result is too
   * long.
   */
  prefixed(prefix: string, name: string | undefined, otherwise?: string): string;
  /**
   * The names of both inputs with a word in between, as in `acuityMinusHeight`; `otherwise` if one has none or the
   * result is too long.
   */
  joined(between: string, otherwise: string): string;
  /** A name, unless it is too long. */
  short(name: string, otherwise: string): string;
}

/** A symbol between two operands, and its precedence. */
export type Infix = readonly [symbol: string, precedence: number];

/** How an operation is written in AssemblyScript, for one number (an f64) and for two at once (a v128). */
export type Writing =
  /** An operator between two operands, and the instruction for two lanes. */
  | { readonly infix: Infix; readonly two: string }
  /** A sign before its operand. */
  | { readonly prefix: string; readonly two: string }
  /** Builtin functions of one instruction each. */
  | { readonly one: string; readonly two: string }
  /** `a >= 0.0 ? b : c`, and a bit selection for two lanes. */
  | { readonly choice: true }
  /** A function in this file below `runtime`, with the operation's name; the one for two lanes has `Pair` appended. */
  | {
      readonly runtime: string;
      /** Whether there is also an `inlined…Pair`, for the loops that run for every gradient. */
      readonly isInlined?: true;
    };

export interface OperationOf<Op extends string, N extends Arity> {
  /** The number of inputs. */
  readonly arity: N;
  /**
   * The contribution of a node's adjoint to the adjoint of each input; null for no contribution. The rule itself is
   * null for an operation that appears only after differentiation.
   */
  readonly derivative: ((backward: Backward<Op, N>) => Tuples<NodeId | null>[N]) | null;
  /** Null for an operation that passes always replace before code is emitted. */
  readonly code: Writing | null;
  /** Its value for constants; undefined where JavaScript could differ from the module's arithmetic in the last bits. */
  readonly evaluate?: (...values: Tuples<number>[N]) => number | undefined;
  /** The simpler node that an application equals; undefined if there is none. */
  readonly simplify?: (application: Application<Op, N>) => NodeId | undefined;
  /** Whether it costs much more than loading a value. */
  readonly isExpensive?: true;
  /** The index of the input at whose 0 the value is infinite, as data may make it. */
  readonly pole?: 0 | 1;
  /** Whether it may be infinite if an input is; the others map infinite inputs to finite values. */
  readonly passesInfinityOn?: true;
  /** Whether it is finite whenever its inputs are. */
  readonly keepsFinite?: true;
  /** Whether its slope is infinite where data make an input 0, although the density is finite there. */
  readonly isSteepAtZero?: (graph: Nodes<Op>, inputs: Tuples<NodeId>[N]) => boolean;
  /**
   * Whether two such nodes are computed at once. `starts`: packing two values pays, since the function for one number
   * computes two lanes anyway and gives the same bits. `continues`: too cheap to pack values for, but used on values
   * that are packed already.
   */
  readonly twoAtOnce?: 'starts' | 'continues';
  /** How it is printed in a formula, if not as its operator in code or as a call of its name. */
  readonly formula?: Infix | ((printing: Printing<N>) => string);
  /** The name of its value in generated code, if not the operation's name before that of the first input. */
  readonly variable?: (naming: Naming<N>) => string;
  /** Whether layouts have a function or operator with the same name and meaning. */
  readonly isInLayouts?: true;
}

/** An operation whose rules may use the operations `Op`. */
export type Operation<Op extends string> = { [N in Arity]: OperationOf<Op, N> }[Arity];

/** Declares a family of operations. Their rules may use each other and the operations `Known` of other families. */
export function family<Known extends string = never>() {
  return <
    Own extends string,
    const Records extends { readonly [Name in Own]: Operation<Known | NoInfer<Own>> },
  >(
    records: Records & { readonly [Name in Own]: Operation<Known | NoInfer<Own>> },
  ): Records => records;
}
