/** The choices of a layout, its `choose` expressions, by name, and every layout that they give. */
import { limitsOf } from '../../grammar/build-clauses.ts';
import { expressionsOfDistribution, sharesOf } from '../../grammar/distributions.ts';
import type { ChooseSyntax, ExpressionSyntax, LayoutSyntax, Name } from '../../grammar/syntax.ts';

/** The selected alternative of each choice, by name; a choice that is not listed takes its first. */
export type Selection = Readonly<Record<string, string>>;

/** A choice and the names of its alternatives, the default first. */
export interface Choice {
  readonly name: string;
  readonly alternatives: readonly string[];
}

/** One `choose` in the text, and the selections of enclosing choices under which it takes effect. */
export interface Occurrence {
  readonly name: Name;
  readonly alternatives: readonly Name[];
  readonly around: Selection;
}

/** The choices of a layout in source order, each once: a choice may appear in several places. */
export function alternativesOf(layout: LayoutSyntax): Choice[] {
  const choices = new Map<string, Choice>();
  for (const { name, alternatives } of occurrences(layout)) {
    if (choices.has(name.text)) continue;
    choices.set(name.text, { name: name.text, alternatives: alternatives.map(({ text }) => text) });
  }
  return [...choices.values()];
}

/** The number of layouts that the choices give together. */
export function combinations(choices: readonly Choice[]): number {
  return choices.reduce((product, { alternatives }) => product * alternatives.length, 1);
}

/** Every `choose` of a layout, outer ones before those inside their alternatives. */
export function occurrences(layout: LayoutSyntax): Occurrence[] {
  const found: Occurrence[] = [];
  const visit = (expression: ExpressionSyntax, around: Selection): void => {
    switch (expression.kind) {
      case 'number':
      case 'reference':
        return;
      case 'unary':
        visit(expression.operand, around);
        return;
      case 'binary':
        visit(expression.left, around);
        visit(expression.right, around);
        return;
      case 'call':
        for (const { value } of expression.arguments) visit(value, around);
        return;
      case 'over':
        visit(expression.body, around);
        return;
      case 'choose':
        visitChoice(expression, around);
    }
  };
  const visitChoice = ({ name, alternatives }: ChooseSyntax, around: Selection): void => {
    found.push({ name, alternatives: alternatives.map((each) => each.name), around });
    for (const each of alternatives) visit(each.value, { ...around, [name.text]: each.name.text });
  };
  for (const declaration of layout.declarations) {
    if (declaration.kind === 'latent') {
      visit(declaration.priorChoice ?? declaration.prior, {});
      for (const bound of [declaration.truncation?.lo, declaration.truncation?.hi])
        if (bound) visit(bound, {});
      if (declaration.correlated !== null) visit(declaration.correlated, {});
    } else if (declaration.kind === 'class') {
      for (const share of sharesOf(declaration)) visit(share, {});
    } else if (declaration.kind === 'demand') {
      if (declaration.missing !== null) visit(declaration.missing, {});
    } else if (declaration.kind === 'let' || declaration.kind === 'report' || declaration.kind === 'factor')
      visit(declaration.value, {});
    else if (declaration.kind === 'observe')
      for (const part of [...expressionsOfDistribution(declaration.distribution), ...limitsOf(declaration)])
        visit(part, {});
    else if (declaration.kind === 'link') {
      for (const { byDefault } of declaration.parameters) if (byDefault !== null) visit(byDefault, {});
      visit(declaration.body, {});
    }
  }
  return found;
}

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
