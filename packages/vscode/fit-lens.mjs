/** The lens above a layout that fits it, and shows the profile beside it. */
import { basename, relative } from 'node:path';
import {
  CodeLens,
  commands,
  EventEmitter,
  languages,
  ProgressLocation,
  Range,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { LANGUAGE } from './client.mjs';
import { commandFor } from './command.mjs';
import { fitLayout } from './fit.mjs';
import { LAYOUT_NAME } from './recognise.mjs';

const COMMAND = 'theodolite.fit';
const NO_COMMAND =
  'Fitting needs the command. Run `npm install theodolite` in the folder of the workspace, or name it in the setting `theodolite.command`.';
const NO_TRUST = 'A fit runs the command that the workspace has. Trust the workspace first.';

export function offerFits(context) {
  const output = window.createOutputChannel('Theodolite fits');
  // The lens names the table of the settings.
  const changed = new EventEmitter();
  const settingsChanged = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('theodolite')) changed.fire();
  });
  const lenses = { provideCodeLenses, onDidChangeCodeLenses: changed.event };
  context.subscriptions.push(
    ...[output, changed, settingsChanged],
    languages.registerCodeLensProvider({ language: LANGUAGE }, lenses),
    commands.registerCommand(COMMAND, (uri) => fit(uri ?? window.activeTextEditor?.document.uri, output)),
  );
}

function provideCodeLenses(document) {
  const found = LAYOUT_NAME.exec(document.getText());
  if (found === null || document.uri.scheme !== 'file') return [];
  const table = settings(document.uri).get('table', '');
  const title = table === '' ? '$(play) Fit to a table …' : `$(play) Fit to ${basename(table)}`;
  const range = new Range(
    document.positionAt(found.index),
    document.positionAt(found.index + found[0].length),
  );
  return [new CodeLens(range, { title, command: COMMAND, arguments: [document.uri] })];
}

const settings = (uri) => workspace.getConfiguration('theodolite', uri);

/** The folder from which the paths of settings begin: that of the workspace, or that of the layout. */
function folderOf(uri) {
  return workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? Uri.joinPath(uri, '..').fsPath;
}

async function fit(uri, output) {
  if (uri === undefined) return window.showErrorMessage('Open a layout first.');
  if (!workspace.isTrusted) return window.showErrorMessage(NO_TRUST);
  const folder = folderOf(uri);
  const command = commandFor(folder, settings(uri).get('command', []));
  if (command === null) return window.showErrorMessage(NO_COMMAND);
  const table = settings(uri).get('table', '') || (await chooseTable(uri, folder));
  if (!table) return undefined;
  await workspace.textDocuments.find((each) => each.uri.toString() === uri.toString())?.save();
  const layout = relative(folder, uri.fsPath);
  const title = `Fitting ${basename(layout)} to ${basename(table)}`;
  const place = { location: ProgressLocation.Notification, title, cancellable: true };
  const found = await window.withProgress(place, async (progress, cancellation) => {
    const stop = new AbortController();
    cancellation.onCancellationRequested(() => stop.abort());
    const options = settings(uri).get('fitOptions', []);
    const tell = (message) => progress.report({ message });
    try {
      return await fitLayout(command, { ...{ folder, layout, table, options, tell }, signal: stop.signal });
    } catch (error) {
      return stop.signal.aborted ? null : { problem: error.message, said: '' };
    }
  });
  if (found === null) return undefined;
  output.appendLine(`${title}\n${found.said}`);
  if (found.problem !== undefined) {
    const all = 'Show all';
    const answer = await window.showErrorMessage(found.problem, all);
    return answer === all ? output.show() : undefined;
  }
  const column = { viewColumn: ViewColumn.Beside, preserveFocus: true };
  const panel = window.createWebviewPanel('theodolite.profile', `Profile: ${basename(layout)}`, column, {
    enableScripts: true,
    enableFindWidget: true,
  });
  panel.webview.html = found.page;
  await remember(uri, { table, fit: found.fits[0] });
  return undefined;
}

/** A table that the reader chooses, by its path from the folder. */
async function chooseTable(uri, folder) {
  const [chosen] =
    (await window.showOpenDialog({
      ...{ title: 'The table to fit to', openLabel: 'Fit', defaultUri: Uri.joinPath(uri, '..') },
    })) ?? [];
  return chosen === undefined ? null : relative(folder, chosen.fsPath);
}

/** Keeps both in the settings of the workspace, where there is one: hovers then show the columns and the posterior. */
async function remember(uri, values) {
  if (workspace.getWorkspaceFolder(uri) === undefined) return;
  for (const [name, value] of Object.entries(values))
    if (settings(uri).get(name, '') !== value) await settings(uri).update(name, value);
}
