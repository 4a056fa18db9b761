/** Checks the parametrisation that an author asks for. */
import { quote } from '../../grammar/quote.ts';
import type { LatentDeclaration } from '../../grammar/syntax.ts';
import { hasParametrisations, type PriorOf, priorParts } from '../families/priors.ts';
import type { Scope } from './scope.ts';
import type { Latent, Prior, TypedExpression } from './typed-layout.ts';

/** Whether a prior reads the previous level. The levels then cannot be sampled independently. */
export function readsPrevious(prior: PriorOf<TypedExpression>): boolean {
  const reads = (expression: TypedExpression): boolean =>
    expression.kind === 'previous' || (expression.kind === 'call' && expression.arguments.some(reads));
  return priorParts(prior).some(reads);
}

/** Whether a prior depends on statistics of the data, which only the module knows, and on no other latent. */
export function readsDataAlone(prior: Prior): boolean {
  const parts = priorParts(prior);
  return parts.some(({ known }) => known === 'statistic') && !parts.some(({ known }) => known === 'latent');
}

/**
 * Whether a latent is sampled noncentred whatever the data: because the author says so, or because its location and
 * scale depend on statistics of the data, which only the module knows, and on no other latent. Such a latent is
 * standardised by those statistics.
 */
export function isNonCentredByItself({ prior, parametrisation }: Latent): boolean {
  if (parametrisation !== null) return parametrisation === 'noncentred';
  return hasParametrisations(prior) && readsDataAlone(prior);
}

/** Whether a prior allows the parametrisation that its declaration asks for; reported when it does not. */
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
      'A latent that drifts from level to level is always sampled centred.',
      'Leave out `noncentred`.',
      [{ span: prior.span, message: 'it reads the previous level here' }],
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
      ? `A truncated ${quote(prior.family)} has only one parametrisation, and cannot be ${quote(kind)}.`
      : `${quote(prior.family)} has only one parametrisation, and cannot be ${quote(kind)}.`,
    `Leave the word out: only a \`normal\` and a \`lognormal\` that are not truncated can be \`centred\` or \`noncentred\`.`,
    [{ span: prior.span, message: 'this is the prior' }],
  );
  return false;
}
