/**
 * Checks `solve(length, success = 0.5, dark = 0)`, the whole value of a report: the value of a demand at which a `let`, or the
 * probability of an outcome, has a given value, with other demands and latents held at values of their own.
 */
import { quote } from '../../grammar/quote.ts';
import { nameMeant } from '../../grammar/remedy.ts';
import type { ArgumentSyntax, CallSyntax, DemandDeclaration, Name } from '../../grammar/syntax.ts';
import { nearest } from '../../module/names.ts';
import { asProbability, asReal, type Checked, realType } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { isLevelKnown } from './indices.ts';
import { knownSupport } from './measurement.ts';
import { type Course, courseOf, type Sign, signBetween } from './monotone.ts';
import { declaredAs, knownNumber } from './parameters.ts';
import type { Scope } from './scope.ts';
import type {
  AllowedValues,
  Demand,
  Equation,
  Latent,
  Let,
  Observation,
  Type,
  TypedExpression,
} from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless } from './units.ts';

/** What an equation can be about: the parts of the layout that were checked before. */
export interface Solvable {
  readonly demands: readonly Demand[];
  readonly latents: readonly Latent[];
  readonly observations: readonly Observation[];
}

/** The checked equation of a report, its unknown as an expression, and the lets that it reads with the demand replaced. */
export interface CheckedEquation {
  readonly value: Checked;
  readonly equation: Equation;
  readonly lets: readonly Let[];
}

/** Whether an expression is a call of `solve`. */
export function isSolve(value: { readonly kind: string }): value is CallSyntax {
  return value.kind === 'call' && (value as CallSyntax).callee.text === 'solve';
}

const FORM =
  'Write the demand, and the value that a `let` or an outcome has there: `solve(length, success = 0.5)`.';

/** The ends of the range, if they are given. */
const ENDS = ['from', 'to'] as const;

/**
 * The equation of a report; null after a mistake, which is reported.
 *
 * @param index the category that the report has in brackets
 */
export function checkSolve(
  syntax: CallSyntax,
  report: Name,
  index: string | null,
  layout: Solvable,
  scope: Scope,
): CheckedEquation | null {
  const { log } = scope;
  const refuse = (span: Name['span'], message: string, remedy: string): null => {
    log.error('solve-form', span, message, remedy);
    return null;
  };
  const [first, ...named] = syntax.arguments;
  if (hasUnknownName(syntax, scope)) return null;
  const demand = first === undefined || first.name !== null ? null : demandOf(first, layout);
  if (demand === null) {
    return refuse(
      first?.value.span ?? syntax.span,
      '`solve` finds the value of a demand that is a number, which comes first.',
      FORM,
    );
  }
  const bare = named.find(({ name }) => name === null);
  if (bare !== undefined) {
    return refuse(
      bare.value.span,
      'Behind the demand, `solve` needs the names of what has a given value.',
      FORM,
    );
  }
  const given = named as readonly (ArgumentSyntax & { readonly name: Name })[];
  const repeated = given.find(({ name }, i) =>
    given.slice(0, i).some((each) => each.name.text === name.text),
  );
  if (repeated !== undefined)
    return refuse(repeated.name.span, `${quote(repeated.name.text)} is given twice.`, 'Give it once.');
  const ends = given.filter(({ name }) => ENDS.some((end) => end === name.text));
  const others = given.filter((each) => !ends.includes(each));
  const conditions = others.filter(({ name }) => isCondition(name.text, scope));
  const [condition, second] = conditions;
  if (condition === undefined || second !== undefined) {
    return refuse(
      (second ?? condition)?.name.span ?? syntax.span,
      condition === undefined
        ? `This does not say what is to have which value: no \`let\` and no outcome is given.`
        : `${quote(condition.name.text)} and ${quote(second!.name.text)} cannot both be given: one equation determines the demand.`,
      FORM,
    );
  }
  const left = conditionOf(condition.name, layout, scope);
  const right = checkExpression(condition.value, scope);
  const held = heldValues(
    others.filter((each) => each !== condition),
    demand,
    layout,
    scope,
  );
  const range = rangeOf(ends, demand, syntax, scope);
  if (left === null || right === null || held === null || range === null) return null;
  const residual = difference(left, right, condition, scope);
  if (residual === null) return null;

  const type = realType(demand.type.kind === 'real' ? demand.type.unit : dimensionless);
  const unknown: TypedExpression = {
    kind: 'latent',
    name: report.text,
    index,
    type,
    known: 'latent',
    span: first!.value.span,
  };
  const replaced = replacing(residual, new Map([...held, [demand.name, unknown]]), report.text, scope);
  const readings = readingsOf(replaced, demand, condition.name, { report, index }, scope);
  const equation: Equation = { unknown: report.text, residual: replaced.expression, ...range };
  if (readings === null || !hasOneSolution(equation, replaced.lets, demand, condition, layout, scope))
    return null;
  return {
    value: {
      expression: unknown,
      bare: false,
      constant: null,
      row: null,
      latent: readings.latent,
      levels: readings.levels,
      statistic: false,
      origins: [{ name: demand.name, type, declared: demand.span }],
    },
    equation,
    lets: replaced.lets,
  };
}

