/** The lens of the extension for VS Code that fits a layout: with a stand-in for the editor, and the real command. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../cli/run-command.ts';

const LENS = fileURLToPath(new URL('../../packages/vscode/fit-lens.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const LAYOUT = `/// Jumps.
layout Jumps
demand height in [0, 3]
capability reach ~ half_normal(2)
observe cleared ~ bernoulli(margin(reach, height, steepness = 4))
`;
const TABLE = `height,cleared\n${Array.from({ length: 40 }, (_, row) => `${row / 16},${row < 22 ? 1 : 0}`).join('\n')}\n`;

interface Lens {
  readonly range: { readonly from: number; readonly to: number };
  readonly command: {
    readonly title: string;
    readonly command: string;
    readonly arguments: readonly unknown[];
  };
}

/** What the extension asked of the editor, and what a person chose. */
interface Editor {
  settings: Record<string, unknown>;
  isTrusted: boolean;
  chosen: string | null;
  problems: string[];
  pages: { readonly title: string; html: string }[];
  told: string[];
  /** Cancels the next fit as soon as it begins. */
  cancels: boolean;
  lensesOf(document: unknown): Lens[];
  run(uri: unknown): Promise<unknown>;
}

let workspace: Workspace;
let program: string;
let editor: Editor;

beforeAll(async () => {
  const { outputFiles } = await build({
    ...{ entryPoints: [LENS], bundle: true, write: false, platform: 'node', format: 'cjs' },
    external: ['vscode'],
  });
  program = outputFiles[0]!.text;
});

beforeEach(() => {
  workspace = openWorkspace();
  workspace.write('jumps.ml', LAYOUT);
  workspace.write('jumps.csv', TABLE);
  editor = activated();
});
afterAll(() => workspace?.remove());

const uriOf = (name: string) => {
  const path = join(workspace.path, name);
  return { scheme: 'file', path, fsPath: path, toString: () => pathToFileURL(path).href };
};
const document = (text = LAYOUT) => ({
  ...{ languageId: 'theodolite', uri: uriOf('jumps.ml'), getText: () => text },
  positionAt: (offset: number) => offset,
});

/** The extension in an editor with just what it asks for. */
function activated(): Editor {
  const settings: Record<string, unknown> = { command: [process.execPath, MAIN] };
  const commands = new Map<string, (uri: unknown) => Promise<unknown>>();
  let lenses: ((document: unknown) => Lens[]) | null = null;
  const nothing = { dispose: () => undefined };
  const found: Editor = {
    ...{ settings, isTrusted: true, chosen: null, problems: [], pages: [], told: [], cancels: false },
    lensesOf: (shown) => lenses!(shown),
    run: (uri) => commands.get('theodolite.fit')!(uri),
  };
  const api = {
    CodeLens: class {
      constructor(
        readonly range: unknown,
        readonly command: unknown,
      ) {}
    },
    EventEmitter: class {
      event = () => nothing;
      fire = () => undefined;
      dispose = () => undefined;
    },
    Range: class {
      constructor(
        readonly from: number,
        readonly to: number,
      ) {}
    },
    ...{ ProgressLocation: { Notification: 15 }, ViewColumn: { Beside: -2 } },
    Uri: { joinPath: ({ fsPath }: { fsPath: string }, way: string) => ({ fsPath: join(fsPath, way) }) },
    commands: {
      registerCommand: (name: string, act: (uri: unknown) => Promise<unknown>) => commands.set(name, act),
    },
    languages: {
      registerCodeLensProvider: (_: unknown, { provideCodeLenses }: { provideCodeLenses: typeof lenses }) => {
        lenses = provideCodeLenses;
      },
      setTextDocumentLanguage: () => undefined,
    },
    workspace: {
      get isTrusted() {
        return found.isTrusted;
      },
      textDocuments: [],
      workspaceFolders: undefined,
      onDidOpenTextDocument: () => nothing,
      onDidChangeConfiguration: () => nothing,
      getWorkspaceFolder: () => ({ uri: { fsPath: workspace.path } }),
      getConfiguration: () => ({
        get: (name: string, other: unknown) => found.settings[name] ?? other,
        update: async (name: string, value: unknown) => {
          found.settings[name] = value;
        },
      }),
    },
    window: {
      createOutputChannel: () => ({
        appendLine: (text: string) => found.told.push(text),
        show: () => undefined,
      }),
      createWebviewPanel: (_: string, title: string) => {
        const page = { title, html: '' };
        found.pages.push(page);
        return {
          webview: {
            set html(text: string) {
              page.html = text;
            },
          },
        };
      },
      showErrorMessage: async (message: string) => {
        found.problems.push(message);
      },
      showOpenDialog: async () => (found.chosen === null ? undefined : [uriOf(found.chosen)]),
      withProgress: (_: unknown, work: (progress: unknown, cancellation: unknown) => Promise<unknown>) =>
        work(
          { report: () => undefined },
          { onCancellationRequested: (stop: () => void) => found.cancels && queueMicrotask(stop) },
        ),
    },
  };
  const require = createRequire(import.meta.url);
  const given = (name: string) => (name === 'vscode' ? api : require(name));
  const module = { exports: {} as { offerFits(context: unknown): void } };
  runInThisContext(`(function (require, module) {${program}\n})`)(given, module);
  module.exports.offerFits({ subscriptions: [] });
  return found;
}

