/** Builds the domains of demands, `in [lo, hi]` and `in {a, b}`, from the concrete syntax tree. */
import type { CstNode, IToken } from 'chevrotain';
import { nodes, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic-log.ts';
import { numberValue } from './number-literal.ts';
import { quote } from './quote.ts';
import { cover } from './source.ts';
import { spanOf } from './statements.ts';
import type { DomainSyntax } from './syntax.ts';

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
      `Leave out ${quote(unit.image)}.`,
    );
  }
  const value = numberValue(literal, log);
  // No negative zero: `-0` means 0, and some comparisons tell the two apart.
  return value === 0 ? 0 : sign * value;
}

function infinite(name: IToken, isRange: boolean, log: DiagnosticLog): number {
  if (name.image !== 'inf') {
    log.error(
      'name-in-domain',
      spanOf(name),
      `The name ${quote(name.image)} cannot stand in a domain.`,
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
