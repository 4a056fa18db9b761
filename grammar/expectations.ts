/** Describes in words what the grammar allows at a place. Chevrotain calls this for the text of each syntax error. */
import type { IParserErrorMessageProvider, TokenType } from 'chevrotain';

/** What was expected when a statement goes on past its end. */
export const END = 'the end of the statement';

const constructs: Readonly<Record<string, string>> = {
  unitTerm: 'a unit, such as `m` or `m / s`',
  domain: '`[lo, hi]` or `{a, b}`',
  bound: 'a number',
  categoryStatement: '`{` or the name of a category',
  level: 'the name of a level',
  levelList: 'the name of a level',
  operand: 'a number, a name or `(`',
  unit: '`*` or `/`',
  names: 'a name',
  latentName: 'a name',
  demandStatement: 'a name',
  dimensionStatement: 'a name',
  classStates: 'the name of a state',
  classState: 'the name of a state',
  classStatement: '`~ bernoulli(p)` or `in {one: not p, other: p}`',
  index: 'a category',
  latentStatement: 'the name of a distribution or function',
  linkStatement: 'a name',
  observeStatement: 'a distribution, such as `bernoulli(p)`',
  mixture: 'the share of a component',
  clause: '`weight`, `count`, `in` or `censored`',
  censoring: '`where`, `to`, `below` or `above`',
  choice: 'a name',
  priorChoice: 'a name',
};

const tokens: Readonly<Record<string, string>> = {
  Identifier: 'a name',
  ArgumentName: 'a name',
  Callee: 'the name of a distribution or function',
  NumberLiteral: 'a number',
  Plus: '`+`',
  Minus: '`-`',
  Tilde: '`~` and a distribution',
  Colon: '`:`',
  Equals: '`=`',
  Comma: '`,`',
  LParen: '`(`',
  RParen: '`,` or `)`',
  LBracket: '`[`',
  RBracket: '`]`',
  LBrace: '`{`',
  RBrace: '`,` or `}`',
};

function token(type: TokenType): string {
  return tokens[type.name] ?? `\`${type.name.toLowerCase()}\``;
}

export const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, ruleName }) =>
    expected.name === 'RParen' && ruleName !== 'call' ? '`)`' : token(expected),
  buildNotAllInputParsedMessage: () => END,
  buildNoViableAltMessage: ({ ruleName }) => constructs[ruleName] ?? 'a statement',
  buildEarlyExitMessage: ({ ruleName }) => constructs[ruleName] ?? 'something',
};
