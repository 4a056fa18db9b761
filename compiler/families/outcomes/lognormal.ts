/** `lognormal(mu, sigma)`: the logarithm of the value, taken as a number in its unit, is normal. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEDIAN_AND_SPREAD } from '../other-form.ts';
import { defineOutcome } from '../outcome.ts';
import { logNormalMassNode, logNormalTerms } from './normal.ts';

export const lognormalOutcome = defineOutcome({
  parameters: { mu: 'number', sigma: 'shape' },
  values: 'positive',
  otherForm: MEDIAN_AND_SPREAD,
  documentation: 'times; the logarithm is normal',

  logLikelihood(graph, { mu, sigma }, rows) {
    const { negate, log } = nodeArithmetic(graph);
    const logY = log(rows.y);
    return [...logNormalTerms(graph, logY, mu, sigma, rows), negate(rows.sum(logY))];
  },
  logMass(graph, { mu, sigma }, { lo, hi }) {
    const { log } = nodeArithmetic(graph);
    return logNormalMassNode(graph, mu, sigma, { lo: lo && log(lo), hi: hi && log(hi) });
  },
  mean(graph, { mu, sigma }) {
    const { add, multiply, exp, constant } = nodeArithmetic(graph);
    return exp(add(mu, multiply(constant(0.5), multiply(sigma, sigma))));
  },
  drawnFrom: (_, { mu, sigma }) => [mu, sigma],
  drawCode: (values, call) => call('drawLognormal', ...values),
});
