/** The calls in a layout that is being written: where a name is called, and which argument an offset is in. */
import { type IToken, tokenMatcher } from 'chevrotain';
import { signatureOf } from '../compiler/check/functions.ts';
import { closers, openers, type Statement, spanOf } from '../grammar/statements.ts';
import * as t from '../grammar/tokens.ts';
import { builtInOf, type CallPlace, type CallSignature, linkSignature } from './built-ins.ts';
import { isInComment, type LayoutDocument } from './layout-document.ts';
import { symbolsOf } from './symbols.ts';

/** Where a name is called: directly behind the `~` of a statement, or as an alternative there, it is a distribution. */
export function placeOfCall(statement: Statement | null, callee: IToken): CallPlace {
  if (statement === null) return 'expression';
  const { tokens, first } = statement;
  const at = tokens.indexOf(callee);
  const isLatent = tokenMatcher(first, t.LatentKeyword);
  if (!isLatent && first.tokenType !== t.Observe && first.tokenType !== t.ClassKeyword) return 'expression';
  const place = isLatent ? 'prior' : 'outcome';
  const tilde = tokens.findIndex(({ tokenType }) => tokenType === t.Tilde);
  if (at === tilde + 1 && tilde >= 0) return place;
  // The alternatives of `~ choose k { first: uniform(0, 1), … }`, and the components of `~ mixture {p: exponential(1), … }`.
  const isListed = [t.Choose, t.MixtureWord].some((word) => tokens[tilde + 1]?.tokenType === word);
  const isAlternative = isListed && tokens[at - 1]?.tokenType === t.Colon;
  return isAlternative && tilde >= 0 && at > tilde ? place : 'expression';
}

/** A call that is being written. */
export interface OpenCall {
  readonly callee: IToken;
  readonly place: CallPlace;
  /** The index of the argument, by the commas before the offset. */
  readonly argument: number;
  /** The name of the argument, if it has one. */
  readonly name: string | null;
}

/** The innermost call whose parentheses an offset is in; null outside of calls. */
export function callAt({ statements }: LayoutDocument, offset: number): OpenCall | null {
  const statement = statements.findLast(({ span }) => span.start < offset);
  if (statement === undefined) return null;
  const open: { readonly token: IToken; readonly i: number; argument: number; name: string | null }[] = [];
  for (const [i, token] of statement.tokens.entries()) {
    if (token.startOffset >= offset) break;
    const inner = open.at(-1);
    if (openers.has(token.tokenType)) open.push({ token, i, argument: 0, name: null });
    else if (closers.has(token.tokenType) && spanOf(token).end <= offset) open.pop();
    else if (token.tokenType === t.Comma && inner !== undefined) {
      inner.argument++;
      inner.name = null;
    } else if (token.tokenType === t.Equals && inner !== undefined) {
      inner.name = statement.tokens[i - 1]?.image ?? null;
    }
  }
  const { tokens } = statement;
  const inner = open.findLast(
    ({ token, i }) =>
      token.tokenType === t.LParen &&
      i > 1 &&
      tokenMatcher(tokens[i - 1]!, t.Callee) &&
      tokens[i - 2] !== undefined,
  );
  if (inner === undefined || isLinkHead(statement, inner.i)) return null;
  const callee = tokens[inner.i - 1]!;
  return { callee, place: placeOfCall(statement, callee), argument: inner.argument, name: inner.name };
}

/** The parentheses of `link f(a, b)` declare parameters. */
function isLinkHead({ first }: Statement, i: number): boolean {
  return first.tokenType === t.Link && i === 2;
}

/** The ways to write a call of this name in a place; empty if nothing of that name may be called there. */
export function signaturesOf(
  document: LayoutDocument,
  name: string,
  place: CallPlace,
): { readonly signatures: readonly CallSignature[]; readonly documentation: string } {
  const link = symbolsOf(document).global.get(name);
  if (link?.declaration?.kind === 'link') {
    const signature = signatureOf(link.declaration);
    const parameters = 'parameters' in signature ? signature.parameters : [];
    return { signatures: [linkSignature(name, parameters)], documentation: link.declaration.doc ?? '' };
  }
  return builtInOf(name, place) ?? { signatures: [], documentation: '' };
}

export interface SignatureHelpText {
  readonly signatures: readonly CallSignature[];
  readonly documentation: string;
  /** The index of the signature that is being written. */
  readonly active: number;
  /** The index of its parameter; null if there is none for this argument. */
  readonly parameter: number | null;
}

/** The signatures of the call that an offset is in, and the parameter of the argument there. */
export function signatureHelpAt(document: LayoutDocument, offset: number): SignatureHelpText | null {
  if (isInComment(document, offset)) return null;
  const call = callAt(document, offset);
  if (call === null) return null;
  const { signatures, documentation } = signaturesOf(document, call.callee.image, call.place);
  if (signatures.length === 0) return null;
  const { name } = call;
  const withName = signatures.findIndex(({ parameters }) => parameters.some((each) => each.name === name));
  const active = Math.max(0, withName);
  const { parameters, repeats } = signatures[active]!;
  const byName = parameters.findIndex((each) => each.name === name);
  const last = parameters.length - 1;
  const byPlace = repeats ? Math.min(call.argument, last) : call.argument <= last ? call.argument : null;
  return { signatures, documentation, active, parameter: byName >= 0 ? byName : byPlace };
}
