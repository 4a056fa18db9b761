/** How operations are written in AssemblyScript: for one f64, and for two lanes. */
import type { ArithmeticOp } from '../graph/node.ts';
import type { Writing } from '../graph/operations/operation.ts';
import { OPERATIONS, operation } from '../graph/operations/operations.ts';

/** A piece of code with its precedence, so that parentheses are written only where needed. */
export interface Code {
  readonly text: string;
  readonly precedence: number;
}

export const ATOM = 10;

export interface Dialect {
  readonly type: 'f64' | 'v128';
  constant(value: number): Code;
  apply(op: ArithmeticOp, operands: readonly Code[]): Code;
  /** The runtime function of an operation that is not an instruction. */
  functionOf(op: ArithmeticOp): string;
}

export function atom(text: string): Code {
  return { text, precedence: ATOM };
}

/** A number as an f64 literal that AssemblyScript reads back exactly. */
export function literal(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

export const scalar: Dialect = {
  type: 'f64',
  constant: (value) =>
    value < 0 || Object.is(value, -0) ? { text: literal(value), precedence: 3 } : atom(literal(value)),
  apply(op, operands) {
    const code = codeOf(op);
    const [a, b, c] = operands as [Code, Code, Code];
    if ('infix' in code) {
      const [symbol, precedence] = code.infix;
      return { text: `${within(a, precedence)} ${symbol} ${within(b, precedence + 1)}`, precedence };
    }
    if ('prefix' in code) return { text: `${code.prefix}${within(a, 4)}`, precedence: 3 };
    if ('choice' in code)
      return { text: `${within(a, 1)} >= 0.0 ? ${within(b, 1)} : ${within(c, 1)}`, precedence: 0 };
    return call('one' in code ? code.one : op, operands);
  },
  functionOf: (op) => op,
};

export const pair: Dialect = {
  type: 'v128',
  constant: (value) => atom(`f64x2.splat(${literal(value)})`),
  apply(op, operands) {
    const code = codeOf(op);
    if ('two' in code) return call(code.two, operands);
    if (!('choice' in code)) return call(pairFunction(op), operands);
    const [a, b, c] = operands.map(({ text }) => text) as [string, string, string];
    return atom(`v128.bitselect(${b}, ${c}, f64x2.ge(${a}, f64x2.splat(0.0)))`);
  },
  functionOf: pairFunction,
};

/** Like `pair`, for loops that run for every gradient: the most expensive functions are inlined. */
export const inlinedPair: Dialect = {
  ...pair,
  apply: (op, operands) => (isInlined(op) ? call(inlinedFunction(op), operands) : pair.apply(op, operands)),
  functionOf: (op) => (isInlined(op) ? inlinedFunction(op) : pairFunction(op)),
};

function pairFunction(op: ArithmeticOp): string {
  return `${op}Pair`;
}

function inlinedFunction(op: ArithmeticOp): string {
  return `inlined${op.slice(0, 1).toUpperCase()}${op.slice(1)}Pair`;
}

function isInlined(op: ArithmeticOp): boolean {
  const code = codeOf(op);
  return 'runtime' in code && code.isInlined === true;
}

function codeOf(op: ArithmeticOp): Writing {
  const { code } = operation(op);
  if (code === null) throw new Error(`${op} is left in the graph, and no code can be written for it`);
  return code;
}

function call(name: string, operands: readonly Code[]): Code {
  return atom(`${name}(${operands.map(({ text }) => text).join(', ')})`);
}

function within(code: Code, precedence: number): string {
  return code.precedence < precedence ? `(${code.text})` : code.text;
}

/** The file below `runtime` of each operation that is a runtime function. */
export const RUNTIME_FILES: Partial<Record<ArithmeticOp, string>> = Object.fromEntries(
  Object.entries(OPERATIONS).flatMap(([op, { code }]: [string, { readonly code: Writing | null }]) =>
    code !== null && 'runtime' in code ? [[op, code.runtime]] : [],
  ),
);
