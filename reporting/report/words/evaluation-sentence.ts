/** How well a layout predicts rows that it was not fitted to, in a sentence. */
import type { ComparedScore, Comparison } from '../../../analysis/evaluate/scores/scored-predictors.ts';

/** Differences of so many standard errors are spoken of as such. */
const CLEAR = 2;

/** Of the Brier score; empty where the layout has none. */
export function evaluationSentence(name: string, { brier }: Comparison): string {
  const own = brier.layout;
  if (own === undefined || own.value === null) return '';
  const others = Object.entries(brier).filter(
    ([predictor, { value }]) => predictor !== 'layout' && value !== null,
  );
  const best = Object.entries(brier).find(([, { isBest, value }]) => isBest && value !== null)?.[0];
  const score = `Of rows that it was not fitted to, the layout predicts ${name} with a Brier score of ${own.value.toFixed(3)}`;
  if (others.length === 0 || best === undefined) return `${score}.`;
  if (best === 'layout') {
    const [nearest, second] = others.sort(([, a], [, b]) => a.value! - b.value!)[0]!;
    return `${score}, better than every baseline; the next is ${nearest}, ${second.value!.toFixed(3)}${clearness(second)}.`;
  }
  return `${score}; ${best} is better, ${brier[best]!.value!.toFixed(3)}${clearness(own)}.`;
}

function clearness({ difference, differenceError }: ComparedScore): string {
  if (difference === null) return '';
  if (differenceError === null || differenceError === 0)
    return `, a difference of ${Math.abs(difference).toFixed(3)}`;
  const errors = Math.abs(difference) / differenceError;
  const told = `, a difference of ${Math.abs(difference).toFixed(3)} with a standard error of ${differenceError.toFixed(3)}`;
  return errors < CLEAR ? `${told}, which may be chance` : told;
}