/** Reports names that the layout does not declare: the demand, and what is given a value. True if there is one. */
function hasUnknownName({ arguments: given }: CallSyntax, { names, log }: Scope): boolean {
  const [first] = given;
  const sought = first?.name === null && first.value.kind === 'reference' ? [first.value.name] : [];
  const written = [...sought, ...given.flatMap(({ name }) => name ?? [])];
  const unknown = written.filter(({ text }) => !names.has(text) && !ENDS.some((end) => end === text));
  const kinds = ['demand', 'latent', 'let', 'outcome'];
  const known = [...names.values()].filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name.text);
  for (const { text, span } of unknown) {
    const meant = nearest(text, known);
    log.error(
      'unknown-name',
      span,
      `There is no name ${quote(text)}.`,
      meant === null ? 'Give the name of a demand, a latent, a `let` or an outcome.' : nameMeant(span, meant),
    );
  }
  return unknown.length > 0;
}

/** The demand that is sought: a number with one value per row; null for anything else. */
function demandOf({ value }: ArgumentSyntax, { demands }: Solvable): Demand | null {
  if (value.kind !== 'reference' || value.index !== null) return null;
  const demand = demands.find(({ name }) => name === value.name.text);
  return demand === undefined || demand.type.kind !== 'real' || demand.index !== null ? null : demand;
}

function isCondition(name: string, { names }: Scope): boolean {
  const kind = names.get(name)?.kind;
  return kind === 'let' || kind === 'outcome';
}

/** What is to have a given value: a let, or the probability of a success. */
function conditionOf(name: Name, { observations }: Solvable, scope: Scope): Checked | null {
  const meaning = scope.names.get(name.text);
  if (meaning?.kind === 'let')
    return checkExpression({ kind: 'reference', name, index: null, span: name.span }, scope);
  const observation = observations.find(({ outcome }) => outcome === name.text);
  // A mistake in what is observed has been reported.
  if (observation === undefined) return null;
  const probability = successOf(observation, name);
  if (probability === null) {
    scope.log.error(
      'solve-form',
      name.span,
      `The outcome ${quote(name.text)} has the distribution ${quote(observation.family)}, and \`solve\` needs a probability or a number.`,
      'Name what is to have the value with a `let`, and give that.',
      [{ span: observation.span, message: `${quote(name.text)} is observed here` }],
    );
    return null;
  }
  return {
    expression: probability,
    bare: false,
    constant: null,
    row: null,
    latent: null,
    levels: [],
    statistic: false,
    origins: [{ name: name.text, type: probability.type, declared: observation.span }],
  };
}

function successOf(observation: Observation, { span }: Name): TypedExpression | null {
  switch (observation.family) {
    case 'bernoulli':
      return observation.parameters.p;
    case 'binomial':
      return observation.parameters.p;
    case 'bernoulli_logit':
    case 'binomial_logit':
      return {
        kind: 'call',
        function: 'logistic',
        arguments: [observation.parameters.logit],
        type: { kind: 'probability' },
        known: observation.parameters.logit.known,
        span,
      };
    default:
      return null;
  }
}

