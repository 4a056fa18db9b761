/** Checks the priors of latents. Densities are normalised, in Stan's parametrisation. */
import type { Note } from '../../grammar/diagnostic.ts';
import { nearest } from '../../grammar/edit-distance.ts';
import { quote } from '../../grammar/quote.ts';
import { cover } from '../../grammar/source.ts';
import type { CallSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import { bindArguments } from './bind-arguments.ts';
import { type Checked, type CheckedReal, inUnit } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { isPrior, priors } from './functions.ts';
import { readsOtherLevel } from './indices.ts';
import { type Family, families, type ParameterKind, priorOf, type Truncation } from './prior-families.ts';
import { areOrdered, checkParameter, type Owner } from './prior-parameters.ts';
import type { Scope } from './scope.ts';
import { checkTruncation } from './truncation.ts';
import type { Prior, Type } from './typed-layout.ts';
import { dimensionless, isDimensionless } from './units.ts';

/** The prior of the latents of a declaration, of that type and index; null after a mistake, which is reported or was before. */
export function checkPrior(
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
  const bound = bindArguments(prior, priors[family], scope.log);
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
      !readsRow(value, scope) &&
      (index === undefined || !readsOtherLevel(value, declaration, index, scope)),
  );
  if (type === null || index === undefined || !suits(family, type, declaration, scope)) return null;
  if (bound === null || sound.includes(false)) return null;

  const owner: Owner = { declaration, type };
  const values = bound.map((argument) => checked.get(argument!.value)!);
  const parameters = checkParameters(family, values, owner, scope);
  if (truncation === null) {
    return parameters && { ...priorOf(family, expressionsOf(parameters), null), span: prior.span };
  }
  const side = (part: typeof truncation.lo) => (part === null ? null : checked.get(part)!);
  const range: Truncation<Checked> = { lo: side(truncation.lo), hi: side(truncation.hi) };
  const bounds = checkTruncation(family, parameters ?? [], range, owner, scope);
  if (parameters === null || bounds === null) return null;
  return {
    ...priorOf(family, expressionsOf(parameters), bounds),
    span: cover(prior.span, truncation.span),
  };
}

function expressionsOf(parameters: readonly CheckedReal[]) {
  return parameters.map(({ expression }) => expression);
}

/** The parameters in their units, in the order of the arguments; null when one is not what it must be. */
function checkParameters(
  family: Family,
  values: readonly Checked[],
  owner: Owner,
  scope: Scope,
): CheckedReal[] | null {
  const kinds: [string, ParameterKind][] = Object.entries(families[family].parameters);
  const parameters = kinds.map(([name, kind], index) =>
    checkParameter(name, kind, values[index]!, owner, scope),
  );
  const sound = parameters.filter((parameter) => parameter !== null);
  if (sound.length < parameters.length) return null;
  const bound = (wanted: ParameterKind) => sound[kinds.findIndex(([, kind]) => kind === wanted)] ?? null;
  return areOrdered(bound('lower'), bound('upper'), scope) ? sound : null;
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
    meant === null ? `Use one of ${names.map(quote).join(', ')}.` : `Did you mean ${quote(meant)}?`,
  );
}

/** Whether a part of a prior differs from row to row, which is reported. */
function readsRow({ row }: Checked, scope: Scope): boolean {
  if (row === null) return false;
  scope.log.error(
    'prior-reads-row',
    row.span,
    `A prior is the same for all rows, but this reads ${quote(row.name)}, which has a value for each row.`,
    `Use a statistic of it, such as ${quote(`max(${row.name})`)}.`,
    [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
  );
  return true;
}

/** Whether a prior of this family, truncated as it is, can be had by a latent of this type. */
function suits(
  family: Family,
  type: Type,
  { prior, truncation, annotation }: LatentDeclaration,
  { log }: Scope,
): boolean {
  const { support } = families[family];
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
      'Use `beta(a, b)` or `uniform(0, 1)`, put `in [0, 1]` behind the prior, or leave out `: probability` and use `logistic(…)` of the latent.',
      notes,
    );
    return false;
  }
  if (family !== 'beta') return true;
  const unit = type.kind === 'real' ? type.unit : dimensionless;
  log.error(
    'beta-of-real',
    prior.callee.span,
    `\`beta\` is for probabilities, but this latent is a real ${inUnit(unit)}.`,
    isDimensionless(unit)
      ? 'Declare it as `: probability`, or use `scaled_beta(a, b, lo, hi)`.'
      : 'Use `scaled_beta(a, b, lo, hi)`, with the bounds in its unit.',
    notes,
  );
  return false;
}
