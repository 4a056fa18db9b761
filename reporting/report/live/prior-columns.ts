/**
 * A layout whose priors take their numbers from the table: one module of it can be fitted with any numbers in these priors, so
 * that a page that has no compiler can fit again.
 */
import { ChoiceError } from '../../../compiler/choose/choice-error.ts';
import { type Prepared, prepare } from '../../../compiler/compile.ts';
import type { PriorParameterKind } from '../../../compiler/families/parameters.ts';
import { priorDefinition } from '../../../compiler/families/priors.ts';
import type { EvaluatedPrior } from '../../../compiler/interpret/priors.ts';
import { LayoutError } from '../../../compiler/layout-error.ts';
import { sourceOf } from '../../../compiler/layout-input.ts';
import { parse } from '../../../grammar/parse.ts';
import type { Span } from '../../../grammar/source.ts';
import type { LatentDeclaration } from '../../../grammar/syntax.ts';

/** The selected alternatives, by the name of the choice. */
type Choices = Readonly<Record<string, string>>;

/** A prior whose parameters are known numbers. */
export interface KnownPrior {
  /** The name of the latent. */
  readonly name: string;
  readonly unit: string;
  readonly isProbability: boolean;
  readonly fitted: EvaluatedPrior;
}

/** For each parameter of a prior the column that has its value in every row. */
export type ColumnsOfPrior = Readonly<Record<string, string>>;

export interface LayoutWithPriorColumns {
  readonly prepared: Prepared;
  /** One entry per prior, in their order; null for a prior that keeps its numbers. */
  readonly columns: readonly (ColumnsOfPrior | null)[];
}

/**
 * The layout with a statistic of a column, such as `max(column)`, in place of each number of the priors. The column has this number in all rows, so its maximum is
 * the number itself. Of columns a prior reads nothing but statistics. Bounds after `in` stay as they are.
 *
 * @param text the source of the layout
 * @param choices the selected alternatives
 * @returns null if no prior can be written so
 */
export function withPriorColumns(
  text: string,
  choices: Choices,
  priors: readonly KnownPrior[],
): LayoutWithPriorColumns | null {
  const { layout } = parse(sourceOf(text));
  if (layout === null) return null;
  const statements = layout.declarations.filter((each): each is LatentDeclaration => each.kind === 'latent');
  const rewrite = (chosen: readonly KnownPrior[]): Prepared | null => {
    const edited = statements
      .map((statement) => ({ ...statement.span, with: withColumns(text, statement, choices, chosen) }))
      .sort((a, b) => b.start - a.start)
      .reduce((all, edit) => all.slice(0, edit.start) + edit.with + all.slice(edit.end), text);
    return prepareOrNull(`${edited}\n${chosen.flatMap(demandsOf).join('\n')}\n`, choices);
  };
  const editable = priors.filter(({ name }) => statements.some((each) => isEditable(each, name)));
  if (editable.length === 0) return null;
  const whole = rewrite(editable);
  // One that cannot be written so must not keep the others from it.
  const chosen = whole === null ? editable.filter((prior) => rewrite([prior]) !== null) : editable;
  const prepared = whole ?? (chosen.length === 0 ? null : rewrite(chosen));
  if (prepared === null) return null;
  return {
    prepared,
    columns: priors.map((prior) => (chosen.includes(prior) ? columnsOf(prior) : null)),
  };
}

/** Whether the statement of a latent can have another prior for it alone: latents in order, or with correlations, belong together. */
function isEditable({ names, inOrder, correlated }: LatentDeclaration, name: string): boolean {
  return (
    names.some(({ text }) => text === name) &&
    (names.length === 1 || (inOrder === null && correlated === null))
  );
}

/** Where the prior stands; of several alternatives the selected one. */
function spanOfPrior({ prior, priorChoice }: LatentDeclaration, choices: Choices): Span {
  if (priorChoice === undefined) return prior.span;
  const selected = choices[priorChoice.name.text];
  const { alternatives } = priorChoice;
  return (alternatives.find(({ name }) => name.text === selected) ?? alternatives[0]!).value.span;
}

/** The statement, as one for each of its names if any of them gets another prior. */
function withColumns(
  text: string,
  statement: LatentDeclaration,
  choices: Choices,
  chosen: readonly KnownPrior[],
): string {
  const { names, indices, span } = statement;
  const prior = spanOfPrior(statement, choices);
  if (!chosen.some(({ name }) => isEditable(statement, name))) return text.slice(span.start, span.end);
  const ends = names.map(({ span: { end } }, place) => {
    const index = indices[place];
    return index == null ? end : text.indexOf(']', (index.further?.at(-1) ?? index).span.end) + 1;
  });
  return names
    .map((name, place) => {
      const own = chosen.find((each) => each.name === name.text);
      return [
        text.slice(span.start, names[0]!.span.start),
        text.slice(name.span.start, ends[place]),
        text.slice(ends.at(-1), prior.start),
        own === undefined ? text.slice(prior.start, prior.end) : callOf(own),
        text.slice(prior.end, span.end),
      ].join('');
    })
    .join('\n');
}

/** Null if the layout would be wrong, such as where a prior is written in a way that columns cannot be. */
function prepareOrNull(text: string, choices: Choices): Prepared | null {
  try {
    return prepare(sourceOf(text), { choices });
  } catch (error) {
    if (error instanceof LayoutError || error instanceof ChoiceError) return null;
    throw error;
  }
}

function columnsOf({ name, fitted }: KnownPrior): ColumnsOfPrior {
  return Object.fromEntries(
    Object.keys(priorDefinition(fitted).parameters).map((parameter) => [
      parameter,
      `prior_of_${name}_${parameter}`,
    ]),
  );
}

/**
 * `uniform(max(prior_of_acuity_lo), max(prior_of_acuity_hi))`. Of a probability the mean is a probability too, which the maximum
 * is not in the language.
 */
function callOf(prior: KnownPrior): string {
  const numbers = numbersOf(prior).map(
    ({ column, unit }) => `${unit === 'probability' ? 'mean' : 'max'}(${column})`,
  );
  return `${prior.fitted.family}(${numbers.join(', ')})`;
}

function demandsOf(prior: KnownPrior): string[] {
  return numbersOf(prior).map(({ column, unit }) => `demand ${column}${unit === '' ? '' : ` : ${unit}`}`);
}

/** The columns of a prior, with the unit of each, in the order of its parameters. */
function numbersOf(prior: KnownPrior): { readonly column: string; readonly unit: string }[] {
  const kinds: Readonly<Record<string, PriorParameterKind>> = priorDefinition(prior.fitted).parameters;
  const columns = columnsOf(prior);
  return Object.keys(kinds).map((name) => ({ column: columns[name]!, unit: unitOf(kinds[name]!, prior) }));
}

function unitOf(kind: PriorParameterKind, { unit, isProbability }: KnownPrior): string {
  switch (kind) {
    case 'lower':
    case 'upper':
      return isProbability ? 'probability' : unit;
    case 'location':
    case 'scale':
      return isProbability ? '' : unit;
    case 'rate':
      return isProbability ? '' : inverse(unit);
    case 'number':
    case 'shape':
      return '';
  }
}

/** `px` for `1 / px`, and `1 / px` for `px`; products of several units are as they were written, and then refused. */
function inverse(unit: string): string {
  if (unit === '') return '';
  return unit.startsWith('1 / ') ? unit.slice('1 / '.length) : `1 / ${unit}`;
}
