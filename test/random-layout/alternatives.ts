/** Random choices: a `choose` in the place of an expression or a prior, and which of its alternatives is taken. */
import type { Choices } from './choices.ts';
import { BINDS, type Chance, type Real, type Text } from './term.ts';

/** A choice that a layout makes, and what is chosen. */
export interface RandomChoice {
  readonly name: string;
  readonly alternatives: readonly string[];
  readonly chosen: number;
}

const NAMES: readonly [readonly string[], readonly string[]] = [
  ['wide', 'narrow'],
  ['a', 'b', 'c'],
];

/** A new choice, or at times one that is made elsewhere: then the two are made together. */
export function someChoice(made: RandomChoice[], choices: Choices): RandomChoice {
  const known = choices.pickAny(made);
  if (known !== undefined && choices.sometimes(0.3)) return known;
  const alternatives = choices.pick(NAMES);
  const choice = {
    name: `k${made.length + 1}`,
    alternatives,
    chosen: choices.whole(0, alternatives.length - 1),
  };
  made.push(choice);
  return choice;
}

/** The text of a choice between these, in the order of its alternatives. */
export function chooseText({ name, alternatives }: RandomChoice, texts: readonly string[]): string {
  return `choose ${name} { ${alternatives.map((each, i) => `${each}: ${texts[i]}`).join(', ')} }`;
}

/** An expression of which one alternative counts; all are checked, and so what any of them reads is read. */
export function chosenOf<Part extends Chance | Real>(choice: RandomChoice, parts: readonly Part[]): Part {
  const taken = parts[choice.chosen]!;
  const reads = (of: (part: Text) => boolean) => parts.some(of);
  return {
    ...taken,
    text: chooseText(
      choice,
      parts.map(({ text }) => text),
    ),
    binds: BINDS.atom,
    readsRow: reads(({ readsRow }) => readsRow),
    readsLatent: reads(({ readsLatent }) => readsLatent),
    ...('isProbability' in taken
      ? { isProbability: parts.every((part) => (part as Chance).isProbability) }
      : {}),
  };
}
