/** The types of functions: arithmetic ones and linking functions. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import { combine, foldBare } from './arithmetic.ts';
import { asProbability, asReal, type Checked, call, inUnit, realType } from './checked.ts';
import { type FunctionName, functions } from './functions.ts';
import type { ProbabilityFunction, Type } from './typed-layout.ts';
import { inOneUnit, inUnitOf } from './unify.ts';
import { dimensionless, powerUnit } from './units.ts';

const probability: Type = { kind: 'probability' };

/** The value of a function on arguments in the order of its parameters, or null when it has none, which is reported. */
export function applyFunction(
  name: FunctionName,
  args: readonly Checked[],
  span: Span,
  log: DiagnosticLog,
): Checked | null {
  const who = quote(name);
  switch (name) {
    case 'log':
    case 'exp':
    case 'logistic':
      return ofDimensionless(name, argument(args, 0), span, log);
    case 'sqrt':
      return squareRoot(argument(args, 0), span, log);
    case 'margin':
    case 'log_margin':
      return margin(name, args, span, log);
    case 'scaled_margin':
      return scaledMargin(args, span, log);
    case 'all':
    case 'and':
      return combine('and', who, args, span, log);
    case 'any':
    case 'or':
      return combine('or', who, args, span, log);
    case 'presence':
    case 'mix':
    case 'downscale':
      return ofProbabilities(name, args, span, log);
  }
}

function argument(args: readonly Checked[], index: number): Checked {
  const value = args[index];
  if (value === undefined) throw new Error(`a call has no argument ${index}`);
  return value;
}

function ofDimensionless(
  name: 'log' | 'exp' | 'logistic',
  value: Checked,
  span: Span,
  log: DiagnosticLog,
): Checked | null {
  const x = inUnitOf(dimensionless, `The argument of ${quote(name)}`, value, [], log);
  if (x === null || (name === 'log' && !isPositive(x, 'a logarithm', log))) return null;
  if (value.bare && name !== 'logistic') return foldBare(name, [x], span, log);
  return call(name, name === 'logistic' ? probability : realType(dimensionless), [x], span, log);
}

function squareRoot(value: Checked, span: Span, log: DiagnosticLog): Checked | null {
  const x = asReal(value);
  if (typeof x.constant === 'number' && x.constant < 0) {
    log.error(
      'root-of-negative',
      x.expression.span,
      `This is ${x.constant}, and a negative number has no square root.`,
      'Take the root of a number from 0 on.',
    );
    return null;
  }
  if (x.bare) return foldBare('sqrt', [x], span, log);
  return call('sqrt', realType(powerUnit(x.unit, 0.5)), [x], span, log);
}

function isPositive(value: Checked, what: string, log: DiagnosticLog): boolean {
  if (typeof value.constant !== 'number' || value.constant > 0) return true;
  log.error(
    'log-of-nonpositive',
    value.expression.span,
    `This is ${value.constant}, and ${what} needs a number above 0.`,
    'Use a number above 0.',
  );
  return false;
}

function margin(
  name: 'margin' | 'log_margin',
  args: readonly Checked[],
  span: Span,
  log: DiagnosticLog,
): Checked | null {
  const compared = inOneUnit(quote(name), args.slice(0, 2), log);
  if (compared === null) return null;
  const onLogScale = name === 'log_margin';
  const unit = onLogScale ? dimensionless : powerUnit(compared.unit, -1);
  const notes = compared.values.slice(0, onLogScale ? 0 : 1).map(({ expression }) => ({
    span: expression.span,
    message: `this is ${inUnit(compared.unit)}, and the steepness goes with its inverse`,
  }));
  const steepness = inUnitOf(unit, `The steepness of ${quote(name)}`, argument(args, 2), notes, log);
  if (steepness === null) return null;
  if (onLogScale && !compared.values.every((value) => isPositive(value, '`log_margin`', log))) return null;
  return call(name, probability, [...compared.values, steepness], span, log);
}

function scaledMargin(args: readonly Checked[], span: Span, log: DiagnosticLog): Checked | null {
  const compared = inOneUnit('`scaled_margin`', args.slice(0, 4), log);
  const p = argument(args, 4);
  const value = typeof p.constant === 'number' ? p.constant : (p.constant?.p ?? null);
  if (value === null || value <= 0.5 || value >= 1) {
    log.error(
      'scaled-margin-p',
      p.expression.span,
      'The `p` of `scaled_margin` must be a number between 0.5 and 1, both excluded.',
      'Write the probability that the widest margin should give, such as 0.999.',
    );
    return null;
  }
  const widest = asProbability(p, '`scaled_margin` wants a probability for `p`', log);
  if (compared === null || widest === null) return null;
  const [lo, hi] = [argument(compared.values, 2), argument(compared.values, 3)];
  if (typeof lo.constant === 'number' && typeof hi.constant === 'number' && lo.constant >= hi.constant) {
    log.error(
      'bounds-out-of-order',
      hi.expression.span,
      `The \`hi\` of \`scaled_margin\` is ${hi.constant}, which is not above its \`lo\`, ${lo.constant}.`,
      'Give the lower bound first.',
      [{ span: lo.expression.span, message: '`lo` is here' }],
    );
    return null;
  }
  return call('scaled_margin', probability, [...compared.values, widest], span, log);
}

function ofProbabilities(
  name: ProbabilityFunction & ('presence' | 'mix' | 'downscale'),
  args: readonly Checked[],
  span: Span,
  log: DiagnosticLog,
): Checked | null {
  const { parameters } = functions[name] as { parameters: readonly { name: string }[] };
  const checked = args.map((value, i) =>
    asProbability(value, `${quote(name)} wants a probability for ${quote(parameters[i]?.name ?? '')}`, log),
  );
  const present = checked.filter((p) => p !== null);
  return present.length < checked.length ? null : call(name, probability, present, span, log);
}
