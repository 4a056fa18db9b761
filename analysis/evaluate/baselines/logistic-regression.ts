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
  /**
   * Log odds per standard deviation of a demand, and one number for each level of a category, in the order of the
   * features. Each level is an indicator of its own, as if a category were one column per level.
   */
  readonly coefficients: Float64Array;
}

/** What a row adds up to its log odds: one parameter per feature, times a value. Parameter 0 is the intercept. */
interface Terms {
  /** The number of parameters, the intercept among them. */
  readonly size: number;
  /** The number of features. */
  readonly width: number;
  /** Row by row, the parameter of each feature. */
  readonly parameters: Int32Array;
  /** Row by row, the value of each feature: 1 for a level. */
  readonly values: Float64Array;
}

function termsOf({ columns, rows }: Features): Terms {
  const width = columns.length;
  const [parameters, values] = [new Int32Array(rows * width), new Float64Array(rows * width)];
  let size = 1;
  for (const [place, column] of columns.entries()) {
    for (let row = 0; row < rows; row++) {
      const isLevel = column.kind === 'category';
      parameters[row * width + place] = size + (isLevel ? column.values[row]! : 0);
      values[row * width + place] = isLevel ? 1 : column.values[row]!;
    }
    size += column.kind === 'category' ? column.levels.length : 1;
  }
  return { size, width, parameters, values };
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
  const terms = termsOf(features);
  let parameters = new Float64Array(terms.size);
  let objective = objectiveAt(parameters, terms, outcomes, penalty);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, hessian } = derivatives(parameters, terms, outcomes, penalty);
    const direction = solveDefinite(hessian, gradient);
    if (direction === null) break;
    const decrement = direction.reduce((sum, value, i) => sum + value * gradient[i]!, 0);
    if (decrement <= TOLERANCE) return { intercept: parameters[0]!, coefficients: parameters.slice(1) };
    for (let length = 1; ; length /= 2) {
      const next = parameters.map((value, i) => value - length * direction[i]!);
      const reached = objectiveAt(next, terms, outcomes, penalty);
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
  const terms = termsOf(features);
  return Float64Array.from({ length: features.rows }, (_, row) => logistic(logOdds(parameters, terms, row)));
}

function logOdds(parameters: Float64Array, { width, parameters: own, values }: Terms, row: number): number {
  let sum = parameters[0]!;
  for (let at = row * width; at < (row + 1) * width; at++) sum += parameters[own[at]!]! * values[at]!;
  return sum;
}

function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}

function objectiveAt(
  parameters: Float64Array,
  terms: Terms,
  outcomes: Float64Array,
  penalty: number,
): number {
  let sum = 0;
  for (let k = 1; k < parameters.length; k++) sum += (penalty / 2) * parameters[k]! ** 2;
  for (const [row, outcome] of outcomes.entries()) {
    const x = logOdds(parameters, terms, row);
    const tail = Math.log1p(Math.exp(-Math.abs(x)));
    // Of a share between 0 and 1, both halves of the fractional logit (Papke & Wooldridge 1996).
    sum += outcome * (Math.max(-x, 0) + tail) + (1 - outcome) * (Math.max(x, 0) + tail);
  }
  return sum;
}

function derivatives(
  parameters: Float64Array,
  terms: Terms,
  outcomes: Float64Array,
  penalty: number,
): { readonly gradient: Float64Array; readonly hessian: Float64Array } {
  const { size, width, parameters: own, values } = terms;
  const gradient = parameters.map((value, k) => (k === 0 ? 0 : penalty * value));
  const hessian = new Float64Array(size * size);
  for (let k = 1; k < size; k++) hessian[k * size + k] = penalty;
  for (const [row, outcome] of outcomes.entries()) {
    const p = logistic(logOdds(parameters, terms, row));
    const spread = p * (1 - p);
    gradient[0]! += p - outcome;
    hessian[0]! += spread;
    // Parameters increase along a row, so this is the lower triangle.
    const begin = row * width;
    for (let a = begin; a < begin + width; a++) {
      const [i, x] = [own[a]!, values[a]!];
      gradient[i]! += (p - outcome) * x;
      hessian[i * size]! += spread * x;
      for (let b = begin; b <= a; b++) hessian[i * size + own[b]!]! += spread * x * values[b]!;
    }
  }
  return { gradient, hessian };
}
