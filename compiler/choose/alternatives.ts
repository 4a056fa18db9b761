/** What can be chosen in a layout: its `choose`s by name, wherever they stand. */
import type { ChooseSyntax, ExpressionSyntax, LayoutSyntax, Name } from '../../grammar/syntax.ts';

/** Which alternative each choice takes, by their names; the first where it says nothing. */
export type Selection = Readonly<Record<string, string>>;

/** A choice and the names of its alternatives, the default first. */
export interface Choice {
  readonly name: string;
  readonly alternatives: readonly string[];
}

/** One `choose` in the text, with what must be selected for it to count. */
export interface Occurrence {
  readonly name: Name;
  readonly alternatives: readonly Name[];
  readonly around: Selection;
}

/** The choices of a layout in the order of the text, each once; several places may share one. */
export function alternativesOf(layout: LayoutSyntax): Choice[] {
  const choices = new Map<string, Choice>();
  for (const { name, alternatives } of occurrences(layout)) {
    if (choices.has(name.text)) continue;
    choices.set(name.text, { name: name.text, alternatives: alternatives.map(({ text }) => text) });
  }
  return [...choices.values()];
}

/** How many layouts the choices make together. */
export function combinations(choices: readonly Choice[]): number {
  return choices.reduce((product, { alternatives }) => product * alternatives.length, 1);
}

/** Every `choose` of a layout, an outer one before those in its alternatives. */
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
    } else if (declaration.kind === 'demand') {
      if (declaration.missing !== null) visit(declaration.missing, {});
    } else if (declaration.kind === 'let') visit(declaration.value, {});
    else if (declaration.kind === 'observe') visit(declaration.distribution, {});
    else if (declaration.kind === 'link') {
      for (const { byDefault } of declaration.parameters) if (byDefault !== null) visit(byDefault, {});
      visit(declaration.body, {});
    }
  }
  return found;
}
