/** One set of requests, made of the language server over each way to it. */
import { linePositions } from '../../editor/server/positions.ts';
import { LADDER } from './cursor.ts';

export const URI = 'file:///work/ladder.ml';

/** A layout whose name of a distribution is wrong, and which is not formatted. */
export const TEXT = LADDER.replace('~ bernoulli(reaches', '~   bernouli(reaches');
/** The same without the mistake. */
export const MENDED = LADDER;

export interface ServerRequest {
  readonly name: string;
  readonly method: string;
  readonly params: object;
}

/** The place of the mark `¦` in the first place of the text where the words stand. */
function at(words: string): object {
  const offset = TEXT.indexOf(words.replace('¦', '')) + words.indexOf('¦');
  return { textDocument: { uri: URI }, position: linePositions(TEXT).position(offset) };
}

const whole = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };

/** All that the server offers; of each the document is open. */
export const REQUESTS: readonly ServerRequest[] = [
  { name: 'hover', method: 'textDocument/hover', params: at('let spe¦ed') },
  { name: 'completion', method: 'textDocument/completion', params: at('param scale : ¦m') },
  { name: 'signature', method: 'textDocument/signatureHelp', params: at('presence(night, ¦dark)') },
  { name: 'definition', method: 'textDocument/definition', params: at('reaches(cl¦imb') },
  {
    name: 'references',
    method: 'textDocument/references',
    params: { ...at('let spe¦ed'), context: { includeDeclaration: true } },
  },
  { name: 'highlights', method: 'textDocument/documentHighlight', params: at('demand wa¦it') },
  { name: 'prepared renaming', method: 'textDocument/prepareRename', params: at('demand wa¦it') },
  { name: 'renaming', method: 'textDocument/rename', params: { ...at('demand wa¦it'), newName: 'pause' } },
  { name: 'outline', method: 'textDocument/documentSymbol', params: { textDocument: { uri: URI } } },
  {
    name: 'hints',
    method: 'textDocument/inlayHint',
    params: { textDocument: { uri: URI }, range: whole },
  },
  {
    name: 'fixes',
    method: 'textDocument/codeAction',
    params: { textDocument: { uri: URI }, range: whole, context: { diagnostics: [] } },
  },
  {
    name: 'format',
    method: 'textDocument/formatting',
    params: { textDocument: { uri: URI }, options: { tabSize: 2, insertSpaces: true } },
  },
  {
    name: 'semantic tokens',
    method: 'textDocument/semanticTokens/full',
    params: { textDocument: { uri: URI } },
  },
];

/** The capabilities of a client that knows Markdown. */
export const CLIENT = {
  processId: null,
  rootUri: null,
  capabilities: { textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] } } },
};

/** A way to the server. */
export interface LanguageClient {
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Resolves with the diagnostics of the next message that has this version. */
  diagnostics(version: number): Promise<unknown>;
}

/** Opens the document, makes all requests, mends the mistake, and closes it. Returns all answers by name. */
export async function answersOf(client: LanguageClient): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = { initialize: await client.request('initialize', CLIENT) };
  client.notify('initialized', {});
  const opened = client.diagnostics(1);
  client.notify('textDocument/didOpen', {
    textDocument: { uri: URI, languageId: 'theodolite-layout', version: 1, text: TEXT },
  });
  answers.diagnostics = await opened;
  for (const { name, method, params } of REQUESTS) answers[name] = await client.request(method, params);
  const mended = client.diagnostics(2);
  client.notify('textDocument/didChange', {
    textDocument: { uri: URI, version: 2 },
    contentChanges: [{ text: MENDED }],
  });
  answers.mended = await mended;
  client.notify('textDocument/didClose', { textDocument: { uri: URI } });
  return answers;
}

/** As JSON, in which the version of the package is left out. */
export function stored(answers: Record<string, unknown>): string {
  const text = JSON.stringify(answers, (key, value) => (key === 'serverInfo' ? undefined : value), 1);
  return `${text}\n`;
}
