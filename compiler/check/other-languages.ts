/** Functions of other languages: what to write here in their place. */
import { quote } from '../../grammar/quote.ts';
import { inWords, type Remedy } from '../../grammar/remedy.ts';
import type { Span } from '../../grammar/source.ts';

/** A function of this language with the same arguments and another name. */
interface OtherName {
  readonly name: string;
  readonly form: string;
  /** Continues the sentence. */
  readonly rest?: string;
}

const LOGISTIC: OtherName = { name: 'logistic', form: '(x)' };
const GREATER: OtherName = { name: 'at_least', form: '(x, floor)', rest: ', the greater of two numbers' };
const SMALLER: OtherName = { name: 'at_most', form: '(x, cap)', rest: ', the smaller of two numbers' };

/** What to write instead of functions that other languages have and this one lacks. */
const REPLACEMENTS: Readonly<Record<string, string | OtherName>> = {
  ln: { name: 'log', form: '(x)', rest: ', which is the natural logarithm' },
  log10: 'Write `log(x) / log(10)`.',
  log2: 'Write `log(x) / log(2)`.',
  inv_logit: LOGISTIC,
  sigmoid: LOGISTIC,
  expit: LOGISTIC,
  plogis: LOGISTIC,
  logit: 'Write `log(p) - log(1 - p)`; an outcome takes a logit as `bernoulli_logit(x)`.',
  inv_cloglog: 'Write `logistic(log(expm1(exp(x))))`, which is the same number.',
  Phi: 'The normal distribution function is not in the language; `logistic(1.702 * x)` is within 0.01 of it.',
  Phi_approx: 'Write `logistic(1.702 * x)`, which is within 0.01 of the normal distribution function.',
  pnorm:
    'The normal distribution function is not in the language; `logistic(1.702 * x)` is within 0.01 of it.',
  probit:
    'The normal distribution function is not in the language; `logistic(1.702 * x)` is within 0.01 of it.',
  abs: 'Write `at_least(x, -x)`.',
  fabs: 'Write `at_least(x, -x)`.',
  pow: 'Write `x ^ n`.',
  power: 'Write `x ^ n`.',
  square: 'Write `x ^ 2`.',
  cube: 'Write `x ^ 3`.',
  inv: 'Write `1 / x`.',
  fmax: GREATER,
  clip: { name: 'clamp', form: '(x, lo, hi)' },
  fmin: SMALLER,
  maximum: GREATER,
  minimum: SMALLER,
  log1p_exp: 'Write `log1p(exp(x))`.',
  log1pexp: 'Write `log1p(exp(x))`.',
  softplus: 'Write `log1p(exp(x))`.',
  tanh: 'Write `2 * logistic(2 * x) - 1`.',
  step: 'Make a column of the data that says whether it holds, and declare it `: flag`.',
  ifelse:
    'With a flag `f` write `mix(f, p, q)` for probabilities, which is `p` where it is 0 and `q` where it is 1, and `(1 - f) * x + f * y` for numbers.',
  if_else:
    'With a flag `f` write `mix(f, p, q)` for probabilities, which is `p` where it is 0 and `q` where it is 1, and `(1 - f) * x + f * y` for numbers.',
  where:
    'With a flag `f` write `mix(f, p, q)` for probabilities, which is `p` where it is 0 and `q` where it is 1, and `(1 - f) * x + f * y` for numbers.',
};

/** What to write instead of a function of another language, whose name has this span; null for an unknown name. */
export function replacementOf(called: string, span: Span): Remedy | string | null {
  if (!Object.hasOwn(REPLACEMENTS, called)) return null;
  const replacement = REPLACEMENTS[called]!;
  if (typeof replacement === 'string') return replacement;
  const { name, form, rest = '' } = replacement;
  return inWords(`Write ${quote(`${name}${form}`)}${rest}.`, span, name);
}
