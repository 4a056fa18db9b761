/** Makes a module from a layout's path: compiled here, or built before by `theodolite build`. */

import colors from 'picocolors';
import type { Selection } from '../../compiler/choose/alternatives.ts';
import type { ModuleOptions, Prepared } from '../../compiler/compile.ts';
import { formatOfName } from '../../files/tables/table-format.ts';
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import type { Source } from '../../grammar/source.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { mainPart } from '../../host/row-tables.ts';
import { everyColumn, sketchOf } from '../../module/data-sketch.ts';
import type { Manifest } from '../../module/manifest.ts';
import { badInput, badUsage, EXIT, Failure } from '../failure.ts';
import { noticeColor, printNotice } from '../terminal.ts';
import { decodeText, readBytes } from './read-file.ts';
import { type AskedWeight, withWeight } from './weighted-layout.ts';

/** Raised for mistakes in a layout; `main` prints them with the source underlined. */
export class LayoutMistakes extends Failure {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];

  constructor(source: Source, diagnostics: readonly Diagnostic[]) {
    super(EXIT.badInput, []);
    this.source = source;
    this.diagnostics = diagnostics;
  }
}

/** An opened layout: the columns that it needs, and a function that makes the module once the data is known. */
export interface OpenLayout {
  /** The part about the main table. */
  readonly manifest: Manifest;
  /** That of the module, with the columns of all tables. */
  readonly whole: Manifest;
  /** The file. */
  readonly bytes: Uint8Array;
  readonly source: Source | null;
  readonly warnings: readonly Diagnostic[];
  /**
   * The module, compiled for data like these columns, and without predictions unless they are requested. A built module
   * is returned unchanged.
   */
  module(columns: ReadonlyMap<string, Float64Array>, options?: ModuleOptions): Promise<OpenModule>;
}

/** A module, its source, and the seconds that it took to make. */
interface OpenModule {
  readonly loaded: LoadedModule;
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/** Reads a layout's text. @throws Failure (input) when there is no such file, or it is not text. */
export async function readSource(path: string): Promise<Source> {
  const bytes = await readBytes(path, 'layout');
  if (isWasm(bytes)) {
    throw badInput(
      `${path} is a built module, and a layout is wanted here.`,
      'Give the layout (.ml) it was built from.',
    );
  }
  return decodeLayout(path, bytes);
}

/** Parses and checks a layout. @throws LayoutMistakes, and Failure (usage) when a chosen alternative does not exist */
export function prepareSource(source: Source, choices: Selection = {}): Promise<Prepared> {
  return withCompiler(({ prepare }) => prepare(source, { choices }));
}

/** Compiles a checked layout to a command module. @throws LayoutMistakes for what such a module cannot do */
export function compileCommand(
  layout: Prepared,
  ...[program, sketch]: Parameters<Prepared['compileCommand']>
): ReturnType<Prepared['compileCommand']> {
  return withCompiler(() => layout.compileCommand(program, sketch));
}

/** The compiler is loaded only here, so that a command that does not need it starts faster. */
async function withCompiler<T>(
  use: (compiler: typeof import('../../compiler/compile.ts')) => T | Promise<T>,
): Promise<T> {
  const [compiler, { LayoutError }, { ChoiceError }] = await Promise.all([
    import('../../compiler/compile.ts'),
    import('../../compiler/layout-error.ts'),
    import('../../compiler/choose/choice-error.ts'),
  ]);
  try {
    return await use(compiler);
  } catch (error) {
    if (error instanceof LayoutError) throw new LayoutMistakes(error.source, error.diagnostics);
    if (error instanceof ChoiceError) throw badUsage(error.message, error.remedy);
    throw error;
  }
}

/**
 * Opens a layout's text or a module built from one.
 *
 * @param weight the column by which rows count; null if the layout says it
 * @param builtHasChoices whether a built module may have fixed the choices already; the caller then compares them
 * @throws Failure (usage) when a chosen alternative does not exist, or was fixed when the module was built; Failure
 * (input) when the file cannot be read, has mistakes, or is a module of another kind.
 */
export async function openLayout(
  path: string,
  choices: Selection = {},
  {
    builtHasChoices = false,
    weight = null,
  }: { readonly builtHasChoices?: boolean; readonly weight?: AskedWeight | null } = {},
): Promise<OpenLayout> {
  const bytes = await readBytes(path, 'layout');
  if (isWasm(bytes)) {
    const [chosen] = Object.entries(choices);
    if (chosen !== undefined && !builtHasChoices) {
      throw badUsage(
        `${path} is a built module, and what can be chosen was when it was built.`,
        `Give the layout (.ml), or build it with --choose ${chosen.join('=')}.`,
      );
    }
    if (weight !== null) {
      throw badUsage(
        `${path} is a built module, and how rows count was said when it was built.`,
        `Give the layout (.ml), or write \`${weight.kind} COLUMN\` in it before it is built.`,
      );
    }
    const loaded = await loadModule(bytes);
    return {
      manifest: mainPart(loaded.manifest),
      whole: loaded.manifest,
      bytes,
      source: null,
      warnings: [],
      module: async () => ({ loaded, bytes, seconds: 0 }),
    };
  }
  const written = decodeLayout(path, bytes);
  const source = weight === null ? written : await withWeight(written, weight);
  const prepared = await prepareSource(source, choices);
  return {
    manifest: mainPart(prepared.manifest),
    whole: prepared.manifest,
    bytes,
    source,
    warnings: prepared.warnings,
    module: async (columns, options = { predicts: false }) => {
      const began = performance.now();
      const { bytes } = await prepared.compile(sketchOf(everyColumn(prepared.manifest, columns)), options);
      const loaded = await loadModule(bytes);
      return { loaded, bytes, seconds: (performance.now() - began) / 1000 };
    },
  };
}

function isWasm(bytes: Uint8Array): boolean {
  return bytes[0] === 0x00 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d;
}

/** A layout's text from its bytes. @throws Failure (input) when they are not text in UTF-8. */
export function decodeLayout(path: string, bytes: Uint8Array): Source {
  if (formatOfName(path) !== null) {
    throw badInput(
      `${path} is a table, and a layout is wanted here.`,
      'Give the layout (.ml) first; the table comes after it.',
    );
  }
  const wanted = 'Give a layout, or a module that `theodolite build` made.';
  return { name: path, text: decodeText(path, bytes, wanted) };
}

export async function printDiagnostics(source: Source, diagnostics: readonly Diagnostic[]): Promise<void> {
  if (diagnostics.length === 0) return;
  const { renderDiagnostics } = await import('../../grammar/render-diagnostics.ts');
  const text = renderDiagnostics(source, diagnostics, { colours: colors.createColors(noticeColor()) });
  printNotice(text.endsWith('\n') ? text : `${text}\n`);
}
