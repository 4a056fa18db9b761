/**
 * What to do about a mistake: in words, and as changes of the text where one change is meant. Both are made here from one
 * fact, so that an editor writes what the words say.
 */
import { quote } from './quote.ts';
import type { Span } from './source.ts';

/** Text in place of a span; an empty span inserts. A span of null is a new line below the layout's name. */
export interface TextEdit {
  readonly span: Span | null;
  readonly text: string;
}

export interface Remedy {
  /** One sentence or two. */
  readonly words: string;
  readonly edits: readonly TextEdit[];
}

/** The right name for a misspelt one; the words in between, such as `its parameter`, are optional. */
export function nameMeant(span: Span, name: string, what = ''): Remedy {
  return { words: `Did you mean ${what}${quote(name)}?`, edits: [{ span, text: name }] };
}

/** What to write in place of the span. `rest` continues the sentence. */
export function writeInstead(span: Span, text: string, rest = ''): Remedy {
  return { words: `Write ${quote(text)}${rest}.`, edits: [{ span, text }] };
}

/** A statement to add below the layout's name; `{}` in the sentence stands for it. */
export function declareFirst(statement: string, sentence = 'Declare it with {}.'): Remedy {
  return { words: sentence.replace('{}', quote(statement)), edits: [{ span: null, text: statement }] };
}

/** A sentence, and the edit that does what it says, or what its first half says. */
export function inWords(words: string, span: Span, text = ''): Remedy {
  return { words, edits: [{ span, text }] };
}
