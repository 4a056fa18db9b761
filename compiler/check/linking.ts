/** Type checks calls of built-in functions. */
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import { combine, foldBare } from './arithmetic.ts';
import { asProbability, asReal, type Checked, call, type Rules, realType } from './checked.ts';
import type { FunctionName } from './functions.ts';
import type { Type } from './typed-layout.ts';
import { inOneUnit, inUnitOf } from './unify.ts';
import { dimensionless, isDimensionless, powerUnit } from './units.ts';

const probability: Type = { kind: 'probability' };

/** The value of a function on arguments in the order of its parameters; null after a mistake, which is reported. */
export function applyFunction(
  name: FunctionName,
  args: readonly Checked[],
  span: Span,
  rules: Rules,
): Checked | null {
  const who = quote(name);
  switch (name) {
    case 'log':
    case 'exp':
    case 'log1p':
    case 'expm1':
    case 'logistic':
      return ofDimensionless(name, argument(args, 0), span, rules);
    case 'sqrt':
      return squareRoot(argument(args, 0), span, rules);
    case 'at_least':
    case 'at_most': {
      if (areChances(args)) return ofChances(name, args, span, rules);
      const same = inOneUnit(who, args, rules);
      return same && call(name, realType(same.unit), same.values, span, rules.log);
    }
    case 'all':
    case 'and':
      return combine('and', who, args, span, rules);
    case 'any':
    case 'or':
      return combine('or', who, args, span, rules);
    case 'weighted_any':
      return weightedAny(args, span, rules);
    case 'power_mean':
      return powerMean(args, span, rules);
    case 'mix':
      return mix(args, span, rules);
  }
}

function argument(args: readonly Checked[], index: number): Checked {
  const value = args[index];
  if (value === undefined) throw new Error(`a call has no argument ${index}`);
  return value;
}

function ofDimensionless(
  name: 'log' | 'exp' | 'log1p' | 'expm1' | 'logistic',
  value: Checked,
  span: Span,
  rules: Rules,
): Checked | null {
  const x = inUnitOf(dimensionless, `The argument of ${quote(name)}`, value, [], rules);
  if (x === null || (name === 'log' && !isPositive(x, 'a logarithm', rules))) return null;
  if (value.bare && name !== 'logistic') return foldBare(name, [x], span, rules);
  return call(name, name === 'logistic' ? probability : realType(dimensionless), [x], span, rules.log);
}

function squareRoot(value: Checked, span: Span, rules: Rules): Checked | null {
  const x = asReal(value);
  if (typeof x.constant === 'number' && x.constant < 0) {
    rules.log.error(
      'root-of-negative',
      x.expression.span,
      `This is ${x.constant}, and a negative number has no square root.`,
      'Take the root of a number from 0 on.',
    );
    return null;
  }
  if (x.bare) return foldBare('sqrt', [x], span, rules);
  return call('sqrt', realType(powerUnit(x.unit, 0.5)), [x], span, rules.log);
}

/** False for a constant that is not positive, which is reported. */
export function isPositive(value: Checked, what: string, rules: Rules): boolean {
  if (typeof value.constant !== 'number' || value.constant > 0) return true;
  rules.log.error(
    'log-of-nonpositive',
    value.expression.span,
    `This is ${value.constant}, and ${what} needs a number above 0.`,
    'Use a number above 0.',
  );
  return false;
}

/** Whether a probability is among the values, and all others may be one: flags, and constants from 0 to 1. */
function areChances(args: readonly Checked[]): boolean {
  const isChance = ({ expression: { type }, constant, isShare }: Checked) =>
    type.kind === 'real'
      ? isShare === true ||
        (isDimensionless(type.unit) && typeof constant === 'number' && constant >= 0 && constant <= 1)
      : true;
  return args.some(({ expression }) => expression.type.kind === 'probability') && args.every(isChance);
}

/** The lesser or the greater of two probabilities, which is one too. */
function ofChances(
  name: 'at_least' | 'at_most',
  args: readonly Checked[],
  span: Span,
  rules: Rules,
): Checked | null {
  const checked = args.flatMap(
    (value) => asProbability(value, `${quote(name)} needs probabilities`, rules) ?? [],
  );
  if (checked.length < args.length) return null;
  return call(name === 'at_most' ? 'lesser' : 'greater', probability, checked, span, rules.log);
}

function mix(args: readonly Checked[], span: Span, rules: Rules): Checked | null {
  const names = ['w', 'p', 'q'];
  const checked = args.map((value, i) =>
    asProbability(value, `\`mix\` needs a probability for ${quote(names[i] ?? '')}`, rules),
  );
  const sound = checked.filter((p) => p !== null);
  return sound.length < checked.length ? null : call('mix', probability, sound, span, rules.log);
}

/** `weighted_any(w1, p1, w2, p2, …)` = 1 − Π(1 − wᵢ pᵢ), the same as `w1 and p1 or w2 and p2 or …`. */
function weightedAny(args: readonly Checked[], span: Span, rules: Rules): Checked | null {
  const last = args.at(-1);
  if (args.length % 2 === 1 && last !== undefined) {
    rules.log.error(
      'missing-argument',
      last.expression.span,
      'This weight of `weighted_any` has no probability after it.',
      'Alternate weights and probabilities, such as `weighted_any(w1, p1, w2, p2)`.',
    );
    return null;
  }
  const products = args.flatMap((weight, i) =>
    i % 2 === 0 ? [combine('and', '`weighted_any`', [weight, argument(args, i + 1)], span, rules)] : [],
  );
  const sound = products.filter((p) => p !== null);
  return sound.length < products.length ? null : combine('or', '`weighted_any`', sound, span, rules);
}

/** `power_mean(exponent, p1, p2, …)`: the exponent must be known without data. */
function powerMean(args: readonly Checked[], span: Span, rules: Rules): Checked | null {
  const [first, ...rest] = args;
  if (first === undefined || rest.length === 0) {
    rules.log.error(
      'missing-argument',
      span,
      '`power_mean` has no probability to take the mean of.',
      'Give it an exponent and one or more probabilities, such as `power_mean(2, p, q)`.',
    );
    return null;
  }
  const exponent = inUnitOf(dimensionless, 'The exponent of `power_mean`', first, [], rules);
  const checked = rest.map((p) =>
    asProbability(p, '`power_mean` needs probabilities after its exponent', rules),
  );
  if (exponent !== null && typeof exponent.constant !== 'number') {
    rules.log.error(
      'exponent-not-constant',
      first.expression.span,
      'The exponent of `power_mean` must be a number.',
      'Write a number: 1 is the arithmetic mean, 0 the geometric, -1 the harmonic. With `choose` you can try several.',
    );
    return null;
  }
  const sound = checked.filter((p) => p !== null);
  if (exponent === null || sound.length < checked.length) return null;
  return call('power_mean', probability, [exponent, ...sound], span, rules.log);
}
