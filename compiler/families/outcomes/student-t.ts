/** `student_t(df, location, scale)`. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome } from '../outcome.ts';
import { studentTPrior } from '../priors/student-t.ts';

const LOG_TWO_PI = 1.8378770664093453;

export const studentTOutcome = defineOutcome({
  parameters: { df: 'shape', location: 'location', scale: 'scale' },
  values: 'line',
  documentation: 'measurements of which some lie far off',

  logLikelihood(graph, { df, location, scale }, { y, sum }) {
    const { subtract, multiply, divide, log, constant } = nodeArithmetic(graph);
    const half = constant(0.5);
    const z = divide(subtract(y, location), scale);
    // The constant besides the normal's √(2π): Γ((df + 1)/2)/(Γ(df/2) √(df/2)), which tends to 1.
    const norm = subtract(graph.apply('logGammaHalfStep', [multiply(half, df)]), log(scale));
    const kernel = graph.apply('studentKernel', [df, z]);
    return [sum(norm), sum(constant(-0.5 * LOG_TWO_PI)), sum(kernel)];
  },
  logMass: studentTPrior.logMass!,
  /** There is no mean for one degree of freedom or fewer. */
  mean(graph, { df, location }) {
    const { subtract, constant } = nodeArithmetic(graph);
    return graph.apply('whereNonNegative', [subtract(constant(1), df), constant(Number.NaN), location]);
  },
  drawnFrom: (_, { df, location, scale }) => [df, location, scale],
  drawCode: (values, call) => call('drawStudentT', ...values),
});
