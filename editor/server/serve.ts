/** The language server: the Language Server Protocol 3.17, spoken with the services of the editor over any pair of streams. */
import {
  CodeActionKind,
  type CompletionItem as CompletionEntry,
  CompletionItemKind,
  type Connection,
  createConnection,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentHighlightKind,
  type DocumentSymbol,
  ErrorCodes,
  InlayHintKind,
  type MarkupContent,
  MarkupKind,
  type MessageReader,
  type MessageWriter,
  type TextEdit as ProtocolEdit,
  SymbolKind as ProtocolSymbol,
  type Diagnostic as PublishedDiagnostic,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver/browser';
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import {
  type Change,
  type CompletionItem,
  completionsAt,
  definitionAt,
  diagnosticsOf,
  diagnosticText,
  fixesAt,
  formatDocument,
  type HoverText,
  hoverAt,
  inlayHintsIn,
  type LayoutDocument,
  NO_FACTS,
  type OutlineEntry,
  outlineOf,
  type ReadWorkspace,
  readDocument,
  referencesAt,
  renameAt,
  renamedAt,
  SEMANTIC_MODIFIERS,
  SEMANTIC_TYPES,
  type SymbolKind,
  semanticTokensOf,
  signatureHelpAt,
  workspaceSettings,
} from '../index.ts';
import { linePositions, type Positions } from './positions.ts';

/** A document that the client has open. */
interface OpenDocument {
  readonly document: LayoutDocument;
  readonly positions: Positions;
}

export interface ServerOptions {
  /** Of theodolite, for the client's information, where it is known. */
  readonly version?: string;
  /** Reads the table and the fit that the client's settings name; without it they are not read. */
  readonly readWorkspace?: ReadWorkspace;
}

/**
 * Answers requests until the client says `exit`, or its stream ends.
 *
 * @returns whether the client had asked for `shutdown` before, as the protocol requires
 */
export function serveLayouts(
  reader: MessageReader,
  writer: MessageWriter,
  options: ServerOptions = {},
): Promise<boolean> {
  const connection = createConnection(reader, writer);
  return new Promise((resolve) => {
    let isShutDown = false;
    answerRequests(connection, options);
    connection.onShutdown(() => {
      isShutDown = true;
    });
    const end = () => resolve(isShutDown);
    // Answers to earlier requests are still being written.
    connection.onExit(() => void setTimeout(end));
    reader.onClose(end);
    connection.listen();
  });
}

function answerRequests(connection: Connection, { version, readWorkspace }: ServerOptions): void {
  const open = new Map<string, OpenDocument>();
  let markup: MarkupKind = MarkupKind.PlainText;
  let root: string | null = null;
  /** The settings with which the client started the server. */
  let started = workspaceSettings(null);
  /** The same with those that it has sent since. */
  let settings = started;
  /** Whether the client is to be asked for its settings; others send them by themselves. */
  let asks = false;

  connection.onInitialize(({ capabilities, initializationOptions, workspaceFolders, rootUri }) => {
    root = workspaceFolders?.[0]?.uri ?? rootUri;
    started = workspaceSettings(initializationOptions);
    settings = started;
    asks = capabilities.workspace?.configuration === true;
    const formats = capabilities.textDocument?.hover?.contentFormat ?? [];
    if (formats.includes(MarkupKind.Markdown)) markup = MarkupKind.Markdown;
    return { capabilities: CAPABILITIES, serverInfo: { name: 'theodolite', ...(version && { version }) } };
  });

  const askSettings = async () => {
    // A client that says it can be asked, and then refuses, has said all it wants to say.
    const sent = await connection.workspace.getConfiguration('theodolite').catch(() => null);
    const found = workspaceSettings(sent);
    // What the client started the server with holds where its settings say nothing.
    settings = { table: found.table ?? started.table, fit: found.fit ?? started.fit };
  };
  connection.onInitialized(async () => {
    if (asks) await askSettings();
  });
  connection.onDidChangeConfiguration(async ({ settings: sent }) => {
    if (asks) await askSettings();
    else settings = workspaceSettings(sent);
  });

  const read = (uri: string, text: string, documentVersion: number) => {
    const name = decodeURIComponent(uri.split('/').at(-1) || 'layout.ml');
    const each = { document: readDocument(text, name), positions: linePositions(text) };
    open.set(uri, each);
    const diagnostics = diagnosticsOf(each.document).map((one) => published(one, uri, each));
    void connection.sendDiagnostics({ uri, version: documentVersion, diagnostics });
  };
  connection.onDidOpenTextDocument(({ textDocument: { uri, text, version: number } }) =>
    read(uri, text, number),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version: number }, contentChanges }) => {
    // The server asked for the whole text with each change.
    const last = contentChanges.at(-1);
    if (last !== undefined) read(uri, last.text, number);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    open.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  /** Answers null for a document that is not open. */
  const inDocument = <Params extends { readonly textDocument: { readonly uri: string } }, Answer>(
    answer: (each: OpenDocument, params: Params) => Answer,
  ) => {
    return (params: Params): Answer | null => {
      const each = open.get(params.textDocument.uri);
      return each === undefined ? null : answer(each, params);
    };
  };
  const marked = (text: Omit<HoverText, 'span'>): MarkupContent => ({
    kind: markup,
    value: markupText(text, markup),
  });

  connection.onHover(
    inDocument(async ({ document, positions }, { position }) => {
      const facts = (await readWorkspace?.(settings, root)) ?? NO_FACTS;
      const found = hoverAt(document, positions.offset(position), facts);
      return found === null ? null : { contents: marked(found), range: positions.range(found.span) };
    }),
  );
  connection.onCompletion(
    inDocument(({ document, positions }, { position }) => {
      const { span, items } = completionsAt(document, positions.offset(position));
      const range = positions.range(span);
      return items.map((item, index) => completionEntry(item, index, range, marked));
    }),
  );
  connection.onSignatureHelp(
    inDocument(({ document, positions }, { position }) => {
      const help = signatureHelpAt(document, positions.offset(position));
      if (help === null) return null;
      const { signatures, documentation, active, parameter } = help;
      return {
        signatures: signatures.map(({ label, parameters }) => ({
          label,
          documentation,
          parameters: parameters.map((each) => ({ label: each.label, documentation: each.documentation })),
        })),
        activeSignature: active,
        // One beyond the last parameter, where an argument is one too many.
        activeParameter: parameter ?? signatures[active]!.parameters.length,
      };
    }),
  );
  connection.onDefinition(
    inDocument(({ document, positions }, { position, textDocument: { uri } }) =>
      definitionAt(document, positions.offset(position)).map((span) => ({
        uri,
        range: positions.range(span),
      })),
    ),
  );
  connection.onReferences(
    inDocument(({ document, positions }, { position, textDocument: { uri }, context }) =>
      referencesAt(document, positions.offset(position), { withDeclaration: context.includeDeclaration }).map(
        ({ span }) => ({ uri, range: positions.range(span) }),
      ),
    ),
  );
  connection.onDocumentHighlight(
    inDocument(({ document, positions }, { position }) =>
      referencesAt(document, positions.offset(position)).map(({ span, isDeclaration }) => ({
        range: positions.range(span),
        kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    ),
  );
  connection.onPrepareRename(
    inDocument(({ document, positions }, { position }) => {
      const span = renamedAt(document, positions.offset(position));
      return span === null ? null : positions.range(span);
    }),
  );
  connection.onRenameRequest(
    inDocument(({ document, positions }, { position, newName, textDocument: { uri } }) => {
      const renaming = renameAt(document, positions.offset(position), newName);
      if ('refused' in renaming) throw new ResponseError(ErrorCodes.InvalidParams, renaming.refused);
      return { changes: { [uri]: editsOf(renaming.changes, positions) } };
    }),
  );
  connection.onDocumentFormatting(
    inDocument(({ document, positions }) => {
      const changes = formatDocument(document);
      return changes === null ? null : editsOf(changes, positions);
    }),
  );
  connection.onDocumentSymbol(
    inDocument(({ document, positions }) =>
      outlineOf(document).map((entry) => outlineSymbol(entry, positions)),
    ),
  );
  connection.languages.inlayHint.on(
    inDocument(({ document, positions }, { range }) => {
      const span = { start: positions.offset(range.start), end: positions.offset(range.end) };
      return inlayHintsIn(document, span).map(({ offset, label, tooltip }) => ({
        ...{ position: positions.position(offset), label, tooltip },
        kind: InlayHintKind.Type,
      }));
    }),
  );
  connection.onCodeAction(
    inDocument((each, { range, textDocument: { uri } }) => {
      const { document, positions } = each;
      const span = { start: positions.offset(range.start), end: positions.offset(range.end) };
      return fixesAt(document, span).map(({ title, diagnostic, changes }) => ({
        ...{ title, kind: CodeActionKind.QuickFix, isPreferred: diagnostic.severity === 'error' },
        diagnostics: [published(diagnostic, uri, each)],
        edit: { changes: { [uri]: editsOf(changes, positions) } },
      }));
    }),
  );
  connection.languages.semanticTokens.on((params) => {
    const each = open.get(params.textDocument.uri);
    return { data: each === undefined ? [] : tokenNumbers(each) };
  });
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['~', ':', '[', '(', ',', '='] },
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
  documentSymbolProvider: true,
  inlayHintProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  semanticTokensProvider: {
    legend: { tokenTypes: [...SEMANTIC_TYPES], tokenModifiers: [...SEMANTIC_MODIFIERS] },
    full: true,
  },
};

function published(diagnostic: Diagnostic, uri: string, { positions }: OpenDocument): PublishedDiagnostic {
  const { severity, code, span, notes = [] } = diagnostic;
  return {
    ...{ range: positions.range(span), code, source: 'theodolite', message: diagnosticText(diagnostic) },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    ...(code.startsWith('unused-') ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    relatedInformation: notes.map((note) => ({
      location: { uri, range: positions.range(note.span) },
      message: note.message,
    })),
  };
}

function editsOf(changes: readonly Change[], positions: Positions): ProtocolEdit[] {
  return changes.map(({ span, text }) => ({ range: positions.range(span), newText: text }));
}

/** The language of code in Markdown. */
const FENCE = 'layout';

function markupText({ code, paragraphs }: Omit<HoverText, 'span'>, kind: MarkupKind): string {
  const shown = kind === MarkupKind.Markdown ? `\`\`\`${FENCE}\n${code}\n\`\`\`` : code;
  return [shown, ...paragraphs].join('\n\n');
}

const COMPLETION_KINDS: Readonly<Record<CompletionItem['kind'], CompletionItemKind>> = {
  layout: CompletionItemKind.Module,
  table: CompletionItemKind.Module,
  unit: CompletionItemKind.Unit,
  category: CompletionItemKind.Enum,
  dimension: CompletionItemKind.Enum,
  'dimension value': CompletionItemKind.EnumMember,
  alternative: CompletionItemKind.EnumMember,
  choice: CompletionItemKind.Enum,
  demand: CompletionItemKind.Field,
  outcome: CompletionItemKind.Field,
  latent: CompletionItemKind.Variable,
  class: CompletionItemKind.Variable,
  let: CompletionItemKind.Constant,
  report: CompletionItemKind.Constant,
  parameter: CompletionItemKind.Variable,
  link: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
  prior: CompletionItemKind.Class,
  'outcome distribution': CompletionItemKind.Class,
  function: CompletionItemKind.Function,
  argument: CompletionItemKind.Property,
};

function completionEntry(
  { label, kind, detail, explanation, insert }: CompletionItem,
  index: number,
  range: ProtocolEdit['range'],
  marked: (text: Omit<HoverText, 'span'>) => MarkupContent,
): CompletionEntry {
  return {
    ...{ label, kind: COMPLETION_KINDS[kind], detail, textEdit: { range, newText: insert } },
    // An editor keeps the order of the service, which has what is nearest first.
    sortText: `${index}`.padStart(5, '0'),
    ...(explanation === null ? {} : { documentation: marked(explanation) }),
  };
}

const SYMBOLS: Readonly<Record<SymbolKind, ProtocolSymbol>> = {
  layout: ProtocolSymbol.Module,
  table: ProtocolSymbol.Namespace,
  unit: ProtocolSymbol.TypeParameter,
  category: ProtocolSymbol.Enum,
  dimension: ProtocolSymbol.Enum,
  'dimension value': ProtocolSymbol.EnumMember,
  alternative: ProtocolSymbol.EnumMember,
  choice: ProtocolSymbol.Enum,
  demand: ProtocolSymbol.Field,
  outcome: ProtocolSymbol.Field,
  latent: ProtocolSymbol.Variable,
  class: ProtocolSymbol.Variable,
  let: ProtocolSymbol.Constant,
  report: ProtocolSymbol.Constant,
  parameter: ProtocolSymbol.Variable,
  link: ProtocolSymbol.Function,
};

function outlineSymbol(
  { name, kind, detail, span, nameSpan, children }: OutlineEntry,
  positions: Positions,
): DocumentSymbol {
  return {
    ...{ name, kind: SYMBOLS[kind], detail: `${kind} ${detail}`.trim() },
    ...{ range: positions.range(span), selectionRange: positions.range(nameSpan) },
    children: children.map((each) => outlineSymbol(each, positions)),
  };
}

/** Five numbers per token, each line and character relative to the token before; a token of several lines is divided. */
function tokenNumbers({ document, positions }: OpenDocument): number[] {
  const numbers: number[] = [];
  let last = { line: 0, character: 0 };
  const put = (start: number, length: number, type: number, modifiers: number) => {
    const { line, character } = positions.position(start);
    numbers.push(line - last.line, line === last.line ? character - last.character : character);
    numbers.push(length, type, modifiers);
    last = { line, character };
  };
  for (const { start, end, type, modifiers } of semanticTokensOf(document)) {
    const bits = modifiers.reduce((sum, each) => sum | (1 << SEMANTIC_MODIFIERS.indexOf(each)), 0);
    for (const { 0: line, index } of document.text.slice(start, end).matchAll(/[^\r\n]+/g))
      put(start + index, line.length, SEMANTIC_TYPES.indexOf(type), bits);
  }
  return numbers;
}
