/** What went wrong in the companion, as plain data from which Python makes an exception with the words of the command. */

import { EXIT, Failure } from '../../../cli/failure.ts';
import { LayoutMistakes } from '../../../cli/inputs/open-layout.ts';
import { FileError } from '../../../files/file-error.ts';
import { TableProblems } from '../../../files/tables/table-error.ts';
import type { Diagnostic } from '../../../grammar/diagnostic.ts';
import { renderDiagnostics } from '../../../grammar/render-diagnostics.ts';
import type { Source } from '../../../grammar/source.ts';
import { HostError } from '../../../module/host-error.ts';
import type { Problem } from '../../../module/problem-text.ts';

/** A diagnostic with its place: line and column count from 1. */
interface PlacedDiagnostic extends Pick<Diagnostic, 'severity' | 'code' | 'message' | 'remedy'> {
  readonly line: number;
  readonly column: number;
  /** The underlined text. */
  readonly underlined: string;
}

/** An error as plain data. */
export interface Told {
  /** That of a `HostError`; `layout` for mistakes in a layout, `usage` for a wrong argument, `writing` for
   * files that cannot be written, or `defect`. */
  readonly kind: string;
  readonly problems: readonly Problem[];
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** The diagnostics with the underlined source; empty without diagnostics. */
  readonly text: string;
  /** What the layout is called; absent for other errors. */
  readonly name?: string;
}

export function tell(error: unknown): Told {
  if (error instanceof LayoutMistakes) {
    const { source, diagnostics } = error;
    return { kind: 'layout', name: source.name, problems: [], ...diagnosticsIn(source, diagnostics) };
  }
  return { kind: kindOf(error), problems: problemsOf(error), diagnostics: [], text: '' };
}

/** Diagnostics with their places, and as text. */
export function diagnosticsIn(
  source: Source,
  diagnostics: readonly Diagnostic[],
): Pick<Told, 'diagnostics' | 'text'> {
  return {
    diagnostics: diagnostics.map(({ severity, code, message, remedy, span: { start, end } }) => {
      const lines = source.text.slice(0, start).split(/\r\n|\n|\r/);
      return {
        ...{ severity, code, message, remedy, underlined: source.text.slice(start, end) },
        ...{ line: lines.length, column: [...lines.at(-1)!].length + 1 },
      };
    }),
    text: diagnostics.length === 0 ? '' : renderDiagnostics(source, diagnostics),
  };
}

/** By exit status. */
const KINDS: Readonly<Record<number, string>> = { [EXIT.badUsage]: 'usage', [EXIT.cannotWrite]: 'writing' };

function kindOf(error: unknown): string {
  if (error instanceof HostError) return error.kind;
  if (error instanceof Failure) return KINDS[error.exitCode] ?? 'data';
  return error instanceof FileError || error instanceof TableProblems ? 'data' : 'defect';
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof Failure || error instanceof TableProblems) return error.problems;
  if (error instanceof HostError || error instanceof FileError)
    return [{ message: error.message, remedy: error.remedy }];
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [
    {
      message: `A defect in theodolite (${what.split('\n')[0]}).`,
      remedy: 'Report it with the layout and the data.',
    },
  ];
}
