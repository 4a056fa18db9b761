/** What the extension does on every platform: it gives layouts their language, and connects the server with them. */
import { languages, workspace } from 'vscode';
import { isLayout } from './recognise.mjs';

export const LANGUAGE = 'theodolite';

/** The settings of the client, the same for all ways to the server. */
export const CLIENT_OPTIONS = {
  documentSelector: [{ language: LANGUAGE }],
  synchronize: { configurationSection: LANGUAGE },
};

/** Gives the language to each open `.ml` file that is a layout, now and from now on. */
export function recogniseLayouts(context) {
  const look = (document) => {
    const mayBe = document.languageId !== LANGUAGE && document.uri.path.endsWith('.ml');
    if (mayBe && isLayout(document.getText())) void languages.setTextDocumentLanguage(document, LANGUAGE);
  };
  context.subscriptions.push(workspace.onDidOpenTextDocument(look));
  workspace.textDocuments.forEach(look);
}
