/** The means of outcomes' distributions. */
import type { Observation } from '../check/typed-layout.ts';
import { evaluateProbability, evaluateReal, type Scope } from './evaluate.ts';
import { linear, logistic } from './log-probability.ts';

/**
 * The mean of the distribution that an outcome has in a row: of 0 and 1 the probability of 1, of ratings the mean of the categories'
 * numbers. NaN where there is none, as of a t distribution with one degree of freedom. Gelman et al., Bayesian Data Analysis, 3rd
 * edition (2013), table A.1.
 */
export function outcomeMean({ family, parameters }: Observation, scope: Scope): number {
  const x = (index: number): number => evaluateReal(parameters[index]!, scope);
  const p = (index: number): number => linear(evaluateProbability(parameters[index]!, scope));
  switch (family) {
    case 'bernoulli':
    case 'beta_proportion':
      return p(0);
    case 'bernoulli_logit':
      return linear(logistic(x(0)));
    case 'binomial':
      return x(0) * p(1);
    case 'binomial_logit':
      return x(0) * linear(logistic(x(1)));
    case 'beta_binomial':
      return (x(0) * x(1)) / (x(1) + x(2));
    case 'normal':
      return x(0);
    case 'student_t':
      return x(0) <= 1 ? Number.NaN : x(1);
    case 'lognormal':
      return Math.exp(x(0) + 0.5 * x(1) ** 2);
    case 'ordered_logistic':
      return parameters
        .slice(1)
        .reduce((sum, cut) => sum + linear(logistic(x(0) - evaluateReal(cut, scope))), 1);
  }
}
