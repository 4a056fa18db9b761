/** Builds the truncation of a prior, `in [lo, hi]`, from the concrete syntax tree. */
import type { CstNode } from 'chevrotain';
import { buildExpression } from './build-expression.ts';
import { nodes, token } from './cst.ts';
import type { DiagnosticLog } from './diagnostic-log.ts';
import { cover } from './source.ts';
import { spanOf } from './statements.ts';
import type { ExpressionSyntax, TruncationSyntax } from './syntax.ts';

/** The truncation, or `unsound` when a bound cannot be built or the sides that are open make no sense, which is reported. */
export function buildTruncation(tree: CstNode, log: DiagnosticLog): TruncationSyntax | 'unsound' {
  const [lo, hi] = nodes(tree, 'expression').map((bound) => buildExpression(bound, log));
  if (!lo || !hi) return 'unsound';
  const span = cover(spanOf(token(tree, 'LBracket')), spanOf(token(tree, 'RBracket')));
  const wrong = isInfinite(lo, '+') ? lo : isInfinite(hi, '-') ? hi : null;
  if (wrong !== null) {
    log.error(
      'truncation-without-bounds',
      wrong.span,
      'A range is open downwards as `-inf` on its left, and upwards as `inf` on its right.',
      'Write `in [-inf, hi]`, `in [lo, inf]` or two bounds.',
    );
    return 'unsound';
  }
  const bounds = { lo: isInfinite(lo, '-') ? null : lo, hi: isInfinite(hi, '+') ? null : hi };
  if (bounds.lo !== null || bounds.hi !== null) return { ...bounds, span };
  log.error(
    'truncation-without-bounds',
    span,
    'Both sides of this range are open, so that it cuts nothing off.',
    'Give it a bound, or leave it out.',
  );
  return 'unsound';
}

/** `-inf`, or `inf`. */
function isInfinite(bound: ExpressionSyntax, sign: '-' | '+'): boolean {
  if (sign === '-') return bound.kind === 'unary' && bound.operator === '-' && isInfinite(bound.operand, '+');
  return bound.kind === 'reference' && bound.name.text === 'inf';
}
