/** The grammar phase: from a layout's text to its syntax tree. */

import { type IToken, tokenMatcher } from 'chevrotain';
import { nearest } from '../module/names.ts';
import { buildDeclaration } from './build-declaration.ts';
import { type Diagnostic, DiagnosticLog } from './diagnostic.ts';
import { attachDocumentation } from './documentation.ts';
import { MAX_LENGTH } from './limits.ts';
import { otherText } from './other-texts.ts';
import { parseStatement } from './parser.ts';
import { quote } from './quote.ts';
import { inWords } from './remedy.ts';
import { cover, type Source, type Span } from './source.ts';
import { beginsTable, divideStatements, endsTable, type Statement, spanOf } from './statements.ts';
import type { BrokenStatement, DeclarationSyntax, LayoutSyntax, Name } from './syntax.ts';
import { reportDepartures, reportUnknownStatement } from './syntax-errors.ts';
import * as t from './tokens.ts';
import { reportQuotedText, reportSeparator, reportUnknownCharacters } from './unknown-characters.ts';
import { tableStatements } from './vocabulary.ts';

/**
 * Parses a layout and reports every mistake in it. Never throws. The layout is null when there is nothing to read: an
 * empty text, one that is too large, or one that ends inside a comment. Otherwise it holds the statements that could be
 * read, and the rest as `broken`, so that checking can go on and find independent mistakes. The layout is complete only
 * if no error was reported.
 */
export function parse(source: Source): { layout: LayoutSyntax | null; diagnostics: Diagnostic[] } {
  const log = new DiagnosticLog();
  const layout = parseLayout(source, log);
  return { layout, diagnostics: log.sorted() };
}

function parseLayout(source: Source, log: DiagnosticLog): LayoutSyntax | null {
  const { text } = source;
  if (text.length > MAX_LENGTH) {
    log.error(
      'too-large',
      { start: 0, end: 0 },
      `This text has ${text.length} characters; a layout has at most ${MAX_LENGTH}.`,
      'Check that the file is a layout and not, say, its data.',
    );
    return null;
  }
  const other = otherText(text);
  if (other !== null) {
    log.error('other-language', other.span, other.message, other.remedy);
    return null;
  }
  const { tokens, errors, groups } = t.lexer.tokenize(text);
  const loop = tokens.find(beginsLoop);
  if (loop !== undefined) {
    log.error(
      'loop',
      spanOf(loop),
      'The language has no loops: a statement holds for every row of the table.',
      'Name the category in brackets, as in `observe y ~ bernoulli_logit(theta[person] - hard[item])`.',
    );
    return null;
  }
  for (const [index, token] of tokens.entries()) reportSeparator(token, tokens[index + 1], log);
  const unknown = reportUnknownCharacters(source, errors, log);
  for (const { startOffset: start } of groups.hashComments ?? []) {
    log.error(
      'unknown-character',
      { start, end: start + 1 },
      'The language has no character `#`.',
      inWords('Write `//` before a comment.', { start, end: start + 1 }, '//'),
    );
  }
  const openComments = groups.openComments ?? [];
  for (const comment of openComments) {
    const start = comment.startOffset;
    log.error('open-comment', { start, end: start + 2 }, 'This comment never ends.', 'Close it with `*/`.');
  }
  const statements = divideStatements(tokens, log);
  const docs = attachDocumentation(groups.docs ?? [], statements, log);
  if (statements.length === 0) {
    if (log.errors === 0) {
      log.error(
        'empty-layout',
        { start: 0, end: 0 },
        'This text declares nothing.',
        'Begin with `layout Name`.',
      );
    }
    return null;
  }

  const declarations: DeclarationSyntax[] = [];
  const broken: BrokenStatement[] = [];
  let layout: Statement | null = null;
  /** The table in whose braces the statements stand; undefined if it has a mistake itself. */
  let table: { readonly name: string | undefined } | null = null;
  for (const [i, statement] of statements.entries()) {
    if (log.full) {
      broken.push(brokenStatement(statement));
      continue;
    }
    const end = statements[i + 1]?.span.start ?? Number.POSITIVE_INFINITY;
    const readable = !hasUnknown(unknown, statement.span.start, end);
    if (statement.first.tokenType === t.Layout) {
      if (layout !== null) reportSecondLayout(statement, layout, log);
      else if (i > 0) reportLateLayout(statement, log);
      layout ??= statement;
    }
    if (endsTable(statement) && table !== null) {
      table = null;
      continue;
    }
    if (table !== null && reportMisplaced(statement, log)) {
      broken.push(brokenStatement(statement));
      continue;
    }
    const declaration = readable ? readStatement(statement, docs.get(statement) ?? null, log) : null;
    if (declaration?.kind === 'table') table = { name: declaration.name.text };
    else if (statement.first.tokenType === t.TableKeyword && beginsTable(statement.tokens))
      table = { name: undefined };
    const isInTable = declaration?.kind !== 'table' && table?.name !== undefined;
    if (declaration !== null) {
      declarations.push(isInTable ? { ...declaration, table: table!.name! } : declaration);
    } else if (statement.first.tokenType !== t.Layout) broken.push(brokenStatement(statement));
  }
  const first = statements[0];
  if (layout === null && first !== undefined && !broken.some(({ keyword }) => isMisspeltLayout(keyword))) {
    log.error(
      'missing-layout',
      { start: first.span.start, end: first.span.start },
      'This layout has no name.',
      inWords(
        'Begin with `layout Name`.',
        { start: first.span.start, end: first.span.start },
        'layout Name\n\n',
      ),
    );
  }
  if (openComments.length > 0) return null;
  return {
    name: layoutName(layout),
    declarations,
    broken,
    doc: (layout && docs.get(layout)) ?? null,
    span: statements.map(({ span }) => span).reduce(cover),
  };
}

