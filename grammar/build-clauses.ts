/** Builds the clauses behind the distribution of an outcome: how much a row counts, and what its value says. */
import type { CstNode, IToken } from 'chevrotain';
import { buildExpression } from './build-expression.ts';
import { node, nodes, token, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic.ts';
import { cover, type Span } from './source.ts';
import { spanOf } from './statements.ts';
import type { CensoringSyntax, ExpressionSyntax, Name, ObserveDeclaration, WeightSyntax } from './syntax.ts';

/** The clauses behind an outcome's distribution; null after a reported mistake. */
export function buildClauses(
  clauses: readonly CstNode[],
  log: DiagnosticLog,
): Pick<ObserveDeclaration, 'weight' | 'censoring'> | null {
  const weights: WeightSyntax[] = [];
  const censorings: (CensoringSyntax | null)[] = [];
  for (const clause of clauses) {
    const censored = tokens(clause, 'Censored')[0];
    if (censored === undefined) {
      const word = tokens(clause, 'Weight')[0] ?? token(clause, 'Count');
      const column = nameFrom(token(clause, 'column'));
      const kind = word.image as WeightSyntax['kind'];
      weights.push({ kind, column, span: cover(spanOf(word), column.span) });
    } else censorings.push(buildCensoring(node(clause, 'censoring'), spanOf(censored), log));
  }
  if (censorings.includes(null)) return null;
  const [, second] = weights;
  const [, again] = censorings;
  if (second !== undefined) {
    log.error(
      'repeated-clause',
      second.span,
      'An outcome has one weight or one count per row.',
      'Multiply the two in a column of their own, and give that.',
    );
  }
  if (again) {
    log.error(
      'repeated-clause',
      again.span,
      'An outcome is censored in one way.',
      'Write both limits in one clause, such as `censored below 1 above 10`, or leave one clause out.',
    );
  }
  if (second !== undefined || again) return null;
  return { weight: weights[0] ?? null, censoring: censorings[0] ?? null };
}

function buildCensoring(tree: CstNode, word: Span, log: DiagnosticLog): CensoringSyntax | null {
  const flag = tokens(tree, 'column')[0];
  if (flag !== undefined) {
    const name = nameFrom(flag);
    const isNegated = tokens(tree, 'Not').length > 0;
    return { kind: 'where', flag: name, isNegated, span: cover(word, name.span) };
  }
  const built = (label: string) => {
    const written = nodes(tree, label)[0];
    return written === undefined ? null : { value: buildExpression(written, log) };
  };
  const to = built('to');
  if (to !== null) return to.value && { kind: 'to', to: to.value, span: cover(word, to.value.span) };
  const [below, above] = [built('below'), built('above')];
  if (below?.value === null || above?.value === null) return null;
  const last = above?.value ?? below!.value!;
  return {
    kind: 'limits',
    below: below?.value ?? null,
    above: above?.value ?? null,
    span: cover(word, last.span),
  };
}

function nameFrom(word: IToken): Name {
  return { text: word.image, span: spanOf(word) };
}

/** The expressions of a censoring, in source order. */
export function limitsOf(censoring: CensoringSyntax | null): ExpressionSyntax[] {
  if (censoring?.kind === 'to') return [censoring.to];
  if (censoring?.kind !== 'limits') return [];
  return [censoring.below, censoring.above].flatMap((limit) => limit ?? []);
}

/** The same censoring with each expression mapped. */
export function mapLimits(
  censoring: CensoringSyntax | null,
  map: (limit: ExpressionSyntax) => ExpressionSyntax,
): CensoringSyntax | null {
  if (censoring?.kind === 'to') return { ...censoring, to: map(censoring.to) };
  if (censoring?.kind !== 'limits') return censoring;
  const { below, above } = censoring;
  return { ...censoring, below: below && map(below), above: above && map(above) };
}
