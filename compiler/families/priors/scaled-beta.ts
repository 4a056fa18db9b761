/** `scaled_beta(a, b, lo, hi)`: lo + (hi - lo) times a beta variable. */
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { areSmall, logBetaDensity, logBetaNode, weighted } from '../shapes.ts';
import { logShareMass } from './beta.ts';

export const scaledBetaPrior = definePrior({
  parameters: { a: 'shape', b: 'shape', lo: 'lower', hi: 'upper' },
  support: 'bounds',
  documentation: '`lo` + (`hi` − `lo`) times a `beta(a, b)`',

  logDensity(graph, { a, b, lo, hi }, { value, complement }) {
    const { add, subtract, multiply, divide, log, constant } = nodeArithmetic(graph);
    const above = subtract(value, lo);
    // If the upper end is 1, use the complement node, which is precise near 1.
    const below = complement !== null && graph.constantValue(hi) === 1 ? complement : subtract(hi, value);
    const width = subtract(hi, lo);
    if (!areSmall(graph, a, b)) {
      return subtract(logBetaDensity(graph, a, b, divide(above, width), divide(below, width)), log(width));
    }
    const powers = add(
      weighted(graph, a, () => log(above)),
      weighted(graph, b, () => log(below)),
    );
    const scale = multiply(subtract(add(a, b), constant(1)), log(width));
    return subtract(subtract(powers, scale), logBetaNode(graph, a, b));
  },
  logMass: (graph, { a, b, lo, hi }, range) =>
    logShareMass(graph, a, b, { lo, hi }, range as { readonly lo: NodeId; readonly hi: NodeId }),
});
