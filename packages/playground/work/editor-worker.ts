/** The worker that answers for the editor of the page: the services of `editor`, on the text that it is sent. */
import {
  completionsAt,
  definitionAt,
  diagnosticsOf,
  fixOf,
  formatDocument,
  hoverAt,
  type LayoutDocument,
  readDocument,
  semanticTokensOf,
  signatureHelpAt,
} from '../../../editor/index.ts';
import { type LayoutSymbol, symbolsOf } from '../../../editor/symbols.ts';
import type { EditorAnswer, EditorAnswers, EditorTask, LayoutColumn, ReadLayout } from './editor-messages.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<EditorTask>) => void) | null;
  postMessage(message: EditorAnswer): void;
}

const page = globalThis as unknown as WorkerScope;

/** The last text that was read, since several questions are about one. */
let last: LayoutDocument | null = null;

function documentOf(text: string): LayoutDocument {
  if (last?.text !== text) last = readDocument(text);
  return last;
}

const ANSWERS: {
  readonly [Asked in keyof EditorAnswers]: (document: LayoutDocument, offset: number) => EditorAnswers[Asked];
} = {
  read: readLayout,
  hover: hoverAt,
  completions: completionsAt,
  signature: signatureHelpAt,
  definition: (document, offset) => definitionAt(document, offset)[0]?.start ?? null,
  format: formatDocument,
};

function readLayout(document: LayoutDocument): ReadLayout {
  const { symbols } = symbolsOf(document);
  const outside = symbols.filter(({ declaration }) => declaration?.table === undefined);
  return {
    problems: diagnosticsOf(document).map((diagnostic) => {
      const { span, severity, message, remedy } = diagnostic;
      const fix = fixOf(document, diagnostic);
      return {
        ...{ start: span.start, end: span.end, severity, message, remedy },
        line: document.text.slice(0, span.start).split('\n').length,
        fix: fix && { title: fix.title, changes: fix.changes },
      };
    }),
    tokens: semanticTokensOf(document),
    columns: outside.flatMap(columnsOf),
    tables: symbols.filter(({ kind }) => kind === 'table').map(({ name }) => name),
  };
}

page.onmessage = ({ data: { id, asked, text, offset } }) =>
  page.postMessage({ id, answer: ANSWERS[asked](documentOf(text), offset) });

function columnsOf({ name, kind, declaration }: LayoutSymbol): LayoutColumn[] {
  if (kind === 'demand' || kind === 'outcome') return [{ name, kind }];
  if (kind !== 'category') return [];
  if (declaration?.kind !== 'category') return [{ name, kind }];
  // The levels of pairs follow from two other categories, and those of some categories from columns of other names.
  if (declaration.pairOf !== undefined) return [];
  return (declaration.columns ?? [{ text: name }]).map((column) => ({ name: column.text, kind }));
}
