/**
 * Latents that are declared as `ordered`: independent draws of one prior, put in order from the least to the greatest. Their joint density is
 * that of order statistics: n! times the product of their densities, where they are in order (David & Nagaraja, Order Statistics,
 * 3rd edition, 2003, section 2.2).
 */
import { quote } from '../../grammar/quote.ts';
import type { OrderedSyntax } from '../../grammar/syntax.ts';
import { priorParts } from '../families/priors.ts';
import { realType } from './checked.ts';
import type { DeclaredLatents } from './correlations.ts';
import { expressionText } from './expression-text.ts';
import { readsPrevious } from './parametrisation.ts';
import type { Scope } from './scope.ts';
import type { Latent, Prior, TypedExpression } from './typed-layout.ts';
import { dimensionless } from './units.ts';

/**
 * The same latents, with their places in those declarations that order them: the names of a declaration, or what each
 * name stands for along its dimension. Mistakes are reported.
 */
export function putInOrder(declared: readonly DeclaredLatents[], scope: Scope): DeclaredLatents[] {
  const groups = new Map<OrderedSyntax, DeclaredLatents[]>();
  for (const each of declared) {
    const { inOrder } = each.declaration;
    if (inOrder !== null) groups.set(inOrder, [...(groups.get(inOrder) ?? []), each]);
  }
  const placed = new Map<Latent, Latent>();
  for (const [word, group] of groups) {
    // A mistake in one of the priors has been reported.
    if (group.some(({ declaration, latents }) => latents.length < declaration.names.length)) continue;
    if (!mayBeOrdered(group, word.span, scope)) continue;
    const [{ latents }] = group as [DeclaredLatents];
    const sequences =
      group.length === 1 ? [latents] : latents.map((_, place) => group.map((each) => each.latents[place]!));
    for (const sequence of sequences) {
      for (const [i, latent] of sequence.entries())
        placed.set(latent, inPlace(latent, sequence[i - 1] ?? null, i + 1, sequence.length));
    }
  }
  return declared.map((each) => ({
    ...each,
    latents: each.latents.map((latent) => placed.get(latent) ?? latent),
  }));
}

function inPlace(latent: Latent, before: Latent | null, place: number, of: number): Latent {
  const prior: Prior = { ...latent.prior, inOrder: { after: before && readOf(before), place, of } };
  if (before === null) return { ...latent, prior };
  return { ...latent, prior, readsBesides: [...(latent.readsBesides ?? []), before.name] };
}

/** The value of a latent at the level of the latent that reads it, as a number. */
function readOf({ name, index, type, span }: Latent): TypedExpression {
  const value: TypedExpression = { kind: 'latent', name, index, type, known: 'latent', span };
  if (type.kind !== 'probability') return value;
  const asNumber = { type: realType(dimensionless), known: 'latent', span } as const;
  return { kind: 'call', function: 'real', arguments: [value], ...asNumber };
}

function mayBeOrdered(group: readonly DeclaredLatents[], span: Latent['span'], { log }: Scope): boolean {
  const refuse = (message: string, remedy: string) => {
    log.error('ordered-latents', span, message, remedy);
    return false;
  };
  const [{ declaration, latents }] = group as [DeclaredLatents];
  const [first] = declaration.names;
  if (group.length === 1 && latents.length < 2) {
    return refuse(
      `${quote(first!.text)} is declared alone, with nothing to order it with.`,
      `Declare the others in the same line, before the \`~\`, from the lowest on, or give it a dimension, as in ${quote('cut[item, step]')}.`,
    );
  }
  if (first!.text.split('.').length > 2) {
    return refuse(
      `${quote(first!.text)} has several dimensions, and \`ordered\` does not say along which.`,
      'Declare it with one dimension, once for each name of the other.',
    );
  }
  const all = group.flatMap((each) => each.latents);
  if (declaration.correlated !== null || declaration.parametrisation !== null) {
    return refuse(
      `Latents in order are neither ${quote('correlated')} nor ${quote('centred')} or ${quote('noncentred')}.`,
      'Leave one of the two words out.',
    );
  }
  if (all.some(({ prior }) => readsPrevious(prior))) {
    return refuse(
      'Latents that drift from level to level cannot be put in order.',
      'Leave out `previous`, or leave out `ordered`.',
    );
  }
  const [text] = all.map(({ prior }) => textOf(prior));
  if (all.some(({ prior }) => textOf(prior) !== text)) {
    return refuse(
      'Latents in order have one prior, and this one is not the same for all of them.',
      'Leave out `ordered`, and add a positive gap to each: `let second = first + gap`.',
    );
  }
  return true;
}

function textOf(prior: Prior): string {
  return [prior.family, ...priorParts(prior).map(expressionText)].join(' ');
}
