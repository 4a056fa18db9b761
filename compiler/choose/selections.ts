/** Every layout that the choices of a layout make. */
import type { LayoutSyntax } from '../../grammar/syntax.ts';
import { alternativesOf, type Choice, occurrences, type Selection } from './alternatives.ts';

/**
 * The selections that differ in the layout they make, in the order of the choices with the last varying fastest. A choice that stands only in alternatives that are not taken is left out.
 *
 * @param among the alternatives of each choice that are taken in turn, by its name; all where it says nothing
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
