/** Divides the tokens of a layout into statements, using lines, brackets and operators. */
import { type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic.ts';
import { MAX_NESTING, MAX_TOKENS } from './limits.ts';
import { quote } from './quote.ts';
import { inWords, writeInstead } from './remedy.ts';
import type { Span } from './source.ts';
import * as t from './tokens.ts';

/** One statement's tokens (at least one), and whether its brackets match. */
export interface Statement {
  readonly tokens: readonly IToken[];
  readonly first: IToken;
  readonly span: Span;
  readonly sound: boolean;
}

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: token.startOffset + token.image.length };
}

export const openers: ReadonlySet<TokenType> = new Set([t.LParen, t.LBracket, t.LBrace]);
const closerOf = new Map([
  [t.LParen, t.RParen],
  [t.LBracket, t.RBracket],
  [t.LBrace, t.RBrace],
]);
export const closers: ReadonlySet<TokenType> = new Set([t.RParen, t.RBracket, t.RBrace]);
const joints = new Set([t.Tilde, t.Colon, t.Equals, t.Comma, t.In, t.Missing, t.Correlated]);

/** Whether these are the words of a table's first line, after which its own statements begin. */
export function beginsTable(tokens: readonly IToken[]): boolean {
  return tokens[0]?.tokenType === t.TableKeyword && tokens.length === 3 && tokens[2]!.tokenType === t.LBrace;
}

/** Whether a statement is the brace that closes a table. */
export function endsTable({ first }: Pick<Statement, 'first'>): boolean {
  return first.tokenType === t.RBrace;
}

/** Whether a line that starts with this token continues the line above. */
function continuesAbove(token: IToken): boolean {
  return (
    tokenMatcher(token, t.BinaryOperatorToken) ||
    tokenMatcher(token, t.ParametrisationWord) ||
    joints.has(token.tokenType) ||
    token.tokenType === t.OrderedWord ||
    closers.has(token.tokenType)
  );
}

/** Whether a line that ends with this token continues on the line below. */
function continuesBelow(token: IToken): boolean {
  return (
    tokenMatcher(token, t.BinaryOperatorToken) || token.tokenType === t.Not || joints.has(token.tokenType)
  );
}

/** Whether a token can end an operand. A keyword after such a token can only start another statement. */
export function mayEnd(token: IToken): boolean {
  return (
    t.isName(token) ||
    token.tokenType === t.NumberLiteral ||
    tokenMatcher(token, t.ParametrisationWord) ||
    closers.has(token.tokenType)
  );
}

/** Inside brackets, `demand =` names an argument and starts no statement. */
function isStatementKeyword(token: IToken, next: IToken | undefined, isInBrackets: boolean): boolean {
  return tokenMatcher(token, t.Keyword) && !(isInBrackets && next?.tokenType === t.Equals);
}

/** Whether a token on a new line starts another statement. */
export function beginsStatementBelow(
  previous: IToken,
  token: IToken,
  next: IToken | undefined,
  isInBrackets: boolean,
): boolean {
  if (isStatementKeyword(token, next, isInBrackets)) return true;
  if (tokenMatcher(token, t.ClauseWord) && next?.tokenType !== t.Equals) return false;
  if (token.tokenType === t.SumWord && next?.tokenType === t.To) return false;
  return !isInBrackets && !continuesAbove(token) && !continuesBelow(previous);
}

/**
 * Divides tokens into statements. A keyword at the start of a line always starts a statement, even inside brackets: no
 * expression contains a keyword, so a missing bracket spoils only one statement. The first line of a table and the brace
 * that closes it are statements too.
 */
export function divideStatements(tokens: readonly IToken[], log: DiagnosticLog): Statement[] {
  const statements: Statement[] = [];
  let current: IToken[] = [];
  let open: IToken[] = [];
  let sound = true;
  /** The brace of the table whose statements follow. */
  let table: IToken | null = null;

  const finish = (): void => {
    const first = current[0];
    const last = current.at(-1);
    if (first === undefined || last === undefined) return;
    const unclosed = open.at(-1);
    if (unclosed !== undefined && sound) {
      sound = false;
      log.error(
        'unclosed-bracket',
        spanOf(unclosed),
        `This ${quote(unclosed.image)} is never closed.`,
        `Put a ${quote(closing(unclosed))} where it should end.`,
      );
    }
    statements.push({
      tokens: current,
      first,
      span: { start: spanOf(first).start, end: spanOf(last).end },
      sound,
    });
    current = [];
    open = [];
    sound = true;
  };

  for (const [i, token] of tokens.entries()) {
    const previous = current.at(-1);
    if (previous !== undefined) {
      const newLine = (token.startLine ?? 0) > (previous.endLine ?? 0);
      const next = tokens[i + 1];
      const isInBrackets = open.length > 0;
      const opensTable = current.length === 2 && beginsTable([...current, token]);
      if (table !== null && !isInBrackets && token.tokenType === t.RBrace) finish();
      else if (newLine && !opensTable && beginsStatementBelow(previous, token, next, isInBrackets)) finish();
      else if (!isInBrackets && isStatementKeyword(token, next, false) && mayEnd(previous)) {
        if (sound) {
          log.error(
            'two-statements-on-a-line',
            spanOf(token),
            `${quote(token.image)} begins another statement on the same line.`,
            inWords(
              `Put ${quote(token.image)} on a line of its own.`,
              { start: spanOf(previous).end, end: token.startOffset },
              '\n',
            ),
          );
        }
        finish();
      }
    }
    current.push(token);
    if (beginsTable(current)) {
      // A table in a table is reported by what reads the statements.
      table ??= token;
      finish();
      continue;
    }
    if (table !== null && current.length === 1 && token.tokenType === t.RBrace) {
      table = null;
      finish();
      continue;
    }
    if (!sound) continue;
    if (current.length > MAX_TOKENS) {
      sound = false;
      open = [];
      log.error(
        'statement-too-long',
        spanOf(token),
        `This statement has more than ${MAX_TOKENS} words and signs up to here.`,
        'Name parts of it with `let`, and combine the names.',
      );
      continue;
    }
    if (openers.has(token.tokenType)) {
      open.push(token);
      if (open.length > MAX_NESTING) {
        sound = false;
        open = [];
        log.error(
          'too-deep',
          spanOf(token),
          `Brackets are nested more than ${MAX_NESTING} deep here.`,
          'Name the inner parts with `let` and use the names.',
        );
      }
    } else if (closers.has(token.tokenType)) {
      const opener = open.pop();
      if (opener === undefined) {
        sound = false;
        log.error(
          'stray-bracket',
          spanOf(token),
          `This ${quote(token.image)} closes nothing.`,
          'Remove it, or add the opening bracket before it.',
        );
      } else if (closerOf.get(opener.tokenType) !== token.tokenType) {
        sound = false;
        open = [];
        log.error(
          'mismatched-bracket',
          spanOf(token),
          `${quote(token.image)} cannot close ${quote(opener.image)}.`,
          writeInstead(spanOf(token), closing(opener), ' here'),
          [{ span: spanOf(opener), message: `${quote(opener.image)} opens here` }],
        );
      }
    }
  }
  finish();
  if (table !== null) {
    log.error(
      'unclosed-bracket',
      spanOf(table),
      'The table that begins here is never closed.',
      'Put a `}` on a line of its own after its last statement.',
    );
  }
  return statements;
}

function closing(opener: IToken): string {
  return opener.image === '(' ? ')' : opener.image === '[' ? ']' : '}';
}
