/** Checks what an author says of how a latent is sampled. */
import { quote } from '../../grammar/quote.ts';
import type { LatentDeclaration } from '../../grammar/syntax.ts';
import { hasParametrisations, type PriorOf, priorParts } from '../families/priors.ts';
import type { Scope } from './scope.ts';
import type { Latent, Prior, TypedExpression } from './typed-layout.ts';

/** Whether a prior reads the level before, so that no level can be taken by itself. */
export function readsPrevious(prior: PriorOf<TypedExpression>): boolean {
  const reads = (expression: TypedExpression): boolean =>
    expression.kind === 'previous' || (expression.kind === 'call' && expression.arguments.some(reads));
  return priorParts(prior).some(reads);
}

/** Whether statistics of the data move a prior, which only the module knows, and no other latent does. */
export function readsDataAlone(prior: Prior): boolean {
  const parts = priorParts(prior);
  return parts.some(({ known }) => known === 'statistic') && !parts.some(({ known }) => known === 'latent');
}

/**
 * Whether a latent is sampled noncentred whatever the data are: by the author's word, or because no other latent moves its location
 * and scale and statistics of the data do, which only the module knows. Such a latent is standardised by them.
 */
export function isNonCentredByItself({ prior, parametrisation }: Latent): boolean {
  if (parametrisation !== null) return parametrisation === 'noncentred';
  return hasParametrisations(prior) && readsDataAlone(prior);
}

/** Whether a prior can be sampled as its declaration says; reported where it cannot. */
export function checkParametrisation(
  { parametrisation }: LatentDeclaration,
  prior: Prior,
  { log }: Scope,
): boolean {
  if (parametrisation === null || (hasParametrisations(prior) && !readsPrevious(prior))) return true;
  if (parametrisation.kind === 'centred' && hasParametrisations(prior)) return true;
  if (hasParametrisations(prior)) {
    log.error(
      'parametrisation',
      parametrisation.span,
      'A latent that drifts from level to level is sampled centred.',
      'Leave out `noncentred`.',
      [{ span: prior.span, message: 'it reads the level before here' }],
    );
    return false;
  }
  const { kind, span } = parametrisation;
  const { truncation, ...whole } = prior;
  const isCut = truncation !== undefined && hasParametrisations(whole as Prior);
  log.error(
    'parametrisation',
    span,
    isCut
      ? `A truncated ${quote(prior.family)} is sampled in one way alone, and cannot be ${quote(kind)}.`
      : `${quote(prior.family)} is sampled in one way alone, and cannot be ${quote(kind)}.`,
    `Leave the word out: only a \`normal\` and a \`lognormal\` that are not truncated can be \`centred\` or \`noncentred\`.`,
    [{ span: prior.span, message: 'this is the prior' }],
  );
  return false;
}
