/** The extension in VS Code for the web: the server is a worker. */
import { Uri } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { CLIENT_OPTIONS, recogniseLayouts } from './client.mjs';

let client;

export async function activate(context) {
  const script = Uri.joinPath(context.extensionUri, 'dist/worker.js');
  const worker = new Worker(script.toString(true));
  client = new LanguageClient('theodolite', 'Theodolite', CLIENT_OPTIONS, worker);
  recogniseLayouts(context);
  await client.start();
}

export function deactivate() {
  return client?.stop();
}