/**
 * The declaration of a statement. It is null for the `layout` statement itself, and after a mistake, which is reported.
 */
function readStatement(
  statement: Statement,
  doc: string | null,
  log: DiagnosticLog,
): DeclarationSyntax | null {
  if (!tokenMatcher(statement.first, t.Keyword)) {
    reportUnknownStatement(statement, log);
    return null;
  }
  if (!statement.sound || reportQuotedText(statement, log) || reportMisplacedRanges(statement, log))
    return null;
  const { tree, departures } = parseStatement(statement.tokens);
  reportDepartures(departures, statement, log);
  if (departures.length > 0 || statement.first.tokenType === t.Layout) return null;
  const before = log.errors;
  const declaration = buildDeclaration(tree, statement, doc, log);
  return log.errors > before ? null : declaration;
}

/** Reports a statement that cannot stand in a table. True if it is one. */
function reportMisplaced({ first }: Statement, log: DiagnosticLog): boolean {
  if (!tokenMatcher(first, t.Keyword) || tableStatements.includes(first.image)) return false;
  const isTable = first.tokenType === t.TableKeyword;
  log.error(
    'in-table',
    spanOf(first),
    isTable ? 'A table cannot stand in another.' : `A ${quote(first.image)} cannot stand in a table.`,
    isTable
      ? 'Close the first one with a `}` on a line of its own.'
      : 'Put it outside of the braces: what it declares holds for all tables. A table has `category`, `demand`, `let`, `observe` and `factor`.',
  );
  return true;
}

/** Whether a token is the first word of a loop in another language: `for (…`, `for x in` or `while (…`. */
function beginsLoop(token: IToken, at: number, tokens: readonly IToken[]): boolean {
  if (token.image !== 'for' && token.image !== 'while') return false;
  const [before, next, second] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  const isFirst = before === undefined || before.endLine! < token.startLine!;
  return isFirst && (next?.tokenType === t.LParen || second?.tokenType === t.In);
}

function hasUnknown(places: readonly Span[], start: number, end: number): boolean {
  let lo = 0;
  let hi = places.length;
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if ((places[middle]?.start ?? 0) < start) lo = middle + 1;
    else hi = middle;
  }
  const place = places[lo];
  return place !== undefined && place.start < end;
}

/** The names that an unreadable statement seems to declare: those after its first word, with or without commas. */
function brokenStatement({ first, tokens, span }: Statement): BrokenStatement {
  const names: Name[] = [];
  // `x = 3` is a `let` whose keyword is missing.
  const isLet = t.isName(first) && tokens[1]?.tokenType === t.Equals;
  for (const token of isLet ? tokens : tokens.slice(1)) {
    if (t.isName(token)) names.push({ text: token.image, span: spanOf(token) });
    else if (token.tokenType !== t.Comma) break;
  }
  return { keyword: first.image, names, span };
}

function isMisspeltLayout(keyword: string): boolean {
  return nearest(keyword, ['layout']) !== null;
}

function layoutName(layout: Statement | null): Name {
  const token = layout?.tokens[1];
  if (token !== undefined && t.isName(token)) return { text: token.image, span: spanOf(token) };
  const start = layout?.span.start ?? 0;
  return { text: '', span: { start, end: start } };
}

function reportSecondLayout(statement: Statement, firstLayout: Statement, log: DiagnosticLog): void {
  log.error(
    'second-layout',
    spanOf(statement.first),
    'A file holds one layout, and this begins a second one.',
    'Put each layout in a file of its own.',
    [{ span: firstLayout.span, message: 'the first is here' }],
  );
}

function reportLateLayout(statement: Statement, log: DiagnosticLog): void {
  log.error(
    'late-layout',
    spanOf(statement.first),
    'The `layout` line comes after other statements.',
    'Make it the first statement.',
  );
}

/** Whether a bracket encloses names, or one number, and so is meant for an index and no range. */
function isIndex(tokens: readonly IToken[], i: number): boolean {
  const [first, second] = tokens.slice(i + 1);
  const isName = first?.tokenType === t.Identifier && first.image !== 'inf';
  return isName || second?.tokenType === t.RBracket;
}

/**
 * Reports every `in` range that is in the wrong place in a statement. True if there was one: the statement then cannot
 * be read.
 */
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
    if (first.tokenType === t.DemandKeyword && token.tokenType === t.LBracket && depth === 0) {
      if (tokens[i - 1]?.tokenType === t.In || isIndex(tokens, i)) return;
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
        'Put `in [...]` after the prior, which it then truncates, such as `~ normal(0, 1) in [0, 2]`.',
      );
    }
  });
  return log.errors > before;
}
