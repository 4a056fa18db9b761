/** The names of a layout: where each is declared, and every place at which it is written, also in statements with mistakes. */
import { type IToken, tokenMatcher } from 'chevrotain';
import { pieceKind } from '../grammar/highlight.ts';
import type { Span } from '../grammar/source.ts';
import { closers, openers, type Statement, spanOf } from '../grammar/statements.ts';
import type { BrokenStatement, DeclarationSyntax, Name } from '../grammar/syntax.ts';
import * as t from '../grammar/tokens.ts';
import type { LayoutDocument } from './layout-document.ts';

export type SymbolKind =
  | 'layout'
  | 'unit'
  | 'demand'
  | 'category'
  | 'dimension'
  | 'dimension value'
  | 'class'
  | 'latent'
  | 'let'
  | 'link'
  | 'parameter'
  | 'outcome'
  | 'report'
  | 'table'
  | 'choice'
  | 'alternative';

export interface LayoutSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The link of a parameter, the choice of an alternative, the dimension of a value, the category of a column; else null. */
  readonly owner: string | null;
  /** The names in its declared brackets. */
  readonly indices: readonly string[];
  /** The places that declare it: usually one. A category may be named again in a table. */
  readonly declared: readonly Span[];
  /** The statement that declares it; null if it could not be read. */
  readonly declaration: DeclarationSyntax | null;
}

/** A place at which a name is written. */
export interface NameOccurrence {
  readonly span: Span;
  readonly symbol: LayoutSymbol;
  readonly isDeclaration: boolean;
}

export interface SymbolTable {
  /** By name: all that any statement may name. */
  readonly global: ReadonlyMap<string, LayoutSymbol>;
  /** All of them, in the order of their declarations. */
  readonly symbols: readonly LayoutSymbol[];
  /** In source order. */
  readonly occurrences: readonly NameOccurrence[];
}

const tables = new WeakMap<LayoutDocument, SymbolTable>();

/** The names of a layout; found once per document. */
export function symbolsOf(document: LayoutDocument): SymbolTable {
  const known = tables.get(document);
  if (known !== undefined) return known;
  const table = findSymbols(document);
  tables.set(document, table);
  return table;
}

/** The name that an offset is in or at the end of; null if there is none. */
export function occurrenceAt(document: LayoutDocument, offset: number): NameOccurrence | null {
  const { occurrences } = symbolsOf(document);
  return occurrences.find(({ span }) => span.start <= offset && offset <= span.end) ?? null;
}

/** Every place at which a symbol is written. */
export function occurrencesOf(document: LayoutDocument, symbol: LayoutSymbol): readonly NameOccurrence[] {
  return symbolsOf(document).occurrences.filter((each) => each.symbol === symbol);
}

/** The statement that an offset is in; null between statements. */
export function statementAt({ statements }: LayoutDocument, offset: number): Statement | null {
  return statements.find(({ span }) => span.start <= offset && offset <= span.end) ?? null;
}

function findSymbols(document: LayoutDocument): SymbolTable {
  const { syntax } = document.analysis;
  const global = new Map<string, LayoutSymbol>();
  const declare = (symbol: Omit<LayoutSymbol, 'declared' | 'owner'> & { owner?: string }, span: Span) => {
    const known = global.get(symbol.name);
    if (known === undefined) global.set(symbol.name, { owner: null, ...symbol, declared: [span] });
    else global.set(symbol.name, { ...known, declared: [...known.declared, span] });
  };
  for (const declaration of syntax?.declarations ?? []) declareNames(declaration, declare);
  for (const broken of syntax?.broken ?? []) declareBroken(broken, declare);
  const local: Locals = new Map();
  for (const statement of document.statements) localsOf(statement, local);
  const occurrences = document.statements.flatMap((statement) => readNames(statement, global, local));
  return { global, symbols: [...global.values(), ...new Set(local.values())].sort(inOrder), occurrences };
}

function inOrder(a: LayoutSymbol, b: LayoutSymbol): number {
  return a.declared[0]!.start - b.declared[0]!.start;
}

type Declare = (symbol: Omit<LayoutSymbol, 'declared' | 'owner'> & { owner?: string }, span: Span) => void;

