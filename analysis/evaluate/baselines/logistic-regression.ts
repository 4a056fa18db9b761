/**
 * Logistic regression with a ridge penalty.
 *
 * Written here because no JavaScript package was found that is regularised, converges and returns probabilities:
 * `ml-logistic-regression` takes a fixed number of gradient steps of fixed length, without intercept or penalty. The
 * optimum is the same as that of scikit-learn's `LogisticRegression(C=1/penalty)`.
 */

import { solveDefinite } from '../../../statistics/solve-definite.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { type Features, requireBothOutcomes, type TrainingSet } from './features.ts';

export interface LogisticRegression {
  readonly intercept: number;
  /** One per feature: log odds per unit of the feature. */
  readonly coefficients: Float64Array;
}

/** scikit-learn's default, C = 1: a normal prior of standard deviation 1 for the coefficient of each standardised demand. */
export const RIDGE_PENALTY = 1;
const MAX_STEPS = 100;
/** Tolerance for the Newton decrement; half the decrement estimates the distance of the objective from its minimum. */
const TOLERANCE = 1e-12;

/**
 * Minimises −Σ ln p(outcome) + penalty/2 · |coefficients|², with an unpenalised intercept. The method is Newton's, also
 * called iteratively reweighted least squares (Hastie, Tibshirani & Friedman 2009, The elements of statistical
 * learning, section 4.4.1). A step is halved until the objective decreases.
 *
 * @param penalty above 0: without a penalty there is no minimum if a feature separates successes from failures
 * @throws RangeError for another penalty
 * @throws EvaluationError when all outcomes are the same: then the intercept is unbounded
 */
export function fitLogisticRegression(
  { features, outcomes }: TrainingSet,
  penalty: number = RIDGE_PENALTY,
): LogisticRegression {
  if (!(penalty > 0 && Number.isFinite(penalty))) throw new RangeError(`${penalty} is no penalty`);
  requireBothOutcomes(outcomes, 'logistic regression');
  // The intercept is the first of the parameters.
  let parameters = new Float64Array(features.names.length + 1);
  let objective = objectiveAt(parameters, features, outcomes, penalty);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, hessian } = derivatives(parameters, features, outcomes, penalty);
    const direction = solveDefinite(hessian, gradient);
    if (direction === null) break;
    const decrement = direction.reduce((sum, value, i) => sum + value * gradient[i]!, 0);
    if (decrement <= TOLERANCE) return { intercept: parameters[0]!, coefficients: parameters.slice(1) };
    for (let length = 1; ; length /= 2) {
      const next = parameters.map((value, i) => value - length * direction[i]!);
      const reached = objectiveAt(next, features, outcomes, penalty);
      if (reached <= objective || length < 1e-8) {
        [parameters, objective] = [next, reached];
        break;
      }
    }
  }
  throw new EvaluationError(
    'The logistic regression did not converge.',
    'Look for a demand with values that lie far apart from all others, and leave it out.',
  );
}

/** The probability of success of each row. */
export function predictLogisticRegression(model: LogisticRegression, features: Features): Float64Array {
  const parameters = Float64Array.of(model.intercept, ...model.coefficients);
  return Float64Array.from({ length: features.rows }, (_, row) =>
    logistic(logOdds(parameters, features, row)),
  );
}

function logOdds(parameters: Float64Array, { values, names }: Features, row: number): number {
  let sum = parameters[0]!;
  for (let k = 0; k < names.length; k++) sum += parameters[k + 1]! * values[row * names.length + k]!;
  return sum;
}

function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}

function objectiveAt(
  parameters: Float64Array,
  features: Features,
  outcomes: Float64Array,
  penalty: number,
): number {
  let sum = 0;
  for (let k = 1; k < parameters.length; k++) sum += (penalty / 2) * parameters[k]! ** 2;
  for (let row = 0; row < features.rows; row++) {
    const x = logOdds(parameters, features, row) * (outcomes[row] === 1 ? -1 : 1);
    sum += Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }
  return sum;
}

function derivatives(
  parameters: Float64Array,
  features: Features,
  outcomes: Float64Array,
  penalty: number,
): { readonly gradient: Float64Array; readonly hessian: Float64Array } {
  const size = parameters.length;
  const gradient = parameters.map((value, k) => (k === 0 ? 0 : penalty * value));
  const hessian = new Float64Array(size * size);
  for (let k = 1; k < size; k++) hessian[k * size + k] = penalty;
  const at = (row: number, k: number) => (k === 0 ? 1 : features.values[row * (size - 1) + k - 1]!);
  for (let row = 0; row < features.rows; row++) {
    const p = logistic(logOdds(parameters, features, row));
    for (let i = 0; i < size; i++) {
      gradient[i]! += (p - outcomes[row]!) * at(row, i);
      for (let j = 0; j <= i; j++) hessian[i * size + j]! += p * (1 - p) * at(row, i) * at(row, j);
    }
  }
  return { gradient, hessian };
}
