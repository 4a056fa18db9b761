/** Checks the priors of latents. Densities are normalised, in Stan's parametrisation. */
import type { Note } from '../../grammar/diagnostic.ts';
import { nearest } from '../../grammar/edit-distance.ts';
import { quote } from '../../grammar/quote.ts';
import type { CallSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import { bindArguments } from './bind-arguments.ts';
import { adopt, asProbability, asReal, type Checked, type CheckedReal, inUnit } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { isPrior, later, type PriorName, priors } from './functions.ts';
import type { Scope } from './scope.ts';
import type { Prior, Type, Unit } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless, isDimensionless } from './units.ts';

/** The prior of the latents of a declaration, of that type; null after a mistake, which is reported or was before. */
export function checkPrior(declaration: LatentDeclaration, type: Type | null, scope: Scope): Prior | null {
  const { prior } = declaration;
  const family = prior.callee.text;
  if (!isPrior(family)) {
    reportUnknownPrior(prior, scope);
    return null;
  }
  const bound = bindArguments(prior, priors[family], scope.log);
  const checked = prior.arguments.map((argument) => ({
    argument,
    value: checkExpression(argument.value, scope),
  }));
  const readsRow = checked.map(({ value }) => value !== null && reportRow(value, scope)).includes(true);
  if (type === null || !suits(family, type, declaration, scope) || bound === null || readsRow) return null;
  const values = bound.map((argument) => checked.find((entry) => entry.argument === argument)?.value ?? null);
  const [first, second] = values;
  if (values.includes(null) || first === null || first === undefined) return null;
  return build(family, [first, second ?? null], type, declaration, scope);
}

function reportUnknownPrior({ callee, arguments: args }: CallSyntax, scope: Scope): void {
  for (const { value } of args) checkExpression(value, scope);
  if (scope.log.full) return;
  if (later.prior.has(callee.text)) {
    scope.log.error(
      'not-in-this-version',
      callee.span,
      `This version does not have the prior ${quote(callee.text)} yet.`,
      'Use `uniform`, `normal`, `half_normal` or `beta`.',
    );
    return;
  }
  const meant = nearest(callee.text, [...Object.keys(priors), ...later.prior]);
  scope.log.error(
    'unknown-prior',
    callee.span,
    `There is no prior ${quote(callee.text)}.`,
    meant === null ? 'Use `uniform`, `normal`, `half_normal` or `beta`.' : `Did you mean ${quote(meant)}?`,
  );
}

/** Reports a parameter that differs from row to row. */
function reportRow({ row }: Checked, scope: Scope): boolean {
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

/** Whether a prior of this family can be had by a latent of this type. */
function suits(
  family: PriorName,
  type: Type,
  { prior, annotation }: LatentDeclaration,
  { log }: Scope,
): boolean {
  const notes: Note[] =
    annotation === null ? [] : [{ span: annotation.span, message: 'its type is declared here' }];
  if (type.kind === 'probability') {
    if (family === 'beta' || family === 'uniform') return true;
    log.error(
      'prior-of-probability',
      prior.callee.span,
      `A probability lies between 0 and 1, but ${quote(family)} goes beyond.`,
      'Use `beta(a, b)` or `uniform(0, 1)`, or leave out `: probability` and use `logistic(…)` of the latent.',
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
      ? 'Declare it as `: probability`.'
      : 'Use `uniform(lo, hi)`, `normal(mean, sd)` or `half_normal(sd)`.',
    notes,
  );
  return false;
}

function build(
  family: PriorName,
  [first, second]: readonly [Checked, Checked | null],
  type: Type,
  declaration: LatentDeclaration,
  scope: Scope,
): Prior | null {
  const { span } = declaration.prior;
  const { log } = scope;
  const unit = type.kind === 'real' ? type.unit : dimensionless;
  const real = (name: string, value: Checked | null): CheckedReal | null =>
    value && inLatentUnit(name, value, unit, declaration, scope);
  switch (family) {
    case 'uniform': {
      const [lo, hi] =
        type.kind === 'probability'
          ? [inUnitInterval('lo', first, scope), second && inUnitInterval('hi', second, scope)]
          : [real('lo', first), real('hi', second)];
      if (lo === null || hi === null || !isOrdered(lo, hi, scope)) return null;
      return { family, lo: lo.expression, hi: hi.expression, span };
    }
    case 'normal': {
      const mean = real('mean', first);
      const sd = real('sd', second);
      if (sd === null || !isPositive('sd', family, sd, scope) || mean === null) return null;
      return { family, mean: mean.expression, sd: sd.expression, span };
    }
    case 'half_normal': {
      const sd = real('sd', first);
      if (sd === null || !isPositive('sd', family, sd, scope)) return null;
      return { family, sd: sd.expression, span };
    }
    case 'beta': {
      const a = inUnitOf(dimensionless, 'The `a` of `beta`', first, [], log);
      const b = second && inUnitOf(dimensionless, 'The `b` of `beta`', second, [], log);
      const sound = [
        a !== null && isPositive('a', family, a, scope),
        b !== null && isPositive('b', family, b, scope),
      ];
      if (a === null || b === null || sound.includes(false)) return null;
      return { family, a: a.expression, b: b.expression, span };
    }
  }
}

function inLatentUnit(
  name: string,
  value: Checked,
  unit: Unit,
  { prior, annotation, names, role }: LatentDeclaration,
  { log }: Scope,
): CheckedReal | null {
  const declared = annotation?.span ?? names[0]?.span;
  const notes = declared === undefined ? [] : [{ span: declared, message: `the ${role} is ${inUnit(unit)}` }];
  return inUnitOf(unit, `The ${quote(name)} of ${quote(prior.callee.text)}`, value, notes, log);
}

/** A bound of a probability: itself a probability, or a number from 0 to 1, used as a real. */
function inUnitInterval(name: string, value: Checked, { log }: Scope): CheckedReal | null {
  const p = asProbability(value, `A probability's prior wants a ${quote(name)} from 0 to 1`, log);
  if (p === null) return null;
  return adopt(asReal(value), dimensionless);
}

function isOrdered(lo: Checked, hi: Checked, { log }: Scope): boolean {
  const [from, to] = [value(lo), value(hi)];
  if (from === null || to === null || from < to) return true;
  log.error(
    'bounds-out-of-order',
    hi.expression.span,
    `The upper bound ${to} is not above the lower bound ${from}.`,
    'Give the lower bound first, and a higher one second.',
    [{ span: lo.expression.span, message: 'the lower bound is here' }],
  );
  return false;
}

function isPositive(name: string, family: string, parameter: Checked, { log }: Scope): boolean {
  const constant = value(parameter);
  if (constant === null || constant > 0) return true;
  log.error(
    'parameter-not-positive',
    parameter.expression.span,
    `The ${quote(name)} of ${quote(family)} must be above 0, but this is ${constant}.`,
    'Write a number above 0.',
  );
  return false;
}

function value({ constant }: Checked): number | null {
  return constant === null || typeof constant === 'number' ? constant : constant.p;
}
