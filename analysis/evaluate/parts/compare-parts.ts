/** The scores of a layout beside those who know none, over all parts of an evaluation. */
import { type Comparison, comparePredictions } from '../scores/scored-predictors.ts';
import type { EvaluatedPart } from './evaluate-part.ts';

/** By outcome. @param parts at least one */
export function compareParts(parts: readonly EvaluatedPart[]): Readonly<Record<string, Comparison>> {
  return Object.fromEntries(
    [...parts[0]!.outcomes.keys()].map((outcome) => [
      outcome,
      comparePredictions(
        parts.map((part) => {
          const { outcomes, probabilities } = part.outcomes.get(outcome)!;
          return {
            outcomes,
            probabilities: probabilities as Record<string, Float64Array>,
            training: part.training,
          };
        }),
      ),
    ]),
  );
}
