/** What may be written at a place: statements, names, families, functions, units and words, by what stands before it. */
import { type IToken, tokenMatcher } from 'chevrotain';
import { isFunctionName, isStatistic } from '../compiler/check/functions.ts';
import { DiagnosticLog } from '../grammar/diagnostic.ts';
import type { Span } from '../grammar/source.ts';
import {
  beginsStatementBelow,
  closers,
  divideStatements,
  openers,
  type Statement,
  spanOf,
} from '../grammar/statements.ts';
import * as t from '../grammar/tokens.ts';
import { statementForms, statementMeanings, tableStatements } from '../grammar/vocabulary.ts';
import { type BuiltIn, builtInsOf, type CallPlace } from './built-ins.ts';
import { placeOfCall, signaturesOf } from './calls.ts';
import { annotationOf, typeOf } from './facts.ts';
import { describeBuiltIn, describeSymbol, type HoverText } from './hover.ts';
import { isInComment, type LayoutDocument } from './layout-document.ts';
import { type LayoutSymbol, type SymbolKind, symbolsOf } from './symbols.ts';

export interface CompletionItem {
  /** What is inserted, and by what it is found. */
  readonly label: string;
  readonly kind: SymbolKind | 'keyword' | 'prior' | 'outcome distribution' | 'function' | 'argument';
  /** The type of a name, or the form of a statement. */
  readonly detail: string;
  /** What a hover would show; null if nothing is to be said. */
  readonly explanation: Omit<HoverText, 'span'> | null;
  /** What is written in place of the label, if it differs: a reference with its index, a call's parenthesis. */
  readonly insert: string;
}

export interface Completions {
  /** The word that is being written, which an item replaces. */
  readonly span: Span;
  readonly items: readonly CompletionItem[];
}

/** What may stand at an offset. An editor selects by the word that is being written there. */
export function completionsAt(document: LayoutDocument, offset: number): Completions {
  const before = /[A-Za-z_]\w*$/.exec(document.text.slice(0, offset))?.[0] ?? '';
  const after = /^\w*/.exec(document.text.slice(offset))![0];
  const start = offset - before.length;
  const span = { start, end: offset + after.length };
  const isInNumber = before === '' && /[\d.]$/.test(document.text.slice(0, offset));
  if (isInComment(document, offset) || isInNumber || isInQuotes(document, offset)) return { span, items: [] };
  return { span, items: itemsAt(document, placeAt(document, start)) };
}

function isInQuotes({ text }: LayoutDocument, offset: number): boolean {
  const line = text
    .slice(0, offset)
    .split(/[\r\n]/)
    .at(-1)!;
  return line.split('"').length % 2 === 0;
}

/** What may stand at a place. */
type Place =
  | { readonly kind: 'statement'; readonly isInTable: boolean }
  | { readonly kind: 'distribution'; readonly of: Exclude<CallPlace, 'expression'> }
  | { readonly kind: 'annotation'; readonly words: readonly string[] }
  | { readonly kind: 'names'; readonly kinds: readonly SymbolKind[]; readonly of?: string }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | {
      readonly kind: 'expression';
      readonly statement: Statement;
      /** The call whose argument begins here; its other arguments may be given by name. */
      readonly callee: { readonly name: string; readonly place: CallPlace } | null;
      /** Between the brackets of a range, where `inf` has a meaning. */
      readonly isInRange: boolean;
    }
  | { readonly kind: 'none' };

const NONE: Place = { kind: 'none' };

function placeAt(document: LayoutDocument, start: number): Place {
  const { tokens } = document;
  const before = tokens.filter((token) => spanOf(token).end <= start);
  const statements = divideStatements(before, new DiagnosticLog());
  const statement = statements.at(-1);
  const isInTable =
    statements.findLastIndex(({ first }) => first.tokenType === t.RBrace) <
    statements.findLastIndex(
      ({ first, tokens: words }) => first.tokenType === t.TableKeyword && words.length === 3,
    );
  if (statement === undefined || endsBefore(document, statement, start))
    return { kind: 'statement', isInTable };
  return placeIn(statement);
}

/** Whether a statement is over before an offset, where nothing is written yet. */
function endsBefore({ text }: LayoutDocument, { tokens, first }: Statement, offset: number): boolean {
  const last = tokens.at(-1)!;
  if (first.tokenType === t.RBrace || (first.tokenType === t.TableKeyword && tokens.length === 3))
    return true;
  if (!/[\r\n]/.test(text.slice(spanOf(last).end, offset))) return false;
  const open = openBrackets(tokens).length > 0;
  const name: IToken = { ...last, tokenType: t.Identifier, image: 'x', startOffset: offset };
  return beginsStatementBelow(last, name, undefined, open);
}

