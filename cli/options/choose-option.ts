/** `--choose` and `--among`: which alternatives of a layout's `choose` are taken. */
import { Option } from 'commander';
import type { Choice, Selection } from '../../compiler/choose/alternatives.ts';
import { badUsage } from '../failure.ts';

export interface ChooseOptions {
  readonly choose: Selection;
}

/** @throws Failure (usage) when the text is not `NAME=ALTERNATIVE`, or the choice was made before */
function parseChoice(text: string, earlier: Selection): Selection {
  const [, name = '', alternative = ''] = /^\s*(\w+)\s*=\s*(\w+)\s*$/.exec(text) ?? [];
  if (name === '') {
    throw badUsage(
      `\`--choose ${text}\` does not say which alternative of which choice.`,
      'Write it as --choose NAME=ALTERNATIVE; `theodolite check` lists both.',
    );
  }
  if (Object.hasOwn(earlier, name)) {
    throw badUsage(`--choose gives the choice \`${name}\` twice.`, 'Leave one of them out.');
  }
  return { ...earlier, [name]: alternative };
}

export function chooseOption(): Option {
  return new Option(
    '--choose <name=alternative>',
    'the alternative that a `choose` of the layout takes; may be given several times',
  )
    .argParser(parseChoice)
    .default({}, 'the first of each');
}

export interface AmongOptions {
  /** The alternatives to try, for each choice that is named; for other choices all are tried. */
  readonly among: Readonly<Record<string, readonly string[]>>;
}

/** @throws Failure (usage) when the text is not `NAME=ALTERNATIVE,…`, or the choice was named before */
function parseAmong(text: string, earlier: AmongOptions['among']): AmongOptions['among'] {
  const [, name = '', listed = ''] = /^\s*(\w+)\s*=\s*(\w+(?:\s*,\s*\w+)*)\s*$/.exec(text) ?? [];
  if (name === '') {
    throw badUsage(
      `\`--among ${text}\` does not say which alternatives of which choice.`,
      'Write it as --among NAME=ALTERNATIVE,ALTERNATIVE; `theodolite check` lists both.',
    );
  }
  if (Object.hasOwn(earlier, name)) {
    throw badUsage(`--among gives the choice \`${name}\` twice.`, 'Write all its alternatives in one.');
  }
  return { ...earlier, [name]: [...new Set(listed.split(',').map((each) => each.trim()))] };
}

export function amongOption(): Option {
  return new Option(
    '--among <name=alternative,...>',
    'only these alternatives of a `choose` of the layout; may be given several times',
  )
    .argParser(parseAmong)
    .default({}, 'all of each');
}

/** @throws Failure (usage) when a selection names a choice or an alternative that does not exist */
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
