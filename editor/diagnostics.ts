/** The mistakes of a layout, in the words of the command, and the changes of the text that mend them. */
import type { Diagnostic } from '../grammar/diagnostic.ts';
import type { TextEdit } from '../grammar/remedy.ts';
import type { Span } from '../grammar/source.ts';
import { endOfLine, type LayoutDocument, startOfLine } from './layout-document.ts';

/** Text in place of a span. An empty span inserts. */
export interface Change {
  readonly span: Span;
  readonly text: string;
}

/** A change that an editor offers. */
export interface Fix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  /** They belong together, and none overlaps another. */
  readonly changes: readonly Change[];
}

/** All errors and warnings, in source order: those of `theodolite check`. */
export function diagnosticsOf({ analysis }: LayoutDocument): readonly Diagnostic[] {
  return analysis.diagnostics;
}

/** What the command prints of a mistake below the source: the sentence, and the remedy. */
export function diagnosticText({ message, remedy }: Diagnostic): string {
  return `${message}\n${remedy}`;
}

/** The fixes of the diagnostics that touch a span. A diagnostic whose remedy leaves a choice has none. */
export function fixesAt(document: LayoutDocument, { start, end }: Span): Fix[] {
  return diagnosticsOf(document)
    .filter(({ span }) => span.start <= end && start <= span.end)
    .flatMap((diagnostic) => fixOf(document, diagnostic) ?? []);
}

/** The change that a diagnostic's remedy asks for; null if it leaves a choice. */
export function fixOf(document: LayoutDocument, diagnostic: Diagnostic): Fix | null {
  const { edits = [] } = diagnostic;
  if (edits.length === 0) return null;
  const changes = edits.map((edit) => changeOf(document, edit));
  return { title: titleOf(document, edits[0]!), diagnostic, changes };
}

/** A text with changes, of which none overlaps another. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  return [...changes]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce(
      (changed, { span, text: put }) => changed.slice(0, span.start) + put + changed.slice(span.end),
      text,
    );
}

const LONGEST = 60;

function titleOf({ text }: LayoutDocument, { span, text: put }: TextEdit): string {
  const shown = (words: string) => {
    const line = words.trim().replaceAll(/\s+/g, ' ');
    return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}\``;
  };
  if (span === null) return `Declare ${shown(put)}`;
  if (put.trim() === '')
    return put === '' ? `Remove ${shown(text.slice(span.start, span.end))}` : 'Begin a new line';
  return span.start === span.end ? `Insert ${shown(put)}` : `Write ${shown(put)}`;
}

function changeOf(document: LayoutDocument, { span, text: put }: TextEdit): Change {
  const { text } = document;
  if (span === null) return newStatement(document, put);
  const isStatement = put === '' && document.statements.some((each) => sameSpan(each.span, span));
  return isStatement
    ? { span: wholeLines(document, span), text: '' }
    : { span, text: spaced(text, span, put) };
}

/** An insertion that would join the word before it, or the one after it, gets a space. */
function spaced(text: string, { start, end }: Span, put: string): string {
  const joins = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && /\w/.test(a) && /\w/.test(b);
  const before = start > 0 && joins(text[start - 1], put[0]) ? ' ' : '';
  const after = joins(put.at(-1), text[end]) ? ' ' : '';
  return `${before}${put}${after}`;
}

function sameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** The lines of a statement with its documentation above, if nothing else is on them. */
function wholeLines({ text, comments }: LayoutDocument, span: Span): Span {
  const begin = startOfLine(text, span.start);
  const end = endOfLine(text, span.end);
  if (text.slice(begin, span.start).trim() !== '' || text.slice(span.end, end).trim() !== '') return span;
  let start = begin;
  for (const comment of [...comments].reverse()) {
    const from = startOfLine(text, comment.start);
    const isAbove =
      comment.isDocumentation && comment.end < start && text.slice(comment.end, start).trim() === '';
    if (isAbove && text.slice(from, comment.start).trim() === '') start = from;
  }
  const next = /^(?:\r\n|\n|\r)/.exec(text.slice(end));
  return { start, end: end + (next?.[0].length ?? 0) };
}

/** A statement on a line of its own below the `layout` line, or at the beginning of a text without one. */
function newStatement({ statements, text }: LayoutDocument, statement: string): Change {
  const units = statements.filter(({ first }) => first.image === statement.split(' ')[0]);
  const above = units.at(-1) ?? statements.find(({ first }) => first.image === 'layout');
  if (above === undefined) return { span: { start: 0, end: 0 }, text: `${statement}\n` };
  const at = endOfLine(text, above.span.end);
  return { span: { start: at, end: at }, text: `\n${units.length > 0 ? '' : '\n'}${statement}` };
}
