/**
 * What an operation of the graph is: one record, in which every phase finds what it must know of it. The records stand in this folder,
 * a family in a file, and `operations.ts` lists the families.
 */
import type { DomainId, Kind, NodeId } from '../node-id.ts';

/** What a rule may ask of the graph, and add to it. `Op` are the operations that it may use. */
export interface Nodes<Op extends string> {
  node(id: NodeId): { readonly op: string; readonly inputs: readonly NodeId[]; readonly domain: DomainId };
  /** An operation on other nodes, simplified. The domain defaults to the profile. */
  apply(op: Op, inputs: readonly NodeId[], domain?: DomainId): NodeId;
  constant(value: number): NodeId;
  /** The value of a constant node, else undefined. */
  constantValue(id: NodeId): number | undefined;
  kind(id: NodeId): Kind;
  readsData(id: NodeId): boolean;
  /** Whether there is a latent on which both nodes depend. */
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

/** An application that is to be simplified. */
export interface Application<Op extends string, N extends Arity> {
  readonly graph: Nodes<Op>;
  readonly inputs: Tuples<NodeId>[N];
  /** The values of those inputs that are constants. */
  readonly values: Tuples<number | undefined>[N];
  /** An operation at the same domain. */
  apply(op: Op, ...inputs: NodeId[]): NodeId;
  /** What `-x` is the negative of; undefined for a node of any other form. */
  negated(id: NodeId): NodeId | undefined;
}

/** An adjoint on its way from a node to the node's inputs. */
export interface Backward<Op extends string, N extends Arity> {
  readonly graph: Nodes<Op>;
  /** The node, which a rule may use as its value. */
  readonly id: NodeId;
  readonly inputs: Tuples<NodeId>[N];
  readonly domain: DomainId;
  readonly adjoint: NodeId;
  /** The adjoint is `timesOrZero(count, share)`; else the count is null, and the share is the adjoint. */
  readonly count: NodeId | null;
  readonly share: NodeId;
  /** Whether the adjoint came through a slope that is infinite at 0, and so may be infinite, or NaN. */
  readonly isSteep: boolean;
  /** Whether a node may be infinite because data is 0 somewhere. */
  isUnbounded(id: NodeId): boolean;
  /** An operation at the same domain. */
  apply(op: Op, ...inputs: NodeId[]): NodeId;
  /** The adjoint times a slope. */
  times(slope: NodeId): NodeId;
  /** The count, if there is one, weighs x. */
  withCount(x: NodeId): NodeId;
  /** w · x, and 0 where data make w 0, however large x is. */
  timesOrZero(w: NodeId, x: NodeId): NodeId;
}

/** How an operation is printed in a formula. */
export interface Printing<N extends Arity> {
  readonly inputs: Tuples<NodeId>[N];
  /** How tightly the text around it binds. */
  readonly outer: number;
  /** Writes an input, in parentheses where it binds less tightly than `precedence`. */
  write(id: NodeId, precedence?: number): string;
  /** The operation as a call of its name. */
  call(): string;
  constantValue(id: NodeId): number | undefined;
}

/** How the value of an operation is named in generated code, where neither the layout nor the operation's own name says it well. */
export interface Naming<N extends Arity> {
  readonly inputs: Tuples<NodeId>[N];
  /** The names of the inputs; undefined for an input that has no short one. */
  readonly names: Tuples<string | undefined>[N];
  /** The values of those inputs that are constants. */
  readonly values: Tuples<number | undefined>[N];
  /** `prefix` before a name, `inverseHeight`; `otherwise` (else `prefix`) where there is no name, or the whole is too long. */
  prefixed(prefix: string, name: string | undefined, otherwise?: string): string;
  /** The names of both inputs with a word between, `acuityMinusHeight`; `otherwise` where one has none, or the whole is too long. */
  joined(between: string, otherwise: string): string;
  /** A name, unless it is too long. */
  short(name: string, otherwise: string): string;
}

/** A symbol between two operands, and how tightly it binds. */
export type Infix = readonly [symbol: string, precedence: number];

/** How an operation is written in AssemblyScript, for one number (an f64) and for two at once (a v128). */
export type Writing =
  /** An operator between two operands, and the instruction for two numbers. */
  | { readonly infix: Infix; readonly two: string }
  /** A sign before its operand. */
  | { readonly prefix: string; readonly two: string }
  /** Builtin functions, each of them one instruction. */
  | { readonly one: string; readonly two: string }
  /** `a >= 0.0 ? b : c`, and a selection of bits for two numbers. */
  | { readonly choice: true }
  /** A function of this file below `runtime`: it has the operation's name, and with `Pair` behind it the one for two numbers. */
  | {
      readonly runtime: string;
      /** Whether there is a second function for two, `inlined…Pair`, for the loops that run for every gradient. */
      readonly isInlined?: true;
    };

export interface OperationOf<Op extends string, N extends Arity> {
  /** How many inputs it has. */
  readonly arity: N;
  /**
   * What the adjoint of a node contributes to the adjoint of each input; null where that is nothing. No rule stands for an operation that
   * comes into a graph only after derivatives are taken.
   */
  readonly derivative: ((backward: Backward<Op, N>) => Tuples<NodeId | null>[N]) | null;
  /** Null for an operation that passes always replace before code is written. */
  readonly code: Writing | null;
  /** Its value for numbers; undefined where the module's own arithmetic must say, whose last bits differ from JavaScript's. */
  readonly evaluate?: (...values: Tuples<number>[N]) => number | undefined;
  /** The simpler node that an application equals; undefined where it is its own simplest form. */
  readonly simplify?: (application: Application<Op, N>) => NodeId | undefined;
  /** Whether it costs much more than looking a value up. */
  readonly isExpensive?: true;
  /** The input at whose 0 it is infinite, as data may make it. */
  readonly pole?: 0 | 1;
  /** Whether it may be infinite where an input is; the others bring an infinity back to what is finite. */
  readonly passesInfinityOn?: true;
  /** Whether it is finite wherever its inputs are. */
  readonly keepsFinite?: true;
  /** Whether its slope is infinite where data make an input 0, though the density is finite there. */
  readonly isSteepAtZero?: (graph: Nodes<Op>, inputs: Tuples<NodeId>[N]) => boolean;
  /**
   * Whether two nodes of it are computed at once. `starts`: its function for one number computes a pair and drops a lane, with the same
   * bits. `continues`: it costs too little to put a pair together for, and takes one that is there.
   */
  readonly twoAtOnce?: 'starts' | 'continues';
  /** How it stands in a formula, where that is not its operator in code, nor a call of its name. */
  readonly formula?: Infix | ((printing: Printing<N>) => string);
  /** What its value is called in generated code, where that is not the operation's name before its first input's. */
  readonly variable?: (naming: Naming<N>) => string;
  /** Whether it is the function or the operator of the same name in layouts. */
  readonly isInLayouts?: true;
}

/** An operation, whose rules may use the operations `Op`. */
export type Operation<Op extends string> = { [N in Arity]: OperationOf<Op, N> }[Arity];

/** Declares a family of operations. Their rules may use each other and the operations `Known`, of other families. */
export function family<Known extends string = never>() {
  return <
    Own extends string,
    const Records extends { readonly [Name in Own]: Operation<Known | NoInfer<Own>> },
  >(
    records: Records & { readonly [Name in Own]: Operation<Known | NoInfer<Own>> },
  ): Records => records;
}
