/** The grammar: one Chevrotain rule per construct. Each statement is parsed by itself. */
import { type CstNode, CstParser, EOF, type IToken, tokenMatcher } from 'chevrotain';
import { expectations } from './expectations.ts';
import * as t from './tokens.ts';

/**
 * Parses one statement. Expressions come out flat, as alternating operands and operators, so that a long chain does not
 * recurse; `build-expression.ts` applies the precedences.
 */
export class LayoutParser extends CstParser {
  /** Chevrotain's own validation of the rules takes a third of the construction time, so only a test turns it on. */
  constructor({ skipValidations = true } = {}) {
    super(t.allTokens, {
      recoveryEnabled: true,
      maxLookahead: 2,
      skipValidations,
      errorMessageProvider: expectations,
    });
    this.performSelfAnalysis();
  }

  readonly statement = this.RULE('statement', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.layoutStatement) },
      { ALT: () => this.SUBRULE(this.unitStatement) },
      { ALT: () => this.SUBRULE(this.demandStatement) },
      { ALT: () => this.SUBRULE(this.categoryStatement) },
      { ALT: () => this.SUBRULE(this.dimensionStatement) },
      { ALT: () => this.SUBRULE(this.classStatement) },
      { ALT: () => this.SUBRULE(this.latentStatement) },
      { ALT: () => this.SUBRULE(this.letStatement) },
      { ALT: () => this.SUBRULE(this.linkStatement) },
      { ALT: () => this.SUBRULE(this.observeStatement) },
      { ALT: () => this.SUBRULE(this.reportStatement) },
      { ALT: () => this.SUBRULE(this.factorStatement) },
      { ALT: () => this.SUBRULE(this.tableStatement) },
    ]);
  });

  readonly layoutStatement = this.RULE('layoutStatement', () => {
    this.CONSUME(t.Layout);
    this.CONSUME(t.Identifier);
  });

  readonly unitStatement = this.RULE('unitStatement', () => {
    this.CONSUME(t.UnitKeyword);
    this.SUBRULE(this.names);
    this.OPTION(() => {
      this.CONSUME(t.Equals);
      this.SUBRULE(this.conversion);
    });
  });

  readonly conversion = this.RULE('conversion', () => {
    this.OPTION(() => this.CONSUME(t.Minus));
    this.CONSUME(t.NumberLiteral);
    this.OPTION1(() => this.SUBRULE(this.unit));
  });

  readonly demandStatement = this.RULE('demandStatement', () => {
    this.CONSUME(t.DemandKeyword);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.latentName) });
    this.OPTION(() => this.SUBRULE(this.annotation));
    this.OPTION1(() => {
      this.CONSUME(t.In);
      this.SUBRULE(this.domain);
    });
    this.OPTION2(() => this.SUBRULE(this.substitute));
  });

  readonly substitute = this.RULE('substitute', () => {
    this.CONSUME(t.Missing);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.expression);
  });

  readonly categoryStatement = this.RULE('categoryStatement', () => {
    this.CONSUME(t.CategoryKeyword);
    this.SUBRULE(this.names);
    this.OPTION1(() => {
      this.CONSUME(t.Equals);
      this.SUBRULE1(this.names);
    });
    this.OPTION(() => {
      this.CONSUME(t.In);
      this.OR([{ ALT: () => this.SUBRULE(this.levelList) }, { ALT: () => this.CONSUME(t.Identifier) }]);
    });
    this.OPTION2(() => this.SUBRULE(this.levelOrder));
  });

  readonly levelOrder = this.RULE('levelOrder', () => {
    this.CONSUME(t.OrderedWord);
    this.CONSUME(t.By);
    this.CONSUME(t.Identifier);
  });

  readonly levelList = this.RULE('levelList', () => {
    this.CONSUME(t.LBrace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.level) });
    this.CONSUME(t.RBrace);
  });

  readonly level = this.RULE('level', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Identifier) },
      { ALT: () => this.CONSUME(t.QuotedText) },
      {
        ALT: () => {
          this.OPTION(() => this.CONSUME(t.Minus));
          this.CONSUME(t.NumberLiteral);
        },
      },
    ]);
  });

  readonly dimensionStatement = this.RULE('dimensionStatement', () => {
    this.CONSUME(t.DimensionKeyword);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.names);
  });

  readonly classStatement = this.RULE('classStatement', () => {
    this.CONSUME(t.ClassKeyword);
    this.SUBRULE(this.latentName);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Tilde);
          this.SUBRULE(this.call);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.In);
          this.SUBRULE(this.classStates);
        },
      },
    ]);
  });

  readonly classStates = this.RULE('classStates', () => {
    this.CONSUME(t.LBrace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.classState) });
    this.CONSUME(t.RBrace);
  });

  readonly classState = this.RULE('classState', () => {
    this.CONSUME(t.Identifier);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.expression);
  });

  readonly latentStatement = this.RULE('latentStatement', () => {
    this.CONSUME(t.LatentKeyword);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.latentName) });
    this.OPTION(() => this.SUBRULE(this.annotation));
    this.CONSUME(t.Tilde);
    this.OR([{ ALT: () => this.SUBRULE(this.priorChoice) }, { ALT: () => this.SUBRULE(this.call) }]);
    this.OPTION1(() => {
      this.CONSUME(t.In);
      this.SUBRULE(this.truncation);
    });
    this.OPTION4(() => this.CONSUME(t.OrderedWord));
    this.OPTION5(() => this.SUBRULE(this.sumToZero));
    this.OPTION2(() => this.SUBRULE(this.correlation));
    this.OPTION3(() => this.CONSUME(t.ParametrisationWord));
  });

  readonly sumToZero = this.RULE('sumToZero', () => {
    this.CONSUME(t.SumWord);
    this.CONSUME(t.To);
    this.CONSUME(t.Zero);
  });

  readonly correlation = this.RULE('correlation', () => {
    this.CONSUME(t.Correlated);
    this.SUBRULE(this.call);
  });

  readonly latentName = this.RULE('latentName', () => {
    this.CONSUME(t.Identifier);
    this.OPTION(() => this.SUBRULE(this.index));
  });

  readonly index = this.RULE('index', () => {
    this.CONSUME(t.LBracket);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Identifier) });
    this.CONSUME(t.RBracket);
  });

  readonly truncation = this.RULE('truncation', () => {
    this.CONSUME(t.LBracket);
    this.SUBRULE(this.expression);
    this.CONSUME(t.Comma);
    this.SUBRULE1(this.expression);
    this.CONSUME(t.RBracket);
  });

  readonly letStatement = this.RULE('letStatement', () => {
    this.CONSUME(t.LetKeyword);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.expression);
  });

  readonly linkStatement = this.RULE('linkStatement', () => {
    this.CONSUME(t.Link);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.LParen);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.parameter) });
    this.CONSUME(t.RParen);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.expression);
  });

  readonly parameter = this.RULE('parameter', () => {
    this.CONSUME(t.ArgumentName);
    this.OPTION(() => {
      this.CONSUME(t.Equals);
      this.SUBRULE(this.expression);
    });
  });

  readonly observeStatement = this.RULE('observeStatement', () => {
    this.CONSUME(t.Observe);
    this.CONSUME(t.Identifier);
    this.OPTION2(() => {
      this.CONSUME(t.Comma);
      this.CONSUME1(t.Identifier);
    });
    this.OPTION(() => this.SUBRULE(this.annotation));
    this.OPTION1(() => {
      this.CONSUME(t.In);
      this.SUBRULE(this.levelList);
    });
    this.CONSUME(t.Tilde);
    this.OR([{ ALT: () => this.SUBRULE(this.mixture) }, { ALT: () => this.SUBRULE(this.call) }]);
    this.MANY(() => this.SUBRULE(this.clause));
  });

  readonly mixture = this.RULE('mixture', () => {
    this.CONSUME(t.MixtureWord);
    this.CONSUME(t.LBrace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.component) });
    this.CONSUME(t.RBrace);
  });

  readonly component = this.RULE('component', () => {
    this.SUBRULE(this.expression);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.call);
  });

  readonly clause = this.RULE('clause', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Weight);
          this.CONSUME1(t.Identifier, { LABEL: 'column' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Count);
          this.CONSUME2(t.Identifier, { LABEL: 'column' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.In);
          this.SUBRULE(this.truncation);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Censored);
          this.SUBRULE(this.censoring);
        },
      },
    ]);
  });

  readonly censoring = this.RULE('censoring', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Where);
          this.OPTION(() => this.CONSUME(t.Not));
          this.CONSUME(t.Identifier, { LABEL: 'column' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.To);
          this.SUBRULE(this.expression, { LABEL: 'to' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Below);
          this.SUBRULE1(this.expression, { LABEL: 'below' });
          this.OPTION1(() => {
            this.CONSUME(t.Above);
            this.SUBRULE2(this.expression, { LABEL: 'above' });
          });
        },
      },
      {
        ALT: () => {
          this.CONSUME1(t.Above);
          this.SUBRULE3(this.expression, { LABEL: 'above' });
        },
      },
    ]);
  });

  readonly reportStatement = this.RULE('reportStatement', () => {
    this.CONSUME(t.ReportKeyword);
    this.SUBRULE(this.latentName);
    this.OPTION(() => this.SUBRULE(this.annotation));
    this.CONSUME(t.Equals);
    this.SUBRULE(this.expression);
  });

  readonly factorStatement = this.RULE('factorStatement', () => {
    this.CONSUME(t.FactorKeyword);
    this.OPTION(() => {
      this.CONSUME(t.LBracket);
      this.CONSUME(t.Identifier);
      this.CONSUME(t.RBracket);
    });
    this.SUBRULE(this.expression);
  });

  /** The first line of a table; the statements in it are parsed by themselves. */
  readonly tableStatement = this.RULE('tableStatement', () => {
    this.CONSUME(t.TableKeyword);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.LBrace);
  });

  readonly names = this.RULE('names', () => {
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Identifier) });
  });

  readonly annotation = this.RULE('annotation', () => {
    this.CONSUME(t.Colon);
    this.OPTION({ GATE: () => this.countsUnits(), DEF: () => this.CONSUME(t.Count) });
    this.SUBRULE(this.unit);
  });

  /** Whether `count` is followed by the unit that is counted. */
  private countsUnits(): boolean {
    return t.isName(this.LA(2)) || this.LA(2).tokenType === t.LParen;
  }

  readonly unit = this.RULE('unit', () => {
    this.SUBRULE(this.unitTerm);
    this.MANY(() => {
      this.OR([{ ALT: () => this.CONSUME(t.Times) }, { ALT: () => this.CONSUME(t.Divide) }]);
      this.SUBRULE1(this.unitTerm);
    });
  });

  readonly unitTerm = this.RULE('unitTerm', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Identifier) },
      { ALT: () => this.CONSUME(t.NumberLiteral) },
      {
        ALT: () => {
          this.CONSUME(t.LParen);
          this.SUBRULE(this.unit);
          this.CONSUME(t.RParen);
        },
      },
    ]);
    this.OPTION(() => this.SUBRULE(this.unitPower));
  });

  readonly unitPower = this.RULE('unitPower', () => {
    this.CONSUME(t.Caret);
    this.OPTION(() => this.CONSUME(t.Minus));
    this.CONSUME(t.NumberLiteral);
  });

  readonly domain = this.RULE('domain', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.LBracket);
          this.SUBRULE(this.bound);
          this.CONSUME(t.Comma);
          this.SUBRULE1(this.bound);
          this.CONSUME(t.RBracket);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.LBrace);
          this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE2(this.bound) });
          this.CONSUME(t.RBrace);
        },
      },
    ]);
  });

  readonly bound = this.RULE('bound', () => {
    this.OPTION(() => this.CONSUME(t.Minus));
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.NumberLiteral);
          this.OPTION1(() => this.CONSUME(t.Identifier, { LABEL: 'unit' }));
        },
      },
      { ALT: () => this.CONSUME1(t.Identifier, { LABEL: 'infinity' }) },
    ]);
  });

  readonly expression = this.RULE('expression', () => {
    this.SUBRULE(this.operand);
    this.MANY(() => {
      this.CONSUME(t.BinaryOperatorToken);
      this.SUBRULE1(this.operand);
    });
  });

  readonly operand = this.RULE('operand', () => {
    this.MANY(() => this.CONSUME(t.PrefixOperator));
    this.OR([
      {
        GATE: () => t.isName(this.LA(2)) && this.LA(3).tokenType === t.Colon,
        ALT: () => this.SUBRULE(this.over),
      },
      { ALT: () => this.SUBRULE(this.call) },
      { ALT: () => this.SUBRULE(this.choice) },
      // `demand` may appear here too, as a parameter of `margin`.
      {
        ALT: () => {
          this.CONSUME(t.ArgumentName, { LABEL: 'reference' });
          this.OPTION1(() => this.SUBRULE(this.index));
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.NumberLiteral);
          this.OPTION2({
            GATE: () => this.LA(2).tokenType !== t.LParen && !this.beginsClause(),
            DEF: () => this.CONSUME1(t.Identifier, { LABEL: 'unit' }),
          });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.LParen);
          this.SUBRULE(this.expression);
          this.CONSUME(t.RParen);
        },
      },
    ]);
  });

  /** Whether the next word begins a clause or a limit: no two operands stand side by side in an expression. */
  private beginsClause(): boolean {
    const [word, next] = [this.LA(1), this.LA(2)];
    const isClauseWord = tokenMatcher(word, t.ClauseWord) || word.tokenType === t.Above;
    return isClauseWord && (t.isName(next) || next.tokenType === t.NumberLiteral);
  }

  readonly call = this.RULE('call', () => {
    this.CONSUME(t.Callee);
    this.CONSUME(t.LParen);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.argument) });
    this.CONSUME(t.RParen);
  });

  /** `all skill: …`, whose expression goes as far as it can. */
  readonly over = this.RULE('over', () => {
    this.CONSUME(t.Identifier);
    this.CONSUME1(t.Identifier);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.expression);
  });

  readonly choice = this.RULE('choice', () => {
    this.CONSUME(t.Choose);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.LBrace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.alternative) });
    this.CONSUME(t.RBrace);
  });

  readonly alternative = this.RULE('alternative', () => {
    this.CONSUME(t.Identifier);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.expression);
  });

  readonly priorChoice = this.RULE('priorChoice', () => {
    this.CONSUME(t.Choose);
    this.CONSUME(t.Identifier);
    this.CONSUME(t.LBrace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.priorAlternative) });
    this.CONSUME(t.RBrace);
  });

  readonly priorAlternative = this.RULE('priorAlternative', () => {
    this.CONSUME(t.Identifier);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.call);
  });

  readonly argument = this.RULE('argument', () => {
    this.OPTION({
      GATE: () => this.LA(2).tokenType === t.Equals,
      DEF: () => {
        this.CONSUME(t.ArgumentName);
        this.CONSUME(t.Equals);
      },
    });
    this.SUBRULE(this.expression);
  });
}

/** A place where a statement departs from the grammar. `found` is null at the end of the statement. */
export interface Departure {
  readonly found: IToken | null;
  /** The token before, or null at the start of the statement. */
  readonly previous: IToken | null;
  /** What the grammar expects there, such as `` `]` `` or `an expression`. */
  readonly expected: string;
  /** The innermost rule that was being parsed. */
  readonly rule: string;
  /** Whether the departure is inside an expression. */
  readonly inExpression: boolean;
}

const parser = new LayoutParser();

/** Parses the tokens of one statement. The tree is complete when there are no departures. */
export function parseStatement(tokens: readonly IToken[]): { tree: CstNode; departures: Departure[] } {
  parser.input = [...tokens];
  const tree = parser.statement();
  const departures = parser.errors.map((error): Departure => {
    const previous = (error as { previousToken?: IToken }).previousToken ?? null;
    return {
      found: error.token.tokenType === EOF ? null : error.token,
      previous: previous === null || Number.isNaN(previous.startOffset) ? null : previous,
      expected: error.message,
      rule: error.context.ruleStack.at(-1) ?? 'statement',
      inExpression: error.context.ruleStack.includes('expression'),
    };
  });
  return { tree, departures };
}
