/** The extension on the desktop: the server is a process of its own, and layouts can be fitted. */
import { workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { CLIENT_OPTIONS, recogniseLayouts } from './client.mjs';
import { commandFor } from './command.mjs';
import { offerFits } from './fit-lens.mjs';

let client;

export async function activate(context) {
  client = new LanguageClient('theodolite', 'Theodolite', serverOf(context), CLIENT_OPTIONS);
  recogniseLayouts(context);
  offerFits(context);
  await client.start();
}

/** The command's own server, which reads tables and fits; or that of the extension, where there is no command, or no trust in it. */
function serverOf(context) {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const setting = workspace.getConfiguration('theodolite').get('command', []);
  const found = folder === undefined || !workspace.isTrusted ? null : commandFor(folder, setting);
  if (found === null)
    return { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.stdio };
  const [command, ...first] = found;
  return { command, args: [...first, 'language-server'], options: { cwd: folder } };
}

export function deactivate() {
  return client?.stop();
}
