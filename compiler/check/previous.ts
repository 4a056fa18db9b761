/**
 * Checks `previous(skill[step], first)`: in the prior of `skill[step]` its value at the previous level, or `first` at
 * the first level. Of pairs such as `skill[person, step]` it is that at the previous pair of the same person that occurs.
 */
import { quote } from '../../grammar/quote.ts';
import type { CallSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import { hasLocationAndScale } from '../families/priors.ts';
import { bindArguments } from './bind-arguments.ts';
import { type Checked, readingsOf } from './checked.ts';
import { isPrior, previousSignature } from './functions.ts';
import { hasSeveralColumns, readIndex } from './indices.ts';
import type { Scope } from './scope.ts';
import { inUnitOf } from './unify.ts';

/** The checked call; null after a mistake, which is reported. */
export function checkPrevious(syntax: CallSyntax, scope: Scope): Checked | null {
  const { log, names, prior } = scope;
  const bound = bindArguments(syntax, previousSignature, log);
  const first = syntax.arguments[1] === undefined ? null : scope.check(syntax.arguments[1].value, scope);
  if (bound === null) return null;
  const place = placeOf(prior);
  if (place === null || prior === null) {
    log.error(
      'previous-outside-prior',
      syntax.span,
      '`previous` can only be used in the prior of an indexed latent, which it reads.',
      'Declare the latent as `capability skill[step] ~ normal(previous(skill[step], 0), drift)`.',
    );
    return null;
  }
  const { value } = bound[0]!;
  const meaning = value.kind === 'reference' ? names.get(value.name.text) : undefined;
  if (value.kind !== 'reference' || meaning === undefined || value.name.text !== place) {
    log.error(
      'previous-of-other',
      value.span,
      `In this prior \`previous\` can only read ${quote(place)}, and this is another expression.`,
      `Write ${quote(`previous(${place}[${prior.indices[0]!.text}], …)`)}, and add to it whatever the next level starts from.`,
    );
    return null;
  }
  if (!canDrift(prior.prior.callee.text)) {
    log.error(
      'previous-in-prior',
      syntax.span,
      `\`previous\` can only be used in a \`normal\` or a \`lognormal\`, and this prior is ${quote(prior.prior.callee.text)}.`,
      'Let a `normal` latent drift, and transform it, such as `logistic(skill[step])`.',
    );
    return null;
  }
  const level = readIndex(value.name, value.index, meaning, scope);
  const type = scope.types.get(place) ?? null;
  if (level === undefined || level === null || first === null || type === null) return null;
  if (type.kind !== 'real') {
    log.error(
      'previous-of-probability',
      value.span,
      `${quote(place)} is a probability, and only a number can drift.`,
      'Let a latent without bounds drift, and use `logistic` of it.',
    );
    return null;
  }
  if (hasSeveralColumns(level, 'its levels are in no order along which anything drifts', scope)) return null;
  const declared = meaning.name.span;
  const notes = [{ span: declared, message: `${quote(place)} is declared here` }];
  const wanted = 'The value before the first level';
  const start = inUnitOf(type.unit, wanted, first, notes, scope);
  if (start === null) return null;
  const reading = { name: place, span: value.name.span, declared };
  const parts = readingsOf([start]);
  return {
    expression: {
      kind: 'previous',
      name: place,
      index: level.name,
      first: start.expression,
      type,
      known: 'latent',
      span: syntax.span,
    },
    bare: false,
    constant: null,
    row: parts.row,
    latent: reading,
    levels: [level, ...parts.levels.filter(({ name }) => name !== level.name)],
    statistic: parts.statistic,
    origins: [{ name: place, type, declared }],
  };
}

/** Whether a prior's family has a location, which the previous level can then be. */
function canDrift(family: string): boolean {
  return isPrior(family) && hasLocationAndScale(family);
}

/** The name of the latent that a prior belongs to, if it is indexed and declared alone; else null. */
function placeOf(prior: LatentDeclaration | null): string | null {
  const [name, ...others] = prior?.names ?? [];
  if (name === undefined || others.length > 0 || prior?.indices[0] == null) return null;
  return name.text;
}
