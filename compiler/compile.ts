/**
 * The compiler, from a layout's text to a WebAssembly module:
 * parse, select, check, build, passes, stage, derive, schedule, emit, assemble.
 */

import type { Diagnostic } from '../grammar/diagnostic.ts';
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
  /** The module, its manifest in the custom section `theodolite`: no imports, but a command module those of WASI. */
  readonly bytes: Uint8Array;
  readonly warnings: readonly Diagnostic[];
}

/** A layout that has been checked: what a host must know of it, and the rest of the way on demand. */
export interface Prepared {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  /** What can be chosen in the layout; its manifest says what is. */
  readonly choices: readonly Choice[];
  readonly warnings: readonly Diagnostic[];
  /** The module. What is known of the data makes it faster on such data and changes nothing else. */
  compile(sketch?: DataSketch, options?: ModuleOptions): Promise<Compiled>;
  /** A command module instead, which fits the layout on its own under WASI (docs/wasi.md). */
  compileCommand(program: CommandProgram, sketch?: DataSketch): Promise<Compiled>;
  /** What the layout is on the way, as text; where a program is given, on the way to its command module. */
  show(shown: Shown, sketch?: DataSketch, program?: CommandProgram): Promise<string>;
}

/** What the module is for. */
export interface ModuleOptions {
  /** Whether it can predict besides being fitted; true when absent. One that cannot is compiled sooner. */
  readonly predicts?: boolean;
}

/** What is left open in a layout's text. */
export interface PrepareOptions {
  /** The alternative that each `choose` takes, by their names; the first where nothing is said. */
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

/** Prints what a layout is on the way to its module. Throws as `prepare` does. */
export async function showSource(
  source: Source,
  shown: Shown,
  sketch?: DataSketch,
  options: PrepareOptions = {},
): Promise<string> {
  return prepare(source, options).show(shown, sketch);
}

/**
 * Parses and checks a layout. Throws `LayoutError` with every independent mistake when there are any, and `ChoiceError`
 * when what is chosen is not there.
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
      const { manifest, assemblyScript, commandFor } = lower(sketch);
      const command: CommandManifest = { ...manifest, target: 'wasi' };
      const bytes = await finish([assemblyScript, { command: commandFor(program) }], command);
      return { layout, manifest, bytes, warnings: diagnostics };
    },
    show: (shown, sketch, program) => showLowered(shown, syntax, lower(sketch), program),
  };
}
