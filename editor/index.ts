/**
 * The services of an editor: from a layout's text to plain data, whatever mistakes the text has. They know no protocol and
 * no platform; `editor/server` speaks the Language Server Protocol with them, and a page may call them itself.
 */
import { formatText } from '../grammar/format/format.ts';
import type { Change } from './diagnostics.ts';
import type { LayoutDocument } from './layout-document.ts';

export { type SignatureHelpText, signatureHelpAt } from './calls.ts';
export { type CompletionItem, type Completions, completionsAt } from './completion.ts';
export {
  applyChanges,
  type Change,
  diagnosticsOf,
  diagnosticText,
  type Fix,
  fixesAt,
  fixOf,
} from './diagnostics.ts';
export { type HoverText, hoverAt } from './hover.ts';
export { type InlayHintText, inlayHintsIn } from './inlay-hints.ts';
export { type LayoutDocument, readDocument } from './layout-document.ts';
export { definitionAt, type Renaming, referencesAt, renameAt, renamedAt } from './navigation.ts';
export { type OutlineEntry, outlineOf } from './outline.ts';
export {
  SEMANTIC_MODIFIERS,
  SEMANTIC_TYPES,
  type SemanticToken,
  semanticTokensOf,
} from './semantic-tokens.ts';
export type { LayoutSymbol, NameOccurrence, SymbolKind } from './symbols.ts';
export {
  NO_FACTS,
  type ReadWorkspace,
  type WorkspaceFacts,
  type WorkspaceSettings,
  workspaceSettings,
} from './workspace.ts';

/** The changes that give a layout its canonical form: none, or one of the whole text. Null if it cannot be parsed. */
export function formatDocument({ text }: LayoutDocument): readonly Change[] | null {
  const formatted = formatText({ name: 'layout.ml', text }).text;
  if (formatted === null) return null;
  return formatted === text ? [] : [{ span: { start: 0, end: text.length }, text: formatted }];
}
