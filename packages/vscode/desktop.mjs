/** The extension on the desktop: the server is a process of its own. */
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { CLIENT_OPTIONS, recogniseLayouts } from './client.mjs';

let client;

export async function activate(context) {
  const server = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.stdio };
  client = new LanguageClient('theodolite', 'Theodolite', server, CLIENT_OPTIONS);
  recogniseLayouts(context);
  await client.start();
}

export function deactivate() {
  return client?.stop();
}
