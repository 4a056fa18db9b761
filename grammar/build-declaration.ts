/** Builds declarations from the concrete syntax tree of a statement that has no syntax errors. */
import type { CstNode, IToken } from 'chevrotain';
import { buildClauses, buildTruncation } from './build-clauses.ts';
import { buildCall, buildExpression, buildPriorChoice, indexName, numberValue } from './build-expression.ts';
import { buildAnnotation, buildUnit } from './build-unit.ts';
import { node, nodes, token, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic.ts';
import { quote } from './quote.ts';
import { inWords } from './remedy.ts';
import { cover, type Span } from './source.ts';
import { type Statement, spanOf } from './statements.ts';
import type {
  AnnotationSyntax,
  ComponentSyntax,
  ConversionSyntax,
  DeclarationSyntax,
  DomainSyntax,
  IndexName,
  LatentRole,
  LinkParameter,
  MixtureSyntax,
  Name,
  ParametrisationSyntax,
} from './syntax.ts';

/**
 * The declaration that a statement makes. If a part of it cannot be built, the mistake is reported and the result is
 * null.
 */
export function buildDeclaration(
  tree: CstNode,
  statement: Statement,
  doc: string | null,
  log: DiagnosticLog,
): DeclarationSyntax | null {
  const { span } = statement;
  const rule = Object.keys(tree.children)[0] ?? '';
  const body = node(tree, rule);
  switch (rule) {
    case 'unitStatement': {
      const conversion = nodes(body, 'conversion')[0];
      const named = names(body);
      if (conversion === undefined) return { kind: 'unit', names: named, conversion: null, doc, span };
      const converted = buildConversion(conversion, log);
      return isOfOne(named, log) ? { kind: 'unit', names: named, conversion: converted, doc, span } : null;
    }
    case 'demandStatement': {
      const domain = nodes(body, 'domain')[0];
      const substitute = nodes(body, 'substitute')[0];
      const missing = substitute === undefined ? null : buildExpression(node(substitute, 'expression'), log);
      return {
        kind: 'demand',
        names: nodes(body, 'latentName').map(nameOf),
        indices: nodes(body, 'latentName').map(indexOf),
        annotation: annotation(body, log),
        domain: domain === undefined ? null : buildDomain(domain, log),
        missing,
        doc,
        span,
      };
    }
    case 'categoryStatement':
      return {
        kind: 'category',
        names: names(body),
        columns: columnsOf(body),
        levels: levelsOf(body),
        within: withinOf(body),
        orderedBy: orderOf(body),
        doc,
        span,
      };
    case 'dimensionStatement':
      return { kind: 'dimension', name: nameOf(body), values: names(body), doc, span };
    case 'classStatement': {
      const call = nodes(body, 'call')[0];
      const distribution = call === undefined ? null : buildCall(call, log);
      const listed = nodes(body, 'classStates').flatMap((list) => nodes(list, 'classState'));
      const states = listed.map((state) => {
        const share = buildExpression(node(state, 'expression'), log);
        return share && { name: nameOf(state), share };
      });
      const sound = states.filter((state) => state !== null);
      if ((call !== undefined && distribution === null) || sound.length < states.length) return null;
      const named = node(body, 'latentName');
      return {
        kind: 'class',
        name: nameOf(named),
        index: indexOf(named),
        distribution,
        states: sound,
        doc,
        span,
      };
    }
    case 'latentStatement': {
      const choice = nodes(body, 'priorChoice')[0];
      const priorChoice = choice === undefined ? null : buildPriorChoice(choice, log);
      const first = priorChoice?.alternatives[0]?.value;
      const prior = choice === undefined ? buildCall(node(body, 'call'), log) : (first ?? null);
      const role = token(body, 'LatentKeyword').image as LatentRole;
      const annotated = annotation(body, log);
      const range = nodes(body, 'truncation')[0];
      const truncation = range === undefined ? null : buildTruncation(range, log);
      if (prior === null || truncation === 'unsound') return null;
      const correlation = nodes(body, 'correlation')[0];
      const correlated = correlation === undefined ? null : buildCall(node(correlation, 'call'), log);
      if (correlation !== undefined && correlated === null) return null;
      const latents = nodes(body, 'latentName');
      const sampled = tokens(body, 'Parametrisation')[0];
      const ordered = tokens(body, 'Ordered')[0];
      return {
        kind: 'latent',
        role,
        names: latents.map(nameOf),
        indices: latents.map(indexOf),
        annotation: annotated,
        prior,
        ...(priorChoice === null ? {} : { priorChoice }),
        truncation,
        inOrder: ordered === undefined ? null : { span: spanOf(ordered) },
        sumToZero: sumToZeroOf(body),
        correlated,
        parametrisation:
          sampled === undefined
            ? null
            : { kind: sampled.image as ParametrisationSyntax['kind'], span: spanOf(sampled) },
        doc,
        span,
      };
    }
    case 'letStatement': {
      const value = buildExpression(node(body, 'expression'), log);
      return value && { kind: 'let', name: nameOf(body), value, doc, span };
    }
    case 'linkStatement': {
      const value = buildExpression(node(body, 'expression'), log);
      const parameters = nodes(body, 'parameter').map((parameter): LinkParameter | null => {
        const byDefault = nodes(parameter, 'expression')[0];
        const built = byDefault === undefined ? null : buildExpression(byDefault, log);
        if (byDefault !== undefined && built === null) return null;
        const name = token(parameter, 'ArgumentName');
        return { name: { text: name.image, span: spanOf(name) }, byDefault: built };
      });
      const sound = parameters.filter((parameter) => parameter !== null);
      if (value === null || sound.length < parameters.length) return null;
      return { kind: 'link', name: nameOf(body), parameters: sound, body: value, doc, span };
    }
    case 'observeStatement': {
      const mixture = nodes(body, 'mixture')[0];
      const distribution =
        mixture === undefined ? buildCall(node(body, 'call'), log) : buildMixture(mixture, log);
      const annotated = annotation(body, log);
      const clauses = buildClauses(nodes(body, 'clause'), log);
      const observed = names(body, body);
      return (
        distribution &&
        clauses && {
          kind: 'observe',
          choice: observed.length === 1 ? null : observed[0]!,
          outcome: observed.at(-1)!,
          annotation: annotated,
          values: levelsOf(body),
          distribution,
          ...clauses,
          doc,
          span,
        }
      );
    }
    case 'factorStatement': {
      const value = buildExpression(node(body, 'expression'), log);
      const [index = null] = tokens(body, 'Identifier').map((word) => ({
        text: word.image,
        span: spanOf(word),
      }));
      return value && { kind: 'factor', index, value, doc, span };
    }
    case 'tableStatement':
      return { kind: 'table', name: nameOf(body), doc, span };
    case 'reportStatement': {
      const value = buildExpression(node(body, 'expression'), log);
      const annotated = annotation(body, log);
      const named = node(body, 'latentName');
      return (
        value && {
          kind: 'report',
          name: nameOf(named),
          index: indexOf(named),
          annotation: annotated,
          value,
          doc,
          span,
        }
      );
    }
    default:
      throw new Error(`no declaration is made by ${rule}`);
  }
}

/** Null where a component cannot be built, which is reported. */
function buildMixture(tree: CstNode, log: DiagnosticLog): MixtureSyntax | null {
  const components = nodes(tree, 'component').map((component): ComponentSyntax | null => {
    const share = buildExpression(node(component, 'expression'), log);
    const distribution = buildCall(node(component, 'call'), log);
    return share && distribution && { share, distribution };
  });
  const sound = components.filter((component) => component !== null);
  if (sound.length < components.length) return null;
  const word = token(tree, 'Mixture');
  return {
    kind: 'mixture',
    components: sound,
    word: { text: word.image, span: spanOf(word) },
    span: cover(spanOf(word), spanOf(token(tree, 'RBrace'))),
  };
}

function buildConversion(tree: CstNode, log: DiagnosticLog): ConversionSyntax {
  const literal = token(tree, 'NumberLiteral');
  const sign = tokens(tree, 'Minus')[0];
  const written = nodes(tree, 'unit')[0];
  const unit = written === undefined ? null : buildUnit(written, log);
  return {
    value: (sign === undefined ? 1 : -1) * numberValue(literal, log),
    unit,
    span: cover(spanOf(sign ?? literal), unit?.span ?? spanOf(literal)),
  };
}

/** Whether one unit is converted; several are reported. */
function isOfOne(named: readonly Name[], log: DiagnosticLog): boolean {
  const last = named.at(-1)!;
  if (named.length === 1) return true;
  log.error(
    'conversion-of-several',
    last.span,
    'A conversion says what 1 of a single unit is, and this statement declares several.',
    `Declare ${quote(last.text)} in a statement of its own.`,
  );
  return false;
}

function names(body: CstNode, list = node(body, 'names')): Name[] {
  return tokens(list, 'Identifier').map((name) => ({ text: name.image, span: spanOf(name) }));
}

/** The columns behind the equals sign of a category. */
function columnsOf(body: CstNode): Name[] | null {
  const list = nodes(body, 'names')[1];
  return list === undefined ? null : names(body, list);
}

/** The names in braces, without their quotes: levels of a category, or values of an outcome. */
function levelsOf(body: CstNode): Name[] | null {
  const list = nodes(body, 'levelList')[0];
  if (list === undefined) return null;
  return nodes(list, 'level').map((level) => {
    const parts = ['Minus', 'Identifier', 'NumberLiteral', 'QuotedText'].flatMap((type) =>
      tokens(level, type),
    );
    const text = parts.map(({ image }) => image).join('');
    const span = cover(spanOf(parts[0]!), spanOf(parts.at(-1)!));
    return { text: text.startsWith('"') ? text.slice(1, -1) : text, span };
  });
}

function withinOf(body: CstNode): Name | null {
  return tokens(body, 'Identifier').length === 0 ? null : nameOf(body);
}

/** The demand that orders the levels of a category. */
function orderOf(body: CstNode): Name | null {
  const order = nodes(body, 'levelOrder')[0];
  return order === undefined ? null : nameOf(order);
}

/** The words `sum to zero`. */
function sumToZeroOf(body: CstNode): { readonly span: Span } | null {
  const words = nodes(body, 'sumToZero')[0];
  return words === undefined
    ? null
    : { span: cover(spanOf(token(words, 'Sum')), spanOf(token(words, 'Zero'))) };
}

function nameOf(body: CstNode): Name {
  const name = token(body, 'Identifier');
  return { text: name.image, span: spanOf(name) };
}

/** The category in the brackets behind a name, if there are any. */
function indexOf(body: CstNode): IndexName | null {
  const index = nodes(body, 'index')[0];
  return index === undefined ? null : indexName(index);
}

function annotation(body: CstNode, log: DiagnosticLog): AnnotationSyntax | null {
  const tree = nodes(body, 'annotation')[0];
  return tree === undefined ? null : buildAnnotation(tree, log);
}

export function buildDomain(tree: CstNode, log: DiagnosticLog): DomainSyntax {
  const open = tokens(tree, 'LBracket')[0] ?? tokens(tree, 'LBrace')[0];
  const close = tokens(tree, 'RBracket')[0] ?? tokens(tree, 'RBrace')[0];
  if (open === undefined || close === undefined) throw new Error('a domain has no brackets');
  const span = cover(spanOf(open), spanOf(close));
  const isRange = open.image === '[';
  const values = nodes(tree, 'bound').map((bound) => buildBound(bound, isRange, log));
  if (!isRange) return { kind: 'set', values, span };
  const [lo, hi] = values;
  if (lo === undefined || hi === undefined) throw new Error('a range has no bounds');
  return { kind: 'range', lo, hi, span };
}

function buildBound(tree: CstNode, isRange: boolean, log: DiagnosticLog): number {
  const sign = tokens(tree, 'Minus').length > 0 ? -1 : 1;
  const infinity = tokens(tree, 'infinity')[0];
  if (infinity !== undefined) return sign * infinite(infinity, isRange, log);
  const literal = tokens(tree, 'NumberLiteral')[0];
  if (literal === undefined) throw new Error('a bound has no number');
  const unit = tokens(tree, 'unit')[0];
  if (unit !== undefined) {
    log.error(
      'unit-in-domain',
      spanOf(unit),
      'The numbers of a domain have no units of their own: they are in the unit of the demand.',
      inWords(`Leave out ${quote(unit.image)}.`, spanOf(unit)),
    );
  }
  const value = numberValue(literal, log);
  // Avoid negative zero: `-0` in the text means 0, but `Object.is` and division tell the two apart.
  return value === 0 ? 0 : sign * value;
}

function infinite(name: IToken, isRange: boolean, log: DiagnosticLog): number {
  if (name.image !== 'inf') {
    log.error(
      'name-in-domain',
      spanOf(name),
      `A domain cannot contain the name ${quote(name.image)}.`,
      'Write a number, or `inf` or `-inf` for a side that is open.',
    );
  } else if (!isRange) {
    log.error(
      'infinity-in-set',
      spanOf(name),
      'A set cannot contain `inf`.',
      'List numbers, or use `in [lo, inf]`.',
    );
  }
  return Number.POSITIVE_INFINITY;
}
