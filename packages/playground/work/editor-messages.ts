/** The messages between the page and the worker that reads layouts as they are written. All places are offsets of UTF-16 units. */
import type { Change, Completions, HoverText, SignatureHelpText } from '../../../editor/index.ts';
import type { SemanticToken } from '../../../editor/semantic-tokens.ts';

/** A mistake, in the words of the command. */
export interface LayoutProblem {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
  /** Null if the remedy leaves a choice. */
  readonly fix: { readonly title: string; readonly changes: readonly Change[] } | null;
}

/** A column that a layout reads from its main table. */
export interface LayoutColumn {
  readonly name: string;
  readonly kind: 'demand' | 'category' | 'outcome';
}

/** What is known of a text as soon as it is read. */
export interface ReadLayout {
  readonly problems: readonly LayoutProblem[];
  readonly tokens: readonly SemanticToken[];
  readonly columns: readonly LayoutColumn[];
  /** The names of the tables beside the main one. */
  readonly tables: readonly string[];
}

/** What the page may ask of a text, and what it is answered. */
export interface EditorAnswers {
  readonly read: ReadLayout;
  readonly hover: HoverText | null;
  readonly completions: Completions;
  readonly signature: SignatureHelpText | null;
  readonly definition: number | null;
  /** Null for a text that cannot be parsed. */
  readonly format: readonly Change[] | null;
}

export interface EditorTask<Asked extends keyof EditorAnswers = keyof EditorAnswers> {
  readonly id: number;
  readonly asked: Asked;
  readonly text: string;
  readonly offset: number;
}

export interface EditorAnswer {
  readonly id: number;
  readonly answer: EditorAnswers[keyof EditorAnswers];
}
