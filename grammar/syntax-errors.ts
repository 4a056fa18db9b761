/** Turns departures from the grammar into diagnostics. */
import { type IToken, tokenMatcher } from 'chevrotain';
import { nearest } from '../module/names.ts';
import type { DiagnosticLog } from './diagnostic.ts';
import { END } from './expectations.ts';
import type { Departure } from './parser.ts';
import { quote } from './quote.ts';
import { inWords, nameMeant, writeInstead } from './remedy.ts';
import type { Span } from './source.ts';
import { type Statement, spanOf } from './statements.ts';
import * as t from './tokens.ts';
import { IF, reportComparison } from './unknown-characters.ts';
import { statementForms } from './vocabulary.ts';

/** Reports a statement that does not begin with a keyword. */
export function reportUnknownStatement(statement: Statement, log: DiagnosticLog): void {
  const { first, tokens } = statement;
  const keyword = t.isName(first) ? nearest(first.image, Object.keys(statementForms)) : null;
  const looksLikeLet = t.isName(first) && tokens[1]?.tokenType === t.Equals;
  log.error(
    'unknown-statement',
    spanOf(first),
    `No statement begins with ${quote(first.image)}.`,
    keyword !== null
      ? nameMeant(spanOf(first), keyword)
      : looksLikeLet
        ? inWords(
            `Write \`let ${first.image} = …\`.`,
            { start: first.startOffset, end: first.startOffset },
            'let ',
          )
        : `A statement begins with one of ${Object.keys(statementForms)
            .map((word) => `\`${word}\``)
            .join(', ')}; a line that continues the one above begins with an operator.`,
  );
}

const CHOICE = 'Write alternatives as `choose k { first: 1, second: 2 }`, each with a name and a colon.';

const LEVELS =
  'List the levels in their order as `category step in {base, tuned, "v1.9"}`, with quotes around anything but names.';

const MIXTURE =
  'Write each component as its share and its distribution, such as `mixture {p: exponential(1), not p: gamma(2, 1)}`.';

const CONVERSION = 'Write what 1 of it is as a number and a unit, such as `unit minute = 60 s`.';

/**
 * What to write instead, by the violated grammar rule. Only for rules where this says more than the form of the whole
 * statement.
 */
const remedies: Readonly<Record<string, string>> = {
  choice: CHOICE,
  alternative: CHOICE,
  priorChoice: 'Write alternatives as `choose k { first: uniform(0, 1), second: beta(2, 2) }`.',
  priorAlternative: 'Write alternatives as `choose k { first: uniform(0, 1), second: beta(2, 2) }`.',
  operand: 'Write a number, a name, a call or something in parentheses there.',
  call: 'Put commas between arguments, operators between operands, and `)` at the end.',
  unitTerm: 'Write a unit after the colon, or leave the colon out for a number without one.',
  conversion: CONVERSION,
  domain: 'Write a range as `in [0, 10]`, with `inf` for an open side, or a set as `in {0, 1}`.',
  substitute: 'Write the value that an empty cell stands for as `missing = 0`, after the range.',
  truncation: 'Write a range as `in [0, 10]`, with `inf` for an open side.',
  categoryStatement:
    'List the levels in their order as `category step in {base, tuned}`, or name the category that each belongs to one level of, as `category task in family`.',
  levelOrder: 'Name the demand that orders the levels, as `category step ordered by tokens`.',
  sumToZero: 'Write `sum to zero` after the prior, as in `param hard[item] ~ normal(0, spread) sum to zero`.',
  level: LEVELS,
  levelList: LEVELS,
  mixture: MIXTURE,
  component: MIXTURE,
  clause: 'Write `weight w` or `count n` with a column, a range as `in [0, 10]`, or `censored …`.',
  censoring:
    'Write `censored where f` with a flag, `censored below a above b` with one limit or both, or `censored to b`.',
  bound: 'Write a range as `in [0, 10]`, with `inf` for an open side, or a set as `in {0, 1}`.',
};

/** A departure at least this many tokens after the previous one counts as a separate mistake, as in yacc. */
const INDEPENDENT = 3;

/**
 * Reports the departures from the grammar in a statement that begins with a keyword. A departure soon after another, or
 * at the end of the statement, is assumed to follow from it and is not reported.
 */
export function reportDepartures(
  departures: readonly Departure[],
  statement: Statement,
  log: DiagnosticLog,
): void {
  const places = new Map(statement.tokens.map((token, i) => [token, i]));
  let last = Number.NEGATIVE_INFINITY;
  for (const departure of departures) {
    const { found, expected } = departure;
    const place = found === null ? statement.tokens.length : (places.get(found) ?? 0);
    const isFirst = last === Number.NEGATIVE_INFINITY;
    if (isFirst || (place >= last + INDEPENDENT && found !== null && expected !== END)) {
      reportDeparture(departure, statement, log);
      last = place;
    }
  }
}

function reportDeparture(departure: Departure, statement: Statement, log: DiagnosticLog): void {
  const { found, previous, expected, rule, inExpression } = departure;
  const keyword = statement.first.image;
  const article = /^[aeio]/.test(keyword) ? 'An' : 'A';
  const converts =
    statement.first.tokenType === t.UnitKeyword &&
    statement.tokens.some(({ tokenType }) => tokenType === t.Equals);
  const form = converts
    ? CONVERSION
    : `${article} ${quote(keyword)} is written ${quote(statementForms[keyword] ?? keyword)}.`;
  const remedy =
    (rule === 'call' && !inExpression && !expected.startsWith('`,`') ? null : remedies[rule]) ?? form;
  if (found === null) {
    const end = previous === null ? statement.span.end : spanOf(previous).end;
    const span: Span = { start: end, end };
    log.error('unfinished-statement', span, `The statement ends where ${expected} should come.`, remedy);
    return;
  }
  const span = spanOf(found);
  if (isWord(found) && (expected.includes('a name') || (inExpression && tokenMatcher(found, t.Keyword)))) {
    log.error(
      'reserved-word',
      span,
      `${quote(found.image)} is a word of the language and cannot be a name.`,
      `Choose another name, such as ${quote(`${found.image}_1`)}.`,
    );
  } else if (found.tokenType === t.Times && previous?.tokenType === t.Times) {
    log.error(
      'unexpected',
      span,
      'There is no operator `**`.',
      writeInstead({ start: previous.startOffset, end: span.end }, '^', ' for a power'),
    );
  } else if (inExpression && found.tokenType === t.Equals && isDoubled(found, statement)) {
    reportComparison({ start: span.start, end: span.end + 1 }, log);
  } else if (rule === 'operand' && found.tokenType === t.Plus) {
    log.error('unexpected', span, 'A `+` needs something to its left.', inWords('Leave the sign out.', span));
  } else if (rule === 'index' || (found.tokenType === t.LBracket && previous?.tokenType === t.RBracket)) {
    log.error(
      'unexpected',
      span,
      `Expected ${expected}, but found ${quote(found.image)}.`,
      indexRemedy(found),
    );
  } else if (found.tokenType === t.LBrace && previous?.tokenType === t.MixtureWord) {
    log.error(
      'unexpected',
      spanOf(previous),
      'Only an outcome can be a mixture.',
      'Give it one distribution.',
    );
  } else if (found.image === 'if' || found.image === 'else') {
    log.error('unexpected', span, `The language has no ${quote(found.image)}.`, IF);
  } else if (expected === END && endsInExpression(statement) && startsOperand(found)) {
    log.error(
      'missing-operator',
      span,
      `There is no operator before ${quote(found.image)}.`,
      'Put an operator between the two, such as `*`, or a comma or parentheses where they belong.',
    );
  } else {
    log.error('unexpected', span, `Expected ${expected}, but found ${quote(found.image)}.`, remedy);
  }
}

/** What to write in place of an index that is no category. */
function indexRemedy({ tokenType }: IToken): string {
  if (tokenType === t.NumberLiteral) {
    return 'Give each of a fixed number of latents a name, such as `b_1, b_2`. An index is a category, a column of the table, as in `b[item]`.';
  }
  if (tokenType === t.Comma || tokenType === t.LBracket) {
    return 'Write both categories in one pair of brackets, as in `g[person, item]`: it has one value per pair of levels that occurs.';
  }
  return 'Write a category there, a column of the table, as in `b[item]`.';
}

/** `==`, which the lexer reads as two `=` tokens. */
function isDoubled(found: IToken, { tokens }: Statement): boolean {
  const next = tokens[tokens.indexOf(found) + 1];
  return next?.tokenType === found.tokenType && next.startOffset === found.startOffset + 1;
}

function isWord(found: IToken): boolean {
  return (
    tokenMatcher(found, t.Keyword) ||
    tokenMatcher(found, t.ParametrisationWord) ||
    [t.And, t.Or, t.Not, t.In, t.Missing, t.Choose, t.Correlated].some((word) => found.tokenType === word)
  );
}

function endsInExpression({ first }: Statement): boolean {
  return (
    first.tokenType === t.LetKeyword ||
    first.tokenType === t.Link ||
    first.tokenType === t.Observe ||
    tokenMatcher(first, t.LatentKeyword)
  );
}

function startsOperand(token: IToken): boolean {
  const { tokenType } = token;
  return t.isName(token) || tokenType === t.NumberLiteral || tokenType === t.LParen;
}
