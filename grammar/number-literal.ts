/** The value of a number as written. */
import type { IToken } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic-log.ts';
import { quote } from './quote.ts';
import { spanOf } from './statements.ts';

/** The nearest double; a number that overflows is reported and becomes 1. */
export function numberValue(literal: IToken, log: DiagnosticLog): number {
  const value = Number(literal.image);
  if (Number.isFinite(value)) return value;
  log.error(
    'number-too-large',
    spanOf(literal),
    `The number ${quote(literal.image)} is too large for a double.`,
    'Write a number below 1.7976931348623157e308.',
  );
  return 1;
}
