/** A layout's diagnostics on stderr, with their source underlined. */
import colors from 'picocolors';
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import type { Source } from '../../grammar/source.ts';
import { noticeColor, printNotice } from '../terminal.ts';

export async function printDiagnostics(source: Source, diagnostics: readonly Diagnostic[]): Promise<void> {
  if (diagnostics.length === 0) return;
  const { renderDiagnostics } = await import('../../grammar/render-diagnostics.ts');
  const text = renderDiagnostics(source, diagnostics, { colours: colors.createColors(noticeColor()) });
  printNotice(text.endsWith('\n') ? text : `${text}\n`);
}
