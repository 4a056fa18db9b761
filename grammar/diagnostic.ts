/** A diagnostic: where a mistake is, what is wrong, and what to do about it. */
import type { Span } from './source.ts';

/** A second place that a message refers to, such as the declaration that a unit comes from. */
export interface Note {
  readonly span: Span;
  readonly message: string;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A stable kebab-case name for the kind of mistake, such as `unknown-name`. */
  readonly code: string;
  /** The underlined place. */
  readonly span: Span;
  /** One sentence that says what is wrong, in the language's own words. */
  readonly message: string;
  /** One sentence that says what to write instead. */
  readonly remedy: string;
  readonly notes?: readonly Note[];
}
