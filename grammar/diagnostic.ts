/** What a phase has to say to the author: a place, what is wrong there, and what to do about it. */
import type { Span } from './source.ts';

/** A second place that a message refers to, such as where a unit came from. */
export interface Note {
  readonly span: Span;
  readonly message: string;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A stable kebab-case name of the kind of mistake, such as `unknown-name`. */
  readonly code: string;
  /** The place that is underlined. */
  readonly span: Span;
  /** One sentence of what is wrong, in the language's own words. */
  readonly message: string;
  /** One sentence of what to write instead. */
  readonly remedy: string;
  readonly notes?: readonly Note[];
}
