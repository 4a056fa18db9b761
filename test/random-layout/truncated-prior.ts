/** Random truncated priors of every family that can be truncated. */
import { halfOpen, type RandomPrior, uniform } from './prior-interval.ts';
import type { PriorParameters } from './prior-parameters.ts';
import { bare } from './real-expression.ts';
import { BINDS, type Real, within } from './term.ts';

/** A prior before it is truncated, with the ends of its own. */
interface Whole {
  readonly text: string;
  readonly lo: Real | null;
  readonly hi: Real | null;
}

/** Far below any value, by a latent that the text does not decide: there nothing is cut off. */
function farBelow(real: Real): string {
  return `${within(real, BINDS.sum)} - 1e6`;
}

export function truncatedPrior(parameters: PriorParameters): RandomPrior {
  const { choices, unit, constant, number, sameUnit, column } = parameters;
  const lo = bare(choices.pick([0, 0.25, 0.5, 3]), unit);
  const beyond = sameUnit !== undefined && sameUnit.lo > lo.hi + 0.1 ? sameUnit : constant(lo.hi + number());
  const whole = wholeOf(parameters, beyond);
  const text = (from: string, to: string) => `${whole.text} in [${from}, ${to}]`;
  const between = (from: Real | null, to: Real | null, written: string): RandomPrior =>
    from !== null && to !== null ? { ...uniform(from, to), text: written } : halfOpen(written, from, to);
  const latent = sameUnit?.readsLatent ? sameUnit : undefined;
  switch (choices.pick(['both', 'lower', 'upper', 'far below', 'of data'])) {
    case 'of data': {
      // Not far out in a tail, of which too few digits would be left.
      const isNear = column !== undefined && column.lo >= -5 && column.hi <= 12;
      if (!isNear || whole.lo !== null) return between(lo, beyond, text(lo.text, beyond.text));
      const least: Real = { ...column, text: `min(${column.text})` };
      const room = constant(number());
      const most: Real = {
        ...{ ...column, text: `max(${column.text}) + ${within(room, BINDS.product)}`, binds: BINDS.sum },
        ...{ lo: column.lo + room.lo, hi: column.hi + room.hi },
      };
      const isOpen = choices.sometimes(0.3);
      return between(least, isOpen ? null : most, text(least.text, isOpen ? 'inf' : most.text));
    }
    case 'both':
      return between(lo, beyond, text(lo.text, beyond.text));
    case 'lower': {
      // A latent that may be anywhere must stay below the end.
      const from = sameUnit === undefined || whole.hi !== null ? lo : sameUnit;
      const isInside = whole.lo === null || from.lo >= 0;
      return between(isInside ? from : lo, whole.hi, text(isInside ? from.text : lo.text, 'inf'));
    }
    case 'upper':
      return between(whole.lo, beyond, text('-inf', beyond.text));
    case 'far below':
      return whole.lo === null || latent === undefined
        ? between(lo, beyond, text(lo.text, beyond.text))
        : between(whole.lo, beyond, text(farBelow(latent), beyond.text));
  }
}

/** Of any family; one that ends does so above the upper bound. */
function wholeOf(
  { choices, unit, constant, number, shape, rate, location, scale }: PriorParameters,
  upper: Real,
): Whole {
  const line = (text: string): Whole => ({ text, lo: null, hi: null });
  const positive = (text: string): Whole => ({ text, lo: bare(0, unit), hi: null });
  const families: readonly [() => Whole, ...(() => Whole)[]] = [
    () => line(`normal(${location().text}, ${scale().text})`),
    () => positive(`half_normal(${scale().text})`),
    () => positive(`lognormal(${choices.pick([-1, 0, 0.5])}, ${shape().text})`),
    () => positive(`exponential(${rate().text})`),
    () => positive(`weibull(${shape().text}, ${scale().text})`),
    () => line(`cauchy(${location().text}, ${scale().text})`),
    () => positive(`half_cauchy(${scale().text})`),
    () => positive(`gamma(${shape().text}, ${rate().text})`),
    () => positive(`inv_gamma(${shape().text}, ${scale().text})`),
    () => line(`student_t(${shape().text}, ${location().text}, ${scale().text})`),
    () => positive(`half_student_t(${shape().text}, ${scale().text})`),
    () => {
      // Rounding takes at most a tenth off.
      const hi = constant(1.3 * upper.hi + number());
      const text = `scaled_beta(${shape().text}, ${shape().text}, 0, ${hi.text})`;
      return { text, lo: bare(0, unit), hi };
    },
  ];
  return choices.pick(families)();
}
