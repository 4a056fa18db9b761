/** `--choose NAME=ALTERNATIVE`: which alternative a `choose` of the layout takes. */
import { Option } from 'commander';
import type { Selection } from '../../compiler/choose/alternatives.ts';
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