function declareNames(declaration: DeclarationSyntax, declare: Declare): void {
  const add = (kind: SymbolKind, { text, span }: Name, indices: readonly string[] = [], owner?: string) =>
    declare({ kind, name: text, indices, declaration, ...(owner === undefined ? {} : { owner }) }, span);
  switch (declaration.kind) {
    case 'unit':
      for (const name of declaration.names) add('unit', name);
      return;
    case 'demand':
    case 'latent':
      for (const [i, name] of declaration.names.entries())
        add(declaration.kind, name, indexNames(declaration.indices[i] ?? null));
      return;
    case 'category':
      for (const name of declaration.names) add('category', name);
      for (const name of declaration.columns ?? []) add('category', name, [], declaration.names[0]!.text);
      return;
    case 'dimension':
      add('dimension', declaration.name);
      return;
    case 'class':
      add('class', declaration.name, indexNames(declaration.index));
      for (const { name } of declaration.states) add('class', name, indexNames(declaration.index));
      return;
    case 'let':
    case 'link':
      add(declaration.kind, declaration.name);
      return;
    case 'observe':
      for (const name of [declaration.choice, declaration.outcome]) if (name !== null) add('outcome', name);
      return;
    case 'report':
      add('report', declaration.name, indexNames(declaration.index));
      return;
    case 'factor':
    case 'table':
      return;
  }
}

function indexNames(index: (Name & { readonly further?: readonly Name[] }) | null): string[] {
  return index === null ? [] : [index.text, ...(index.further ?? []).map(({ text }) => text)];
}

const LATENTS: ReadonlySet<string> = new Set(['capability', 'bias', 'robustness', 'propensity', 'param']);
const KINDS: ReadonlySet<string> = new Set([
  ...['unit', 'demand', 'category', 'dimension', 'class', 'let', 'link', 'report'],
]);

/** What the names of an unreadable statement seem to be. */
function declareBroken({ keyword, names }: BrokenStatement, declare: Declare): void {
  const kind = LATENTS.has(keyword) ? 'latent' : keyword === 'observe' ? 'outcome' : keyword;
  if (!KINDS.has(kind) && kind !== 'latent' && kind !== 'outcome') return;
  const declaredNames = kind === 'let' || kind === 'link' || kind === 'report' ? names.slice(0, 1) : names;
  for (const { text, span } of declaredNames)
    declare({ kind: kind as SymbolKind, name: text, indices: [], declaration: null }, span);
}

/** What a bracket encloses, as far as names are concerned. */
type Bracket =
  | { readonly kind: 'call'; readonly callee: string }
  | { readonly kind: 'index'; readonly of: string | null }
  | { readonly kind: 'choice'; readonly choice: string }
  | { readonly kind: 'levels' | 'group' };

/** The names in a statement. Choices, their alternatives and the names of tables are added to `local`. */
function readNames(
  statement: Statement,
  global: ReadonlyMap<string, LayoutSymbol>,
  local: Locals,
): NameOccurrence[] {
  const { tokens, first } = statement;
  const found: NameOccurrence[] = [];
  const brackets: Bracket[] = [];
  let hasTilde = false;
  for (const [i, token] of tokens.entries()) {
    if (token.tokenType === t.Tilde) hasTilde = true;
    const symbol = isNameHere(token, first)
      ? meaningOfName({ statement, i, inside: brackets.at(-1), global, local })
      : undefined;
    if (symbol !== undefined)
      found.push({ span: spanOf(token), symbol, isDeclaration: isDeclaredAt(symbol, token) });
    if (openers.has(token.tokenType)) brackets.push(bracketOf(token, i, { tokens, first }, hasTilde));
    if (closers.has(token.tokenType)) brackets.pop();
  }
  return found;
}

/** Symbols that are known only with their owner, by `localKey`; without an owner, the first of that kind and name. */
type Locals = Map<string, LayoutSymbol>;

function localKey(kind: SymbolKind, owner: string | null, name: string): string {
  return `${kind} ${owner ?? ''} ${name}`;
}

/** Whether a token is a name in a statement: inside one, `demand` may be a parameter. */
function isNameHere(token: IToken, first: IToken): boolean {
  return t.isName(token) || (token.tokenType === t.DemandKeyword && token !== first);
}

/** A name in a statement, with what is known of its place. */
interface NamePlace {
  readonly statement: Statement;
  readonly i: number;
  readonly inside: Bracket | undefined;
  readonly global: ReadonlyMap<string, LayoutSymbol>;
  readonly local: Locals;
}