describe('the lens above a layout', () => {
  it('stands at its name, and says to which table it fits', () => {
    const [lens, ...others] = editor.lensesOf(document());
    expect(others).toEqual([]);
    expect(LAYOUT.slice(lens!.range.from, lens!.range.to)).toBe('layout Jumps');
    expect(lens!.command).toMatchObject({ title: '$(play) Fit to a table …', command: 'theodolite.fit' });
    editor.settings.table = 'data/jumps.csv';
    expect(editor.lensesOf(document())[0]!.command.title).toBe('$(play) Fit to jumps.csv');
    expect(editor.lensesOf(document('demand height'))).toEqual([]);
  });

  it('fits to the table that is chosen, shows the report beside, and keeps both in the settings', async () => {
    editor.chosen = 'jumps.csv';
    editor.settings.fitOptions = ['--draws', '200', '--warmup', '200'];
    await editor.run(uriOf('jumps.ml'));
    expect(editor.problems).toEqual([]);
    expect(editor.pages.map(({ title }) => title)).toEqual(['Profile: jumps.ml']);
    expect(editor.pages[0]!.html).toContain('Report on the layout Jumps');
    expect(editor.settings).toMatchObject({ table: 'jumps.csv', fit: 'results/jumps/cleared' });
    const summary = join(workspace.path, 'results/jumps/cleared/summary.json');
    expect(JSON.parse(readFileSync(summary, 'utf8')).parameters).toHaveProperty('reach');
  });

  it('says in the words of the command why it cannot, and shows nothing', async () => {
    workspace.write('jumps.csv', 'tall,cleared\n1,1\n');
    editor.settings.table = 'jumps.csv';
    await editor.run(uriOf('jumps.ml'));
    expect(editor.problems[0]).toMatch(/`height`/);
    expect(editor.problems[0]).not.toMatch(/^error|help:|\n/);
    expect(editor.pages).toEqual([]);
  });

  it('runs nothing in a workspace that is not trusted, without a table, or once it is cancelled', async () => {
    await editor.run(uriOf('jumps.ml'));
    editor.settings.table = 'jumps.csv';
    editor.cancels = true;
    await editor.run(uriOf('jumps.ml'));
    expect(editor.problems).toEqual([]);
    editor.isTrusted = false;
    await editor.run(uriOf('jumps.ml'));
    expect(editor.problems).toEqual([expect.stringContaining('Trust the workspace')]);
    expect(editor.pages).toEqual([]);
    expect(existsSync(join(workspace.path, 'results'))).toBe(false);
  });
});
