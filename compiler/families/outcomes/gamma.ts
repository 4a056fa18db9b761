/** `gamma(shape, rate)`. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { SHAPE_AND_MEAN } from '../other-form.ts';
import { defineOutcome, drawnBy, drawnWithin } from '../outcome.ts';
import { gammaPrior } from '../priors/gamma.ts';
import { areSmall, logMassAbove0, weighted } from '../shapes.ts';

export const gammaOutcome = defineOutcome({
  parameters: { shape: 'shape', rate: 'rate' },
  values: 'positive',
  otherForm: SHAPE_AND_MEAN,
  documentation: 'times and sizes; the mean is `shape / rate`',

  logLikelihood(graph, { shape, rate }, { y, sum }) {
    const { add, multiply, negate, log, logGamma } = nodeArithmetic(graph);
    if (areSmall(graph, shape)) {
      return [
        sum(add(multiply(shape, log(rate)), negate(logGamma(shape)))),
        sum(weighted(graph, shape, () => log(y))),
        negate(sum(multiply(rate, y))),
      ];
    }
    // As a sum of powers and a log-gamma it would lose all digits at large shapes.
    const excess = graph.apply('productLess', [rate, y, shape]);
    return [
      sum(graph.apply('gammaKernel', [shape, multiply(rate, y), excess])),
      sum(add(graph.apply('logGammaPeak', [shape]), log(rate))),
    ];
  },
  ranges: {
    logMass: (graph, parameters, { lo, hi }) =>
      gammaPrior.logMass!(graph, parameters, { lo: lo ?? graph.constant(0), hi }),
    /** The mean of all times the mass of the range for a shape that is 1 more. */
    mean(graph, { shape, rate }, { lo, hi }) {
      const { add, subtract, multiply, divide, exp, constant } = nodeArithmetic(graph);
      const range = { lo: lo && multiply(rate, lo), hi: hi && multiply(rate, hi) };
      const share = subtract(
        logMassAbove0(graph, add(shape, constant(1)), range),
        logMassAbove0(graph, shape, range),
      );
      return multiply(divide(shape, rate), exp(share));
    },
    draw: (graph, { shape, rate }, range) => drawnWithin('drawGammaWithin', graph, range, shape, rate),
  },
  mean: (graph, { shape, rate }) => nodeArithmetic(graph).divide(shape, rate),
  draw: (_, { shape, rate }) => drawnBy('drawGamma', shape, rate),
});
