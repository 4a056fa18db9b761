/** Lists every layout that the choices of a layout give. */
import type { LayoutSyntax } from '../../grammar/syntax.ts';
import { alternativesOf, type Choice, occurrences, type Selection } from './alternatives.ts';

/**
 * The selections that give different layouts, in the order of the choices, the last varying fastest. A choice that
 * appears only inside unselected alternatives is left out.
 *
 * @param among the alternatives to use of each choice, by its name; all for a choice that is not listed
 */
export function selectionsOf(
  layout: LayoutSyntax,
  among: Readonly<Record<string, readonly string[]>> = {},
): Selection[] {
  const choices = alternativesOf(layout);
  const places = occurrences(layout);
  const met = (selection: Selection, { name }: Choice) =>
    places.some(
      (place) =>
        place.name.text === name &&
        Object.entries(place.around).every(([outer, taken]) => selection[outer] === taken),
    );
  const found = new Map<string, Selection>();
  for (const whole of product(choices, among)) {
    const reached = Object.fromEntries(
      choices.filter((choice) => met(whole, choice)).map(({ name }) => [name, whole[name]!]),
    );
    found.set(JSON.stringify(reached), reached);
  }
  return [...found.values()];
}

function product(
  choices: readonly Choice[],
  among: Readonly<Record<string, readonly string[]>>,
): Selection[] {
  return choices.reduce<Selection[]>(
    (selections, { name, alternatives }) =>
      selections.flatMap((selection) =>
        (among[name] ?? alternatives).map((alternative) => ({ ...selection, [name]: alternative })),
      ),
    [{}],
  );
}