/** The brackets that are open at the end, each with the index of its token and the commas behind it. */
function openBrackets(tokens: readonly IToken[]): { readonly i: number; readonly last: number }[] {
  const open: { i: number; last: number }[] = [];
  for (const [i, { tokenType }] of tokens.entries()) {
    if (openers.has(tokenType)) open.push({ i, last: i });
    else if (closers.has(tokenType)) open.pop();
    else if (tokenType === t.Comma && open.length > 0) open.at(-1)!.last = i;
  }
  return open;
}

const UNIT_SIGNS: ReadonlySet<IToken['tokenType']> = new Set([t.Colon, t.Times, t.Divide, t.Caret, t.LParen]);

function placeIn(statement: Statement): Place {
  const { tokens, first } = statement;
  const last = tokens.at(-1)!;
  const before = tokens.at(-2);
  const open = openBrackets(tokens);
  const inner = open.at(-1);
  const opener = inner === undefined ? undefined : tokens[inner.i]!;
  const tilde = tokens.findIndex(({ tokenType }) => tokenType === t.Tilde);
  const isLatent = tokenMatcher(first, t.LatentKeyword);
  const isObserve = first.tokenType === t.Observe;
  const isDistributed = isLatent || isObserve || first.tokenType === t.ClassKeyword;
  if (last.tokenType === t.NumberLiteral && first.tokenType !== t.DemandKeyword)
    return { kind: 'names', kinds: ['unit'] };
  if (last.tokenType === t.LBracket || (opener?.tokenType === t.LBracket && before?.tokenType !== t.In)) {
    const of = tokens[inner!.i - 1];
    if (of !== undefined && t.isName(of) && (last.tokenType === t.LBracket || last.tokenType === t.Comma))
      return { kind: 'names', kinds: ['category', 'dimension', 'dimension value'], of: of.image };
  }
  const isAlternative = opener?.tokenType === t.LBrace && tokens[inner!.i - 2]?.tokenType === t.Choose;
  if (last.tokenType === t.Choose) return NONE;
  if (isAlternative && (last.tokenType === t.LBrace || last.tokenType === t.Comma)) return NONE;
  if (last.tokenType === t.Correlated) return { kind: 'words', words: ['lkj'] };
  const colon = tokens.findIndex(({ tokenType }) => tokenType === t.Colon);
  const isAnnotated = hasAnnotation(first) && colon > 0 && !tokens.some(endsAnnotation);
  if (isAnnotated && UNIT_SIGNS.has(last.tokenType))
    return { kind: 'annotation', words: last.tokenType === t.Colon ? annotationWords(first) : [] };
  const isFirstAlternative = isAlternative && tokens[tilde + 1]?.tokenType === t.Choose;
  const isComponent = opener?.tokenType === t.LBrace && tokens[inner!.i - 1]?.tokenType === t.MixtureWord;
  const isBehindTilde =
    last.tokenType === t.Tilde || ((isFirstAlternative || isComponent) && last.tokenType === t.Colon);
  if (isBehindTilde && isDistributed) return { kind: 'distribution', of: isLatent ? 'prior' : 'outcome' };
  if (last.tokenType === t.By && before?.tokenType === t.OrderedWord)
    return { kind: 'names', kinds: ['demand'] };
  if (last.tokenType === t.Equals && before?.image === 'by') return { kind: 'names', kinds: ['category'] };
  if (last.tokenType === t.In && first.tokenType === t.CategoryKeyword)
    return { kind: 'names', kinds: ['category'] };
  if ([t.Weight, t.Count].includes(last.tokenType) && isObserve) return { kind: 'names', kinds: ['demand'] };
  if (last.tokenType === t.Where && isObserve) return { kind: 'names', kinds: ['demand'] };
  const isInRange = opener?.tokenType === t.LBracket && tokens[inner!.i - 1]?.tokenType === t.In;
  if (isInRange && first.tokenType === t.DemandKeyword) return { kind: 'words', words: ['inf'] };
  // `all skill: …` joins the values of a dimension; a call of `all` has a parenthesis instead.
  if (JOINS.has(last.image)) return { kind: 'names', kinds: ['dimension'] };
  if (mayEndHere(last))
    return { kind: 'words', words: opener === undefined ? wordsBehind(statement, tilde) : ['and', 'or'] };
  if (first.tokenType === t.UnitKeyword || first.tokenType === t.DimensionKeyword) return NONE;
  const isExpression =
    tilde >= 0 ||
    [t.LetKeyword, t.Link, t.ReportKeyword, t.FactorKeyword].includes(first.tokenType) ||
    last.tokenType === t.Equals;
  const equals = tokens.findIndex(({ tokenType }) => tokenType === t.Equals);
  const isHead = [t.LetKeyword, t.Link, t.ReportKeyword].includes(first.tokenType) && equals < 0;
  const isInDefaults = first.tokenType === t.Link && last.tokenType === t.Equals && open.length > 0;
  if (
    !isExpression ||
    (isHead && !isInDefaults) ||
    (isAlternative && last.tokenType !== t.Colon && !isJoint(last))
  )
    return NONE;
  return { kind: 'expression', statement, callee: calleeOf(statement, inner), isInRange };
}

