/** Checks the priors of latents. Densities are normalised, in Stan's parametrisation. */
import type { Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import { nameMeant } from '../../grammar/remedy.ts';
import { cover, type Span } from '../../grammar/source.ts';
import type { CallSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import { nearest } from '../../module/names.ts';
import type { Ends } from '../families/prior.ts';
import {
  canBeTruncated,
  type PriorFamily,
  priorDefinition,
  priorOf,
  priors,
  wholeSupportOf,
} from '../families/priors.ts';
import { bindArguments, signatureText } from './bind-arguments.ts';
import { type Checked, inUnit } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { mixesForms, signatureOfForm, standardParameters, writtenForm } from './forms.ts';
import { isPrior, priorSignature } from './functions.ts';
import { readsOtherLevel } from './indices.ts';
import { areOrdered, checkBound, checkParameter, declaredAs, knownNumber, type Owner } from './parameters.ts';
import type { Scope } from './scope.ts';
import { maySumToZero } from './sum-to-zero.ts';
import type { Prior, Type, TypedExpression } from './typed-layout.ts';
import { dimensionless, isDimensionless } from './units.ts';

/** The prior of the latents of a declaration; null after a mistake, reported here or before. */
export function checkPriorCall(
  declaration: LatentDeclaration,
  type: Type | null,
  index: string | null | undefined,
  scope: Scope,
): Prior | null {
  const { prior, truncation } = declaration;
  const family = prior.callee.text;
  if (!isPrior(family)) {
    reportUnknownPrior(declaration, scope);
    return null;
  }
  const standard = Object.keys(priors[family].parameters);
  const form = writtenForm(prior, standard, priorDefinition({ family }).otherForm);
  const signature = form === null ? priorSignature(family) : signatureOfForm(form, standard);
  const isMixed = form !== null && mixesForms(prior, standard, form, signature, scope);
  const bound = isMixed ? null : bindArguments(prior, signature, scope.log);
  const inPrior = { ...scope, prior: declaration };
  const checked = new Map([
    ...prior.arguments.map(({ value }) => [value, checkExpression(value, inPrior)] as const),
    ...[truncation?.lo, truncation?.hi].flatMap((part) =>
      part ? [[part, checkExpression(part, scope)] as const] : [],
    ),
  ]);
  const sound = [...checked.values()].map(
    (value) =>
      value !== null &&
      !readsRow(value, index, scope) &&
      (index === undefined || !readsOtherLevel(value, declaration, index, scope)),
  );
  if (type === null || index === undefined || !suits(family, type, declaration, scope)) return null;
  if (bound === null || sound.includes(false)) return null;

  const declared = declaration.annotation?.span ?? declaration.names[0]?.span;
  const owner: Owner = {
    name: declaration.names[0]?.text ?? '',
    family,
    type,
    declared: declared === undefined ? [] : [declaredAs(declaration.role, type, declared)],
  };
  const values = bound.map((argument) => checked.get(argument!.value)!);
  const parameters =
    form === null
      ? checkParameters(family, values, owner, scope)
      : standardParameters(form, values, owner, prior.span, scope);
  if (declaration.sumToZero !== null) {
    if (parameters === null || !maySumToZero(declaration, family, parameters, index, scope)) return null;
    return { ...priorOf(family, expressionsOf(parameters), null), sumsToZero: true, span: prior.span };
  }
  if (truncation === null) {
    return parameters && { ...priorOf(family, expressionsOf(parameters), null), span: prior.span };
  }
  const side = (part: typeof truncation.lo) => (part === null ? null : checked.get(part)!);
  const range = { lo: side(truncation.lo), hi: side(truncation.hi) };
  const bounds = checkTruncation(family, parameters ?? {}, range, owner, truncation.span, scope);
  if (parameters === null || bounds === null) return null;
  return {
    ...priorOf(family, expressionsOf(parameters), bounds),
    span: cover(prior.span, truncation.span),
  };
}

type CheckedParameters = Readonly<Record<string, Checked>>;

function expressionsOf(parameters: CheckedParameters): Record<string, TypedExpression> {
  return Object.fromEntries(Object.entries(parameters).map(([name, { expression }]) => [name, expression]));
}

/** The parameters in their units, by name, in the order of the arguments; null after a mistake, which is reported. */
function checkParameters(
  family: PriorFamily,
  values: readonly Checked[],
  owner: Owner,
  scope: Scope,
): CheckedParameters | null {
  const kinds = Object.entries(priors[family].parameters);
  const parameters = kinds.map(
    ([name, kind], index) => [name, checkParameter(name, kind, values[index]!, owner, scope)] as const,
  );
  const sound = parameters.flatMap(([name, parameter]) =>
    parameter === null ? [] : [[name, parameter] as const],
  );
  if (sound.length < parameters.length) return null;
  const bound = (wanted: 'lower' | 'upper') =>
    sound[kinds.findIndex(([, kind]) => kind === wanted)]?.[1] ?? null;
  return areOrdered(bound('lower'), bound('upper'), scope) ? Object.fromEntries(sound) : null;
}

/**
 * The bounds of a truncated prior; null if the prior cannot have them, which is reported. `parameters` is empty if they
 * had a mistake.
 */
function checkTruncation(
  family: PriorFamily,
  parameters: CheckedParameters,
  { lo, hi }: Ends<Checked>,
  owner: Owner,
  span: Span,
  scope: Scope,
): Ends<TypedExpression> | null {
  if (!canBeTruncated(family)) {
    scope.log.error(
      'truncation-of-uniform',
      span,
      `A ${family} prior has bounds of its own and cannot be truncated.`,
      `Give the narrower bounds to ${quote(signatureText(family, priorSignature(family).parameters))}, and leave out the \`in [...]\`.`,
    );
    return null;
  }
  const bound = (value: Checked | null) =>
    value && checkBound('bound', 'A bound of the prior', value, owner, scope);
  const [lower, upper] = [bound(lo), bound(hi)];
  if ((lo !== null && lower === null) || (hi !== null && upper === null)) return null;
  if (!areOrdered(lower, upper, scope) || !isWithinSupport(family, parameters, [lower, upper], scope))
    return null;
  return { lo: lower?.expression ?? null, hi: upper?.expression ?? null };
}

/**
 * Whether the bounds, as far as the text determines them, lie within the support. A bound outside of it would cut off
 * nothing, or everything.
 */
function isWithinSupport(
  family: PriorFamily,
  parameters: CheckedParameters,
  bounds: readonly (Checked | null)[],
  { log }: Scope,
): boolean {
  const constants = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, knownNumber(parameter)]),
  );
  const whole = wholeSupportOf<number | null>(priorOf(family, constants, null), (value) => value);
  const least = whole.lo ?? -Infinity;
  const most = whole.hi ?? Infinity;
  const beyond = bounds.flatMap((bound) => {
    const value = bound && knownNumber(bound);
    return bound === null || value === null || (least <= value && value <= most) ? [] : [{ bound, value }];
  });
  for (const { bound, value } of beyond) {
    const [side, end, open, inwards] =
      value < least ? ['below', least, '-inf', 'above'] : ['above', most, 'inf', 'below'];
    log.error(
      'truncation-outside-support',
      bound.expression.span,
      `${quote(family)} has no values ${side} ${end}, but this bound is ${value}.`,
      `Write ${quote(`${open}`)} for a side where nothing is cut off, or a bound of ${end} or ${inwards}.`,
    );
  }
  return beyond.length === 0;
}

