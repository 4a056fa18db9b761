/**
 * Checks the arguments of the prelude's links before their bodies are checked, so that messages are about the call and
 * not about a body that its author never sees.
 */
import { quote } from '../../grammar/quote.ts';
import {
  asProbability,
  type Checked,
  type CheckedReal,
  inUnit,
  originNotes,
  type Rules,
  withoutUnit,
} from './checked.ts';
import { isPositive } from './linking.ts';
import { inOneUnit, inUnitOf } from './unify.ts';
import { dimensionless, powerUnit } from './units.ts';

/**
 * The arguments in the form that the body expects, in the order of the parameters; null after a mistake, which is
 * reported.
 */
type Contract = (name: string, args: readonly Checked[], rules: Rules) => readonly Checked[] | null;

const contracts: Readonly<Record<string, Contract>> = {
  margin: (name, args, rules) => compared(name, args, 2, 'steepness', rules),
  log_margin: logMargin,
  scaled_margin: scaledMargin,
  clamp: (name, args, rules) => inOneUnit(quote(name), args, rules)?.values ?? null,
  irt_2pl: (name, args, rules) => compared(name, args, 2, 'a', rules),
  presence: probabilities('ability', 'flag'),
  downscale: probabilities('w', 'p'),
  between: probabilities('lo', 'hi', 'p'),
  band: (name, args, rules) => plain(compared(name, args, 3, 'slope', rules), args, rules),
  _band_from: (_, args, rules) => compared('band', args, 2, 'slope', rules),
  _band_to: (_, args, rules) => compared('band', args, 2, 'slope', rules),
};

/** Checks and converts the arguments of a call of a prelude link. */
export function keepContract(
  name: string,
  args: readonly Checked[],
  rules: Rules,
): readonly Checked[] | null {
  const contract = contracts[name];
  return contract === undefined ? args : contract(name, args, rules);
}

function argument(args: readonly Checked[], index: number): Checked {
  const value = args[index];
  if (value === undefined) throw new Error(`a call has no argument ${index}`);
  return value;
}

/**
 * Checks that the first `values` arguments share a unit, and that the slope after them has the inverse of that unit.
 */
function compared(
  name: string,
  args: readonly Checked[],
  values: number,
  slopeName: string,
  rules: Rules,
): CheckedReal[] | null {
  const same = inOneUnit(quote(name), args.slice(0, values), rules);
  if (same === null) return null;
  const [first] = same.values as [CheckedReal];
  const message = `this is ${inUnit(same.unit)}, and the ${slopeName} has the inverse unit`;
  const notes = [{ span: first.expression.span, message }, ...originNotes(first)];
  const who = `The ${slopeName === 'a' ? '`a`' : slopeName} of ${quote(name)}`;
  const slope = inUnitOf(powerUnit(same.unit, -1), who, argument(args, values), notes, rules);
  return slope && [...same.values, slope];
}

function logMargin(name: string, args: readonly Checked[], rules: Rules): Checked[] | null {
  const same = inOneUnit(quote(name), args.slice(0, 2), rules);
  if (same === null) return null;
  const steepness = inUnitOf(dimensionless, `The steepness of ${quote(name)}`, argument(args, 2), [], rules);
  if (steepness === null) return null;
  if (!same.values.every((value) => isPositive(value, quote(name), rules))) return null;
  // The ratio of two values of one unit has no unit, and neither has the difference of their logarithms.
  return [...same.values.map(withoutUnit), steepness];
}

function scaledMargin(name: string, args: readonly Checked[], rules: Rules): Checked[] | null {
  const same = inOneUnit(quote(name), args.slice(0, 4), rules);
  const p = argument(args, 4);
  const value = typeof p.constant === 'number' ? p.constant : (p.constant?.p ?? null);
  if (value === null || value <= 0.5 || value >= 1) {
    rules.log.error(
      'scaled-margin-p',
      p.expression.span,
      'The `p` of `scaled_margin` must be a number between 0.5 and 1, both excluded.',
      'Write the probability that the widest margin should give, such as 0.999.',
    );
    return null;
  }
  const widest = asProbability(p, '`scaled_margin` needs a probability for `p`', rules);
  if (same === null || widest === null) return null;
  const [lo, hi] = [argument(same.values, 2), argument(same.values, 3)];
  return inOrder(name, 'lo', lo, 'hi', hi, rules) ? [...same.values, widest] : null;
}

/** The arguments of `band` as plain numbers: the link is normalised on a dimensionless scale. */
function plain(values: CheckedReal[] | null, args: readonly Checked[], rules: Rules): Checked[] | null {
  if (values === null) return null;
  const sound = inOrder('band', 'lower', argument(args, 1), 'upper', argument(args, 2), rules);
  return sound ? values.map(withoutUnit) : null;
}

/** Whether two bounds, as far as the text determines them, are in order; reported when they are not. */
function inOrder(
  name: string,
  loName: string,
  lo: Checked,
  hiName: string,
  hi: Checked,
  rules: Rules,
): boolean {
  if (typeof lo.constant !== 'number' || typeof hi.constant !== 'number' || lo.constant < hi.constant)
    return true;
  rules.log.error(
    'bounds-out-of-order',
    hi.expression.span,
    `The ${quote(hiName)} of ${quote(name)} is ${hi.constant}, which is not above its ${quote(loName)}, ${lo.constant}.`,
    'Give the lower bound first.',
    [{ span: lo.expression.span, message: `${quote(loName)} is here` }],
  );
  return false;
}

function probabilities(...names: string[]): Contract {
  return (name, args, rules) => {
    const checked = args.map((value, i) =>
      asProbability(value, `${quote(name)} needs a probability for ${quote(names[i] ?? '')}`, rules),
    );
    const sound = checked.filter((p) => p !== null);
    return sound.length < checked.length ? null : sound;
  };
}
