/** `lognormal(mu, sigma)`: the logarithm of the value, taken as a number in its unit, is normal. */
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEDIAN_AND_SPREAD } from '../other-form.ts';
import { definePrior } from '../prior.ts';
import { SMALLEST } from '../shapes.ts';
import { logNormal, logTruncatedNormalNode } from './normal.ts';

export const lognormalPrior = definePrior({
  parameters: { mu: 'number', sigma: 'shape' },
  support: 'positive',
  otherForm: MEDIAN_AND_SPREAD,
  documentation: 'of the logarithm, both without unit: the median is e^`mu`',

  logDensity(graph, { mu, sigma }, { value }) {
    const { add, subtract, divide, log } = nodeArithmetic(graph);
    const z = divide(subtract(log(value), mu), sigma);
    return logNormal(graph, z, add(log(sigma), log(value)));
  },
  logTruncatedDensity(graph, { mu, sigma }, value, { lo, hi }) {
    const { add, subtract, log, atLeast } = nodeArithmetic(graph);
    // If data or latents make an end 0, the logarithm of the smallest normal number is taken instead: it is finite, and
    // no value lies in between.
    const logOf = (end: NodeId) => log(atLeast(SMALLEST, end));
    const isOpen = lo === null || graph.constantValue(lo) === 0;
    const logValue = log(value);
    const range = { lo: isOpen ? null : logOf(lo), hi: hi === null ? null : logOf(hi) };
    const density = logTruncatedNormalNode(graph, mu, sigma, logValue, range);
    return subtract(density, add(log(sigma), logValue));
  },

  locationAndScale: ({ mu, sigma }) => ({ location: mu, scale: sigma, isLogarithm: true }),
});
