/** Checks the parametrisation that an author asks for. */
import { quote } from '../../grammar/quote.ts';
import type { LatentDeclaration } from '../../grammar/syntax.ts';
import { hasParametrisations, locationAndScaleOf, type PriorOf, priorParts } from '../families/priors.ts';
import type { Scope } from './scope.ts';
import type { Latent, Prior, TypedExpression } from './typed-layout.ts';

/** Whether a prior, or an expression in it, reads the previous level, so that levels are not independent. */
export function readsPrevious(what: PriorOf<TypedExpression> | TypedExpression): boolean {
  if ('family' in what) return priorParts(what).some(readsPrevious);
  return what.kind === 'previous' || (what.kind === 'call' && what.arguments.some(readsPrevious));
}

/**
 * An expression as a linear function of the latent at the previous level: slope · previous + rest. The slope is null if
 * it is 0.
 */
export interface Line<T> {
  readonly slope: T | null;
  readonly rest: T;
}

/** Makes the parts of a linear function. */
export interface LineParts<T> {
  /** An expression that does not read the previous level. */
  plain(expression: TypedExpression): T;
  /**
   * The previous level itself, or its logarithm if the function is linear in that; `first` is its substitute at the
   * first level.
   */
  previous(first: T): Line<T>;
  apply(name: 'add' | 'subtract' | 'multiply' | 'divide' | 'negate', parts: readonly T[]): T;
}

/**
 * Decomposes an expression as a linear function of the previous level, or of its logarithm; null if it is not linear.
 *
 * @param isLogarithm whether the line is in log(previous(…))
 */
export function lineInPrevious<T>(
  expression: TypedExpression,
  isLogarithm: boolean,
  parts: LineParts<T>,
): Line<T> | null {
  if (!readsPrevious(expression)) return { slope: null, rest: parts.plain(expression) };
  if (expression.kind === 'previous')
    return isLogarithm ? null : parts.previous(parts.plain(expression.first));
  if (expression.kind !== 'call') return null;
  const [first, second] = expression.arguments;
  if (isLogarithm && expression.function === 'log' && first!.kind === 'previous') {
    const start = { ...expression, arguments: [first!.first] };
    return parts.previous(parts.plain(start));
  }
  const lines = expression.arguments.map((part) => lineInPrevious(part, isLogarithm, parts));
  const [a, b] = lines as [Line<T> | null, Line<T> | null];
  if (lines.includes(null) || a === null) return null;
  const { apply } = parts;
  const negated = (slope: T | null) => (slope === null ? null : apply('negate', [slope]));
  const scaled = (line: Line<T>, name: 'multiply' | 'divide', by: T) => ({
    slope: line.slope === null ? null : apply(name, [line.slope, by]),
    rest: apply(name, [line.rest, by]),
  });
  switch (expression.function) {
    case 'real':
      return a;
    case 'negate':
      return { slope: negated(a.slope), rest: apply('negate', [a.rest]) };
    case 'add':
    case 'subtract': {
      const slopes = [a.slope, expression.function === 'add' ? b!.slope : negated(b!.slope)].filter(
        (slope) => slope !== null,
      );
      return {
        slope: slopes.length === 2 ? apply('add', slopes) : slopes[0]!,
        rest: apply(expression.function, [a.rest, b!.rest]),
      };
    }
    case 'multiply':
      if (!readsPrevious(second!)) return scaled(a, 'multiply', b!.rest);
      return readsPrevious(first!) ? null : scaled(b!, 'multiply', a.rest);
    case 'divide':
      return readsPrevious(second!) ? null : scaled(a, 'divide', b!.rest);
    default:
      return null;
  }
}

/** Whether a location–scale prior can be split into a standardised distance, a location and a scale, level after level. */
function canStandardise(prior: Prior): boolean {
  if (!hasParametrisations(prior)) return false;
  if (!readsPrevious(prior)) return true;
  const { location, scale, isLogarithm } = locationAndScaleOf<TypedExpression>(prior)!;
  if (readsPrevious(scale)) return false;
  const nothing: LineParts<null> = {
    plain: () => null,
    previous: () => ({ slope: null, rest: null }),
    apply: () => null,
  };
  return lineInPrevious(location, isLogarithm, nothing) !== null;
}

/**
 * Whether the sampler learns how far to centre a latent, between its standardised distance from the location and its value. It does
 * if the location or scale depends on other latents, and the author has not chosen a parametrisation.
 */
export function isCentringLearnt({ prior, parametrisation }: Latent): boolean {
  return (
    parametrisation === null &&
    canStandardise(prior) &&
    priorParts(prior).some(({ known }) => known === 'latent')
  );
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
  if (parametrisation === null || canStandardise(prior)) return true;
  if (parametrisation.kind === 'centred' && hasParametrisations(prior)) return true;
  if (hasParametrisations(prior)) {
    log.error(
      'parametrisation',
      parametrisation.span,
      'A latent can be sampled noncentred where its location is linear in the previous level and its scale does not read it.',
      `Leave out ${quote('noncentred')}, or write the location as ${quote('slope * previous(…) + rest')}, of a lognormal as ${quote('slope * log(previous(…)) + rest')}.`,
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
