/** Recognises ranges that stand where they mean nothing, which the grammar alone would explain less well. */
import { tokenMatcher } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic-log.ts';
import { type Statement, spanOf } from './statements.ts';
import * as t from './tokens.ts';

/** Reports each such range in a statement; true when there was one, and the statement cannot be read. */
export function reportMisplacedRanges(statement: Statement, log: DiagnosticLog): boolean {
  const before = log.errors;
  const { first, tokens } = statement;
  const isLatent = tokenMatcher(first, t.LatentKeyword);
  let hasPrior = false;
  let depth = 0;
  tokens.forEach((token, i) => {
    if (token.tokenType === t.Tilde) hasPrior = true;
    if (token.tokenType === t.LParen) depth += 1;
    if (token.tokenType === t.RParen) depth -= 1;
    if (first.tokenType === t.Demand && token.tokenType === t.LBracket && depth === 0) {
      if (tokens[i - 1]?.tokenType === t.In) return;
      log.error(
        'unexpected',
        spanOf(token),
        'There is no `in` before this range.',
        'Write a range as `in [0, 10]`, with `inf` for an open side.',
      );
    } else if (token.tokenType === t.In && isLatent && !hasPrior) {
      log.error(
        'domain-of-latent',
        spanOf(token),
        `A ${first.image} has no \`in\`: its prior says which values it may have.`,
        'Put the `in [...]` behind the prior, which it cuts off there, such as `~ normal(0, 1) in [0, 2]`.',
      );
    }
  });
  return log.errors > before;
}
