/**
 * Prints a typed layout: each declaration with its type, and expressions with their coercions. Also computes a digest
 * of it.
 */
import { namedPartsOf } from '../families/outcomes.ts';
import { listGiven } from '../families/parameters.ts';
import { expressionText } from './expression-text.ts';
import type {
  AllowedValues,
  Category,
  Conversion,
  Demand,
  FactorTerm,
  Latent,
  Observation,
  Prior,
  Report,
  Type,
  TypedExpression,
  TypedLayout,
} from './typed-layout.ts';
import { unitText } from './units.ts';

/** The whole layout, ending with a line break. */
export function printTyped(layout: TypedLayout): string {
  const latents = layout.latents.map(({ name }) => name);
  const sections = [
    [`layout ${layout.name}`, ...documentation(layout.doc, '')],
    section(
      'units',
      layout.units.map(
        ({ name, conversion }) => `  ${name}${conversion === null ? '' : conversionText(conversion)}`,
      ),
    ),
    section('demands', layout.demands.flatMap(demand)),
    section('categories', layout.categories.flatMap(category)),
    section(
      'tables',
      layout.tables.flatMap(({ name, shared, columns, doc }) => [
        ...documentation(doc, '  '),
        `  ${name} : ${[...shared, ...columns].join(', ')}`,
      ]),
    ),
    section('latents', layout.latents.flatMap(latent)),
    section('order of priors', [`  ${layout.priorOrder.map((index) => latents[index]).join(', ')}`]),
    section(
      'lets',
      layout.lets.flatMap(({ name, value, doc }) => [
        ...documentation(doc, '  '),
        `  ${name} : ${typeText(value.type)}, known from ${origin[value.known]}`,
        `    = ${expressionText(value)}`,
      ]),
    ),
    section(
      'observations',
      layout.observations.flatMap((observation) => [
        ...documentation(observation.doc, '  '),
        `  ${observation.outcome}${typeSuffix(observation.type)} ~ ${distributionText(observation)}`,
        ...namedPartsOf<TypedExpression>(observation).map(
          ({ name, part }) => `    ${name} = ${expressionText(part)}`,
        ),
        ...clauses(observation),
      ]),
    ),
    section(
      'classes',
      layout.classes.flatMap(({ name, index, states, doc }) => [
        ...documentation(doc, '  '),
        `  ${name}[${index}]`,
        ...states.map(({ flag, share }) => `    ${flag ?? `not ${name}`} : ${expressionText(share)}`),
      ]),
    ),
    section('reports', layout.reports.flatMap(report)),
    section('factors', layout.factors.map(factor)),
    section(
      'correlations',
      layout.correlations.map(({ members, shape }) => `  ${members.join(', ')} : lkj(${shape})`),
    ),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function conversionText({ factor, unit }: Conversion): string {
  return ` = ${factor} ${unitText(unit)}`.trimEnd();
}

function clauses({ values, weight, truncation, censoring }: Observation): string[] {
  const end = (bound: TypedExpression | null, open: string) =>
    bound === null ? open : expressionText(bound);
  const written = [
    ...(values === null ? [] : [`    values ${values.join(', ')}`]),
    ...(weight === null ? [] : [`    ${weight.kind} ${weight.column}`]),
    ...(truncation === null ? [] : [`    in [${end(truncation.lo, '-inf')}, ${end(truncation.hi, 'inf')}]`]),
  ];
  switch (censoring?.kind) {
    case undefined:
      return written;
    case 'where':
      return [...written, `    censored where ${censoring.flag} = ${censoring.equals}`];
    case 'to':
      return [...written, `    censored to ${expressionText(censoring.to)}`];
    case 'limits':
      return [
        ...written,
        ...(['below', 'above'] as const).flatMap((side) => {
          const limit = censoring[side];
          return limit === null ? [] : [`    censored ${side} ${expressionText(limit)}`];
        }),
      ];
  }
}

const origin = {
  constant: 'the text',
  statistic: 'the data set',
  row: 'the row',
  latent: 'the profile',
} as const;

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 || lines.every((line) => line.trim() === '') ? [] : [title, ...lines];
}

function documentation(doc: string | null, indent: string): string[] {
  return doc === null ? [] : doc.split('\n').map((line) => `${indent}/// ${line}`.trimEnd());
}

/** The type after a colon; nothing for a flag. */
function typeSuffix(type: Type): string {
  return type.kind === 'flag' ? '' : ` : ${typeText(type)}`;
}

/** `real`, `real m / s`, `probability`, `flag`. */
export function typeText(type: Type): string {
  return type.kind === 'real' ? `real ${unitText(type.unit)}`.trimEnd() : type.kind;
}

function demand({ name, index, type, isCount, domain, missing, doc }: Demand): string[] {
  return [
    ...documentation(doc, '  '),
    `  ${index === null ? name : `${name}[${index}]`} : ${isCount ? typeText(type).replace('real', 'count') : typeText(type)}${type.kind === 'flag' ? '' : domainText(domain)}${missing === null ? '' : ` missing = ${missing}`}, known from ${index === null ? origin.row : 'the level'}`,
  ];
}

function category({ name, columns, levels, within, orderedBy, pairOf, doc }: Category): string[] {
  const listed = levels === null ? '' : ` in {${levels.map((level) => JSON.stringify(level)).join(', ')}}`;
  return [
    ...documentation(doc, '  '),
    `  ${name}${columns.length > 1 ? ` = ${columns.join(', ')}` : ''}${listed}${within === null ? '' : ` in ${within}`}${pairOf === null ? '' : `, pairs of ${pairOf.join(' and ')}`}${orderedBy === null ? '' : ` ordered by ${orderedBy}`}`,
  ];
}

function domainText(domain: AllowedValues): string {
  if (domain.kind === 'any') return '';
  const text = (value: number): string => (Number.isFinite(value) ? `${value}` : value > 0 ? 'inf' : '-inf');
  return domain.kind === 'range'
    ? ` in [${text(domain.lo)}, ${text(domain.hi)}]`
    : ` in {${domain.values.map(text).join(', ')}}`;
}

function latent({ name, role, index, type, prior, parametrisation, doc }: Latent): string[] {
  const indexed = index === null ? name : `${name}[${index}]`;
  const sampled = parametrisation === null ? '' : ` ${parametrisation}`;
  return [
    ...documentation(doc, '  '),
    `  ${role} ${indexed} : ${typeText(type)} ~ ${priorText(prior)}${sampled}`,
  ];
}

function factor({ over, table, value }: FactorTerm): string {
  const rows = table === null ? 'rows' : `rows of ${table}`;
  const of = over === 'rows' ? rows : over === 'once' ? over : `of each ${over.category}`;
  return `  ${of}: ${expressionText(value)}`;
}

function report({ name, index, value, equation, doc }: Report): string[] {
  const indexed = index === null ? name : `${name}[${index}]`;
  return [
    ...documentation(doc, '  '),
    `  ${indexed} : ${typeText(value.type)}`,
    `    = ${expressionText(value)}`,
    ...(equation === undefined
      ? []
      : [`    where ${expressionText(equation.residual)} = 0, in [${equation.lo}, ${equation.hi}]`]),
  ];
}

function priorText(prior: Prior): string {
  const { inOrder, sumsToZero } = prior;
  const text = rangedText(prior).concat(sumsToZero ? ' sum to zero' : '');
  if (inOrder === undefined) return text;
  const { after, place, of } = inOrder;
  return `${text} ordered, ${place} of ${of}${after === null ? '' : `, above ${expressionText(after)}`}`;
}

function rangedText(prior: Prior): string {
  const { truncation } = prior;
  const text = `${prior.family}(${listGiven<TypedExpression>(prior.parameters).map(expressionText).join(', ')})`;
  if (truncation === undefined) return text;
  const bound = (side: TypedExpression | null, open: string) => (side === null ? open : expressionText(side));
  return `${text} in [${bound(truncation.lo, '-inf')}, ${bound(truncation.hi, 'inf')}]`;
}

/**
 * Sixteen hexadecimal digits that are equal for layouts with equal meaning. Names, units, priors and choices count;
 * comments, formatting and the names of links do not. 64-bit FNV-1a (Fowler, Noll & Vo) of the typed layout as text. It
 * tells apart layouts that were confused by mistake, not ones that were made to collide.
 */
export function meaningOf(layout: TypedLayout): string {
  const undocumented = <T>(declarations: readonly T[]): T[] =>
    declarations.map((each) => ({ ...each, doc: null }));
  const text = printTyped({
    ...layout,
    doc: null,
    demands: undocumented(layout.demands),
    categories: undocumented(layout.categories),
    latents: undocumented(layout.latents),
    lets: undocumented(layout.lets),
    observations: undocumented(layout.observations),
    tables: undocumented(layout.tables),
    reports: undocumented(layout.reports),
  });
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

function distributionText(observation: Observation): string {
  if (observation.family !== 'mixture') return observation.family;
  return `mixture of ${observation.components.map(({ family }) => family).join(', ')}`;
}