/** The words in front of a dimension in an expression. */
const JOINS: ReadonlySet<string> = new Set(['all', 'any', 'sum', 'mean', 'each']);

/** Whether an operand may follow. */
function isJoint(token: IToken): boolean {
  return (
    tokenMatcher(token, t.BinaryOperatorToken) ||
    token.tokenType === t.Not ||
    openers.has(token.tokenType) ||
    token.tokenType === t.Comma
  );
}

/** Whether nothing but an operator or a word of a clause can follow. */
function mayEndHere(token: IToken): boolean {
  const isWord =
    tokenMatcher(token, t.ClauseWord) || [t.Below, t.Above, t.To, t.Where].includes(token.tokenType);
  return (t.isName(token) && !isWord) || closers.has(token.tokenType) || token.tokenType === t.NumberLiteral;
}

function hasAnnotation(first: IToken): boolean {
  const others = [t.DemandKeyword, t.Observe, t.ReportKeyword];
  return tokenMatcher(first, t.LatentKeyword) || others.includes(first.tokenType);
}

function endsAnnotation({ tokenType }: IToken): boolean {
  return [t.Tilde, t.Equals, t.In].includes(tokenType);
}

function annotationWords({ tokenType }: IToken): readonly string[] {
  if (tokenType === t.DemandKeyword) return ['flag', 'count', 'probability'];
  return tokenType === t.Observe ? [] : ['probability'];
}

/** The words that may follow a whole part of a statement. */
function wordsBehind({ tokens, first }: Statement, tilde: number): readonly string[] {
  const last = tokens.at(-1)!;
  if (first.tokenType === t.CategoryKeyword) return ['in', 'ordered by'];
  if (first.tokenType === t.DemandKeyword) return ['in', 'missing'];
  const isMixture = tokens[tilde + 1]?.tokenType === t.MixtureWord && last.tokenType === t.RBrace;
  if (last.tokenType !== t.RParen && last.tokenType !== t.RBracket && !isMixture)
    return tilde < 0 && first.tokenType === t.Observe ? ['in'] : ['and', 'or'];
  if (tilde >= 0 && tokenMatcher(first, t.LatentKeyword))
    return ['in', 'centred', 'noncentred', 'correlated', 'ordered', 'sum to zero'];
  if (tilde >= 0 && first.tokenType === t.Observe)
    return ['in', 'weight', 'count', 'censored where', 'censored below', 'censored above', 'censored to'];
  return ['and', 'or'];
}

/** The call of which an argument begins at the end. */
function calleeOf(
  statement: Statement,
  inner: { readonly i: number; readonly last: number } | undefined,
): { readonly name: string; readonly place: CallPlace } | null {
  const { tokens } = statement;
  const callee = inner === undefined ? undefined : tokens[inner.i - 1];
  const isCall =
    callee !== undefined && tokens[inner!.i]!.tokenType === t.LParen && tokenMatcher(callee, t.Callee);
  if (!isCall || inner!.last !== tokens.length - 1) return null;
  return { name: callee.image, place: placeOfCall(statement, callee) };
}

function itemsAt(document: LayoutDocument, place: Place): CompletionItem[] {
  const { global, symbols } = symbolsOf(document);
  const named = (kinds: readonly SymbolKind[]) =>
    symbols.filter((each) => kinds.includes(each.kind)).map((each) => nameItem(document, each, false));
  switch (place.kind) {
    case 'none':
      return [];
    case 'statement': {
      const has = document.statements.some(({ first }) => first.tokenType === t.Layout);
      return Object.keys(statementForms)
        .filter((word) => (place.isInTable ? tableStatements.includes(word) : !has || word !== 'layout'))
        .map((word) => wordItem(word, statementForms[word]!, statementMeanings[word]!));
    }
    case 'distribution':
      return [
        ...builtInsOf(place.of).map(callItem),
        place.of === 'outcome'
          ? wordItem('mixture', 'mixture {p: …, not p: …}', '')
          : wordItem('choose', 'choose k { first: …, second: … }', ''),
      ];
    case 'annotation':
      return [...named(['unit']), ...place.words.map((word) => wordItem(word, '', ''))];
    case 'words':
      return place.words.map((word) => wordItem(word, '', ''));
    case 'names': {
      const indices = place.of === undefined ? [] : (global.get(place.of)?.indices ?? []);
      const items = named(place.kinds);
      // Those that the name is declared with come first.
      return items.sort((a, b) => Number(indices.includes(b.label)) - Number(indices.includes(a.label)));
    }
    case 'expression':
      return expressionItems(document, place);
  }
}

