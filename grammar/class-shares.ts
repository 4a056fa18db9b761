/** The expressions that say how many levels are in each state of a class. */
import type { ClassDeclaration, ExpressionSyntax } from './syntax.ts';

/** In source order: the distribution, or the share of each state. */
export function sharesOf({ distribution, states }: ClassDeclaration): readonly ExpressionSyntax[] {
  return distribution === null ? states.map(({ share }) => share) : [distribution];
}
