/**
 * The table of operations, with all families. The names of operations, and so the types of nodes, are derived from it.
 */
import { ARITHMETIC } from './arithmetic.ts';
import { ELEMENTARY } from './elementary.ts';
import { EXP_QUOTIENT } from './exp-quotient.ts';
import { GAMMA } from './gamma.ts';
import { MASSES } from './masses.ts';
import { NORMAL } from './normal.ts';
import type { Arity, OperationOf } from './operation.ts';
import { PASSAGES } from './passages.ts';

export const OPERATIONS = {
  ...ARITHMETIC,
  ...ELEMENTARY,
  ...EXP_QUOTIENT,
  ...GAMMA,
  ...NORMAL,
  ...MASSES,
  ...PASSAGES,
};

/** The name of an operation. */
export type ArithmeticOp = keyof typeof OPERATIONS;

/** The names of the operations with N inputs. */
export type OpOfArity<N extends Arity> = {
  [Op in ArithmeticOp]: (typeof OPERATIONS)[Op]['arity'] extends N ? Op : never;
}[ArithmeticOp];

/** The record of an operation, in the form common to all. */
export function operation(op: ArithmeticOp): OperationOf<ArithmeticOp, Arity> {
  return OPERATIONS[op] as OperationOf<ArithmeticOp, Arity>;
}

/** The record of an operation; undefined for any other kind of node. */
export function operationOf(op: string): OperationOf<ArithmeticOp, Arity> | undefined {
  return Object.hasOwn(OPERATIONS, op) ? operation(op as ArithmeticOp) : undefined;
}