const IN_EXPRESSIONS: readonly SymbolKind[] = ['demand', 'latent', 'class', 'let', 'link', 'unit'];

function expressionItems(
  document: LayoutDocument,
  { statement, callee, isInRange }: Place & { readonly kind: 'expression' },
): CompletionItem[] {
  const { symbols } = symbolsOf(document);
  const { first } = statement;
  const link = first.tokenType === t.Link ? statement.tokens[1]?.image : undefined;
  const kinds: readonly SymbolKind[] =
    link !== undefined
      ? ['link', 'unit']
      : callee?.name === 'solve'
        ? [...IN_EXPRESSIONS, 'outcome']
        : IN_EXPRESSIONS;
  const own = statement.first.tokenType === t.LetKeyword ? statement.tokens[1]?.image : undefined;
  const names = symbols.filter(
    (each) =>
      (each.kind === 'parameter' ? each.owner === link : kinds.includes(each.kind)) &&
      each.name !== own &&
      each.name !== link,
  );
  const isOfStatistic = callee !== null && isStatistic(callee.name);
  const outcomes = isOfStatistic ? symbols.filter(({ kind }) => kind === 'outcome') : [];
  return [
    ...argumentItems(document, callee),
    ...[...names, ...outcomes].map((each) => nameItem(document, each, true)),
    ...builtInsOf('expression')
      .filter(({ name }) =>
        name === 'previous'
          ? tokenMatcher(first, t.LatentKeyword)
          : name !== 'solve' || first.tokenType === t.ReportKeyword,
      )
      .map(callItem),
    wordItem('not', 'not p', '1 − p.'),
    ...(isInRange ? [wordItem('inf', 'in [0, inf]', 'An open side of the range.')] : []),
    wordItem('choose', 'choose k { first: 1, second: 2 }', 'Alternatives, of which one is selected.'),
  ];
}

/** The names of arguments; those that have a default, or can be given by name alone, come first. */
function argumentItems(
  document: LayoutDocument,
  callee: { readonly name: string; readonly place: CallPlace } | null,
): CompletionItem[] {
  if (callee === null || callee.name === 'solve') return [];
  const { signatures } = signaturesOf(document, callee.name, callee.place);
  const parameters = new Map(
    signatures
      .filter(({ repeats }) => !repeats)
      .flatMap((each) => each.parameters)
      .sort((a, b) => Number(b.label.includes('=')) - Number(a.label.includes('=')))
      .map((each) => [each.name, each]),
  );
  return [...parameters.values()].map(({ name, label, documentation }) => ({
    ...{ label: `${name} =`, kind: 'argument', detail: label, insert: `${name} = ` },
    explanation: documentation === '' ? null : { code: label, paragraphs: [documentation] },
  }));
}

function nameItem(document: LayoutDocument, symbol: LayoutSymbol, isRead: boolean): CompletionItem {
  const type = typeOf(document, symbol);
  const annotation = type === null ? null : annotationOf(type);
  const { name, kind, indices } = symbol;
  const index = isRead && indices.length > 0 ? `[${indices.join(', ')}]` : '';
  // A unit may have the name of a function, which is then followed by no parenthesis.
  const insert = isRead && kind === 'link' && !isFunctionName(name) ? `${name}(` : `${name}${index}`;
  return {
    ...{ label: name, kind, insert },
    detail: `${kind}${annotation === null ? '' : ` : ${annotation}`}`,
    explanation: describeSymbol(document, symbol),
  };
}

function callItem(builtIn: BuiltIn): CompletionItem {
  const { kind, name, signatures } = builtIn;
  return {
    ...{ label: name, insert: `${name}(`, detail: signatures[0]!.label },
    kind: kind === 'outcome' ? 'outcome distribution' : kind,
    explanation: describeBuiltIn(builtIn),
  };
}

function wordItem(word: string, form: string, meaning: string): CompletionItem {
  const explanation = meaning === '' ? null : { code: form, paragraphs: [meaning] };
  return { label: word, kind: 'keyword', detail: form, explanation, insert: word };
}
