/**
 * Another way to write the parameters of a distribution, by name: `lognormal(median = 20 s, spread = 1)` for `lognormal(mu,
 * sigma)`. The checker writes out the standard parameters, so that no later phase knows of it.
 */
import type { OutcomeParameters } from './parameters.ts';

/** The operations that make standard parameters, on expressions of the checker. */
export interface FormArithmetic<T> {
  times(a: T, b: T): T;
  over(a: T, b: T): T;
  /** ln of a quantity, as a number in its unit. */
  logOf(quantity: T): T;
  /** 1 − p. */
  complement(probability: T): T;
  one: T;
}

export interface OtherForm {
  /** By name, with the kinds that they are checked by. */
  readonly parameters: OutcomeParameters;
  /** The standard parameters by name, all of them. */
  standard<T>(given: Readonly<Record<string, T>>, make: FormArithmetic<T>): Readonly<Record<string, T>>;
}

/** `lognormal(median, spread)`: the value that half of all are below, and the standard deviation of the logarithm. */
export const MEDIAN_AND_SPREAD: OtherForm = {
  parameters: { median: 'scale', spread: 'shape' },
  standard: ({ median, spread }, { logOf }) => ({ mu: logOf(median!), sigma: spread! }),
};

/** `beta(mean, precision)`: the variance is mean · (1 − mean) / (1 + precision). */
export const MEAN_AND_PRECISION: OtherForm = {
  parameters: { mean: 'openProbability', precision: 'shape' },
  standard: ({ mean, precision }, { times, complement }) => ({
    a: times(mean!, precision!),
    b: times(complement(mean!), precision!),
  }),
};

/** `gamma(shape, mean)`: the standard deviation is mean / √shape. */
export const SHAPE_AND_MEAN: OtherForm = {
  parameters: { shape: 'shape', mean: 'scale' },
  standard: ({ shape, mean }, { over }) => ({ shape: shape!, rate: over(shape!, mean!) }),
};

/** `exponential(mean)`. */
export const MEAN: OtherForm = {
  parameters: { mean: 'scale' },
  standard: ({ mean }, { over, one }) => ({ rate: over(one, mean!) }),
};
