/** How each op is written in AssemblyScript: on one f64, and on a pair of them. */
import type { ArithmeticOp } from '../graph/node.ts';

/** A piece of code and how tightly it binds, so that parentheses stand only where they must. */
export interface Code {
  readonly text: string;
  readonly precedence: number;
}

export const ATOM = 10;

export interface Dialect {
  readonly type: 'f64' | 'v128';
  constant(value: number): Code;
  apply(op: ArithmeticOp, operands: readonly Code[]): Code;
  /** The function of the runtime that computes an op which no instruction does. */
  functionOf(op: ArithmeticOp): string;
}

export function atom(text: string): Code {
  return { text, precedence: ATOM };
}

/** A number as AssemblyScript reads it back exactly, always as an f64. */
export function literal(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const INFIX: Partial<Record<ArithmeticOp, readonly [string, number]>> = {
  add: ['+', 1],
  subtract: ['-', 1],
  multiply: ['*', 2],
  divide: ['/', 2],
};

export const scalar: Dialect = {
  type: 'f64',
  constant: (value) =>
    value < 0 || Object.is(value, -0) ? { text: literal(value), precedence: 3 } : atom(literal(value)),
  apply(op, operands) {
    const infix = INFIX[op];
    const [a, b, c] = operands as [Code, Code, Code];
    if (infix !== undefined) {
      const [symbol, precedence] = infix;
      return { text: `${within(a, precedence)} ${symbol} ${within(b, precedence + 1)}`, precedence };
    }
    switch (op) {
      case 'negate':
        return { text: `-${within(a, 4)}`, precedence: 3 };
      case 'abs':
      case 'sqrt':
      case 'min':
        return atom(`${op}<f64>(${operands.map(({ text }) => text).join(', ')})`);
      case 'whereNonNegative':
        return { text: `${within(a, 1)} >= 0.0 ? ${within(b, 1)} : ${within(c, 1)}`, precedence: 0 };
      default:
        return atom(`${op}(${operands.map(({ text }) => text).join(', ')})`);
    }
  },
  functionOf: (op) => op,
};

export const pair: Dialect = {
  type: 'v128',
  constant: (value) => atom(`f64x2.splat(${literal(value)})`),
  apply(op, operands) {
    const list = operands.map(({ text }) => text).join(', ');
    const [a, b, c] = operands.map(({ text }) => text) as [string, string, string];
    switch (op) {
      case 'add':
        return atom(`f64x2.add(${list})`);
      case 'subtract':
        return atom(`f64x2.sub(${list})`);
      case 'multiply':
        return atom(`f64x2.mul(${list})`);
      case 'divide':
        return atom(`f64x2.div(${list})`);
      case 'negate':
        return atom(`f64x2.neg(${list})`);
      case 'abs':
        return atom(`f64x2.abs(${list})`);
      case 'sqrt':
        return atom(`f64x2.sqrt(${list})`);
      case 'min':
        return atom(`f64x2.min(${list})`);
      case 'weigh':
        return atom(`weighPair(${list})`);
      case 'whereNonNegative':
        return atom(`v128.bitselect(${b}, ${c}, f64x2.ge(${a}, f64x2.splat(0.0)))`);
      default:
        return atom(`${pairFunction(op)}(${list})`);
    }
  },
  functionOf: pairFunction,
};

/** As `pair`, for loops that run for every gradient: what is dear and used there is inlined. */
export const inlinedPair: Dialect = {
  ...pair,
  apply: (op, operands) =>
    op === 'exp' ? atom(`inlinedExpPair(${operands[0]!.text})`) : pair.apply(op, operands),
  functionOf: (op) => (op === 'exp' ? 'inlinedExpPair' : pairFunction(op)),
};

function pairFunction(op: ArithmeticOp): string {
  return `${op}Pair`;
}

function within(code: Code, precedence: number): string {
  return code.precedence < precedence ? `(${code.text})` : code.text;
}

/** Which runtime file each function of the generated code comes from, by op. */
export const RUNTIME_FILES: Partial<Record<ArithmeticOp, string>> = {
  exp: 'math/exp',
  log: 'math/log',
  logProbability: 'math/log',
  log1p: 'math/log1p',
  expm1: 'math/expm1',
  logistic: 'math/logistic',
  logLogistic: 'math/logistic',
  normalKernel: 'math/normal',
  normalTail: 'math/normal',
  logNormalMass: 'math/normal-mass',
  logCauchyMass: 'math/cauchy-mass',
  logExponentialMass: 'math/exponential-mass',
  logGammaMass: 'math/gamma-mass',
  gammaMassSlope: 'math/gamma-mass',
  logBetaMass: 'math/beta-mass',
  betaMassSlope: 'math/beta-mass',
  logStudentMass: 'math/student-mass',
  studentMassSlope: 'math/student-mass',
  power: 'math/power',
  logGamma: 'math/gamma',
  digamma: 'math/gamma',
  logGammaPeak: 'math/gamma-differences',
  logGammaPeakSlope: 'math/gamma-differences',
  logGammaHalfStep: 'math/gamma-differences',
  halfStepSlope: 'math/gamma-differences',
  logBeta: 'math/gamma-differences',
  digammaRise: 'math/gamma-differences',
  logChoose: 'math/beta-binomial',
  gammaKernel: 'math/shape-density',
  gammaKernelSlope: 'math/shape-density',
  productLess: 'math/exact',
  logTruncatedNormal: 'math/truncated-normal',
  truncatedNormalEnd: 'math/truncated-normal',
  studentKernel: 'math/student',
  studentKernelSlope: 'math/student',
  studentKernelTilt: 'math/student',
  logBetaBinomial: 'math/beta-binomial',
  betaBinomialSlope: 'math/beta-binomial',
  betaKernel: 'math/shape-density',
  betaKernelSlope: 'math/shape-density',
  betaKernelTilt: 'math/shape-density',
  weigh: 'levels',
};
