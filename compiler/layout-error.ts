/** The error that `compile` throws for a layout with mistakes. */
import type { Diagnostic } from '../grammar/diagnostic.ts';
import { renderDiagnostics } from '../grammar/render-diagnostics.ts';
import type { Source } from '../grammar/source.ts';

/** All independent mistakes of a layout; `message` is their rendered text. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
  readonly diagnostics: readonly Diagnostic[];
  readonly source: Source;

  constructor(source: Source, diagnostics: readonly Diagnostic[]) {
    super(renderDiagnostics(source, diagnostics));
    this.source = source;
    this.diagnostics = diagnostics;
  }
}
