/**
 * Pairs of levels: `g[person, testlet]` has a value for each pair that occurs. Each pair of categories becomes a category of its own,
 * called `person.testlet`, whose level in a row follows from the row's levels of both.
 */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { CategoryDeclaration, LayoutSyntax, Name } from '../../grammar/syntax.ts';

/** The name of the category of pairs. */
export function pairName([first, second]: readonly Name[]): Name {
  return {
    text: `${first!.text}.${second!.text}`,
    span: { start: first!.span.start, end: second!.span.end },
  };
}

/**
 * The declaration of a category of pairs; null if two names in brackets cannot be a pair, which is reported.
 *
 * @param kind what is declared with these brackets
 */
export function pairOf(
  indices: readonly Name[],
  kind: 'demand' | 'latent' | 'class' | 'report',
  { declarations }: LayoutSyntax,
  log: DiagnosticLog,
): CategoryDeclaration | null {
  const [first, second, third] = indices as [Name, Name, ...Name[]];
  const refuse = (span: Name['span'], message: string, remedy: string) => {
    log.error('several-indices', span, message, remedy);
    return null;
  };
  for (const { text, span } of [first, second]) {
    const category = declarations.find(
      (each): each is CategoryDeclaration =>
        each.kind === 'category' &&
        [...each.names, ...(each.columns ?? [])].some((name) => name.text === text),
    );
    if (category === undefined)
      return refuse(
        span,
        `There is no category or dimension ${quote(text)}.`,
        `Declare it: a column with ${quote(`category ${text}`)}, or a list of names such as ${quote(`dimension ${text} = verbal, spatial`)}.`,
      );
    if (category.columns !== null)
      return refuse(
        span,
        `A row has several levels of ${quote(category.names[0]!.text)}, so pairs with them are not known.`,
        'Use categories of one column for pairs.',
      );
  }
  if (third !== undefined)
    return refuse(
      third.span,
      'At most two categories can stand in brackets.',
      'For one value per combination of three levels make a column that names the combination, and index by that.',
    );
  if (first.text === second.text)
    return refuse(
      second.span,
      `${quote(second.text)} stands here twice.`,
      `Leave it out, or name another category: ${quote(`[${first.text}]`)} is a level by itself.`,
    );
  if (kind === 'demand' || kind === 'class')
    return refuse(
      second.span,
      `A ${kind} cannot have a value for each pair of levels.`,
      kind === 'demand'
        ? 'Leave out the brackets: a demand has a value in each row.'
        : 'Declare the class for each level of one category.',
    );
  return {
    kind: 'category',
    names: [pairName(indices)],
    columns: null,
    levels: null,
    within: null,
    orderedBy: null,
    pairOf: [first, second],
    doc: null,
    span: pairName(indices).span,
  };
}

/** Writes `person, testlet` for the names of categories of pairs in a message. */
export function pairsInWords(pairs: ReadonlySet<string>): (text: string) => string {
  return (text) => [...pairs].reduce((put, pair) => put.replaceAll(pair, pair.replace('.', ', ')), text);
}