function reportUnknownPrior({ prior, truncation }: LatentDeclaration, scope: Scope): void {
  const { callee, arguments: args }: CallSyntax = prior;
  for (const { value } of args) checkExpression(value, scope);
  for (const bound of [truncation?.lo, truncation?.hi]) if (bound) checkExpression(bound, scope);
  if (scope.log.full) return;
  const names = Object.keys(priors);
  const meant = nearest(callee.text, names);
  scope.log.error(
    'unknown-prior',
    callee.span,
    `There is no prior ${quote(callee.text)}.`,
    meant === null ? `Use one of ${names.map(quote).join(', ')}.` : nameMeant(callee.span, meant),
  );
}

/** Whether a part of a prior varies between rows; reported when it does. */
function readsRow({ row }: Checked, index: string | null | undefined, scope: Scope): boolean {
  if (row === null) return false;
  scope.log.error(
    'prior-reads-row',
    row.span,
    `A prior is the same for all rows, but this reads ${quote(row.name)}, which has a value for each row.`,
    `Use a statistic of it, such as ${quote(`max(${row.name})`)}${
      index == null
        ? ''
        : `, or declare it as ${quote(`demand ${row.name}[${index}]`)} if each level of ${quote(index)} has one value of it`
    }.`,
    [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
  );
  return true;
}

/** Whether a latent of this type may have this prior; reported when it may not. */
function suits(
  family: PriorFamily,
  type: Type,
  { prior, truncation, annotation }: LatentDeclaration,
  { log }: Scope,
): boolean {
  const { support } = priors[family];
  const notes: Note[] =
    annotation === null ? [] : [{ span: annotation.span, message: 'its type is declared here' }];
  if (type.kind === 'probability') {
    const hasLower = support !== 'line' || (truncation?.lo ?? null) !== null;
    const hasUpper = support === 'unit' || support === 'bounds' || (truncation?.hi ?? null) !== null;
    if (hasLower && hasUpper) return true;
    log.error(
      'prior-of-probability',
      prior.callee.span,
      `A probability lies between 0 and 1, but ${quote(family)} goes beyond.`,
      'Use `beta(a, b)` or `uniform(0, 1)`, put `in [0, 1]` after the prior, or leave out `: probability` and use `logistic(…)` of the latent.',
      notes,
    );
    return false;
  }
  if (support !== 'unit') return true;
  const unit = type.kind === 'real' ? type.unit : dimensionless;
  log.error(
    'beta-of-real',
    prior.callee.span,
    `${quote(family)} is for probabilities, but this latent is a real ${inUnit(unit)}.`,
    isDimensionless(unit)
      ? 'Declare it as `: probability`, or use `scaled_beta(a, b, lo, hi)`.'
      : 'Use `scaled_beta(a, b, lo, hi)`, with the bounds in its unit.',
    notes,
  );
  return false;
}
