/**
 * Latents that are declared together as `correlated lkj(shape)`: at each level of their category they are multivariate normal, with the
 * marginal priors that are written and a correlation matrix of the distribution of Lewandowski, Kurowicka & Joe (2009), "Generating
 * random correlation matrices based on vines and extended onion method", Journal of Multivariate Analysis 100.
 *
 * The joint density is written out as a product of priors that later phases know. The canonical partial correlations of the matrix are
 * independent, and each is beta distributed between −1 and 1 (section 2.4 there). Given the matrix's Cholesky factor L, each latent is
 * normal given those before it: location + scale · (Σ_j L_kj w_j), with the spread scale · L_kk, where w = L⁻¹ y are the independent
 * standard normals behind the standardised latents y.
 */
import { MAX_CORRELATED } from '../../grammar/limits.ts';
import { quote } from '../../grammar/quote.ts';
import type { Source, Span } from '../../grammar/source.ts';
import type { CallSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import { calledName, nameInDraws } from '../../module/called-name.ts';
import { hasParametrisations, locationAndScaleOf, priorOf } from '../families/priors.ts';
import { realType } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { knownNumber } from './parameters.ts';
import { readsPrevious } from './parametrisation.ts';
import { asWritten } from './reports.ts';
import type { Scope } from './scope.ts';
import type {
  Correlations,
  Latent,
  Let,
  RealFunction,
  Report,
  TypedExpression,
  Unit,
} from './typed-layout.ts';
import { dimensionless, divideUnits, multiplyUnits } from './units.ts';

/** A declaration of latents, with the latents themselves; none after a mistake. */
export interface DeclaredLatents {
  readonly declaration: LatentDeclaration;
  readonly latents: readonly Latent[];
}

/** The latents of a layout, with what correlations add to it. */
export interface JoinedLatents {
  readonly latents: readonly Latent[];
  /** The latents that hold partial correlations, which only the priors of correlated latents read. */
  readonly partials: readonly string[];
  readonly lets: readonly Let[];
  readonly reports: readonly Report[];
  readonly correlations: readonly Correlations[];
}

/** Joins the latents that are declared as correlated. Declarations that share one `correlated` are joined together. */
export function joinCorrelated(
  declared: readonly DeclaredLatents[],
  scope: Scope,
  source: Source,
): JoinedLatents {
  const groups = new Map<CallSyntax, DeclaredLatents[]>();
  for (const each of declared) {
    const { correlated } = each.declaration;
    if (correlated !== null) groups.set(correlated, [...(groups.get(correlated) ?? []), each]);
  }
  const joined = new Map(
    [...groups].map(([prior, group]) => [prior, joinGroup(prior, group, scope, source)] as const),
  );
  const latents = declared.flatMap((each) => {
    const { correlated } = each.declaration;
    if (correlated === null) return each.latents;
    const group = joined.get(correlated);
    // All latents of a group are placed at its first declaration.
    return groups.get(correlated)![0] === each ? (group?.latents ?? []) : [];
  });
  const whole = [...joined.values()].filter((group) => group !== null);
  return {
    latents,
    partials: whole.flatMap(({ partials }) => partials),
    lets: whole.flatMap(({ lets }) => lets),
    reports: whole.flatMap(({ reports }) => reports),
    correlations: whole.flatMap(({ correlations }) => correlations),
  };
}

function joinGroup(
  prior: CallSyntax,
  group: readonly DeclaredLatents[],
  scope: Scope,
  source: Source,
): JoinedLatents | null {
  const shape = shapeOf(prior, scope);
  const isSound = mayCorrelate(prior, group, scope);
  const members = group.flatMap(({ latents }) => latents);
  const names = group.flatMap(({ declaration }) => declaration.names);
  if (shape === null || !isSound || members.length < names.length) return null;
  const joined = writtenOut(members, shape, asWritten(source.text.slice(prior.span.start, prior.span.end)));
  const added = [...joined.latents, ...joined.reports].map(({ name }) => name);
  return added.every((name) => isFree(name, scope)) ? joined : null;
}

/** Whether an added name is free in files of draws, where `_` replaces each point; reported if a declaration has that name. */
function isFree(name: string, { names, log }: Scope): boolean {
  const taken = name.includes('.') ? names.get(nameInDraws(name)) : undefined;
  if (taken === undefined) return true;
  log.error(
    'duplicate-name',
    taken.name.span,
    `In files of draws ${quote(taken.name.text)} is the name of ${quote(calledName(name))}, which is there already.`,
    'Choose another name.',
  );
  return false;
}

/** The shape of `lkj(shape)`; null after a mistake, which is reported. */
function shapeOf(prior: CallSyntax, scope: Scope): number | null {
  const { callee, arguments: given, span } = prior;
  const values = given.map(({ value }) => checkExpression(value, scope));
  const [argument] = given;
  if (callee.text !== 'lkj' || given.length !== 1 || (argument!.name && argument!.name.text !== 'shape')) {
    scope.log.error(
      'correlated-prior',
      callee.text === 'lkj' ? span : callee.span,
      callee.text === 'lkj'
        ? '`lkj` has one parameter, its shape.'
        : `There is no prior of correlations called ${quote(callee.text)}.`,
      'Write `correlated lkj(2)`: with the shape 1 all correlation matrices are equally likely, and the greater it is the nearer to 0 are the correlations.',
    );
    return null;
  }
  const value = values[0] ?? null;
  if (value === null) return null;
  const shape = value.expression.known === 'constant' ? knownNumber(value) : null;
  if (shape !== null && shape > 0 && value.bare) return shape;
  scope.log.error(
    'correlated-prior',
    argument!.value.span,
    shape === null || shape > 0
      ? 'The shape of `lkj` is a number without a unit, and this is another expression.'
      : `The shape of \`lkj\` must be above 0, but this is ${shape}.`,
    'Write a number above 0, such as `lkj(2)`.',
  );
  return null;
}

/** Whether the latents of a group can be correlated; reported when they cannot. */
function mayCorrelate(prior: CallSyntax, group: readonly DeclaredLatents[], { log }: Scope): boolean {
  const refuse = (span: Span, message: string, remedy: string) => {
    log.error('correlated-latents', span, message, remedy);
    return false;
  };
  const names = group.flatMap(({ declaration }) => declaration.names);
  const indices = group.flatMap(({ declaration }) => declaration.indices);
  const [first] = names;
  if (names.length < 2) {
    return refuse(
      prior.span,
      `${quote(first!.text)} is declared alone, with nothing to correlate it with.`,
      `Declare the others in the same line, before the \`~\`, as in ${quote(`${first!.text}[person], other[person]`)}.`,
    );
  }
  if (names.length > MAX_CORRELATED) {
    return refuse(
      prior.span,
      `These are ${names.length} correlated latents, and there may be at most ${MAX_CORRELATED}.`,
      'Divide them into several declarations, or let them share a latent that each reads with a weight.',
    );
  }
  if (indices[0] == null) {
    return refuse(
      prior.span,
      `${quote(first!.text)} has one value, and one value of each latent does not show how they vary together.`,
      `Index them by a category, as in ${quote(`${first!.text}[person]`)}, or leave out ${quote('correlated')}.`,
    );
  }
  const { latents, declaration } =
    group.find((each) =>
      each.latents.some(({ prior: own }) => !hasParametrisations(own) || readsPrevious(own)),
    ) ?? {};
  if (latents === undefined) return true;
  const own = latents[0]!.prior;
  if (readsPrevious(own)) {
    return refuse(
      prior.span,
      'Latents that drift from level to level cannot be correlated in this version.',
      'Leave out `previous`, or leave out `correlated`.',
    );
  }
  return refuse(
    declaration!.prior.callee.span,
    own.truncation === undefined
      ? `Only a \`normal\` and a \`lognormal\` can be correlated, and this prior is ${quote(own.family)}.`
      : `A truncated ${quote(own.family)} cannot be correlated.`,
    'Correlate `normal` latents, and compute the rest from them with `let`, such as `let chance = logistic(skill[person])`.',
  );
}

/** The parts of correlated latents, as expressions. */
interface Member {
  readonly latent: Latent;
  readonly location: TypedExpression;
  readonly scale: TypedExpression;
  readonly isLogarithm: boolean;
}

function writtenOut(latents: readonly Latent[], shape: number, priorText: string): JoinedLatents {
  const members = latents.map(
    (latent): Member => ({ latent, ...locationAndScaleOf<TypedExpression>(latent.prior)! }),
  );
  const names = latents.map(({ name }) => name);
  const partials: Latent[] = [];
  const lets: Let[] = [];
  const reports: Report[] = [];
  const joined: Latent[] = [];
  const named = (name: string, value: TypedExpression): TypedExpression => {
    lets.push({ name, value, isHidden: true, doc: null, span: value.span });
    return { kind: 'let', name, type: value.type, known: value.known, span: value.span };
  };
  /** The Cholesky factor, row by row, and the independent standard normals. */
  const factor: TypedExpression[][] = [];
  const standard: TypedExpression[] = [];
  const partialNames: string[][] = [];
  for (const [k, { latent, location, scale, isLogarithm }] of members.entries()) {
    const { name, span } = latent;
    const { number, apply } = arithmeticAt(span);
    const row: TypedExpression[] = [];
    const ofRow: string[] = [];
    let rest = number(1);
    for (const [j, other] of names.slice(0, k).entries()) {
      const partial = partialCorrelation(latents[j]!, latent, j, latents.length, shape, priorText);
      partials.push(partial);
      ofRow.push(partial.name);
      const z: TypedExpression = {
        kind: 'latent',
        name: partial.name,
        index: null,
        type: partial.type,
        known: 'latent',
        span,
      };
      const entry = apply('multiply', z, rest);
      row.push(j === 0 ? entry : named(`factor.${name}.${other}`, entry));
      const kept = apply(
        'sqrt',
        apply('multiply', apply('subtract', number(1), z), apply('add', number(1), z)),
      );
      rest = named(`factor.${name}.${j === k - 1 ? name : `after_${other}`}`, apply('multiply', rest, kept));
    }
    row.push(rest);
    factor.push(row);
    partialNames.push(ofRow);
    const shift = standard
      .map((w, j) => apply('multiply', row[j]!, w))
      .reduce<TypedExpression>((sum, term) => apply('add', sum, term), number(0));
    const mean = apply('add', location, apply('multiply', scale, shift));
    const sd = apply('multiply', scale, rest);
    const value: TypedExpression = {
      kind: 'latent',
      name,
      index: latent.index,
      type: latent.type,
      known: 'latent',
      span,
    };
    if (k < members.length - 1) {
      const own = isLogarithm ? apply('log', apply('divide', value, number(1, unitOf(latent)))) : value;
      standard.push(named(`standard.${name}`, apply('divide', apply('subtract', own, mean), sd)));
    }
    const { family } = latent.prior;
    const [locationName, scaleName] = isLogarithm ? ['mu', 'sigma'] : ['mean', 'sd'];
    const parameters = { [locationName!]: mean, [scaleName!]: sd };
    joined.push({
      ...latent,
      prior: k === 0 ? latent.prior : { ...priorOf(family, parameters, null), span: latent.prior.span },
      priorText: `${latent.priorText} correlated ${priorText}`,
      ...(k === 0
        ? {}
        : { readsBesides: [...(latent.readsBesides ?? []), ...names.slice(0, k), ...partialNames.flat()] }),
    });
    for (const [l, other] of names.slice(1, k).entries()) {
      const terms = factor[l + 1]!.map((entry, j) => apply('multiply', row[j]!, entry));
      reports.push({
        name: correlationName('correlation', other, name),
        index: null,
        value: terms.reduce((sum, term) => apply('add', sum, term)),
        text: priorText,
        doc: `The correlation of ${calledName(other)} and ${calledName(name)}.`,
        span,
      });
    }
  }
  return {
    latents: [...joined, ...partials],
    partials: partials.map(({ name }) => name),
    lets,
    reports,
    correlations: [
      {
        members: names,
        partials: partialNames,
        shape,
        locations: members.map(({ location }) => location),
        scales: members.map(({ scale }) => scale),
        isLogarithm: members[0]!.isLogarithm,
      },
    ],
  };
}

/**
 * The latent that holds the partial correlation of the latents j and k given the j latents before them (j from 0). It is twice a
 * beta variable minus one; both shapes of the beta are shape + (dimension − 2 − j) / 2 (Lewandowski, Kurowicka & Joe 2009, theorem 4).
 * For j = 0 it is the correlation itself.
 */
function partialCorrelation(
  { name: first }: Latent,
  { name: second, span }: Latent,
  j: number,
  dimension: number,
  shape: number,
  priorText: string,
): Latent {
  const { number } = arithmeticAt(span);
  const a = number(shape + (dimension - 2 - j) / 2);
  const parameters = { a, b: a, lo: number(-1), hi: number(1) };
  return {
    name: correlationName(j === 0 ? 'correlation' : 'partial_correlation', first, second),
    role: 'param',
    index: null,
    type: realType(dimensionless),
    prior: { ...priorOf('scaled_beta', parameters, null), span },
    parametrisation: null,
    priorText,
    doc:
      j === 0
        ? `The correlation of ${calledName(first)} and ${calledName(second)}.`
        : `The correlation of ${calledName(first)} and ${calledName(second)} given the latents declared before ${calledName(first)}.`,
    span,
  };
}

/** `correlation.verbal.spatial`; of two values of a dimension `correlation_theta.verbal.spatial`. */
function correlationName(what: string, first: string, second: string): string {
  const [a, b] = [first.split('.'), second.split('.')] as [string[], string[]];
  const isOfDimension = a.length > 1 && a.length === b.length && a[0] === b[0];
  const own = (parts: string[]) => (isOfDimension ? parts.slice(1) : parts).join('_');
  return `${what}${isOfDimension ? `_${a[0]}` : ''}.${own(a)}.${own(b)}`;
}

function unitOf({ type }: Latent): Unit {
  return type.kind === 'real' ? type.unit : dimensionless;
}

/** Makes expressions for a place in the text. Terms that add 0 or multiply by 1 are omitted. */
function arithmeticAt(span: Span) {
  const number = (value: number, unit: Unit = dimensionless): TypedExpression => ({
    kind: 'number',
    value,
    type: realType(unit),
    known: 'constant',
    span,
  });
  const isNumber = (expression: TypedExpression, value: number) =>
    expression.kind === 'number' && expression.value === value;
  const unit = ({ type }: TypedExpression) => (type.kind === 'real' ? type.unit : dimensionless);
  const isOne = (expression: TypedExpression) =>
    isNumber(expression, 1) && Object.keys(unit(expression)).length === 0;
  const call = (name: RealFunction, type: Unit, parts: readonly TypedExpression[]): TypedExpression => ({
    kind: 'call',
    function: name,
    arguments: parts,
    type: realType(type),
    known: parts.some(({ known }) => known === 'latent')
      ? 'latent'
      : parts.some(({ known }) => known === 'statistic')
        ? 'statistic'
        : 'constant',
    span,
  });
  function apply(
    name: 'add' | 'subtract' | 'multiply' | 'divide' | 'sqrt' | 'log',
    a: TypedExpression,
    b?: TypedExpression,
  ): TypedExpression {
    if (b === undefined) return call(name, dimensionless, [a]);
    switch (name) {
      case 'add':
      case 'subtract':
        if (isNumber(b, 0)) return a;
        return name === 'add' && isNumber(a, 0) ? b : call(name, unit(a), [a, b]);
      case 'multiply':
        if (isNumber(a, 0) || isOne(b)) return a;
        return isOne(a) || isNumber(b, 0) ? b : call(name, multiplyUnits(unit(a), unit(b)), [a, b]);
      default:
        return isOne(b) ? a : call(name, divideUnits(unit(a), unit(b)), [a, b]);
    }
  }
  return { number, apply };
}