/** The left side less the right one, as a number without a unit; null after a mistake, which is reported. */
function difference(
  left: Checked,
  right: Checked,
  { name, value }: ArgumentSyntax & { readonly name: Name },
  scope: Scope,
): TypedExpression | null {
  if (readsRow(right, value.span, scope)) return null;
  const { type } = left.expression;
  const wanted = `The value of ${quote(name.text)}`;
  const same =
    type.kind === 'real'
      ? inUnitOf(
          type.unit,
          wanted,
          right,
          left.origins.map(({ declared }) => declaredAs(`\`${name.text}\``, type, declared)).slice(0, 1),
          scope,
        )
      : asProbability(right, `${quote(name.text)} is a probability`, scope);
  if (same === null) return null;
  const chance = type.kind === 'real' ? null : knownNumber(same);
  if (chance !== null && (chance <= 0 || chance >= 1)) {
    scope.log.error(
      'solve-form',
      value.span,
      `A probability that is ${chance} for sure is reached at no demand, or at all from some point on.`,
      'Give a value above 0 and below 1, such as 0.5.',
    );
    return null;
  }
  const number = (checked: Checked): TypedExpression => ({
    ...asReal(checked).expression,
    type: realType(dimensionless),
  });
  return {
    kind: 'call',
    function: 'subtract',
    arguments: [number(left), number(same)],
    type: realType(dimensionless),
    known: 'latent',
    span: name.span,
  };
}

