/**
 * The compiler, from a layout's text to a WebAssembly module:
 * parse, select, check, build, passes, stage, derive, schedule, emit, assemble.
 */

import { type Diagnostic, DiagnosticLog } from '../grammar/diagnostic.ts';
import type { Source } from '../grammar/source.ts';
import type { CommandManifest, Manifest } from '../module/manifest.ts';
import { analyseSource } from './analyse.ts';
import { type AssembleOptions, assemble } from './assemble/assemble.ts';
import type { TypedLayout } from './check/typed-layout.ts';
import type { Choice, Selection } from './choose/alternatives.ts';
import { checkSelection } from './choose/choice-error.ts';
import type { CommandProgram } from './emit/table-code.ts';
import { LayoutError } from './layout-error.ts';
import { lowerer } from './lower.ts';
import { type Shown, showLowered } from './show.ts';
import type { DataSketch } from './stage/sketch.ts';

export interface Compiled {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  /**
   * The module, with its manifest in the custom section `theodolite`. A plain module has no imports, a command module
   * those of WASI.
   */
  readonly bytes: Uint8Array;
  readonly warnings: readonly Diagnostic[];
}

/** A checked layout: its manifest for a host, and the later phases on demand. */
export interface Prepared {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  /** The choices that the layout offers; the manifest says which alternatives were selected. */
  readonly choices: readonly Choice[];
  readonly warnings: readonly Diagnostic[];
  /** Compiles the module. A sketch of the data makes it faster on such data and changes nothing else. */
  compile(sketch?: DataSketch, options?: ModuleOptions): Promise<Compiled>;
  /** Compiles a command module instead, which fits the layout by itself under WASI (docs/guides/wasi.md). */
  compileCommand(program: CommandProgram, sketch?: DataSketch): Promise<Compiled>;
  /** Prints an intermediate program as text; with `program`, one of the command module. */
  show(shown: Shown, sketch?: DataSketch, program?: CommandProgram): Promise<string>;
}

/** What a module is compiled for. */
export interface ModuleOptions {
  /** Whether it can predict as well as fit; true by default. One that cannot predict compiles faster. */
  readonly predicts?: boolean;
}

/** What a layout's text leaves open. */
export interface PrepareOptions {
  /** The alternative of each `choose`, by name; the first if not given. */
  readonly choices?: Selection;
}

/** Compiles a layout. Throws as `prepare` does. */
export async function compileSource(
  source: Source,
  sketch?: DataSketch,
  options: PrepareOptions = {},
): Promise<Compiled> {
  return prepare(source, options).compile(sketch);
}

/** Prints an intermediate program of a layout. Throws as `prepare` does. */
export async function showSource(
  source: Source,
  shown: Shown,
  sketch?: DataSketch,
  options: PrepareOptions = {},
): Promise<string> {
  return prepare(source, options).show(shown, sketch);
}

/**
 * Parses and checks a layout. Throws `LayoutError` with every independent mistake, or `ChoiceError` for a selection
 * that the layout does not offer.
 */
export function prepare(source: Source, { choices: selection = {} }: PrepareOptions = {}): Prepared {
  const { syntax, choices, layout, diagnostics } = analyseSource(source, selection);
  if (syntax === null || layout === null) throw new LayoutError(source, diagnostics);
  checkSelection(choices, selection);
  const lower = lowerer(layout, source);
  const finish = async (
    generated: readonly [layout: string, besides: Omit<AssembleOptions, 'wat'>],
    manifest: Manifest | CommandManifest,
  ) => (await assemble(generated[0], manifest, generated[1])).bytes;
  return {
    layout,
    get manifest() {
      return lower().manifest;
    },
    choices,
    warnings: diagnostics,
    compile: async (sketch, { predicts = true } = {}) => {
      const lowered = lower(sketch);
      const manifest = { ...lowered.manifest, ...(predicts ? {} : { predicts }) };
      const besides = predicts ? { prediction: lowered.prediction } : {};
      const bytes = await finish([lowered.assemblyScript, besides], manifest);
      return { layout, manifest, bytes, warnings: diagnostics };
    },
    compileCommand: async (program, sketch) => {
      refuseInCommand(layout, source);
      const { manifest, assemblyScript, commandFor } = lower(sketch);
      const command: CommandManifest = { ...manifest, target: 'wasi' };
      const bytes = await finish([assemblyScript, { command: commandFor(program) }], command);
      return { layout, manifest, bytes, warnings: diagnostics };
    },
    show: (shown, sketch, program) => showLowered(shown, syntax, lower(sketch), program),
  };
}

/** A command module reads its table itself, and knows no others. @throws LayoutError */
function refuseInCommand({ tables }: TypedLayout, source: Source): void {
  const [table] = tables;
  if (table === undefined) return;
  const log = new DiagnosticLog();
  log.error(
    'table-in-command',
    table.span,
    `A command module reads one table, and the layout has \`${table.name}\` beside it.`,
    'Build a module for a host, without `--target wasi`.',
  );
  throw new LayoutError(source, log.sorted());
}
