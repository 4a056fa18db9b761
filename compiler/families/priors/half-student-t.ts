/** `half_student_t(df, scale)`: a Student's t with location 0, folded at 0. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { massBetween } from '../shapes.ts';
import { logStudent, scaleOfRatio } from './student-t.ts';

export const halfStudentTPrior = definePrior({
  parameters: { df: 'shape', scale: 'scale' },
  support: 'positive',
  documentation: '',
  isHalf: true,

  logDensity: (graph, { df, scale }, { value }) =>
    logStudent(graph, df, nodeArithmetic(graph).divide(value, scale), scale),
  logMass: (graph, { df, scale }, range) =>
    massBetween(graph, 'logStudentMass', [df], range, (end) =>
      nodeArithmetic(graph).divide(end, scaleOfRatio(graph, df, scale)),
    ),

  typicalScale: (_, { scale }) => scale,
});