/** Reports a value that depends on a row, which a report has none of. True if it does. */
function readsRow({ row }: Checked, span: Name['span'], { log }: Scope): boolean {
  if (row === null) return false;
  log.error(
    'solve-held',
    span,
    `A value that is given to \`solve\` is the same for all rows, but this reads ${quote(row.name)}.`,
    `Write a number, or a statistic such as ${quote(`mean(${row.name})`)}.`,
    [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
  );
  return true;
}

/** The values at which demands and latents are held, by their names; null after a mistake, which is reported. */
function heldValues(
  given: readonly (ArgumentSyntax & { readonly name: Name })[],
  demand: Demand,
  layout: Solvable,
  scope: Scope,
): Map<string, TypedExpression> | null {
  const held = new Map<string, TypedExpression>();
  let isSound = true;
  for (const { name, value } of given) {
    const type = name.text === demand.name ? undefined : heldType(name, layout, scope);
    const checked = checkExpression(value, scope);
    const expression = type && checked && heldValue(type, name, checked, scope);
    if (type === undefined) {
      scope.log.error(
        'solve-held',
        name.span,
        name.text === demand.name
          ? `${quote(name.text)} is what is sought, and has no value yet.`
          : `\`solve\` holds demands and latents at values, and ${quote(name.text)} is a ${scope.names.get(name.text)!.kind}.`,
        name.text === demand.name
          ? 'Leave its value out. For the ends of its range give `from` and `to`.'
          : 'Leave it out.',
      );
    }
    if (expression) held.set(name.text, expression);
    else isSound = false;
  }
  return isSound ? held : null;
}

/** The type of a demand or a latent that is held; undefined for any other name. */
function heldType({ text }: Name, { demands, latents }: Solvable, scope: Scope): Type | null | undefined {
  const kind = scope.names.get(text)?.kind;
  if (kind !== 'demand' && kind !== 'latent') return undefined;
  // Null after a mistake in the declaration, which has been reported.
  return [...demands, ...latents].find(({ name }) => name === text)?.type ?? null;
}

function heldValue(type: Type, { text }: Name, value: Checked, scope: Scope): TypedExpression | null {
  if (readsRow(value, value.expression.span, scope)) return null;
  if (type.kind === 'probability')
    return asProbability(value, `${quote(text)} is a probability`, scope)?.expression ?? null;
  if (type.kind === 'real')
    return inUnitOf(type.unit, `The value of ${quote(text)}`, value, [], scope)?.expression ?? null;
  const number = knownNumber(value);
  if (value.bare && (number === 0 || number === 1))
    return { kind: 'number', value: number, type, known: 'constant', span: value.expression.span };
  scope.log.error(
    'solve-held',
    value.expression.span,
    `${quote(text)} is a flag, and its value is 0 or 1.`,
    `Write ${quote(`${text} = 0`)} or ${quote(`${text} = 1`)}.`,
  );
  return null;
}

/** The range of the unknown: the demand's own, or the one between `from` and `to`. Null after a mistake, which is reported. */
function rangeOf(
  ends: readonly (ArgumentSyntax & { readonly name: Name })[],
  demand: Demand,
  syntax: CallSyntax,
  scope: Scope,
): { readonly lo: number; readonly hi: number } | null {
  const unit = demand.type.kind === 'real' ? demand.type.unit : dimensionless;
  const own = endsOf(demand.domain);
  const values = { from: own.lo, to: own.hi };
  let isSound = true;
  for (const { name, value } of ends) {
    const checked = checkExpression(value, scope);
    const end =
      checked && inUnitOf(unit, `The end of the range of ${quote(demand.name)}`, checked, [], scope);
    const number = end && knownNumber(end);
    if (number !== null) values[name.text as 'from' | 'to'] = number;
    else {
      isSound = false;
      if (end !== null) {
        scope.log.error(
          'solve-range',
          value.span,
          'The ends of the range in which `solve` looks are constants.',
          `Write a number, such as ${quote(`${name.text} = 1`)}.`,
        );
      }
    }
  }
  if (!isSound) return null;
  const { from, to } = values;
  if (!Number.isFinite(from) || !Number.isFinite(to)) {
    const side = Number.isFinite(from) ? 'to' : Number.isFinite(to) ? 'from' : null;
    scope.log.error(
      'solve-range',
      syntax.span,
      `\`solve\` looks between two ends, and the declaration of ${quote(demand.name)} has ${side === null ? 'none' : side === 'to' ? 'no upper one' : 'no lower one'}.`,
      `Give ${side === null ? '`from` and `to`' : quote(side)}, such as ${quote(`solve(${demand.name}, …, ${side === 'to' ? '' : 'from = 0.01'}${side === null ? ', ' : ''}${side === 'from' ? '' : 'to = 10000'})`)}, or a range where ${quote(demand.name)} is declared.`,
      [{ span: demand.span, message: `${quote(demand.name)} is declared here` }],
    );
    return null;
  }
  if (from < to) return { lo: from, hi: to };
  scope.log.error(
    'solve-range',
    ends.at(-1)?.value.span ?? syntax.span,
    `The range from ${from} to ${to} is empty.`,
    'Let `from` be below `to`.',
  );
  return null;
}

/** The ends of the values that a demand may take, which are infinite where none is declared. */
function endsOf(domain: AllowedValues): { readonly lo: number; readonly hi: number } {
  switch (domain.kind) {
    case 'any':
      return { lo: -Infinity, hi: Infinity };
    case 'range':
      return domain;
    case 'set':
      return { lo: Math.min(...domain.values), hi: Math.max(...domain.values) };
  }
}

interface Replaced {
  readonly expression: TypedExpression;
  /** The lets with other values than the layout's own, under names that no author can give to one. */
  readonly lets: readonly Let[];
}

/** An expression in which names have other values, also in the lets that it reads. Statistics are those of the fitted rows. */
function replacing(
  expression: TypedExpression,
  values: ReadonlyMap<string, TypedExpression>,
  report: string,
  { lets }: Scope,
): Replaced {
  const made: Let[] = [];
  const done = new Map<string, TypedExpression>();
  const inLet = (part: TypedExpression & { readonly kind: 'let' }): TypedExpression => {
    const known = done.get(part.name);
    if (known !== undefined) return { ...known, span: part.span };
    const own = lets.get(part.name)!.expression;
    const value = replace(own);
    const name = `${report}.${part.name}`;
    if (value !== own) made.push({ name, value, isHidden: true, doc: null, span: part.span });
    const read: TypedExpression = value === own ? part : { ...part, name, known: value.known };
    done.set(part.name, read);
    return read;
  };
  const replace = (part: TypedExpression): TypedExpression => {
    switch (part.kind) {
      case 'column':
      case 'latent':
        return values.get(part.name) ?? part;
      case 'let':
        return inLet(part);
      case 'call': {
        const parts = part.arguments.map(replace);
        const isSame = parts.every((each, i) => each === part.arguments[i]);
        return isSame ? part : { ...part, arguments: parts, known: laterKnown(parts) };
      }
      default:
        return part;
    }
  };
  return { expression: replace(expression), lets: made };
}

/** When a value is known that has these parts. */
function laterKnown(parts: readonly TypedExpression[]): TypedExpression['known'] {
  const order = ['constant', 'statistic', 'row', 'latent'] as const;
  return order[Math.max(...parts.map(({ known }) => order.indexOf(known)))]!;
}

/** What an equation still reads: latents and levels. A demand or a class is a mistake, which is reported; then null. */
function readingsOf(
  { expression, lets }: Replaced,
  demand: Demand,
  { text, span }: Name,
  { report, index }: { readonly report: Name; readonly index: string | null },
  scope: Scope,
): Pick<Checked, 'latent' | 'levels'> | null {
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const found = new Map<string, TypedExpression>();
  const seen = new Set<string>();
  const left = [expression];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part.kind === 'call') left.push(...part.arguments);
    else if (part.kind === 'let') {
      if (seen.has(part.name)) continue;
      seen.add(part.name);
      left.push(values.get(part.name) ?? scope.lets.get(part.name)!.expression);
    } else if (part.kind === 'column' || part.kind === 'latent' || part.kind === 'class')
      found.set(part.name, part);
  }
  const declared = (name: string) => scope.names.get(name)!.name.span;
  const levels: Checked['levels'][number][] = [];
  let latent: Checked['latent'] = null;
  for (const [name, part] of found) {
    const meaning = scope.names.get(name);
    if (part.kind === 'class') {
      scope.log.error(
        'class-outside-outcome',
        span,
        `${quote(text)} reads the class ${quote(name)}, over whose states the density of outcomes is summed, and no report can read it.`,
        'Solve a `let` that reads no class.',
        [{ span: declared(name), message: `${quote(name)} is declared here` }],
      );
      return null;
    }
    if (part.kind === 'latent') {
      if (meaning?.kind !== 'latent') continue;
      latent ??= { name, span, declared: declared(name) };
      if (part.index === null) continue;
      if (index === null || !isLevelKnown(part.index, index, scope.names)) {
        scope.log.error(
          'report-reads-level',
          span,
          `${quote(text)} reads ${quote(`${name}[${part.index}]`)}, and ${quote(index === null ? report.text : `${report.text}[${index}]`)} does not say of which level of ${quote(part.index)}.`,
          `Say at which value it is held, as in ${quote(`solve(${demand.name}, ${text} = …, ${name} = 0)`)}${index === null ? `, or declare ${quote(`report ${report.text}[${part.index}]`)}` : ''}.`,
          [{ span: declared(name), message: `${quote(name)} is declared here` }],
        );
        return null;
      }
      levels.push({ name: part.index, span, declared: declared(part.index) });
      continue;
    }
    const category =
      (meaning?.kind === 'demand' && (meaning.declaration as DemandDeclaration).indices[0]) || null;
    if (category !== null) {
      levels.push({ name: category.text, span, declared: declared(category.text) });
      continue;
    }
    scope.log.error(
      'report-reads-row',
      span,
      `A report is about the subject and not about one row, but ${quote(text)} reads ${quote(name)}, which has a value for each row.`,
      `Say at which value it is held: ${quote(`solve(${demand.name}, ${text} = …, ${name} = 0)`)}.`,
      [{ span: declared(name), message: `${quote(name)} is declared here` }],
    );
    return null;
  }
  const distinct = levels.filter(({ name }, i) => levels.findIndex((other) => other.name === name) === i);
  return { latent, levels: distinct };
}

