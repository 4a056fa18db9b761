/** The values of expressions that the text alone determines. */
import type { CallFunction, TypedExpression } from './typed-layout.ts';

/** A probability p with its complement q = 1 − p, so that neither loses digits near 0 or 1. */
export interface Odds {
  readonly p: number;
  readonly q: number;
}

/** The value of a real, or of a probability. */
export type Constant = number | Odds;

function real(value: Constant | undefined): number {
  if (value === undefined) return Number.NaN;
  return typeof value === 'number' ? value : value.p;
}

function odds(value: Constant | undefined): Odds {
  if (value !== undefined && typeof value !== 'number') return value;
  const p = real(value);
  return { p, q: 1 - p };
}

function logistic(x: number): Odds {
  return { p: 1 / (1 + Math.exp(-x)), q: 1 / (1 + Math.exp(x)) };
}

function both(a: Odds, b: Odds): Odds {
  return { p: a.p * b.p, q: a.q + a.p * b.q };
}

function complement({ p, q }: Odds): Odds {
  return { p: q, q: p };
}

/** The one with the smaller p, compared on the side where both keep their digits. */
function lesser(a: Odds, b: Odds): Odds {
  const isLess = a.p < 0.5 ? a.p <= b.p : a.q >= b.q;
  return isLess ? a : b;
}

function mixture(w: Odds, a: Odds, b: Odds): Odds {
  return { p: w.q * a.p + w.p * b.p, q: w.q * a.q + w.p * b.q };
}

function logOf({ p, q }: Odds): number {
  return p < q ? Math.log(p) : Math.log1p(-q);
}

/** ln of the power mean: for exponent 0 the mean of the logarithms, else ln(1 + mean(pʳ − 1)) / r. */
function logPowerMean(exponent: number, logs: readonly number[]): number {
  const mean = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0) / terms.length;
  if (exponent === 0) return mean(logs);
  return Math.log1p(mean(logs.map((ln) => Math.expm1(exponent * ln)))) / exponent;
}

/** The value of a call whose arguments are constants; NaN or infinite where it is undefined. */
export function constantValue(name: CallFunction, values: readonly Constant[]): Constant {
  const [x, y] = [real(values[0]), real(values[1])];
  switch (name) {
    case 'add':
      return x + y;
    case 'subtract':
      return x - y;
    case 'multiply':
      return x * y;
    case 'divide':
      return x / y;
    case 'power':
      return x ** y;
    case 'negate':
      return -x;
    case 'log':
      return Math.log(x);
    case 'exp':
      return Math.exp(x);
    case 'sqrt':
      return Math.sqrt(x);
    case 'log1p':
      return Math.log1p(x);
    case 'expm1':
      return Math.expm1(x);
    case 'at_least':
      return Math.max(x, y);
    case 'at_most':
      return Math.min(x, y);
    case 'real':
      return x;
    case 'probability':
      return odds(values[0]);
    case 'logistic':
      return logistic(x);
    case 'and':
      return values.map(odds).reduce(both);
    case 'or':
      return complement(values.map((value) => complement(odds(value))).reduce(both));
    case 'power_mean': {
      const logs = values.slice(1).map((value) => logOf(odds(value)));
      const ln = logPowerMean(x, logs);
      return { p: Math.exp(ln), q: -Math.expm1(ln) };
    }
    case 'not':
      return complement(odds(values[0]));
    case 'lesser':
      return lesser(odds(values[0]), odds(values[1]));
    case 'greater':
      return complement(lesser(complement(odds(values[0])), complement(odds(values[1]))));
    case 'mix':
      return mixture(odds(values[0]), odds(values[1]), odds(values[2]));
  }
}

/** False for a value that is NaN or infinite. */
export function isFiniteConstant(value: Constant): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : Number.isFinite(value.p) && Number.isFinite(value.q);
}

/** The value of an expression that contains only numbers; null if it reads a name. */
export function constantOf(expression: TypedExpression): Constant | null {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind !== 'call') return null;
  const values = expression.arguments.map(constantOf).filter((value) => value !== null);
  return values.length < expression.arguments.length ? null : constantValue(expression.function, values);
}
