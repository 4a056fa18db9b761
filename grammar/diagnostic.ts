/** A diagnostic: where a mistake is, what is wrong, and what to do about it; and the log that collects those of a phase, up to a limit. */

import { MAX_DIAGNOSTICS } from './limits.ts';
import type { Remedy, TextEdit } from './remedy.ts';
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
  /** The remedy as changes of the text, which belong together; absent if it leaves a choice. */
  readonly edits?: readonly TextEdit[];
  readonly notes?: readonly Note[];
}

/** The diagnostics of one phase. Past the limit it reports once that there are more, and is then `full`. */
export class DiagnosticLog {
  readonly #diagnostics: Diagnostic[] = [];
  #errors = 0;

  /** True when nothing more will be reported, so callers can skip composing messages. */
  get full(): boolean {
    return this.#diagnostics.length > MAX_DIAGNOSTICS;
  }

  /** The number of errors so far. */
  get errors(): number {
    return this.#errors;
  }

  error(
    code: string,
    span: Span,
    message: string,
    remedy: string | Remedy,
    notes: readonly Note[] = [],
  ): void {
    this.#errors += 1;
    this.#add(diagnosticOf('error', code, span, message, remedy, notes));
  }

  /** Reports a warning once, even when the body of a link is checked for several calls. */
  warning(
    code: string,
    span: Span,
    message: string,
    remedy: string | Remedy,
    notes: readonly Note[] = [],
  ): void {
    const isSaid = (each: Diagnostic) =>
      each.code === code && each.span.start === span.start && each.message === message;
    if (this.#diagnostics.some(isSaid)) return;
    this.#add(diagnosticOf('warning', code, span, message, remedy, notes));
  }

  /** All diagnostics, in source order. */
  sorted(): Diagnostic[] {
    return [...this.#diagnostics].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  }

  #add(diagnostic: Diagnostic): void {
    if (this.full) return;
    if (this.#diagnostics.length < MAX_DIAGNOSTICS) {
      this.#diagnostics.push(diagnostic);
      return;
    }
    this.#diagnostics.push({
      severity: 'error',
      code: 'too-many-mistakes',
      span: diagnostic.span,
      message: `There are more than ${MAX_DIAGNOSTICS} mistakes; the rest are not shown.`,
      remedy: 'Fix the first ones and run again.',
    });
    this.#errors += 1;
  }
}

function diagnosticOf(
  severity: Diagnostic['severity'],
  code: string,
  span: Span,
  message: string,
  remedy: string | Remedy,
  notes: readonly Note[],
): Diagnostic {
  const given = typeof remedy === 'string' ? { remedy } : { remedy: remedy.words, edits: remedy.edits };
  return { severity, code, span, message, ...given, ...(notes.length > 0 ? { notes } : {}) };
}
