/** Random choices: a `choose` in the place of an expression or a prior, and which of its alternatives is taken. */
import type { Choices } from './choices.ts';
import { BINDS, type Chance, type Real } from './term.ts';

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

/** The most alternatives that a choice has. */
export const MOST_ALTERNATIVES = Math.max(...NAMES.map(({ length }) => length));

/**
 * One of these as a new choice, of which the chosen one counts; the first by itself where they differ in what they read: a
 * statistic may be of a column alone, and a prior of what is none, whichever is chosen.
 */
export function chosenOf<Part extends Chance | Real>(
  parts: readonly Part[],
  made: RandomChoice[],
  choices: Choices,
): Part {
  const [first, ...rest] = parts as [Part, ...Part[]];
  if (rest.some((part) => part.readsRow !== first.readsRow || part.readsLatent !== first.readsLatent))
    return first;
  const choice = someChoice(made, choices);
  return {
    ...parts[choice.chosen]!,
    ...inCommon(parts),
    text: chooseText(
      choice,
      parts.map(({ text }) => text),
    ),
    binds: BINDS.atom,
  };
}

/** What the checker must find of each alternative, whichever is taken. */
function inCommon(parts: readonly (Chance | Real)[]) {
  const reals = parts.filter((part) => 'unit' in part);
  const chances = parts.filter((part) => 'isProbability' in part);
  return reals.length > 0
    ? {
        lo: Math.min(...reals.map(({ lo }) => lo)),
        hi: Math.max(...reals.map(({ hi }) => hi)),
        leastPositive: undefined,
      }
    : { isProbability: chances.every(({ isProbability }) => isProbability) };
}
