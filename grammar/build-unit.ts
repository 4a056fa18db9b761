/** Builds unit annotations from the concrete syntax tree. */
import type { CstNode } from 'chevrotain';
import { node, nodes, token, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic.ts';
import { MAX_EXPONENT } from './limits.ts';
import { quote } from './quote.ts';
import { cover, type Span } from './source.ts';
import { spanOf } from './statements.ts';
import type { AnnotationSyntax, UnitSyntax } from './syntax.ts';

type Factor = UnitSyntax['factors'][number];

const words: ReadonlySet<string> = new Set(['flag', 'count', 'probability']);

/** The annotation after a colon: a unit, one of the words `flag`, `count` and `probability`, or `count` and a unit. */
export function buildAnnotation(tree: CstNode, log: DiagnosticLog): AnnotationSyntax {
  const unit = buildUnit(node(tree, 'unit'), log);
  const word = unit.factors.find(({ base }) => words.has(base.text))?.base;
  const counts = tokens(tree, 'Count')[0];
  if (word === undefined) {
    return counts === undefined
      ? { kind: 'unit', unit, span: unit.span }
      : { kind: 'count', unit, span: cover(spanOf(counts), unit.span) };
  }
  if (counts !== undefined || word.span.start !== unit.span.start || word.span.end !== unit.span.end) {
    log.error(
      'word-in-unit',
      word.span,
      `${quote(word.text)} is not a unit and cannot be part of one.`,
      `Write ${quote(`: ${word.text}`)} alone, or a unit.`,
    );
  }
  const { text, span } = word;
  return text === 'count'
    ? { kind: 'count', unit: null, span }
    : { kind: text as 'flag' | 'probability', span };
}

export function buildUnit(tree: CstNode, log: DiagnosticLog): UnitSyntax {
  const operators = [...tokens(tree, 'Times'), ...tokens(tree, 'Divide')].sort(
    (a, b) => a.startOffset - b.startOffset,
  );
  const factors: Factor[] = [];
  let span: Span | null = null;
  nodes(tree, 'unitTerm').forEach((term, i) => {
    const built = buildTerm(term, log);
    const sign = operators[i - 1]?.image === '/' ? -1 : 1;
    factors.push(...built.factors.map(({ base, exponent }) => ({ base, exponent: sign * exponent })));
    span = span === null ? built.span : cover(span, built.span);
  });
  return { factors, span: span ?? { start: 0, end: 0 } };
}

function buildTerm(tree: CstNode, log: DiagnosticLog): UnitSyntax {
  const base = buildBase(tree, log);
  const power = nodes(tree, 'unitPower')[0];
  if (power === undefined) return base;
  const literal = token(power, 'NumberLiteral');
  const value = (tokens(power, 'Minus').length > 0 ? -1 : 1) * Number(literal.image);
  const tooLarge = base.factors.some(({ exponent }) => Math.abs(exponent * value) > MAX_EXPONENT);
  if (!Number.isInteger(value) || tooLarge) {
    log.error(
      'unit-exponent',
      spanOf(literal),
      `A unit cannot have the exponent ${quote(literal.image)}.`,
      `Write a whole number from -${MAX_EXPONENT} to ${MAX_EXPONENT}.`,
    );
    return base;
  }
  return {
    factors: base.factors.map((factor) => ({ base: factor.base, exponent: factor.exponent * value })),
    span: cover(base.span, spanOf(literal)),
  };
}

function buildBase(tree: CstNode, log: DiagnosticLog): UnitSyntax {
  const name = tokens(tree, 'Identifier')[0];
  if (name !== undefined) {
    return {
      factors: [{ base: { text: name.image, span: spanOf(name) }, exponent: 1 }],
      span: spanOf(name),
    };
  }
  const literal = tokens(tree, 'NumberLiteral')[0];
  if (literal !== undefined) {
    if (Number(literal.image) !== 1) {
      log.error(
        'number-in-unit',
        spanOf(literal),
        `The number ${quote(literal.image)} cannot be part of a unit.`,
        'Write only units. The one number allowed is 1, for "no unit", as in `1 / s`.',
      );
    }
    return { factors: [], span: spanOf(literal) };
  }
  const inner = buildUnit(node(tree, 'unit'), log);
  return {
    factors: inner.factors,
    span: cover(spanOf(token(tree, 'LParen')), spanOf(token(tree, 'RParen'))),
  };
}
