/** Builds the clauses behind the distribution of an outcome: how much a row counts, and which values there are and what they say. */
import type { CstNode, IToken } from 'chevrotain';
import { buildExpression } from './build-expression.ts';
import { node, nodes, token, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic.ts';
import { cover, type Span } from './source.ts';
import { spanOf } from './statements.ts';
import type {
  CensoringSyntax,
  ExpressionSyntax,
  Name,
  ObserveDeclaration,
  TruncationSyntax,
  WeightSyntax,
} from './syntax.ts';

/** What the clauses say. */
type Clauses = Pick<ObserveDeclaration, 'weight' | 'truncation' | 'censoring'>;

/** The clauses behind an outcome's distribution; null after a reported mistake. */
export function buildClauses(clauses: readonly CstNode[], log: DiagnosticLog): Clauses | null {
  const weights: WeightSyntax[] = [];
  const truncations: (TruncationSyntax | 'unsound')[] = [];
  const censorings: (CensoringSyntax | null)[] = [];
  for (const clause of clauses) {
    const censored = tokens(clause, 'Censored')[0];
    const range = nodes(clause, 'truncation')[0];
    if (range !== undefined) truncations.push(buildTruncation(range, log));
    else if (censored === undefined) {
      const word = tokens(clause, 'Weight')[0] ?? token(clause, 'Count');
      const column = nameFrom(token(clause, 'column'));
      const kind = word.image as WeightSyntax['kind'];
      weights.push({ kind, column, span: cover(spanOf(word), column.span) });
    } else censorings.push(buildCensoring(node(clause, 'censoring'), spanOf(censored), log));
  }
  if (censorings.includes(null)) return null;
  const ranges = truncations.filter((each) => each !== 'unsound');
  if (ranges.length < truncations.length) return null;
  const [, second] = weights;
  const [, again] = censorings;
  const [, range] = ranges;
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
  if (range !== undefined) {
    log.error(
      'repeated-clause',
      range.span,
      'An outcome is truncated to one range.',
      'Write both ends in one clause, such as `in [1, 10]`.',
    );
  }
  if (second !== undefined || again || range !== undefined) return null;
  return {
    weight: weights[0] ?? null,
    truncation: ranges[0] ?? null,
    censoring: censorings[0] ?? null,
  };
}

/**
 * The truncation, or `unsound` after a reported mistake: a bound that cannot be built, or open sides that make no
 * sense.
 */
export function buildTruncation(tree: CstNode, log: DiagnosticLog): TruncationSyntax | 'unsound' {
  const [lo, hi] = nodes(tree, 'expression').map((bound) => buildExpression(bound, log));
  if (!lo || !hi) return 'unsound';
  const span = cover(spanOf(token(tree, 'LBracket')), spanOf(token(tree, 'RBracket')));
  const wrong = isInfinite(lo, '+') ? lo : isInfinite(hi, '-') ? hi : null;
  if (wrong !== null) {
    log.error(
      'truncation-without-bounds',
      wrong.span,
      'An open side of a range is `-inf` on its left and `inf` on its right.',
      'Write `in [-inf, hi]`, `in [lo, inf]` or two bounds.',
    );
    return 'unsound';
  }
  const bounds = { lo: isInfinite(lo, '-') ? null : lo, hi: isInfinite(hi, '+') ? null : hi };
  if (bounds.lo !== null || bounds.hi !== null) return { ...bounds, span };
  log.error(
    'truncation-without-bounds',
    span,
    'Both sides of this range are open, so it cuts nothing off.',
    'Give it a bound, or leave it out.',
  );
  return 'unsound';
}

/** Whether a bound is written `-inf` (sign `-`) or `inf` (sign `+`). */
function isInfinite(bound: ExpressionSyntax, sign: '-' | '+'): boolean {
  if (sign === '-') return bound.kind === 'unary' && bound.operator === '-' && isInfinite(bound.operand, '+');
  return bound.kind === 'reference' && bound.name.text === 'inf';
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

/** The expressions in the clauses of an outcome: the ends of its range, and what limits a recorded value. */
export function limitsOf({ truncation, censoring }: Omit<Clauses, 'weight'>): ExpressionSyntax[] {
  const ends = [truncation?.lo, truncation?.hi];
  const limits =
    censoring?.kind === 'to'
      ? [censoring.to]
      : censoring?.kind === 'limits'
        ? [censoring.below, censoring.above]
        : [];
  return [...ends, ...limits].flatMap((each) => each ?? []);
}

/** The same clauses with each of these expressions mapped. */
export function mapLimits(
  { truncation, censoring }: Omit<Clauses, 'weight'>,
  map: (limit: ExpressionSyntax) => ExpressionSyntax,
): Omit<Clauses, 'weight'> {
  return {
    truncation: truncation && {
      ...truncation,
      lo: truncation.lo && map(truncation.lo),
      hi: truncation.hi && map(truncation.hi),
    },
    censoring: mapCensoring(censoring, map),
  };
}

function mapCensoring(
  censoring: CensoringSyntax | null,
  map: (limit: ExpressionSyntax) => ExpressionSyntax,
): CensoringSyntax | null {
  if (censoring?.kind === 'to') return { ...censoring, to: map(censoring.to) };
  if (censoring?.kind !== 'limits') return censoring;
  const { below, above } = censoring;
  return { ...censoring, below: below && map(below), above: above && map(above) };
}
