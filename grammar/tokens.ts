/** The token types of the language, and the Chevrotain lexer made of them. */
import { createToken, type IToken, Lexer, type TokenType, tokenMatcher } from 'chevrotain';

/** Any of `+ - * / ^ and or` between two operands. */
export const BinaryOperatorToken = createToken({ name: 'BinaryOperator', pattern: Lexer.NA });
/** `-` or `not` before an operand. */
export const PrefixOperator = createToken({ name: 'PrefixOperator', pattern: Lexer.NA });
/** What may come before the parenthesis of a call: a name, or `and` or `or` used as a function. */
export const Callee = createToken({ name: 'Callee', pattern: Lexer.NA });
/** What may name an argument: a name, or `demand`, which is also a parameter of `margin`. */
export const ArgumentName = createToken({ name: 'ArgumentName', pattern: Lexer.NA });
/** A word that begins a statement. */
export const Keyword = createToken({ name: 'Keyword', pattern: Lexer.NA });
/** A word that begins the declaration of a latent. */
export const LatentKeyword = createToken({ name: 'LatentKeyword', pattern: Lexer.NA, categories: Keyword });

export const Identifier = createToken({
  name: 'Identifier',
  pattern: /[A-Za-z_][A-Za-z0-9_]*/,
  categories: [Callee, ArgumentName],
});

function word(name: string, text: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, pattern: new RegExp(text), longer_alt: Identifier, categories });
}

/** A word that has a meaning of its own only in or behind the distribution of an outcome or behind the name of a category, and may be a name everywhere. */
function clauseWord(name: string, text: string, ...categories: TokenType[]): TokenType {
  return word(name, text, Identifier, ...categories);
}

function sign(name: string, text: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, pattern: text, categories });
}

export const Layout = word('Layout', 'layout', Keyword);
export const UnitKeyword = word('Unit', 'unit', Keyword);
export const DemandKeyword = word('Demand', 'demand', Keyword, ArgumentName);
export const Capability = word('Capability', 'capability', LatentKeyword);
export const Bias = word('Bias', 'bias', LatentKeyword);
export const Robustness = word('Robustness', 'robustness', LatentKeyword);
export const Propensity = word('Propensity', 'propensity', LatentKeyword);
export const Param = word('Param', 'param', LatentKeyword);
export const LetKeyword = word('Let', 'let', Keyword);
export const Observe = word('Observe', 'observe', Keyword);
export const ReportKeyword = word('Report', 'report', Keyword);
export const FactorKeyword = word('Factor', 'factor', Keyword);
export const Link = word('Link', 'link', Keyword);
export const CategoryKeyword = word('Category', 'category', Keyword);
export const DimensionKeyword = word('Dimension', 'dimension', Keyword);
export const ClassKeyword = word('Class', 'class', Keyword);
export const TableKeyword = word('Table', 'table', Keyword);

/**
 * A word after a prior that says how a latent is sampled: directly, or as a standardised distance from its location.
 */
export const ParametrisationWord = createToken({ name: 'Parametrisation', pattern: Lexer.NA });
export const Centred = word('Centred', 'centred', ParametrisationWord);
export const NonCentred = word('NonCentred', 'noncentred', ParametrisationWord);

/** Begins the prior of the correlations between latents that are declared together. */
export const Correlated = word('Correlated', 'correlated');

export const And = word('And', 'and', BinaryOperatorToken, Callee);
export const Or = word('Or', 'or', BinaryOperatorToken, Callee);
export const Not = word('Not', 'not', PrefixOperator);
export const In = word('In', 'in');
/** Introduces the value that an empty cell stands for. Using it as a name is reported as a mistake. */
export const Missing = word('Missing', 'missing', ArgumentName);
/** Begins a list of alternatives in place of an expression or a prior. */
export const Choose = word('Choose', 'choose');

/** Begins a clause behind the distribution of an outcome. */
export const ClauseWord = createToken({ name: 'ClauseWord', pattern: Lexer.NA });
export const Weight = clauseWord('Weight', 'weight', ClauseWord);
export const Count = clauseWord('Count', 'count', ClauseWord);
export const Censored = clauseWord('Censored', 'censored', ClauseWord);
export const Where = clauseWord('Where', 'where');
export const Below = clauseWord('Below', 'below');
export const Above = clauseWord('Above', 'above');
export const To = clauseWord('To', 'to');
/** Begins the components of a mixture, in place of the distribution of an outcome. */
export const MixtureWord = clauseWord('Mixture', 'mixture');
/** Begins the order of a category's levels. */
export const OrderedWord = clauseWord('Ordered', 'ordered');
export const By = clauseWord('By', 'by');
/** With `to` in between, `sum to zero` behind a prior. `sum` is a function elsewhere. */
export const SumWord = clauseWord('Sum', 'sum');
export const Zero = clauseWord('Zero', 'zero');

