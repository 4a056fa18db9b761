/** Whether what is chosen in a layout is there to choose, told as a mistake on the command line. */
import type { Choice, Selection } from '../../compiler/choose/alternatives.ts';
import { badUsage } from '../failure.ts';

/** @throws Failure (usage) when one of the selections names a choice or an alternative that is not there */
export async function checkChoices(
  choices: readonly Choice[],
  selections: readonly Selection[],
): Promise<void> {
  const { ChoiceError, checkSelection } = await import('../../compiler/choose/choice-error.ts');
  try {
    for (const selection of selections) checkSelection(choices, selection);
  } catch (error) {
    if (error instanceof ChoiceError) throw badUsage(error.message, error.remedy);
    throw error;
  }
}