/** What a name stands for; undefined for a function of the language, a level, and a name that is not declared. */
function meaningOfName({ statement, i, inside, global, local }: NamePlace): LayoutSymbol | undefined {
  const { tokens, first } = statement;
  const token = tokens[i]!;
  const [previous, next] = [tokens[i - 1], tokens[i + 1]];
  const { image: name } = token;
  if (inside?.kind === 'levels') return undefined;
  if (i === 1 && first.tokenType === t.Layout) return localSymbol('layout', token, null, local);
  if (i === 1 && first.tokenType === t.TableKeyword) return localSymbol('table', token, null, local);
  if (previous?.tokenType === t.Choose) return localSymbol('choice', token, null, local);
  const isFirst = previous !== undefined && [t.LParen, t.LBrace, t.Comma].includes(previous.tokenType);
  if (inside?.kind === 'choice' && isFirst && next?.tokenType === t.Colon)
    return localSymbol('alternative', token, inside.choice, local);
  if (first.tokenType === t.DimensionKeyword && i > 1)
    return localSymbol('dimension value', token, tokens[1]!.image, local);
  if (pieceKind(token, next) === 'word') return undefined;
  if (inside?.kind === 'call' && isFirst && next?.tokenType === t.Equals) {
    if (inside.callee === 'solve') return global.get(name);
    const link = global.get(inside.callee);
    return link?.kind === 'link' ? parameterOf(link.name, name, local) : undefined;
  }
  const parameter = first.tokenType === t.Link ? parameterOf(tokens[1]?.image, name, local) : undefined;
  if (parameter !== undefined) return parameter;
  const known = global.get(name);
  if (next?.tokenType === t.LParen && !isDeclaredAt(known, token))
    return known?.kind === 'link' ? known : undefined;
  return (inside?.kind === 'index' && dimensionValue(name, inside.of, global, local)) || known;
}

/** A symbol that has a meaning only together with its owner; added to `local` where it is first written. */
function localSymbol(kind: SymbolKind, token: IToken, owner: string | null, local: Locals): LayoutSymbol {
  const key = localKey(kind, owner, token.image);
  const known = local.get(key);
  if (known !== undefined) return known;
  const symbol: LayoutSymbol = {
    ...{ kind, name: token.image, owner, indices: [], declaration: null },
    declared: [spanOf(token)],
  };
  local.set(key, symbol);
  const ofAny = localKey(kind, null, token.image);
  if (!local.has(ofAny)) local.set(ofAny, symbol);
  return symbol;
}

function parameterOf(link: string | undefined, name: string, local: Locals): LayoutSymbol | undefined {
  return local.get(localKey('parameter', link ?? '', name));
}

function isDeclaredAt(symbol: LayoutSymbol | undefined, token: IToken): boolean {
  return symbol?.declared.some(({ start }) => start === token.startOffset) === true;
}

function bracketOf(
  token: IToken,
  i: number,
  { tokens, first }: Pick<Statement, 'tokens' | 'first'>,
  hasTilde: boolean,
): Bracket {
  const [before, last] = [tokens[i - 2], tokens[i - 1]];
  if (token.tokenType === t.LParen)
    return last !== undefined && tokenMatcher(last, t.Callee)
      ? { kind: 'call', callee: last.image }
      : { kind: 'group' };
  if (token.tokenType === t.LBracket)
    return { kind: 'index', of: last !== undefined && t.isName(last) ? last.image : null };
  if (before?.tokenType === t.Choose) return { kind: 'choice', choice: last!.image };
  const listsLevels = first.tokenType === t.CategoryKeyword || (first.tokenType === t.Observe && !hasTilde);
  return { kind: last?.tokenType === t.In && listsLevels ? 'levels' : 'group' };
}

/** The parameters of a link's declaration, and the values of a dimension's, which statements above it may name too. */
function localsOf({ tokens, first }: Statement, local: Locals): void {
  const owner = tokens[1]?.image;
  if (owner === undefined) return;
  if (first.tokenType === t.DimensionKeyword) {
    for (const token of tokens.slice(2))
      if (t.isName(token)) localSymbol('dimension value', token, owner, local);
  }
  if (first.tokenType !== t.Link) return;
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (openers.has(token.tokenType)) depth++;
    if (closers.has(token.tokenType) && --depth === 0) break;
    const previous = tokens[i - 1]?.tokenType;
    const isFirst = i > 2 && (previous === t.LParen || previous === t.Comma);
    if (depth === 1 && isFirst && isNameHere(token, tokens[0]!))
      localSymbol('parameter', token, owner, local);
  }
}

/** The value of a dimension in brackets: of a dimension that the name before them is declared with, if there is one. */
function dimensionValue(
  name: string,
  of: string | null,
  global: ReadonlyMap<string, LayoutSymbol>,
  local: Locals,
): LayoutSymbol | undefined {
  const indices = of === null ? [] : (global.get(of)?.indices ?? []);
  for (const dimension of indices) {
    const value = local.get(localKey('dimension value', dimension, name));
    if (value !== undefined) return value;
  }
  return local.get(localKey('dimension value', null, name));
}
