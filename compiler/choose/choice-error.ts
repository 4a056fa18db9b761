/** The error for a selection that names a choice or an alternative that the layout does not have. */
import { quote } from '../../grammar/quote.ts';
import { nearest } from '../../module/names.ts';
import type { Choice, Selection } from './alternatives.ts';

export class ChoiceError extends Error {
  /** One sentence that says what to give instead. */
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'ChoiceError';
    this.remedy = remedy;
  }
}

/** @throws ChoiceError if the layout has no choice, or the choice no alternative, with the given name */
export function checkSelection(choices: readonly Choice[], selection: Selection): void {
  for (const [name, chosen] of Object.entries(selection)) {
    const choice = choices.find((each) => each.name === name);
    if (choice === undefined) {
      throw new ChoiceError(
        choices.length === 0
          ? `The layout has no choices, so there is no choice ${quote(name)}.`
          : `The layout has no choice ${quote(name)}.`,
        suggestion(
          name,
          choices.map((each) => each.name),
        ),
      );
    }
    if (!choice.alternatives.includes(chosen)) {
      throw new ChoiceError(
        `The choice ${quote(name)} has no alternative ${quote(chosen)}.`,
        suggestion(chosen, choice.alternatives),
      );
    }
  }
}

function suggestion(name: string, candidates: readonly string[]): string {
  const meant = nearest(name, candidates);
  if (meant !== null) return `Did you mean ${quote(meant)}?`;
  if (candidates.length === 0) return 'Leave it out.';
  return `There ${candidates.length === 1 ? 'is' : 'are'} ${candidates.map(quote).join(', ')}.`;
}