/** Whether an equation has at most one solution, and may have one; reported if not. */
function hasOneSolution(
  equation: Equation,
  lets: readonly Let[],
  demand: Demand,
  { name }: { readonly name: Name },
  { demands, latents }: Solvable,
  scope: Scope,
): boolean {
  const values = new Map(lets.map((each) => [each.name, each.value]));
  const priors = new Map(latents.map((each) => [each.name, each.prior]));
  const domains = new Map(demands.map((each) => [each.name, endsOf(each.domain)]));
  const { direction, culprit }: Course = courseOf(equation.residual, {
    rising: equation.unknown,
    signOfLatent: (latent): Sign => {
      if (latent === equation.unknown) return signBetween(equation.lo, equation.hi);
      const prior = priors.get(latent);
      const { lo, hi } = prior === undefined ? {} : knownSupport(prior);
      return signBetween(lo, hi);
    },
    signOfColumn: (column): Sign => signBetween(domains.get(column)?.lo, domains.get(column)?.hi),
    valueOfLet: (each) => values.get(each) ?? scope.lets.get(each)!.expression,
  });
  const notes = [{ span: demand.span, message: `${quote(demand.name)} is declared here` }];
  if (direction === 'constant') {
    scope.log.error(
      'solve-direction',
      name.span,
      `${quote(name.text)} does not depend on ${quote(demand.name)}, so no value of it solves this.`,
      `Give a \`let\` or an outcome that reads ${quote(demand.name)}.`,
      notes,
    );
    return false;
  }
  if (direction !== 'unknown') return true;
  scope.log.error(
    'solve-direction',
    name.span,
    `${quote(name.text)} might rise and fall again with ${quote(demand.name)}, so there may be several solutions.`,
    'Give slopes and other latents that decide the direction priors without negative values, such as `lognormal(0, 1)` or `half_normal(1)`, or hold them at a value.',
    [
      ...notes,
      ...(culprit === null
        ? []
        : [{ span: culprit.span, message: 'the parts of this may go in opposite directions' }]),
    ],
  );
  return false;
}
