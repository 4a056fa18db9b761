/** Random priors of every family that has shapes or heavy tails, over the whole of its support. */
import { heavyTailed, positiveAbout, type RandomPrior, uniform } from './prior-interval.ts';
import type { PriorParameters } from './prior-parameters.ts';
import { bare } from './real-expression.ts';

export function wholePrior(parameters: PriorParameters): RandomPrior {
  const { choices, unit, constant, number, shape, rate, location, scale } = parameters;
  const s = scale();
  const a = shape();
  const df = choices.pick([1, 2.5, 7]);
  const families = [
    ...(['lognormal', 'scaled_beta', 'gamma', 'inv_gamma', 'exponential', 'weibull'] as const),
    ...(['cauchy', 'half_cauchy', 'student_t', 'half_student_t'] as const),
  ] as const;
  switch (choices.pick(families)) {
    case 'lognormal': {
      const mu = choices.pick([-1, 0, 0.5]);
      return positiveAbout(`lognormal(${mu}, ${a.text})`, { lo: Math.exp(mu), hi: Math.exp(mu) });
    }
    case 'scaled_beta': {
      const from = choices.pick([0, 0.5, 3]);
      const [lo, hi] = [bare(from, unit), constant(from + number())];
      return { ...uniform(lo, hi), text: `scaled_beta(${a.text}, ${df}, ${lo.text}, ${hi.text})` };
    }
    case 'gamma': {
      const r = rate();
      return positiveAbout(`gamma(${a.text}, ${r.text})`, { lo: a.lo / r.hi, hi: a.hi / r.lo });
    }
    case 'inv_gamma':
      return positiveAbout(`inv_gamma(${a.text}, ${s.text})`, { lo: s.lo / a.hi, hi: s.hi / a.lo });
    case 'exponential': {
      const r = rate();
      return positiveAbout(`exponential(${r.text})`, { lo: 1 / r.hi, hi: 1 / r.lo });
    }
    case 'weibull':
      return positiveAbout(`weibull(${a.text}, ${s.text})`, s);
    case 'cauchy': {
      const at = location();
      return heavyTailed(`cauchy(${at.text}, ${s.text})`, at, s, 1);
    }
    case 'half_cauchy':
      return positiveAbout(`half_cauchy(${s.text})`, s);
    case 'student_t': {
      const at = location();
      return heavyTailed(`student_t(${df}, ${at.text}, ${s.text})`, at, s, df);
    }
    case 'half_student_t':
      return positiveAbout(`half_student_t(${df}, ${s.text})`, s);
  }
}