export const Plus = sign('Plus', '+', BinaryOperatorToken);
export const Minus = sign('Minus', '-', BinaryOperatorToken, PrefixOperator);
export const Times = sign('Times', '*', BinaryOperatorToken);
export const Divide = sign('Divide', '/', BinaryOperatorToken);
export const Caret = sign('Caret', '^', BinaryOperatorToken);
export const Tilde = sign('Tilde', '~');
export const Colon = sign('Colon', ':');
export const Equals = sign('Equals', '=');
export const Comma = sign('Comma', ',');
export const LParen = sign('LParen', '(');
export const RParen = sign('RParen', ')');
export const LBracket = sign('LBracket', '[');
export const RBracket = sign('RBracket', ']');
export const LBrace = sign('LBrace', '{');
export const RBrace = sign('RBrace', '}');

export const NumberLiteral = createToken({
  name: 'NumberLiteral',
  pattern: /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/,
});

/** Text between quotes on one line: the name of a level that is no name of the language. */
export const QuotedText = createToken({
  name: 'QuotedText',
  // Without control characters, and without those that turn the direction of a text.
  pattern: /"[ !#-~\u00a1-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\uffff]+"/,
});

const WhiteSpace = createToken({
  name: 'WhiteSpace',
  pattern: /[ \t\r\n\u00a0\ufeff]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
/** A line of documentation. Four or more slashes make an ordinary comment, as used for ruled lines. */
export const DocLine = createToken({ name: 'DocLine', pattern: /\/\/\/(?!\/)[^\r\n]*/, group: 'docs' });
/** Comments have no meaning; the formatter keeps them. */
const LineComment = createToken({ name: 'LineComment', pattern: /\/\/[^\r\n]*/, group: 'comments' });
/**
 * A comment in the style of other languages. It has a token type of its own so that its words are not read as
 * statements.
 */
export const HashComment = createToken({ name: 'HashComment', pattern: /#[^\r\n]*/, group: 'hashComments' });
const BlockComment = createToken({
  name: 'BlockComment',
  pattern: /\/\*[\s\S]*?\*\//,
  group: 'comments',
  line_breaks: true,
});
/** A block comment that is not closed before the end of the text. */
export const OpenComment = createToken({
  name: 'OpenComment',
  pattern: /\/\*[\s\S]*/,
  group: 'openComments',
  line_breaks: true,
});

/** All token types, in the order in which the lexer tries them. */
export const allTokens: TokenType[] = [
  WhiteSpace,
  DocLine,
  LineComment,
  HashComment,
  BlockComment,
  OpenComment,
  BinaryOperatorToken,
  PrefixOperator,
  Callee,
  ArgumentName,
  Keyword,
  LatentKeyword,
  ParametrisationWord,
  ClauseWord,
  Layout,
  UnitKeyword,
  DemandKeyword,
  Capability,
  Bias,
  Robustness,
  Propensity,
  Param,
  LetKeyword,
  Observe,
  ReportKeyword,
  FactorKeyword,
  Link,
  CategoryKeyword,
  DimensionKeyword,
  ClassKeyword,
  TableKeyword,
  Centred,
  NonCentred,
  Correlated,
  // Before `or`, with which it begins.
  OrderedWord,
  And,
  Or,
  Not,
  In,
  Missing,
  Choose,
  Weight,
  Count,
  Censored,
  Where,
  Below,
  Above,
  To,
  By,
  MixtureWord,
  SumWord,
  Zero,
  Identifier,
  NumberLiteral,
  QuotedText,
  Plus,
  Minus,
  Times,
  Divide,
  Caret,
  Tilde,
  Colon,
  Equals,
  Comma,
  LParen,
  RParen,
  LBracket,
  RBracket,
  LBrace,
  RBrace,
];

/** Whether a token is a name: an identifier, or a word that is no more than that where it stands. */
export function isName(token: IToken): boolean {
  return tokenMatcher(token, Identifier);
}

/** Whether a word of a clause is followed by a column or a limit. */
export function beginsColumn({ tokenType }: IToken): boolean {
  return [Weight, Count, Where, Below, Above, To].includes(tokenType);
}

/** A lexer of these tokens. Chevrotain's own validation is slow, so only a test turns it on. */
export function makeLexer({ skipValidations }: { readonly skipValidations: boolean }): Lexer {
  return new Lexer(allTokens, { positionTracking: 'full', ensureOptimizations: true, skipValidations });
}

export const lexer = makeLexer({ skipValidations: true });
